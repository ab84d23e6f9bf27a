// SPDX-License-Identifier: MIT
// What controls of RoCE share (the public ns-3 code of HPCC's authors): a rate that spaces packets from the
// start of one to that of the next, and a window of unacknowledged payload, which may follow the rate.
#pragma once

#include <algorithm>
#include <utility>

#include "base/config/document.h"
#include "network/control/send_control.h"

namespace kasuri {

struct PacedParams {
  std::optional<Bytes> window;
  bool variable_window = true;
  BytesPerSecond least{12'500'000};
  BytesPerSecond increase{6'250'000};

  template <class P>
  static config::Fields<P> fields() {
    using namespace literals;
    return {
        config::field("window", &P::window,
                      "most unacknowledged payload; 0 B: any; default: a "
                      "bandwidth-delay product, with dcqcn and timely only by preset 'roce-ns3'")
            .at_least(0_B),
        config::field("variable_window", &P::variable_window,
                      "the window is smaller by as much as the rate is"),
        config::field("least", &P::least, "rate that no decrease goes below").at_least(BytesPerSecond{1}),
        config::field("increase", &P::increase, "of the rate, at a time").at_least(BytesPerSecond{1})};
  }
};

class Paced : public SendControl {
 public:
  Time may_send(const SendState& s, Bytes, Time now) override {
    advance(now);
    return s.in_flight.n * payload_ / packet_ >= limit() ? kNever : later(now, next_);
  }
  void sent(const SendState&, Bytes n, Time now) override {
    next_ = now + time_of(n.n);
    last_ = n.n;
  }
  std::string_view receiver() const override { return "each-packet"; }
  std::optional<Bytes> window() const override {
    return window_ > 0 ? std::optional(Bytes{window_ * packet_ / payload_}) : std::nullopt;
  }

 protected:
  Paced(const PacedParams& p, const SendControlContext& c, bool has_window)
      : line_(c.rate.n * 8),
        least_(std::min(p.least.n * 8, line_)),
        increase_(p.increase.n * 8),
        rate_(line_),
        round_trip_(c.round_trip),
        window_(p.window.value_or(has_window ? c.bandwidth_delay() : Bytes{0}).n),
        variable_(p.variable_window),
        whole_ns_(c.reference),
        packet_(c.packet.n),
        payload_(std::max<std::int64_t>(1, c.packet.n - c.header.n)) {}

  // What its timers have changed by now.
  virtual void advance(Time) {}
  // Rates are in whole bits per second. `moves`: also when the next packet leaves.
  void set_rate(double rate, bool moves) {
    const Time before = time_of(last_);
    rate_ = std::clamp(static_cast<std::int64_t>(rate), least_, line_);
    if (moves) next_ += time_of(last_) - before;
  }
  // Payload of a message's packets is the same for all, so that bytes on the wire count in windows. Whether
  // this acknowledgement is the first of what left after the last such.
  bool new_round(const SendState& s, Bytes acknowledged) {
    acknowledged_ += acknowledged.n;
    if (acknowledged_ <= round_) return false;
    round_ = acknowledged_ + s.in_flight.n;
    return true;
  }
  bool in_first_round() const { return round_ == 0; }

  std::int64_t line_, least_, increase_, rate_;  // b/s
  Time round_trip_;
  std::int64_t window_;  // payload
  std::int64_t packet() const { return packet_; }

 private:
  std::int64_t limit() const {
    if (window_ == 0) return INT64_MAX;
    if (!variable_) return window_;
    __extension__ typedef __int128 Wide;
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(Wide{window_} * rate_ / line_));
  }
  Time time_of(std::int64_t bytes) const {
    const double ns = static_cast<double>(bytes) * 8e9 / static_cast<double>(rate_);
    if (whole_ns_) return Time{static_cast<std::int64_t>(ns) * 1000};
    return Time{static_cast<std::int64_t>(ns * 1000)};
  }

  bool variable_, whole_ns_;
  std::int64_t packet_, payload_;
  Time next_{0};
  std::int64_t last_ = 0;
  std::int64_t acknowledged_ = 0, round_ = 0;  // wire bytes since the connection began
};

}  // namespace kasuri
