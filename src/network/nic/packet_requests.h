// SPDX-License-Identifier: MIT
// What packets ask of their receivers besides being taken: kept beside them, since few do.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/units.h"

namespace kasuri {

class PacketRequests {
 public:
  // 0: nothing.
  static std::uint64_t request(bool acknowledgement, Bytes demand) {
    return static_cast<std::uint64_t>(demand.n) << 1 | (acknowledgement ? 1 : 0);
  }
  static bool asks(std::uint64_t request) { return request & 1; }
  static Bytes demand(std::uint64_t request) { return {static_cast<std::int64_t>(request >> 1)}; }

  std::uint64_t of(std::uint32_t packet) const { return packet < all_.size() ? all_[packet] : 0; }
  // Also of a packet without any, whose number another had before.
  void set(std::uint32_t packet, std::uint64_t request) {
    if (packet >= all_.size()) {
      if (request == 0) return;
      all_.resize(packet + packet / 2 + 64);
    }
    all_[packet] = request;
  }

 private:
  std::vector<std::uint64_t> all_;  // by packet
};

}  // namespace kasuri
