// SPDX-License-Identifier: MIT
#include "network/flow/flow_paths.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/core/check.h"
#include "base/core/hash.h"
#include "network/routing/sprayed_paths.h"

namespace kasuri {
namespace {

// Of a router, that compete for an output as a rule.
constexpr double kMostInputs = 4;
constexpr std::int64_t kPsPerSecond = 1'000'000'000'000;

}  // namespace

LinkNumbers::LinkNumbers(const Topology& t) {
  first_.reserve(t.routers() + 1);
  std::uint32_t next = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first_.push_back(next);
    next += t.degree({r}) + t.endpoints_at({r});
  }
  first_.push_back(next);
}

// What an adaptive routing asks of queues, in bytes. Below saturation a queue holds a fraction of a packet;
// beyond it, buffers fill with what the link cannot carry.
class FlowPaths::Loads final : public Queues {
 public:
  Loads(const FlowPaths& all, RouterId at, const FlowPath& own, double own_rate, Time head)
      : all_(all), at_(at), own_(own), own_rate_(own_rate), head_(head) {}
  std::int64_t at(std::uint32_t port, std::uint32_t) override { return reported(at_, port); }
  std::int64_t reported(RouterId r, std::uint32_t port) override {
    const std::uint32_t link = all_.numbers_.of(r, port);
    double load = all_.shares_.demand(link);
    for (const LinkUse& u : own_.uses) {
      if (u.link != link) continue;
      load += own_rate_ * u.share / kWholeFlow / static_cast<double>(all_.shares_.capacity(link));
    }
    const double packet = static_cast<double>(all_.packet_) / 8.0;
    if (load <= 1) {
      const Time queue = all_.passages_.queue(link, head_);
      const auto rate = static_cast<std::uint64_t>(all_.shares_.capacity(link));
      const std::int64_t queued = scaled(queue.ps, rate, kPsPerSecond);
      return static_cast<std::int64_t>(packet * load) + std::min(queued, all_.buffer_);
    }
    return static_cast<std::int64_t>(packet + (load - 1) * static_cast<double>(all_.buffer_));
  }

 private:
  const FlowPaths& all_;
  RouterId at_;
  const FlowPath& own_;
  double own_rate_;
  Time head_;
};

FlowPaths::FlowPaths(const MachinePart& f, const Shares& shares, const LinkNumbers& numbers, Bytes buffer,
                     Bytes packet, std::uint32_t turns)
    : f_(f),
      buffer_(buffer.n),
      packet_(packet.n),
      shares_(shares),
      numbers_(numbers),
      passages_(numbers.count()),
      selector_(f.routing, f.seed),
      most_(f.routing.hop_limit().value_or(4 * f.topology.routers() + 64)),
      turns_(turns),
      enumerates_(f.routing.spread() == Spread::by_packet && f.routing.epochs() == 1 &&
                  f.routing.planes() == 1 && f.routing.paths() <= kMostPaths),
      sprayed_(f.routing.sprays() ? dynamic_cast<const SprayedPaths*>(&f.routing) : nullptr),
      seed_(f.seed) {}

void FlowPaths::walk(EndpointId from, EndpointId to, std::uint32_t path, std::uint32_t share,
                     FlowPath& out) {
  const Topology& t = f_.topology;
  const RouterId source = t.router_of(from), target = t.router_of(to);
  const LinkClass& terminal = f_.link_classes[f_.terminal_class()];
  Time latency = terminal.cable * 2 + f_.request + f_.traversal;
  RouteInput input{source, RouteInput::kInjected, 0, path};
  const auto rate = static_cast<double>(out.bound);
  bool first = true;
  std::uint16_t depth = 0;  // of the link from the NIC
  Time after = terminal.cable + f_.request, head{0};
  out.heads.clear();
  const auto track = [&](std::uint32_t port, Time next) {
    out.heads.push_back(head += after);
    if (tracks_) out.crossings.push_back({input.at, port, share, std::exchange(first, false), after, {}});
    after = f_.traversal + next + f_.request;
  };
  for (std::uint32_t hops = 0; input.at != target; ++hops) {
    check(hops <= most_, "a path ends at its target");
    Route route = f_.routing.route(input, source, target);
    if (f_.routing.adaptive()) {
      Loads loads(*this, input.at, out, rate, f_.partition.now() + head + after);
      const Choice c = f_.routing.choose(input, source, target, loads);
      route = c.first.route.vc_mask ? c.first.route : c.escape.route;
    }
    const std::uint32_t link = numbers_.of(input.at, route.port);
    passages_.fetch(link);
    out.uses.push_back({link, share, ++depth,
                        static_cast<std::uint16_t>(std::popcount(route.vc_mask)),
                        turns_ ? std::uint32_t{route.vc_mask} : 0});
    const Time cable = f_.link_classes[t.link_class(input.at, route.port)].cable;
    track(route.port, cable);
    latency += cable + f_.request + f_.traversal;
    out.hops += share;
    const PortRef next = t.neighbour(input.at, route.port);
    input = {next.router, next.port, static_cast<std::uint16_t>(std::countr_zero(route.vc_mask)), path};
  }
  const std::uint32_t ejection = t.degree(target) + (to.v - t.first_endpoint(target).v);
  out.uses.push_back({numbers_.of(target, ejection), share, ++depth, 1, turns_ ? 1u : 0});
  track(ejection, {});
  out.input = input.port == RouteInput::kInjected ? t.degree(target) + (from.v - t.first_endpoint(source).v)
                                                  : input.port;
  out.latency = later(out.latency, latency);
}

void FlowPaths::find(EndpointId from, EndpointId to, std::uint32_t sequence, bool single,
                     std::int64_t nic_rate, FlowPath& out) {
  out.uses.clear();
  out.crossings.clear();
  out.latency = {0};
  out.bound = nic_rate;
  out.hops = 0;
  const bool random = f_.routing.sprays();
  const std::uint32_t paths = single                  ? 1
                              : enumerates_           ? f_.routing.paths()
                              : f_.routing.adaptive() ? kAdaptive
                              : random                ? std::min(f_.routing.paths(), kMostPaths)
                                                      : 1;
  path_numbers_.clear();
  if (sprayed_ && !single) {
    sprayed_->sprayed_paths(from, to, kMostSprayed, sequence, mix(seed_), path_numbers_);
  } else {
    for (std::uint32_t k = 0; k < paths; ++k) {
      path_numbers_.push_back(enumerates_ && !single
                          ? k : selector_.path(from, to, (sequence * kMostPaths + k) & 0xffffff));
    }
  }
  const auto n = static_cast<std::uint32_t>(path_numbers_.size());
  for (std::uint32_t k = 0; k < n; ++k) {
    walk(from, to, path_numbers_[k], kWholeFlow / n + (k < kWholeFlow % n), out);
  }
  if (n > 1) {
    for (LinkUse& u : out.uses) u.turns = 0;
    std::ranges::sort(out.uses, {}, [](const LinkUse& u) { return std::pair(u.link, u.depth); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < out.uses.size(); ++i) {
      if (out.uses[i].link == out.uses[kept].link) out.uses[kept].share += out.uses[i].share;
      else out.uses[++kept] = out.uses[i];
    }
    out.uses.resize(kept + 1);
    std::ranges::sort(out.uses, {}, [](const LinkUse& u) { return std::pair(u.depth, u.link); });
  }
  for (const LinkUse& u : out.uses) {
    __extension__ using Wide = __int128;
    const Wide alone = static_cast<Wide>(shares_.capacity(u.link)) * kWholeFlow / u.share;
    if (alone < out.bound) out.bound = static_cast<std::int64_t>(alone);
  }
}

// A link that flows use is busy with a packet of one of them with the probability of its load; the message
// comes at any time of it. A link that they could fill has a queue: other inputs have a packet each, and if
// the message shares its input with the flow, it waits for what that has in the buffer there: what its NIC
// has sent and the link has not carried. What ends now is in nobody's way.
Time FlowPaths::wait(const FlowPath& p, std::uint64_t draw, const BacklogOf& backlog_of) const {
  const auto packet = static_cast<double>(packet_);
  double sum = 0, before = 0;
  for (const LinkUse& u : p.uses) {
    const double load = shares_.demand(u.link);
    if (load > 0) {
      draw = mix(draw);
      const auto first = static_cast<double>(draw >> 32) * 0x1p-32;
      const auto second = static_cast<double>(draw & UINT32_MAX) * 0x1p-32;
      const Backlog other = backlog_of(shares_.member(u.link, draw % shares_.members(u.link)));
      double bytes = first < load ? std::min(second * packet, static_cast<double>(other.left)) : 0;
      if (load > 1) {
        const double inputs = std::min(load, kMostInputs);
        bytes += (inputs - 1) * std::min(packet, static_cast<double>(other.left));
        if (first < before) bytes += inputs * static_cast<double>(std::min(other.queued, buffer_));
      }
      sum += bytes * (1e12 * u.share / kWholeFlow) / static_cast<double>(shares_.capacity(u.link));
    }
    before = load;
  }
  return Time{static_cast<std::int64_t>(sum)};
}

// The last link is the ejection link, which serves those that come in their order (FlowNetwork::reach).
FlowPaths::Passed FlowPaths::pass(const FlowPath& p, Bytes wire, Time begins) {
  for (const LinkUse& u : p.uses) passages_.fetch_times(u.link);
  Passed all;
  Bytes room{0};  // of the buffers before a link
  for (const LinkUse& u : p.uses) {
    if (u.depth == p.heads.size()) continue;
    const BytesPerSecond rate{shares_.capacity(u.link)};
    const Time head = begins + all.waits + p.heads[std::min<std::size_t>(u.depth, p.heads.size()) - 1];
    const Time takes = Bytes{scaled(wire.n, u.share, kWholeFlow)} / rate;
    const Time waited = passages_.pass(u.link, f_.partition.now(), head, takes) - head - takes;
    all.waits += Time{scaled(waited.ps, u.share, kWholeFlow)};
    room += Bytes{scaled(buffer_ * u.vcs, u.share, kWholeFlow)};
    all.held = later(all.held, all.waits - room / rate);
  }
  return all;
}

}  // namespace kasuri
