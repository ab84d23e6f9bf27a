// SPDX-License-Identifier: MIT
// NSCC as the public UEC simulator (htsim) had it in August 2024, before Ultra Ethernet 1.0: the Ultra
// Ethernet Consortium's published results were made with it. It differs from nscc.cpp in what marks do
// while it adapts quickly, in what unmarked bytes add, and in its constants, which are times and bytes.
#include <algorithm>
#include <cstdint>

#include "base/core/errors.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct Nscc2024Params {
  std::optional<Bytes> window;
  Time target = 6_us;

  static config::Fields<Nscc2024Params> fields() {
    using P = Nscc2024Params;
    return {config::field("window", &P::window,
                          "bytes in flight at the start and at most; default: 1.5 bandwidth-delay products")
                .at_least(1_B),
            config::field("target", &P::target, "queueing delay to aim at").at_least(1_ps)};
  }
};

class Nscc2024 final : public SendControl {
 public:
  Nscc2024(const Nscc2024Params& p, SendControlContext& c)
      : packet_(c.packet.n),
        payload_(static_cast<double>((c.packet - c.header).n)),
        rate_(p.window ? BytesPerSecond{0} : c.rate),
        target_(p.target),
        scale_(static_cast<double>(c.bandwidth_delay().n) / 150'000),
        base_(c.pair_round_trip > Time{0} ? c.pair_round_trip : c.round_trip),
        most_(p.window.value_or(Bytes{c.bandwidth_delay().n * 3 / 2}).n),
        window_(most_) {
    if (c.round_trip == Time{0}) {
      throw Error(Exit::usage, "'nscc-2024' follows the marks of Ethernet switches: add [ethernet], or "
                               "choose another one");
    }
    if (most_ < packet_) {
      throw Error(Exit::usage, "'window' must hold a whole packet, at least " + to_string(c.packet));
    }
  }

  Time may_send(const SendState& s, Bytes, Time now) override {
    return s.in_flight.n < window_ ? now : kNever;
  }
  bool wants_answer(const SendState& s, Bytes) const override { return s.in_flight.n >= window_; }
  std::optional<Bytes> window() const override { return Bytes{window_}; }

  void acknowledged(const SendState& s, const Acknowledgement& a, Time now) override {
    achieved_ += a.bytes.n;
    since_adjust_ += a.bytes.n;
    ignored_ += a.bytes.n;
    Time delay{static_cast<std::int64_t>(average_)};
    if (a.round_trip) {
      if (*a.round_trip < base_) {
        base_ = *a.round_trip;
        const SendControlContext pair{.rate = rate_, .packet = {}, .header = {}, .round_trip = base_};
        if (rate_.n > 0) most_ = pair.bandwidth_delay().n * 3 / 2;
      }
      delay = *a.round_trip - base_;
      const bool stale = !a.marked && delay > target_;
      average_ += 0.0125 * (static_cast<double>(stale ? base_.ps / 4 : delay.ps) - average_);
    }
    if (a.marked && ignored_ < to_ignore_) return;
    if (quick_adapt(s.in_flight, false, now)) return;
    follow(a, delay, now);
    clamp();
    adjust(now);
    clamp();
  }
  // The bytes are no longer in flight; the window is set from what was in flight with them.
  void refused(const SendState& s, const Refusal& r, Time now) override {
    ignored_ += r.bytes.n;
    window_ -= r.bytes.n;
    clamp();
    trigger_ = true;
    if (ignored_ >= to_ignore_) quick_adapt(s.in_flight + r.bytes, true, now);
  }
  void lost(const SendState&, Bytes n, Time) override { window_ = std::max(window_ - n.n, packet_); }

 private:
  static constexpr Time kPeriod = 12_us;
  static constexpr std::int64_t kStep = 8000;  // bytes from one adjustment to the next, and of it at most
  static constexpr double kSlope = 0.5;        // target / 12 us

  void clamp() { window_ = std::clamp(window_, packet_, std::max(most_, packet_)); }

  bool quick_adapt(Bytes in_flight, bool loss, Time now) {
    if (now <= adapt_end_) return false;
    const bool due = trigger_ || loss || average_ > static_cast<double>(target_.ps) * 4;
    if (adapt_end_ != Time{0} && due && achieved_ < most_ / 8) {
      window_ = std::max(achieved_, packet_);
      to_ignore_ = in_flight.n;
      ignored_ = 0;
      trigger_ = false;
      return true;
    }
    achieved_ = 0;
    adapt_end_ = now + base_ + target_;
    return false;
  }

  void follow(const Acknowledgement& a, Time delay, Time now) {
    const auto n = static_cast<double>(a.bytes.n);
    const auto target = static_cast<double>(target_.ps);
    if (!a.marked) {
      grow(5 * scale_ * static_cast<double>(packet_) * n);
      if (delay < target_) grow_by_delay(a.bytes.n, delay);
      return;
    }
    if (delay < target_) return;
    fast_ = false;
    quiet_ = 0;
    if (average_ <= target || now - last_decrease_ <= base_) return;
    const double factor = std::max(1 - 0.8 * (average_ - target) / average_, 0.5);
    window_ = static_cast<std::int64_t>(static_cast<double>(window_) * factor);
    last_decrease_ = now;
  }
  // After a window without any queues, by a part of all bytes.
  void grow_by_delay(std::int64_t n, Time delay) {
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
    grow(4 * payload_ * scale_ * kSlope * bytes * (1 - static_cast<double>(delay.ps) / target));
  }
  // The simulator's sum has 32 bits and wraps.
  void grow(double by) {
    increase_ = static_cast<std::uint32_t>(static_cast<std::uint64_t>(increase_ + by));
  }
  void adjust(Time now) {
    if (since_adjust_ > kStep || now - last_adjust_ > kPeriod) {
      window_ += std::min<std::int64_t>(kStep, increase_ / window_);
      increase_ = 0;
      since_adjust_ = 0;
      last_adjust_ = now;
    }
    if (now - last_step_ <= kPeriod) return;
    window_ += static_cast<std::int64_t>(0.15 * payload_ * scale_);
    last_step_ = now;
  }

  std::int64_t packet_;
  double payload_;
  BytesPerSecond rate_;  // 0: `window` is set, and does not follow the round trip
  Time target_;
  double scale_;
  Time base_;  // the shortest round trip
  std::int64_t most_, window_;
  double average_ = 0;  // queueing delay in ps
  std::uint32_t increase_ = 0;
  std::int64_t achieved_ = 0, since_adjust_ = 0, ignored_ = 0, to_ignore_ = 0, quiet_ = 0;
  Time adapt_end_{0}, last_decrease_{0}, last_adjust_{0}, last_step_{0};
  bool trigger_ = false, fast_ = false;
};

const config::Register<Nscc2024, Nscc2024Params> nscc_2024{
    "nscc-2024", "Ultra Ethernet's window as of 2024, by marks and queueing delay"};

}  // namespace
}  // namespace kasuri
