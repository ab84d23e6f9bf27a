// SPDX-License-Identifier: MIT
// The packets of a connection from the first unacknowledged one to the last one sent: a ring indexed by
// packet number.
#pragma once

#include <cstdint>
#include <vector>

#include "base/core/check.h"
#include "base/core/units.h"

namespace kasuri {

class Outstanding {
 public:
  enum class State : std::uint8_t { flying, waiting, there };  // waiting: for its retransmission
  // 12 bytes: connections have as many as fit into their way.
  struct [[gnu::packed, gnu::aligned(4)]] Sent {
    std::int64_t at_ps = 0;
    std::uint32_t bytes : 24 = 0;
    State state : 4 = State::flying;
    std::uint8_t repeats : 4 = 0;  // retransmissions, up to 2

    Time at() const { return {at_ps}; }
  };
  static_assert(sizeof(Sent) == 12);

  explicit Outstanding(std::uint32_t first = 0) : first_(first), next_(first), first_waiting_(first) {}

  // Numbers first() … next() − 1 are outstanding.
  std::uint32_t first() const { return first_; }
  std::uint32_t next() const { return next_; }
  bool has(std::uint32_t n) const { return n - first_ < next_ - first_; }
  const Sent& operator[](std::uint32_t n) const { return ring_[n & mask_]; }
  Bytes in_flight() const { return in_flight_; }
  Bytes to_resend() const { return waiting_bytes_; }

  // Adds a new packet; returns its number.
  std::uint32_t send(std::uint32_t bytes, Time now) {
    if (next_ - first_ == ring_.size()) grow();
    Sent& s = ring_[next_ & mask_];
    s = Sent();
    s.at_ps = now.ps;
    s.bytes = bytes & 0xffffff;
    in_flight_ += Bytes{bytes};
    return next_++;
  }
  // Retransmits the lowest packet that waits; returns its number.
  std::uint32_t send_again(Time now) {
    std::uint32_t n = first_waiting_;
    while (ring_[n & mask_].state != State::waiting) ++n;
    Sent& s = ring_[n & mask_];
    s.at_ps = now.ps;
    s.state = State::flying;
    if (s.repeats < 2) ++s.repeats;
    --waiting_;
    waiting_bytes_ -= Bytes{s.bytes};
    in_flight_ += Bytes{s.bytes};
    first_waiting_ = n + 1;
    return n;
  }
  // Size of the packet that send_again() takes.
  std::uint32_t bytes_again() const {
    std::uint32_t n = first_waiting_;
    while (ring_[n & mask_].state != State::waiting) ++n;
    return ring_[n & mask_].bytes;
  }
  bool any_waiting() const { return waiting_ > 0; }

  // Marks a packet for retransmission; it is no longer in flight.
  void wait(std::uint32_t n) {
    Sent& s = ring_[n & mask_];
    if (s.state != State::flying) return;
    s.state = State::waiting;
    if (waiting_++ == 0 || n - first_ < first_waiting_ - first_) first_waiting_ = n;
    waiting_bytes_ += Bytes{s.bytes};
    in_flight_ -= Bytes{s.bytes};
  }
  // The receiver reported `n` more bytes, of any packets.
  void received(Bytes n) { in_flight_ -= n; }
  // This packet arrived; received() reports its bytes.
  void arrived(std::uint32_t n) {
    if (!has(n)) return;
    Sent& s = ring_[n & mask_];
    if (s.state == State::waiting) {
      --waiting_;
      waiting_bytes_ -= Bytes{s.bytes};
      in_flight_ += Bytes{s.bytes};
    }
    s.state = State::there;
  }
  // All packets below n arrived.
  void arrived_below(std::uint32_t n) {
    check(n - first_ <= next_ - first_, "packets are acknowledged after they were sent");
    for (; first_ != n; ++first_) arrived(first_);
    if (first_waiting_ - first_ > next_ - first_) first_waiting_ = first_;
  }

  std::uint64_t memory_bytes() const { return ring_.capacity() * sizeof(Sent); }
  // Frees the ring of a connection with nothing outstanding.
  void release_memory() {
    if (first_ != next_) return;
    ring_ = {};
    mask_ = 0;
  }

 private:
  void grow() {
    std::vector<Sent> larger(ring_.empty() ? 16 : 2 * ring_.size());
    const auto mask = static_cast<std::uint32_t>(larger.size() - 1);
    for (std::uint32_t n = first_; n != next_; ++n) larger[n & mask] = ring_[n & mask_];
    ring_ = std::move(larger);
    mask_ = mask;
  }

  std::vector<Sent> ring_;
  std::uint32_t mask_ = 0, first_, next_;
  std::uint32_t first_waiting_, waiting_ = 0;  // none that waits is lower
  Bytes in_flight_{0}, waiting_bytes_{0};
};

}  // namespace kasuri
