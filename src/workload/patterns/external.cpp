// SPDX-License-Identifier: MIT
#include "workload/patterns/external.h"

#include <utility>

#include "base/config/registry.h"

namespace kasuri {

struct ExternalParams {
  static config::Fields<ExternalParams> fields() { return {}; }
};

namespace {

const config::Register<External, ExternalParams> external{
    "external", "messages that a program outside hands over (kasuri/network.h); else none"};

thread_local bool in_callback = false;

}  // namespace

External::External(const ExternalParams&, PatternContext& c)
    : c_(c), client_(c_.transport.add_client(*this)) {
  begin_ = c_.partition.add_handler<&External::begin>(this);
  wake_ = c_.partition.add_handler<&External::wake>(this);
}

bool External::calling() { return in_callback; }

PatternTally External::tally() const { return tally_; }

std::uint32_t External::keep(Slot s) {
  if (free_.empty()) {
    slots_.push_back(std::move(s));
    return static_cast<std::uint32_t>(slots_.size() - 1);
  }
  const std::uint32_t i = free_.back();
  free_.pop_back();
  slots_[i] = std::move(s);
  return i;
}

// A callback may send, by which slots move.
void External::call(std::uint64_t slot, Callback Slot::*which) {
  if (slot == kNoSlot || !(slots_[slot].*which)) return;
  const Callback f = std::exchange(slots_[slot].*which, nullptr);
  if (--slots_[slot].uses == 0) free_.push_back(static_cast<std::uint32_t>(slot));
  struct Inside {
    Inside() { in_callback = true; }
    ~Inside() { in_callback = false; }
  } inside;
  f();
}

// After all others of its instant.
void External::post(Time when, std::uint32_t slot, EventKind kind) {
  constexpr std::uint32_t kLastSender = (1u << 30) - 1;
  ++tally_.pending;
  c_.partition.post({when, order_key(Phase::node, {kLastSender - c_.job}, sequence_++), 0, slot, 0, kind});
}

void External::at(Time when, Callback f) {
  post(when, keep({.sent = std::move(f), .arrived = {}, .uses = 1}), wake_);
}

void External::send(Sending s, Time now) {
  const bool counts = !waiting_.empty();
  if (counts) waiting_[s.source.v] += s.size.n;
  Message m{.source = s.source,
            .destination = s.destination,
            .size = s.size,
            .client = client_,
            .wants_sent = counts || s.sent,
            .job = static_cast<std::uint16_t>(c_.job),
            .user = {kNoSlot}};
  const int uses = (s.sent ? 1 : 0) + (s.arrived ? 1 : 0);
  if (in_callback && uses == 0) return hand_over(m);
  const std::uint32_t slot = keep({m, std::move(s.sent), std::move(s.arrived), uses});
  if (uses > 0) slots_[slot].message.user[0] = slot;
  if (!in_callback) return post(now, slot, begin_);
  hand_over(slots_[slot].message);
}

void External::hand_over(const Message& m) {
  ++tally_.messages;
  ++tally_.pending;
  tally_.bytes += m.size;
  tally_.wire += c_.on_network(m);
  c_.transport.send(m);
}

bool External::begin(const Event& e) {
  --tally_.pending;
  if (slots_[e.a].uses == 0) free_.push_back(e.a);
  hand_over(Message(slots_[e.a].message));
  return true;
}

bool External::wake(const Event& e) {
  --tally_.pending;
  call(e.a, &Slot::sent);
  return true;
}

void External::on_sent(const Message& m) {
  if (!waiting_.empty()) waiting_[m.source.v] -= m.size.n;
  call(m.user[0], &Slot::sent);
}

void External::on_arrived(const Message& m) {
  --tally_.pending;
  tally_.last = later(tally_.last, c_.partition.now());
  call(m.user[0], &Slot::arrived);
}

}  // namespace kasuri
