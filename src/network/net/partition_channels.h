// SPDX-License-Identifier: MIT
// What crosses the cuts between parts of a machine: packets with their messages, credits, what routers
// and their links tell each other, and whole messages. A part collects it per neighbour in a window; the
// neighbour takes it in before its next one. Two sets of boxes take turns, so that one barrier a window
// is enough: while a part fills one, its neighbours read the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/core/check.h"
#include "base/engine/event.h"
#include "network/net/message.h"
#include "network/net/packet.h"

namespace kasuri {

// A packet that is to arrive at a router of another part. What the event says of packet and target
// is the receiver's: event.target is a local number there, event.a is filled in on arrival.
struct Crossing {
  Event event;
  Packet packet;
  Message message;
  std::uint32_t home;    // the message's record where its source is
  std::uint32_t number;  // of the message among those of its NIC
  Time posted;           // when the message was handed to the NIC
};

// Room for `bytes` in a VC behind output `port` of a router of another part, known there from `at`.
struct CrossingCredit {
  std::uint32_t router;  // a local number there
  std::uint16_t port;
  std::uint16_t vc;
  std::int32_t bytes;
  Time at;
};

// The queue of a router's output at a time, told to its neighbours (Routing::notifications).
struct CrossingNotification {
  RouterId router;
  std::uint32_t port;
  std::int64_t queue;
  Time at;
};

// A whole message, where the network does not cut it into packets: its arrival and that event's order.
struct CrossingMessage {
  Time arrival;
  std::uint64_t order;
  Time posted, began;
  Message message;
};

// All that one part sends to another in a window.
struct MessageBatch {
  std::vector<Crossing> packets;
  std::vector<CrossingCredit> credits;
  std::vector<CrossingNotification> notifications;
  std::vector<Event> signals;  // from link to link (LinkPower); targets are local numbers there
  std::vector<CrossingMessage> messages;

  bool empty() const {
    return packets.empty() && credits.empty() && notifications.empty() && signals.empty() &&
           messages.empty();
  }
  // Has its memory brought here at once: another core has used it, and would be asked for it line by line.
  template <bool kToWrite>
  void fetch() const {
    const auto lines = [](const auto& list) {
      const auto* first = reinterpret_cast<const std::byte*>(list.data());
      const auto* last = reinterpret_cast<const std::byte*>(list.data() + list.size());
      for (; first < last; first += 64) __builtin_prefetch(first, kToWrite);
    };
    lines(packets);
    lines(credits);
  }
  void clear() {
    packets.clear();
    credits.clear();
    notifications.clear();
    signals.clear();
    messages.clear();
  }
};

class PartitionChannels {
 public:
  explicit PartitionChannels(std::uint32_t parts = 0) {
    for (auto& set : sets_) set.resize(parts);
  }

  // Windows are numbered alike in all parts. What this part sent in the window before the last has
  // been read by all, so its boxes are free again.
  void begin_window(std::uint64_t number) {
    filling_ = number % 2;
    for (MessageBatch& p : sets_[filling_]) {
      p.fetch<true>();
      p.clear();
    }
    earliest_ = kNever;
    open_ = true;
  }
  // From now on the neighbours may read what this part sends in this window.
  void close() { open_ = false; }
  // What leaves for `part` in this window, and arrives there at `when`.
  MessageBatch& to(std::uint16_t part, Time when) {
    check(open_, "only the boundary of a partition sends to other partitions");
    earliest_ = std::min(earliest_, when);
    return sets_[filling_][part];
  }
  // The first arrival of all that has left in this window.
  Time earliest() const { return earliest_; }

  // What left for `part` in a window; to be read by that part, in the next window.
  const MessageBatch& sent(std::uint64_t window, std::uint16_t part) const {
    return sets_[window % 2][part];
  }

 private:
  std::array<std::vector<MessageBatch>, 2> sets_;
  std::size_t filling_ = 0;
  bool open_ = true;
  Time earliest_ = kNever;
};

}  // namespace kasuri
