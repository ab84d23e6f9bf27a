// SPDX-License-Identifier: MIT
// How small packets are in one partition: nothing that leaves it can come sooner than its smallest packet.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "network/net/link.h"

namespace kasuri {

class PacketSizes {
 public:
  void add(std::uint32_t bytes) {
    Class& c = classes_[std::bit_width(bytes)];
    ++c.packets;
    c.smallest = std::min(c.smallest, bytes);
  }
  void remove(std::uint32_t bytes) { --classes_[std::bit_width(bytes)].packets; }
  // It goes to another partition.
  void leave(std::uint32_t bytes) {
    remove(bytes);
    smallest_left_ = std::min(smallest_left_, bytes);
  }
  void begin_window() { smallest_left_ = UINT32_MAX; }
  // No packet that is here now, or has left in this window, is smaller.
  std::uint32_t smallest() const {
    for (const Class& c : classes_) {
      if (c.packets) return std::min(c.smallest, smallest_left_);
    }
    return smallest_left_;
  }

 private:
  // Packets whose sizes have the same bit_width, and the smallest that there ever was.
  struct Class {
    std::uint32_t packets = 0;
    std::uint32_t smallest = UINT32_MAX;
  };
  std::array<Class, 33> classes_{};
  std::uint32_t smallest_left_ = UINT32_MAX;
};

// How NICs send to routers that take packets flit by flit: in order, as far as there is space. A packet
// begins where its first flit has room; what has none yet is owed (room is negative), and nothing
// else leaves before that is paid. So packets may be longer than buffers.
struct FlitRoom {
  std::int32_t flit = 0;   // bytes; 0: routers take whole packets
  bool needs_all = false;  // a virtual channel takes one packet, when its buffer is empty

  // The virtual channel of a packet; -1 if it has to wait, for any of `all`.
  int vc(const std::int32_t* room, std::uint32_t all, std::uint32_t vcs, std::int32_t buffer,
         std::uint32_t bytes) const {
    if (std::any_of(room, room + all, [](std::int32_t r) { return r < 0; })) return -1;
    const std::int32_t first = std::min(flit, static_cast<std::int32_t>(bytes));
    return roomiest_vc(room, vcs, static_cast<std::uint32_t>(needs_all ? buffer : first));
  }
};

}  // namespace kasuri
