// SPDX-License-Identifier: MIT
#include "experiment/run/collected_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "experiment/run/wait_cycle.h"
#include "mpi/ranks/world.h"
#include "network/model/network_part.h"
#include "experiment/run/machine.h"
#include "experiment/run/domain.h"
#include "experiment/plan/plan.h"

namespace kasuri {
namespace {

constexpr std::size_t kMostPackets = 20;

template <class T>
void append(std::vector<T>& to, std::vector<T>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

using ProbeTables = std::vector<std::vector<Table>>;

void merge_tables(ProbeTables& into, ProbeTables&& from) {
  if (into.empty()) return std::swap(into, from);
  for (std::size_t p = 0; p < from.size(); ++p) {
    for (std::size_t t = 0; t < from[p].size(); ++t) into[p][t].merge(std::move(from[p][t]));
  }
}

void sort_errors(std::vector<LinkErrorRow>& rows) {
  std::ranges::sort(rows, {}, [](const LinkErrorRow& r) {
    return std::tuple(r.router, r.injection, r.port);
  });
}

void add_counts(std::vector<NetworkCount>& to, const std::vector<NetworkCount>& from) {
  if (to.empty()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    to[i].largest = from[i].largest;
    to[i] += from[i];
  }
}

void collect_links(const Machine& m, CollectedResults& h) {
  const Topology& t = m.topology();
  const std::vector<LinkClass>& classes = m.domains()[0]->network().machine().link_classes;
  h.links = LinkTable(m.plan().topology, classes);
  std::uint32_t endpoints = 0;
  for (const auto& d : m.domains()) endpoints += d->network().machine().endpoint_count();
  h.nics.reserve(endpoints);
  std::uint64_t link = 0;
  for (std::uint32_t router = 0; router < t.routers(); ++router) {
    const std::uint32_t ports = t.degree({router}) + t.endpoints_at({router});
    Domain* const owner = m.owner({router});
    if (!owner) {
      link += ports;
      continue;
    }
    const std::uint32_t local = m.decomposition().local(RouterId{router});
    for (std::uint32_t port = 0; port < ports; ++port, ++link) {
      const LinkTable::Load load = owner->network().output_load(local, port);
      if (load.packets > 0) h.links.add(link, load);
    }
    const std::uint32_t first = t.first_endpoint({router}).v;
    for (std::uint32_t e = first; e < first + t.endpoints_at({router}); ++e) {
      h.nics.push_back(
          {e, router, owner->network().nic_use(m.decomposition().local(EndpointId{e}))});
    }
  }
}

void collect_ranks(const Machine& m, CollectedResults& h) {
  const Topology& t = m.topology();
  const std::uint32_t per_node = t.endpoints() / m.plan().nodes;
  std::uint32_t world_rank = 0;
  for (std::uint32_t j = 0; j < m.jobs().size(); ++j) {
    if (!m.jobs()[j].has_ranks()) continue;
    const auto& placement = m.plan().placement[j];
    for (std::uint32_t rank = 0; rank < placement.size(); ++rank, ++world_rank) {
      const std::uint32_t node = placement[rank].v;
      Domain* const owner = m.owner(t.router_of({node * per_node}));
      if (!owner) continue;
      const mpi::RankStatistics s = owner->world().ranks()[world_rank].statistics;
      h.ranks.push_back({j, rank, node, s});
    }
  }
}

template <class Archive>
void transfer(Archive& a, mpi::BlockedRank& b) {
  a(b.world_rank), a(b.job), a(b.rank), a(b.call), a(b.polls), a(b.names_nothing), a(b.beside);
  a(b.receives), a(b.collective), a(b.one_sided), a(b.peer), a(b.tag), a(b.bytes);
  a(b.context), a(b.pending), a(b.since);
}

template <class Archive>
void transfer(Archive& a, Stuck::Line& l) {
  a(l.router), a(l.text);
}

template <class Archive>
void transfer(Archive& a, mpi::Failure& f) {
  a(f.exit), a(f.job), a(f.rank), a(f.world_rank), a(f.call), a(f.time), a(f.program_code);
  a(f.message);
}

template <class Archive, class T>
void transfer_all(Archive& a, std::vector<T>& all) {
  std::size_t n = all.size();
  a(n);
  all.resize(n);
  for (T& each : all) transfer(a, each);
}

template <class Archive>
void transfer(Archive& a, CollectedResults& h) {
  a(h.events), a(h.queue_events), a(h.last_event), a(h.delivered), a(h.packets);
  a(h.nics), a(h.ranks), a(h.link_errors), a(h.network), a(h.tallies), a(h.results);
  std::size_t probes = h.probes.size();
  a(probes);
  h.probes.resize(probes);
  for (auto& tables : h.probes) transfer_all(a, tables);
  std::vector<mpi::Failure> failures;
  if (h.failure) failures.push_back(*h.failure);
  transfer_all(a, failures);
  if (!failures.empty()) h.failure = failures.front();
  bool power = h.power.has_value();
  a(power);
  if (power && !h.power) h.power.emplace();
  if (power) transfer(a, *h.power);
  transfer_all(a, h.stuck.ranks);
  transfer_all(a, h.stuck.packets);
  a(h.stuck.buffers), a(h.stuck.heads);
  a(h.host.wall_s), a(h.host.cpu_s), a(h.host.setup_cpu_s), a(h.host.peak_rss_bytes);
  a(h.host.windows.windows), a(h.host.windows.busy_s), a(h.host.windows.wait_s);
  a(h.host.windows.events), a(h.host.memory);
}

// A rank may wait in several places: in its program, and in collectives beside it.
void put_in_order(std::vector<mpi::BlockedRank>& ranks) {
  std::ranges::stable_sort(ranks, {}, [](const mpi::BlockedRank& b) {
    return std::tuple(b.world_rank, b.beside, b.since, b.context, b.tag, b.peer, b.receives);
  });
}

}  // namespace

Stuck Stuck::find(const Machine& m) {
  Stuck s;
  for (const auto& d : m.domains()) {
    append(s.ranks, d->world().blocked());
    std::vector<BlockedPacket> blocked = d->network().blocked();
    std::ranges::stable_sort(blocked, {}, [](const BlockedPacket& b) { return b.at.v; });
    s.buffers += blocked.size();
    s.heads.insert(s.heads.end(), blocked.begin(), blocked.end());
    for (std::size_t i = 0; i < std::min(blocked.size(), kMostPackets); ++i) {
      s.packets.push_back({blocked[i].at.v, d->network().describe(blocked[i])});
    }
  }
  put_in_order(s.ranks);
  std::ranges::stable_sort(s.packets, {}, &Line::router);
  return s;
}

void Stuck::merge(Stuck&& o) {
  append(ranks, std::move(o.ranks));
  put_in_order(ranks);
  append(packets, std::move(o.packets));
  std::ranges::stable_sort(packets, {}, &Line::router);
  buffers += o.buffers;
  append(heads, std::move(o.heads));
}

// Which cycle is found first depends on the order.
std::vector<BlockedPacket> Stuck::cycle(const Topology& t) const {
  std::vector<BlockedPacket> ordered = heads;
  std::ranges::sort(ordered, {}, [](const BlockedPacket& b) {
    return std::tuple(b.at.v, b.port, b.vc);
  });
  return wait_cycle(t, ordered);
}

std::vector<std::string> Stuck::describe(const Topology& t, std::uint64_t under_way) const {
  std::vector<std::string> lines;
  if (!ranks.empty()) {
    const bool polls = std::ranges::any_of(ranks, &mpi::BlockedRank::polls);
    lines.push_back(fmt::format("{} rank{} wait{} for messages{}:", ranks.size(),
                                ranks.size() == 1 ? "" : "s", ranks.size() == 1 ? "s" : "",
                                polls ? ", or poll for them" : ""));
    for (const std::string& line : mpi::describe(ranks)) lines.push_back("  " + line);
  }
  if (buffers == 0) return lines;
  if (const auto waiting = cycle(t); !waiting.empty()) {
    lines.push_back("packets wait for each other in a cycle:");
    for (std::string& line : describe_cycle(t, waiting)) lines.push_back(std::move(line));
  }
  lines.push_back(fmt::format("{} packets are stuck in {} router buffers:", under_way, buffers));
  const std::size_t shown = std::min(packets.size(), kMostPackets);
  for (std::size_t i = 0; i < shown; ++i) lines.push_back(packets[i].text);
  if (buffers > shown) lines.push_back(fmt::format("  … and {} more", buffers - shown));
  return lines;
}

LinkTable links_so_far(const Machine& m) {
  CollectedResults h;
  collect_links(m, h);
  return std::move(h.links);
}

CollectedResults CollectedResults::of(const Machine& m, bool look_for_stuck) {
  CollectedResults h;
  h.last_event = m.last_event();
  for (const auto& d : m.domains()) {
    h.events += d->partition().events();
    h.queue_events += d->partition().handled();
    h.packets += d->network().packets_in_flight();
    append(h.link_errors, d->network().link_errors());
    add_counts(h.network, d->network().counts());
    const auto& f = d->world().failure();
    if (f && (!h.failure || *f < *h.failure)) h.failure = f;
  }
  for (std::size_t i = 0; i < m.jobs().size(); ++i) {
    const bool program = m.jobs()[i].has_ranks();
    h.delivered.push_back(m.delivered(i));
    h.results.push_back(program ? m.result(i) : mpi::JobResult{});
    h.tallies.push_back(program ? PatternTally{} : m.tally(i));
  }
  sort_errors(h.link_errors);
  collect_links(m, h);
  collect_ranks(m, h);
  for (const auto& d : m.domains()) merge_tables(h.probes, d->probe_tables());
  if (look_for_stuck) h.stuck = Stuck::find(m);
  return h;
}

DeliveryStatistics CollectedResults::all_delivered() const {
  DeliveryStatistics sum;
  for (const DeliveryStatistics& d : delivered) sum += d;
  return sum;
}

void CollectedResults::take_power(const Machine& m, Time end) {
  for (const auto& d : m.domains()) {
    if (d->network().power()) take_in(d->network().collect_power(end));
  }
}

void CollectedResults::take_in(PowerShare&& share) {
  if (power) {
    power->merge(std::move(share));
  } else {
    power = std::move(share);
  }
}

void CollectedResults::merge(CollectedResults&& o) {
  events += o.events;
  queue_events += o.queue_events;
  last_event = later(last_event, o.last_event);
  packets += o.packets;
  append(nics, std::move(o.nics));
  append(ranks, std::move(o.ranks));
  append(link_errors, std::move(o.link_errors));
  sort_errors(link_errors);
  add_counts(network, o.network);
  std::ranges::sort(nics, {}, &NicRow::endpoint);
  std::ranges::stable_sort(ranks, {}, [](const RankRow& r) { return std::pair(r.job, r.rank); });
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    tallies[i] += o.tallies[i];
    results[i] += o.results[i];
    delivered[i] += o.delivered[i];
  }
  if (o.failure && (!failure || *o.failure < *failure)) failure = std::move(o.failure);
  merge_tables(probes, std::move(o.probes));
  if (o.power) take_in(std::move(*o.power));
  stuck.merge(std::move(o.stuck));
  host.wall_s = std::max(host.wall_s, o.host.wall_s);
  host.cpu_s += o.host.cpu_s;
  host.setup_cpu_s += o.host.setup_cpu_s;
  host.peak_rss_bytes = std::max(host.peak_rss_bytes, o.host.peak_rss_bytes);
  host.memory += o.host.memory;
  append(host.windows.busy_s, std::move(o.host.windows.busy_s));
  append(host.windows.wait_s, std::move(o.host.windows.wait_s));
  append(host.windows.events, std::move(o.host.windows.events));
}

ByteBuffer CollectedResults::pack() {
  ByteBuffer bytes;
  ArchiveWriter archive(bytes);
  transfer(archive, *this);
  links.pack(archive);
  return bytes;
}

void CollectedResults::merge(const ByteBuffer& packed) {
  CollectedResults other;
  ArchiveReader archive(packed);
  transfer(archive, other);
  links.add(archive);
  merge(std::move(other));
}

}  // namespace kasuri
