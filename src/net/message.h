// SPDX-License-Identifier: MIT
// A message between two nodes: what computes (ranks, patterns, traces) hands to what carries it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/ids.h"
#include "core/units.h"

namespace kasuri {

// Plain data, so that it can move between parts of the machine. `user` belongs to the client and
// travels untouched (an MPI envelope, a request, …); so does the payload, `size` bytes from malloc,
// which belongs to the message until it arrives, or null if bytes are only counted.
struct Message {
  NodeId source;
  NodeId destination;
  Bytes size;                    // payload; the NIC adds headers. 0 is legal: a header alone
  std::uint8_t client = 0;       // from Transport::add_client
  bool wants_sent = false;       // whether the client asks for on_sent
  std::uint8_t nic = kAnyNic;    // which NIC of the source node
  std::uint8_t ways = 0;         // how it differs from others, a sum of the constants below
  std::uint32_t engine = 0;      // ps of the sending NIC's engine, besides its overhead
  std::byte* payload = nullptr;
  std::array<std::uint64_t, 4> user{};

  static constexpr std::uint8_t kAnyNic = UINT8_MAX;
  static constexpr std::uint8_t kFromNic = 1;  // made by the NIC: memory is not read
  static constexpr std::uint8_t kForNic = 2;   // ends in the NIC: memory is not written
  static constexpr std::uint8_t kFirst = 4;    // leaves before what waits in the NIC's queue
};

}  // namespace kasuri
