// SPDX-License-Identifier: MIT
// NSCC as the public UEC simulator (htsim) had it in August 2024, before Ultra Ethernet 1.0: the Ultra
// Ethernet Consortium's published results were made with it. It differs from nscc.cpp in what marks do
// while it adapts quickly, in what unmarked bytes add, and in its constants, which are times and bytes.
#include "network/control/nscc_window.h"

namespace kasuri {
namespace {

using namespace literals;

struct Nscc2024Params {
  std::optional<Bytes> window;
  Time target = 6_us;

  static config::Fields<Nscc2024Params> fields() {
    using P = Nscc2024Params;
    return {nscc_window_field<P>(),
            config::field("target", &P::target, "queueing delay to aim at").at_least(1_ps)};
  }
};

class Nscc2024 final : public NsccWindow {
 public:
  Nscc2024(const Nscc2024Params& p, SendControlContext& c)
      : NsccWindow(p.window, p.target, c.pair_round_trip > Time{0} ? c.pair_round_trip : c.round_trip, c,
                   "nscc-2024") {}

  Time may_send(const SendState& s, Bytes, Time now) override {
    return s.in_flight.n < window_ ? now : kNever;
  }
  bool wants_answer(const SendState& s, Bytes) const override { return s.in_flight.n >= window_; }

  void acknowledged(const SendState& s, const Acknowledgement& a, Time now) override {
    count(a.bytes);
    const Time delay = delay_of(a);
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

 private:
  static constexpr Time kPeriod = 12_us;
  static constexpr std::int64_t kStep = 8000;  // bytes from one adjustment to the next, and of it at most
  static constexpr double kSlope = 0.5;        // target / 12 us

  bool quick_adapt(Bytes in_flight, bool loss, Time now) {
    if (now <= adapt_end_) return false;
    const bool due = trigger_ || loss || average_ > static_cast<double>(target_.ps) * 4;
    if (adapts(due, in_flight)) return true;
    achieved_ = 0;
    adapt_end_ = now + base_ + target_;
    return false;
  }

  void follow(const Acknowledgement& a, Time delay, Time now) {
    if (a.marked) return shrink(delay, now);
    const auto n = static_cast<double>(a.bytes.n);
    grow(5 * scale_ * static_cast<double>(packet_) * n);
    if (delay >= target_ || grows_fast(a.bytes.n, delay)) return;
    const auto target = static_cast<double>(target_.ps);
    grow(4 * payload_ * scale_ * kSlope * n * (1 - static_cast<double>(delay.ps) / target));
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

  Time last_step_{0};
};

const config::Register<Nscc2024, Nscc2024Params> nscc_2024{
    "nscc-2024", "Ultra Ethernet's window as of 2024, by marks and queueing delay"};

}  // namespace
}  // namespace kasuri
