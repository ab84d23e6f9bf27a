// SPDX-License-Identifier: MIT
// Swift (Kumar et al., SIGCOMM 2020) with the constants of Broadcom's htsim: a window by the round-trip
// time, whose target grows with the length of the way and, as many flows share it, with small windows.
// Windows of less than a packet space packets.
#include <algorithm>
#include <cmath>

#include "base/config/document.h"
#include "network/control/send_control.h"

namespace kasuri {
namespace {

using namespace literals;

struct SwiftParams {
  Time target = 20_us, hop = Time{3'053'435}, range = 100_us;
  double increase = 1, decrease = 0.8, most = 0.5;

  static config::Fields<SwiftParams> fields() {
    using P = SwiftParams;
    return {config::field("target", &P::target, "round-trip time to aim at, without the parts below")
                .at_least(1_ps),
            config::field("hop", &P::hop, "added for each link").at_least(0_ps),
            config::field("range", &P::range, "added at most for small windows").at_least(0_ps),
            config::field("increase", &P::increase, "packets that the window grows by in a round trip")
                .range(0.001, 1000.0),
            config::field("decrease", &P::decrease, "of the window, over how far the target is missed")
                .range(0.0, 1.0),
            config::field("most", &P::most, "of the window that a round trip takes").range(0.0, 1.0)};
  }
};

class Swift final : public SendControl {
 public:
  Swift(const SwiftParams& p, SendControlContext& c)
      : p_(p),
        packet_(static_cast<double>(c.packet.n)),
        window_(std::max(1.0, static_cast<double>(c.bandwidth_delay().n) / packet_)),
        base_(p.target + p.hop * c.links),
        round_trip_(c.round_trip) {}

  std::string_view receiver() const override { return "each-packet"; }
  Time may_send(const SendState& s, Bytes next, Time now) override {
    if (window_ < 1) return s.in_flight.n > 0 ? kNever : later(now, next_);
    return static_cast<double>((s.in_flight + next).n) <= window_ * packet_ ? now : kNever;
  }
  void sent(const SendState&, Bytes, Time now) override {
    if (window_ < 1) next_ = now + Time{std::llround(static_cast<double>(round_trip_.ps) / window_)};
  }
  void acknowledged(const SendState& s, const Acknowledgement& a, Time now) override {
    if (a.round_trip) round_trip_ = *a.round_trip;
    const Time aim = target();
    const double acked = static_cast<double>(a.bytes.n) / packet_;
    if (round_trip_ < aim) {
      // A window that is not used tells nothing.
      if (static_cast<double>((s.in_flight + a.bytes).n) * 2 < window_ * packet_) return;
      window_ += p_.increase * (window_ >= 1 ? acked / window_ : acked);
    } else if (now - cut_at_ >= round_trip_ || cut_at_ == Time{0}) {
      const double over = (round_trip_ - aim).seconds() / round_trip_.seconds();
      window_ *= std::max(1 - p_.decrease * over, p_.most);
      cut_at_ = now;
    }
    window_ = std::clamp(window_, 0.001, kLargest);
  }
  void lost(const SendState&, Bytes, Time now) override {
    if (now - cut_at_ < round_trip_) return;
    window_ = std::max(window_ * p_.most, 0.001);
    cut_at_ = now;
  }

 private:
  static constexpr double kLeast = 0.1, kMost = 100, kLargest = 1e6;  // windows that the range is for

  Time target() const {
    const double slope = 1 / (1 / std::sqrt(kLeast) - 1 / std::sqrt(kMost));
    const double share = slope * (1 / std::sqrt(window_) - 1 / std::sqrt(kMost));
    return base_ + Time{static_cast<std::int64_t>(static_cast<double>(p_.range.ps) *
                                                  std::clamp(share, 0.0, 1.0))};
  }

  SwiftParams p_;
  double packet_, window_;  // in packets
  Time base_, round_trip_, next_{0}, cut_at_{0};
};

const config::Register<Swift, SwiftParams> swift{"swift", "a window by round-trip times (Swift)"};

}  // namespace
}  // namespace kasuri
