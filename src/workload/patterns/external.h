// SPDX-License-Identifier: MIT
// Messages that a program outside hands over as it gets on (kasuri/network.h): no pattern of its own.
// Needs a machine in one part whose events come in the order of their times (Domain sees to that).
#pragma once

#include <functional>
#include <vector>

#include "workload/patterns/pattern.h"

namespace kasuri {

class External final : public Pattern, public TransportClient {
 public:
  using Callback = std::function<void()>;
  struct Sending {
    NodeId source, destination;
    Bytes size;
    Callback sent, arrived;
  };

  External(const struct ExternalParams&, PatternContext&);
  void start() override {}
  PatternTally tally() const override;
  std::uint64_t memory_bytes() const override { return slots_.capacity() * sizeof(Slot); }

  // At once in a callback, whose instant goes on; else as an event of time `now`.
  void send(Sending, Time now);
  // Calls f at that time, after what the network does then.
  void at(Time, Callback f);
  // Has the bytes counted that a node has handed over and that have not left it.
  void count_waiting() { waiting_.resize(c_.nodes.size()); }
  std::int64_t waiting(NodeId n) const { return waiting_[n.v]; }
  // Whether a callback of any such pattern runs.
  static bool calling();

  void on_sent(const Message&) override;
  void on_arrived(const Message&) override;

 private:
  struct Slot {
    Message message{};
    Callback sent, arrived;  // or of a timer: `sent`
    int uses = 0;            // callbacks that are to come
  };
  static constexpr std::uint64_t kNoSlot = UINT64_MAX;

  std::uint32_t keep(Slot);
  void call(std::uint64_t slot, Callback Slot::*);
  void hand_over(const Message&);
  void post(Time, std::uint32_t slot, EventKind);
  bool begin(const Event&);
  bool wake(const Event&);

  PatternContext c_;
  std::uint8_t client_;
  EventKind begin_{}, wake_{};
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::vector<std::int64_t> waiting_;
  PatternTally tally_;
  std::uint32_t sequence_ = 0;
};

}  // namespace kasuri
