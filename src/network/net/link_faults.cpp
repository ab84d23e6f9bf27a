// SPDX-License-Identifier: MIT
#include "network/net/link_faults.h"

#include <algorithm>
#include <cmath>

#include "base/core/check.h"
#include "base/core/rng.h"

namespace kasuri {
namespace {

// Random numbers of links, apart from those of patterns and routings.
constexpr std::uint32_t kOutputs = 0x4c000000, kInjections = 0x4d000000;

}  // namespace

bool LinkFaultTable::any() const {
  return !exceptions.empty() ||
         std::ranges::any_of(by_class, [](const LinkFault& f) { return f != LinkFault{}; });
}

LinkFaults::LinkFaults(const LinkFaultTable& table, const Failures* failures, Fabric& f)
    : f_(f), failures_(failures), power_(f.power), observer_(f.observer) {
  const Topology& t = f_.topology;
  for (std::uint32_t i = 0; i < f_.router_count(); ++i) {
    const RouterId r = f_.router(i);
    stride_ = std::max(stride_, t.degree(r) + t.endpoints_at(r));
    nic_router_.insert(nic_router_.end(), t.endpoints_at(r), i);
  }
  faults_.emplace_back();
  if (table.any()) {
    const auto number = [this](const LinkFault& fault) {
      const auto found = std::ranges::find(faults_, fault);
      const auto at = static_cast<std::uint16_t>(found - faults_.begin());
      if (found == faults_.end()) faults_.push_back(fault);
      return at;
    };
    std::vector<std::uint16_t> by_class;
    for (const LinkFault& fault : table.by_class) by_class.push_back(number(fault));
    kind_.assign(std::size_t{stride_} * f_.router_count() + nic_router_.size(), by_class.back());
    for (std::uint32_t i = 0; i < f_.router_count(); ++i) {
      const RouterId r = f_.router(i);
      for (std::uint32_t p = 0; p < t.degree(r); ++p) {
        kind_[std::size_t{i} * stride_ + p] = by_class[t.link_class(r, p)];
      }
    }
    for (const auto& [output, fault] : table.exceptions) {
      if (f_.decomposition.owner(output.router) != f_.part) continue;
      const std::size_t local = f_.decomposition.local(output.router);
      kind_[local * stride_ + output.port] = number(fault);
    }
    check(faults_.size() <= UINT16_MAX, "links have few different properties");
    if (std::ranges::any_of(faults_, [](const LinkFault& x) { return x.bit_error_rate > 0; })) {
      counters_.resize(kind_.size());
    }
  }
  // What the power model says of its links holds for all.
  scales_rate_ = table.any() || (power_ && power_->scales_rate());
  wants_uses_ = power_ && power_->wants_uses();
  heeds_hints_ = power_ && power_->heeds_hints();
  for (std::uint32_t c = 0; c < f_.link_classes.size(); ++c) {
    negligible_.push_back(power_ ? power_->longest_negligible(c) : kNever);
  }
  f_.power = this;
  if (failures_ && failures_->epochs() > 1) f_.observer = this;
}

Time LinkFaults::slowed(RouterId r, std::uint32_t port, Time full) {
  const Time usual = power_ && power_->scales_rate() ? power_->slowed(r, port, full) : full;
  if (kind_.empty()) return usual;
  const std::size_t link = std::size_t{r.v} * stride_ + port;
  if (kind_[link] == 0) return usual;
  const RouterId id = f_.router(r.v);
  const LinkClass& c = f_.link_classes[port < f_.topology.degree(id) ? f_.topology.link_class(id, port)
                                                                     : f_.terminal_class()];
  // `full` is the size over the rate, rounded up to picoseconds.
  __extension__ using Wide = unsigned __int128;
  const auto size = static_cast<std::int64_t>(static_cast<Wide>(full.ps) *
                                              static_cast<Wide>(c.flow.rate().n) / 1'000'000'000'000u);
  return delayed(link, id.v, kOutputs | port, full, usual, Bytes{size});
}

Time LinkFaults::slowed(EndpointId nic, Time full, Bytes size) {
  const Time usual = power_ && power_->scales_rate() ? power_->slowed(nic, full, size) : full;
  if (kind_.empty()) return usual;
  const std::size_t link = std::size_t{stride_} * f_.router_count() + nic.v;
  if (kind_[link] == 0) return usual;
  const RouterId r = f_.router(nic_router_[nic.v]);
  const std::uint32_t first = f_.decomposition.local(f_.topology.first_endpoint(r));
  return delayed(link, r.v, kInjections | (nic.v - first), full, usual, size);
}

// How long a link that is different is held by a packet: `full` at the link's own rate, `usual` at that
// which the power model has set.
Time LinkFaults::delayed(std::size_t link, std::uint32_t component, std::uint32_t stream, Time full,
                         Time usual, Bytes size) {
  const LinkFault& fault = faults_[kind_[link]];
  const double slow = static_cast<double>(full.ps) / fault.rate_factor;
  const Time once = later(usual, Time{static_cast<std::int64_t>(std::ceil(slow))});
  if (fault.bit_error_rate <= 0) return once;
  Counter& c = counters_[link];
  const double wrong = -std::expm1(8.0 * static_cast<double>(size.n) * std::log1p(-fault.bit_error_rate));
  Time held = once;
  while (unit_interval(random_at(f_.seed, component, stream, c.transmissions++)[0]) <= wrong) {
    ++c.counted.errors;
    c.counted.repeating += fault.replay_time + once;
    held += fault.replay_time + once;
  }
  return held;
}

void LinkFaults::granted(const Grant& g) {
  const RouterId r = f_.router(g.router);
  Packet& p = f_.packets[g.packet];
  const Failures::Epochs down = g.port < f_.topology.degree(r)
                                    ? failures_->down(r, g.port)
                                    : failures_->down(r) | failures_->down(p.destination);
  if (failures_->meets(down, g.head, g.tail)) p.hops |= Packet::kDamaged;
  if (observer_) observer_->granted(g);
}

void LinkFaults::injected(const Injection& i) {
  Packet& p = f_.packets[i.packet];
  if (failures_->meets(failures_->down(p.source), i.head, i.tail)) p.hops |= Packet::kDamaged;
  if (observer_) observer_->injected(i);
}

std::size_t LinkFaults::bytes_per_link(const LinkFaultTable& table) {
  const auto wrong = [](const LinkFault& f) { return f.bit_error_rate > 0; };
  const bool counts = std::ranges::any_of(table.by_class, wrong) ||
                      std::ranges::any_of(table.exceptions, wrong, &LinkFaultTable::Exception::fault);
  return table.any() ? sizeof(std::uint16_t) + (counts ? sizeof(Counter) : 0) : 0;
}

std::vector<LinkErrorRow> LinkFaults::errors() const {
  std::vector<LinkErrorRow> rows;
  const std::size_t outputs = std::size_t{stride_} * f_.router_count();
  for (std::size_t link = 0; link < counters_.size(); ++link) {
    if (counters_[link].counted.errors == 0) continue;
    LinkErrorRow row{0, 0, link >= outputs, counters_[link].counted};
    if (row.injection) {
      const auto nic = static_cast<std::uint32_t>(link - outputs);
      const RouterId r = f_.router(nic_router_[nic]);
      const std::uint32_t first = f_.decomposition.local(f_.topology.first_endpoint(r));
      row.router = r.v;
      row.port = f_.topology.degree(r) + (nic - first);
    } else {
      row.router = f_.router(static_cast<std::uint32_t>(link / stride_)).v;
      row.port = static_cast<std::uint32_t>(link % stride_);
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace kasuri
