// SPDX-License-Identifier: MIT
// A message between two nodes: what computes (ranks, patterns, traces) hands to what carries it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/core/ids.h"
#include "base/core/units.h"

namespace kasuri {

// What a message is sent for. Statistics keep these apart.
enum class Traffic : std::uint8_t { pattern, point_to_point, collective, control };
inline constexpr std::uint16_t kTraffics = 4;
// "pattern", "point_to_point", "collective", "control".
constexpr std::string_view name_of(Traffic t) {
  constexpr std::string_view kNames[kTraffics] = {"pattern", "point_to_point", "collective", "control"};
  return kNames[static_cast<std::size_t>(t)];
}

// Plain data, so that it can move between parts of the machine. `user` belongs to the client and
// travels untouched (an MPI envelope, a request, …); so does the payload
// (network/net/payload.h), which belongs to the message until it arrives, or null if it carries no data.
struct Message {
  NodeId source;
  NodeId destination;
  Bytes size;                    // payload; the NIC adds headers. 0 is legal: a header alone
  std::uint8_t client = 0;       // from Transport::add_client
  bool wants_sent = false;       // whether the client asks for on_sent
  std::uint8_t nic = kAnyNic;    // which NIC of the source node
  std::uint8_t ways = 0;         // how it differs from others, a sum of the constants below
  Traffic traffic = Traffic::pattern;
  std::uint16_t job = 0;         // for which it is counted
  std::byte* payload = nullptr;
  std::array<std::uint64_t, 4> user{};

  static constexpr std::uint8_t kAnyNic = UINT8_MAX;
  static constexpr std::uint8_t kFromNic = 1;  // made by the NIC: memory is not read
  static constexpr std::uint8_t kForNic = 2;   // ends in the NIC: memory is not written
  static constexpr std::uint8_t kFirst = 4;    // leaves before what waits in the NIC's queue
  static constexpr std::uint8_t kEngine = 8;   // takes Transport::set_engine_time of the NIC's engine
};
static_assert(sizeof(Message) == 64);

}  // namespace kasuri
