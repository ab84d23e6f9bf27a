// SPDX-License-Identifier: MIT
// For tests of the controls of RoCE: 100 Gb/s, packets of 1000 + 48 B, a round trip of 4160 ns, so 52,000
// B.
#pragma once

#include <string>

#include "base/config/document.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace roce_test {

constexpr Bytes kPacket{1048};
constexpr double kLine = 100e9;

inline std::unique_ptr<SendControl> control(const std::string& keys) {
  auto document = config::Document::parse("[nic]\nsend_control = { " + keys + " }\n", "test.toml");
  const auto choice =
      config::read<config::Choice<SendControl>>(document.root().section("nic").section("send_control"));
  document.finish();
  SendControlContext context{.rate = {12'500'000'000}, .packet = kPacket, .header = {48},
                             .round_trip = {4'160'000}, .links = 4};
  return choice.make(context);
}

// b/s: the distance of the packet that follows one at `now`.
inline double rate(SendControl& c, Time now) {
  c.may_send({}, kPacket, now);
  c.sent({}, kPacket, now);
  return static_cast<double>(kPacket.n) * 8 / (c.may_send({}, kPacket, now) - now).seconds();
}

// The packets that may be in flight when another one leaves.
inline std::int64_t packets_in_flight(SendControl& c, Time now) {
  std::int64_t n = 0;
  while (n < 100'000 && c.may_send({.in_flight = kPacket * n}, kPacket, now) != kNever) ++n;
  return n;
}

inline Acknowledgement one_packet(bool marked, std::optional<Time> round_trip = {}) {
  return {.bytes = kPacket, .marked = marked, .round_trip = round_trip, .hops = {}};
}

}  // namespace roce_test
}  // namespace kasuri
