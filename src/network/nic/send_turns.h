// SPDX-License-Identifier: MIT
// Whose turn it is in the queues of NICs whose messages have connections (network/nic/connections.h). A
// queue may hold thousands of messages that may not send: those are with their connections, not in `open`,
// until something changes, so that finding the next message takes the logarithm of their number.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace kasuri {

class SendTurns {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  using Messages = std::map<std::int64_t, std::uint32_t>;  // by turn, in the order of the queue

  explicit SendTurns(std::uint32_t nics) : queues_(nics) {}

  // All of a NIC's queue, but for messages that wait.
  const Messages& open(std::uint32_t nic) const { return queues_[nic].open; }
  // The first of those is one of `waiting` now.
  void wait(std::uint32_t nic, Messages& waiting) {
    Messages& open = queues_[nic].open;
    waiting.insert(open.extract(open.begin()));
  }
  // The first one that waits need not wait.
  void go_on(std::uint32_t nic, Messages& waiting) {
    queues_[nic].open.insert(waiting.extract(waiting.begin()));
  }
  // A message of a queue, which is not among those that wait, is among the others.
  void reopen(std::uint32_t nic, std::uint32_t message) {
    queues_[nic].open.emplace(places_[message].turn, message);
  }

  // Its turn is the last now; `before`: the one that was last so far, or kNone.
  void append(std::uint32_t nic, std::uint32_t message, std::uint32_t before) {
    if (places_.size() <= message) places_.resize(message + std::size_t{1});
    places_[message] = {++queues_[nic].last, before};
    reopen(nic, message);
  }
  // The first of the queue leaves it; `next` is first now, or kNone.
  void leave(std::uint32_t nic, std::uint32_t message, std::uint32_t next) {
    queues_[nic].open.erase(places_[message].turn);
    if (next != kNone) places_[next].before = kNone;
  }
  // It passes all that are before it, to be before `first`; `next` is behind it so far, or kNone. Returns
  // the message that it was behind.
  std::uint32_t pass_all(std::uint32_t nic, std::uint32_t message, std::uint32_t next,
                         std::uint32_t first) {
    Place& place = places_[message];
    const std::uint32_t before = place.before;
    if (next != kNone) places_[next].before = before;
    places_[first].before = message;
    queues_[nic].open.erase(place.turn);
    place = {--queues_[nic].first, kNone};
    reopen(nic, message);
    return before;
  }

 private:
  struct Place {
    std::int64_t turn = 0;
    std::uint32_t before = kNone;  // the message before it in the queue
  };
  struct Queue {
    std::int64_t first = 0, last = 0;  // turns
    Messages open;
  };
  std::vector<Place> places_;  // by message
  std::vector<Queue> queues_;  // by NIC
};

}  // namespace kasuri
