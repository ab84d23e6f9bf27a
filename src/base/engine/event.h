// SPDX-License-Identifier: MIT
// An event is a 32-byte value with a total order that no number of threads can change.
#pragma once

#include <cstdint>

#include "base/core/units.h"

namespace kasuri {

// The order of what happens at one instant: an arbiter sees all requests of its instant, a rank
// sees all arrivals. A zero-delay event goes to a higher phase, or to the sender itself.
enum class Phase : std::uint8_t { credit = 0, arrival = 1, arbitration = 2, node = 3 };

// Senders are numbered over the whole machine: routers first, then nodes. 30 bits.
struct SenderId {
  std::uint32_t v;
};

// Phase, sender and the sender's own sequence in one integer. The sequence tells apart what one
// sender posts for one instant: a port, or a counter.
constexpr std::uint64_t order_key(Phase phase, SenderId sender, std::uint32_t sequence) {
  return std::uint64_t{static_cast<std::uint8_t>(phase)} << 62 | std::uint64_t{sender.v} << 32 |
         sequence;
}

// Which handler of the partition an event is for; see Partition::add_handler.
enum class EventKind : std::uint32_t {};  // as wide as makes an event 32 bytes without a gap

struct Event {
  Time time;
  std::uint64_t order;   // order_key(...)
  std::uint32_t target;  // the component among the handler's own
  std::uint32_t a;       // two words for the handler
  std::uint32_t b;
  EventKind kind;

  Phase phase() const { return static_cast<Phase>(order >> 62); }
};
static_assert(sizeof(Event) == 32);

constexpr bool before(const Event& x, const Event& y) {
  return x.time != y.time ? x.time < y.time : x.order < y.order;
}

// The same as an object, which sorting can inline.
struct Before {
  constexpr bool operator()(const Event& x, const Event& y) const { return before(x, y); }
};

}  // namespace kasuri
