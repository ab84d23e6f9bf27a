// SPDX-License-Identifier: MIT
// What takes time in NICs: overheads of messages, DMA engines, and memories that transfers take turns at
// (memory_turns.h). NICs go by their local numbers.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/core/pool.h"
#include "base/core/prefetch.h"
#include "network/net/link.h"
#include "network/net/message.h"
#include "network/nic/memory_turns.h"
#include "network/nic/params.h"

namespace kasuri {

class NicEngines {
 public:
  // Behind terminal links of this class.
  NicEngines(const NicParams&, const LinkClass&, std::uint32_t nics);

  void set_engine_time(Time t) {
    engine_time_ = t;
    sends_take_time_ |= t > Time{0};
  }

  // When the NIC has done what it does for a message that it gets now, and has the message.
  Time ready(std::uint32_t nic, const Message&, Time now);
  // When its engine is done with a message that it passes within the node.
  Time passed(std::uint32_t nic, std::uint8_t ways, Time now);
  // When a copy within the node that begins then has ended, at least as memory permits.
  Time copied(std::uint32_t nic, Time start, Bytes size, Time end) {
    return memory_.contended() ? later(end, memory_.copy(nic, start, size)) : end;
  }

  // How long a packet leaves, and until when memory is read for one that leaves from now to `end`.
  Time serialisation(Bytes packet, bool from_nic) const { return from_nic ? link_(packet) : send_(packet); }
  Time read(std::uint32_t nic, Time now, Bytes packet, Time end) {
    return memory_.contended() && !whole_ ? later(end, memory_.read(nic, now, packet)) : end;
  }
  // When a packet, whose head came then and whose tail comes now, is in memory.
  Time written(std::uint32_t nic, Time head, Time now, Bytes packet) {
    if (!writes_take_time_ || whole_) return now;
    Time& drained = engines_[nic].drained;
    const Time start = later(head, drained);
    Time end = later(now, start + write_(packet));
    if (memory_.contended()) [[unlikely]] end = later(end, memory_.write(nic, now, start, packet));
    return drained = end;
  }
  // When a message, whose last packet is in memory then, is done.
  Time received(std::uint32_t nic, Time in_memory, Bytes size, bool for_nic) {
    if (whole_ && !for_nic) [[unlikely]] {
      in_memory = memory_.write_whole(nic, in_memory, size, engines_[nic].drained);
    }
    if (!receives_take_time_) return in_memory;
    Time& free = engines_[nic].receive;
    return free = later(in_memory, free) + p_.receive_overhead;
  }
  void prefetch(std::uint32_t nic) const {
    if (receives_take_time_) fetch_ahead(&engines_[nic]);
  }

  // For how long a NIC had something to send but no credit (NicUse::no_credit).
  Time& no_credit(std::uint32_t nic) { return engines_[nic].no_credit; }
  Time no_credit(std::uint32_t nic) const { return engines_[nic].no_credit; }
  BytesPerSecond send_rate() const { return send_.rate(); }
  BytesPerSecond receive_rate() const { return receive_rate_; }
  std::uint64_t memory_bytes() const {
    return engines_.memory_bytes() + peers_.memory_bytes() + memory_.memory_bytes();
  }

 private:
  struct Engine {
    Time send;     // when the send overheads of what is queued are over
    Time drained;  // when the DMA write engine is free
    Time receive;
    Time no_credit;
  };

  const NicParams& p_;
  MemoryTurns memory_;
  bool whole_;  // messages are stored and forwarded
  Serialisation link_, send_, write_;  // of packets that NICs make, of others; of the DMA
  BytesPerSecond receive_rate_;
  Time engine_time_{0};  // see Message::kEngine
  // Where these are false, what an Engine says of it is never later than now.
  bool sends_take_time_, writes_take_time_, receives_take_time_;
  LazyArray<Engine> engines_;
  LazyArray<std::uint32_t> peers_;  // node of the last message, counted from one; if peers take time
};

}  // namespace kasuri
