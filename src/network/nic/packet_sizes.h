// SPDX-License-Identifier: MIT
// How small packets are in one partition: nothing that leaves it can come sooner than its smallest packet.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

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

}  // namespace kasuri
