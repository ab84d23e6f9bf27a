// SPDX-License-Identifier: MIT
// NSCC, the sender-based congestion control of Ultra Ethernet 1.0, as in the public UEC simulator (htsim,
// August 2025): a window that follows marks (ECN) and queueing delay, as delay beyond the shortest round
// trip seen. Unmarked and short: it grows, the more the shorter; unmarked and long: it grows a little;
// marked and long: it shrinks, once a round trip. After trimmed packets and very long delays it is set to
// what arrived in the last round trip ("quick adapt"). Constants are scaled by the bandwidth-delay product.
#include "network/control/nscc_window.h"

namespace kasuri {
namespace {

using namespace literals;

struct NsccParams {
  std::optional<Bytes> window;
  std::optional<Time> target;

  static config::Fields<NsccParams> fields() {
    using P = NsccParams;
    return {nscc_window_field<P>(),
            config::field("target", &P::target,
                          "queueing delay to aim at; default: a round trip, 0.75 with ethernet.trimming")
                .at_least(1_ps)};
  }
};

class Nscc final : public NsccWindow {
 public:
  Nscc(const NsccParams& p, SendControlContext& c)
      : NsccWindow(p.window, p.target.value_or(Time{c.trims ? c.round_trip.ps * 3 / 4 : c.round_trip.ps}),
                   c.round_trip, c, "nscc"),
        round_trip_(c.round_trip),
        slope_(4 * payload_ * scale_ * static_cast<double>(target_.ps) / 12e6) {}

  Time may_send(const SendState& s, Bytes next, Time now) override {
    return (s.in_flight + next).n <= window_ ? now : kNever;
  }
  bool wants_answer(const SendState& s, Bytes size) const override {
    return (s.in_flight + size).n >= window_;
  }

  void acknowledged(const SendState& s, const Acknowledgement& a, Time now) override {
    count(a.bytes);
    const Time delay = delay_of(a);
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

 private:
  bool quick_adapt(Bytes in_flight, bool loss, bool marked, Time delay, Time now) {
    bool acts = false;
    if (ignored_ < to_ignore_ && marked) {
      acts = true;
    } else if (now > adapt_end_) {
      acts = adapts(trigger_ || loss || delay > target_ * 4, in_flight);
      achieved_ = 0;
      adapt_end_ = now + base_ + target_;
    }
    if (acts) increase_ = 0, since_adjust_ = 0;
    return acts;
  }

  void follow(const Acknowledgement& a, Time delay, Time now) {
    const auto n = static_cast<double>(a.bytes.n);
    if (a.marked) {
      shrink(delay, now);
    } else if (delay >= target_) {
      grow(5 * payload_ * scale_ * n);
    } else if (!grows_fast(a.bytes.n, delay)) {
      const auto target = static_cast<double>(target_.ps);
      grow(slope_ / target * n * (target - static_cast<double>(delay.ps)));
    }
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

  Time round_trip_;
  double slope_;
};

const config::Register<Nscc, NsccParams> nscc{
    "nscc", "Ultra Ethernet 1.0's window, by marks and queueing delay"};

}  // namespace
}  // namespace kasuri
