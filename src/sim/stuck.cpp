// SPDX-License-Identifier: MIT
#include "sim/stuck.h"

#include <fmt/format.h>

#include <algorithm>

namespace kasuri {
namespace {

constexpr std::size_t kMostPackets = 20;

std::string who_waits(const Topology& t, const Fabric& f, const BlockedPacket& b) {
  const Packet& p = f.packets[b.packet];
  const std::uint32_t degree = t.degree(b.at);
  const std::string wants =
      b.wanted_port >= degree
          ? fmt::format("its node's NIC {}", b.wanted_port - degree)
          : fmt::format("the link to router {}, vcs {:#x}",
                        position(t, t.neighbour(b.at, b.wanted_port).router), b.wanted_vcs);
  return fmt::format("  router {} input {} vc {}: {} packet{}, the first from NIC {} to NIC {} "
                     "({} bytes) waits since {} for {}",
                     position(t, b.at), b.port, b.vc, b.queued, b.queued == 1 ? "" : "s",
                     p.source.v, p.destination.v, p.bytes, to_string(b.since), wants);
}

void add_packets(Machine& m, std::vector<std::string>& lines) {
  struct Where {
    BlockedPacket packet;
    const Fabric* fabric;
  };
  std::vector<Where> blocked;
  for (const auto& d : m.domains()) {
    for (const BlockedPacket& b : d->routers().blocked()) blocked.push_back({b, &d->fabric()});
  }
  std::ranges::stable_sort(blocked, {}, [](const Where& w) { return w.packet.at; });
  if (blocked.empty()) return;
  lines.push_back(
      fmt::format("{} packets are stuck in {} router buffers:", m.packets(), blocked.size()));
  for (std::size_t i = 0; i < std::min(blocked.size(), kMostPackets); ++i) {
    lines.push_back(who_waits(m.topology(), *blocked[i].fabric, blocked[i].packet));
  }
  if (blocked.size() > kMostPackets) {
    lines.push_back(fmt::format("  … and {} more", blocked.size() - kMostPackets));
  }
}

void add_ranks(Machine& m, std::vector<std::string>& lines) {
  std::vector<mpi::BlockedRank> blocked;
  for (const auto& d : m.domains()) {
    const auto part = d->world().blocked();
    blocked.insert(blocked.end(), part.begin(), part.end());
  }
  std::ranges::sort(blocked, {}, &mpi::BlockedRank::world_rank);
  if (blocked.empty()) return;
  lines.push_back(fmt::format("{} rank{} wait{} for messages:", blocked.size(),
                              blocked.size() == 1 ? "" : "s", blocked.size() == 1 ? "s" : ""));
  for (const std::string& line : mpi::describe(blocked)) lines.push_back("  " + line);
}

}  // namespace

std::vector<std::string> describe_deadlock(Machine& m) {
  std::vector<std::string> lines{fmt::format(
      "deadlock at {}: nothing can happen any more", to_string(m.last_event()))};
  add_ranks(m, lines);
  add_packets(m, lines);
  return lines;
}

std::vector<std::string> describe_hang(Machine& m, Time period) {
  std::vector<std::string> lines{
      fmt::format("hang at {}: for {} of simulated time no message has arrived, no rank has "
                  "computed or ended, though events go on (run.watchdog)",
                  to_string(m.last_event()), to_string(period))};
  add_ranks(m, lines);
  add_packets(m, lines);
  return lines;
}

}  // namespace kasuri
