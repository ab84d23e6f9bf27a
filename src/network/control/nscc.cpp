// SPDX-License-Identifier: MIT
// NSCC, the sender-based congestion control of Ultra Ethernet 1.0, as in the public UEC simulator (htsim,
// August 2025): a window that follows marks (ECN) and queueing delay, as delay beyond the shortest round
// trip seen. Unmarked and short: it grows, the more the shorter; unmarked and long: it grows a little;
// marked and long: it shrinks, once a round trip. After trimmed packets and very long delays it is set to
// what arrived in the last round trip ("quick adapt"). Constants are scaled by the bandwidth-delay product.
#include <algorithm>
#include <cstdint>

#include "base/core/errors.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct NsccParams {
  std::optional<Bytes> window;
  std::optional<Time> target;

  static config::Fields<NsccParams> fields() {
    using P = NsccParams;
    return {config::field("window", &P::window,
                          "bytes in flight at the start and at most; default: 1.5 bandwidth-delay products")
                .at_least(1_B),
            config::field("target", &P::target,
                          "queueing delay to aim at; default: a round trip, 0.75 with ethernet.trimming")
                .at_least(1_ps)};
  }
};

class Nscc final : public SendControl {
 public:
  Nscc(const NsccParams& p, SendControlContext& c)
      : packet_(c.packet.n),
        payload_(static_cast<double>((c.packet - c.header).n)),
        rate_(p.window ? BytesPerSecond{0} : c.rate),
        round_trip_(c.round_trip),
        target_(p.target.value_or(Time{c.trims ? c.round_trip.ps * 3 / 4 : c.round_trip.ps})),
        scale_(static_cast<double>(c.bandwidth_delay().n) / 150'000),
        slope_(4 * payload_ * scale_ * static_cast<double>(target_.ps) / 12e6),
        base_(c.round_trip),
        most_(p.window.value_or(Bytes{c.bandwidth_delay().n * 3 / 2}).n),
        window_(most_) {
    if (round_trip_ == Time{0}) {
      throw Error(Exit::usage, "'nscc' follows the marks of Ethernet switches: add [ethernet], or choose "
                               "another one");
    }
    if (most_ < packet_) {
      throw Error(Exit::usage, "'window' must hold a whole packet, at least " + to_string(c.packet));
    }
  }

  Time may_send(const SendState& s, Bytes next, Time now) override {
    return (s.in_flight + next).n <= window_ ? now : kNever;
  }
  std::optional<Bytes> window() const override { return Bytes{window_}; }
  bool wants_answer(const SendState& s, Bytes size) const override {
    return (s.in_flight + size).n >= window_;
  }

  void acknowledged(const SendState& s, const Acknowledgement& a, Time now) override {
    achieved_ += a.bytes.n;
    since_adjust_ += a.bytes.n;
    ignored_ += a.bytes.n;
    Time delay{static_cast<std::int64_t>(average_)};
    if (a.round_trip) {
      lower_base(*a.round_trip);
      delay = *a.round_trip - base_;
      const bool stale = !a.marked && delay > target_;
      average(static_cast<double>(stale ? base_.ps / 4 : delay.ps));
    }
    if (quick_adapt(s.in_flight, false, a.marked, delay, now)) return;
    follow(a, delay, now);
    clamp();
    adjust(now);
    clamp();
  }

  // The bytes are no longer in flight; the window is set from what was in flight with them.
  void refused(const SendState& s, const Refusal& r, Time now) override {
    if (r.round_trip) lower_base(*r.round_trip);
    ignored_ += r.bytes.n;
    average(static_cast<double>(round_trip_.ps));
    trigger_ = true;
    if (quick_adapt(s.in_flight + r.bytes, true, true, Time{0}, now)) return;
    window_ -= r.bytes.n;
    clamp();
  }

  void lost(const SendState&, Bytes n, Time) override { window_ = std::max(window_ - n.n, packet_); }

 private:
  void lower_base(Time round_trip) {
    if (round_trip >= base_) return;
    base_ = round_trip;
    if (rate_.n == 0) return;
    most_ = SendControlContext{.rate = rate_, .packet = {}, .header = {}, .round_trip = base_}
                .bandwidth_delay().n * 3 / 2;
  }
  void average(double x) { average_ += 0.0125 * (x - average_); }
  void clamp() { window_ = std::clamp(window_, packet_, std::max(most_, packet_)); }

  bool quick_adapt(Bytes in_flight, bool loss, bool marked, Time delay, Time now) {
    bool acts = false;
    if (ignored_ < to_ignore_ && marked) {
      acts = true;
    } else if (now > adapt_end_) {
      const bool due = trigger_ || loss || delay > target_ * 4;
      if (adapt_end_ != Time{0} && due && achieved_ < most_ / 8) {
        window_ = std::max(achieved_, packet_);
        to_ignore_ = in_flight.n;
        ignored_ = 0;
        trigger_ = false;
        acts = true;
      }
      achieved_ = 0;
      adapt_end_ = now + base_ + target_;
    }
    if (acts) increase_ = 0, since_adjust_ = 0;
    return acts;
  }

  void follow(const Acknowledgement& a, Time delay, Time now) {
    const auto n = static_cast<double>(a.bytes.n);
    if (!a.marked) {
      if (delay >= target_) grow(5 * payload_ * scale_ * n);
      else grow_fast(a.bytes.n, delay);
      return;
    }
    if (delay < target_) return;
    fast_ = false;
    quiet_ = 0;
    const auto target = static_cast<double>(target_.ps);
    if (average_ <= target || now - last_decrease_ <= base_) return;
    const double factor = std::max(1 - 0.8 * (average_ - target) / average_, 0.5);
    window_ = static_cast<std::int64_t>(static_cast<double>(window_) * factor);
    last_decrease_ = now;
  }
  // After a window without any queues, by a part of all bytes.
  void grow_fast(std::int64_t n, Time delay) {
    if (delay >= 1_us) {
      quiet_ = 0;
      fast_ = false;
    } else {
      quiet_ += n;
      fast_ |= quiet_ > window_;
    }
    const auto bytes = static_cast<double>(n);
    if (fast_) {
      window_ += static_cast<std::int64_t>(0.25 * scale_ * bytes);
      return;
    }
    const auto target = static_cast<double>(target_.ps);
    grow(slope_ / target * bytes * (target - static_cast<double>(delay.ps)));
  }
  // The simulator's sum has 32 bits and wraps.
  void grow(double by) {
    increase_ = static_cast<std::uint32_t>(static_cast<std::uint64_t>(increase_ + by));
  }
  void adjust(Time now) {
    if (since_adjust_ <= 8 * packet_ && now - last_adjust_ <= round_trip_) return;
    window_ += increase_ / window_;
    if (now - last_adjust_ >= round_trip_) {
      window_ += static_cast<std::int64_t>(0.15 * payload_ * scale_);
      last_adjust_ = now;
    }
    increase_ = 0;
    since_adjust_ = 0;
  }

  std::int64_t packet_;
  double payload_;
  BytesPerSecond rate_;  // 0: `window` is set, and does not follow the round trip
  Time round_trip_, target_;
  double scale_, slope_;
  Time base_;  // the shortest round trip
  std::int64_t most_, window_;
  double average_ = 0;  // queueing delay in ps
  std::uint32_t increase_ = 0;
  std::int64_t achieved_ = 0, since_adjust_ = 0, ignored_ = 0, to_ignore_ = 0, quiet_ = 0;
  Time adapt_end_{0}, last_decrease_{0}, last_adjust_{0};
  bool trigger_ = false, fast_ = false;
};

const config::Register<Nscc, NsccParams> nscc{
    "nscc", "Ultra Ethernet 1.0's window, by marks and queueing delay"};

}  // namespace
}  // namespace kasuri
