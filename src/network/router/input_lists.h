// SPDX-License-Identifier: MIT
// Packets that wait at the inputs of output-queued routers for space at an output: a list for each
// output, in the order in which they came. A packet with an escape to another output is in the lists of
// both. Nothing else stands before a packet, whatever input it came by.
#pragma once

#include <cstdint>
#include <vector>

#include "network/router/route_selection.h"
#include "network/router/output_queues.h"

namespace kasuri {

class InputLists {
 public:
  static constexpr std::uint32_t kNone = OutputQueues::kNone;
  enum Place : std::uint32_t { kFirst, kEscape };  // by its route, or by its escape

  struct Entry {
    std::uint32_t next[2], previous[2];  // by Place: entries, which are packet × 2 + Place
    std::uint32_t input_vc;
    RouteSelection::Waits waits;
  };

  static std::uint32_t packet(std::uint32_t entry) { return entry / 2; }
  static Place place(std::uint32_t entry) { return static_cast<Place>(entry % 2); }

  const Entry& of(std::uint32_t packet) const { return entries_[packet]; }
  void note(std::uint32_t packet, std::uint32_t input_vc, const RouteSelection::Waits& waits) {
    if (packet >= entries_.size()) entries_.resize(2 * std::size_t{packet} + 64);
    entries_[packet].input_vc = input_vc;
    entries_[packet].waits = waits;
  }

  void add(OutputQueues::Output& o, std::uint32_t packet, Place place, std::uint32_t vc_mask) {
    const std::uint32_t entry = packet * 2 + place, last = o.last_waiting;
    next(entry) = kNone;
    previous(entry) = last;
    (last == kNone ? o.first_waiting : next(last)) = entry;
    o.last_waiting = entry;
    o.waiting += 1;
    o.waited_for |= vc_mask;
  }
  void drop(OutputQueues::Output& o, std::uint32_t packet, Place place) {
    const std::uint32_t entry = packet * 2 + place, before = previous(entry), behind = next(entry);
    (before == kNone ? o.first_waiting : next(before)) = behind;
    (behind == kNone ? o.last_waiting : previous(behind)) = before;
    o.waiting -= 1;
    if (o.waiting == 0) o.waited_for = 0;
  }
  std::uint32_t after(std::uint32_t entry) const { return entries_[packet(entry)].next[place(entry)]; }
  // Of each input VC the packet that came first of those there (Routers::blocked).
  std::vector<BlockedPacket> blocked(const Fabric&, const RouterBlocks&, const OutputQueues&) const;

 private:
  std::uint32_t& next(std::uint32_t entry) { return entries_[packet(entry)].next[place(entry)]; }
  std::uint32_t& previous(std::uint32_t entry) { return entries_[packet(entry)].previous[place(entry)]; }

  std::vector<Entry> entries_;  // by packet
};

}  // namespace kasuri
