// SPDX-License-Identifier: MIT
// TIMELY (Mittal et al., SIGCOMM 2015), as in the public ns-3 code of HPCC's authors: a rate by round-trip
// times and how they change, once a round trip.
#include "network/control/paced.h"

namespace kasuri {
namespace {

using namespace literals;

struct TimelyParams : PacedParams {
  BytesPerSecond hyper_increase{12'500'000};
  Time low = 50_us, high = 500_us, scale = 20_us;
  double gain = 0.875, decrease = 0.8;

  static config::Fields<TimelyParams> fields() {
    using P = TimelyParams;
    auto all = PacedParams::fields<P>();
    const config::Fields<P> own{
        config::field("hyper_increase", &P::hyper_increase, "from the sixth increase in a row on")
            .at_least(BytesPerSecond{1}),
        config::field("low", &P::low, "round-trip time below which the rate increases").at_least(1_ps),
        config::field("high", &P::high, "round-trip time above which it decreases").at_least(1_ps),
        config::field("scale", &P::scale, "round-trip time by which its change is a gradient")
            .at_least(1_ps),
        config::field("gain", &P::gain, "of the newest change of the round-trip time").range(0.0, 1.0),
        config::field("decrease", &P::decrease, "of the rate, over the gradient").range(0.0, 1.0)};
    all.insert(all.end(), own.begin(), own.end());
    return all;
  }
  static void validate(const TimelyParams& p, config::Section& section) {
    if (p.low <= p.high) return;
    section.error(&TimelyParams::low, "is above 'high' (" + to_string(p.high) + "): set at most as much");
    section.error(&TimelyParams::high, "is below 'low' (" + to_string(p.low) + "): set at least as much");
  }
};

class Timely final : public Paced {
 public:
  Timely(const TimelyParams& p, SendControlContext& c) : Paced(p, c, c.reference), p_(p) {}

  HeaderOverhead overhead() const override { return {8_B, 0_B}; }

  void acknowledged(const SendState& s, const Acknowledgement& a, Time) override {
    const bool first = in_first_round();
    if (!new_round(s, a.bytes) || !a.round_trip) return;
    const Time now = *a.round_trip;
    const Time before = std::exchange(last_, now);
    if (first) return;
    change_ = (1 - p_.gain) * change_ + p_.gain * (now - before).seconds();
    const double gradient = change_ / p_.scale.seconds();
    const auto rate = static_cast<double>(rate_);
    if (now < p_.low || (now <= p_.high && gradient <= 0)) {
      const std::int64_t more = rises_ < 5 ? increase_ : p_.hyper_increase.n * 8;
      ++rises_;
      return set_rate(rate + static_cast<double>(more), false);
    }
    rises_ = 0;
    const double less = now > p_.high ? 1 - p_.high.seconds() / now.seconds() : gradient;
    set_rate(rate * std::max(1 - p_.decrease * less, 0.0), false);
  }

 private:
  TimelyParams p_;
  Time last_{0};
  double change_ = 0;
  int rises_ = 0;
};

const config::Register<Timely, TimelyParams> timely{"timely",
                                                    "a rate by changes of round-trip times (TIMELY)"};

}  // namespace
}  // namespace kasuri
