// SPDX-License-Identifier: MIT
// HPCC (Li et al., SIGCOMM 2019), as in the public ns-3 code of its authors: each acknowledgement brings
// the state of all outputs on the way; the rate keeps the busiest one at a share of its link.
#include <array>

#include "network/control/paced.h"

namespace kasuri {
namespace {

using namespace literals;

struct HpccParams : PacedParams {
  double utilisation = 0.95;
  std::int64_t stages = 0;

  static config::Fields<HpccParams> fields() {
    using P = HpccParams;
    auto all = PacedParams::fields<P>();
    all.push_back(config::field("utilisation", &P::utilisation, "of the busiest link to aim at")
                      .range(0.01, 1.0));
    all.push_back(config::field("stages", &P::stages,
                                "additive increases before the next multiplicative one").range(0, 1000));
    return all;
  }
};

class Hpcc final : public Paced {
 public:
  static constexpr std::size_t kMost = 8;

  Hpcc(const HpccParams& p, SendControlContext& c)
      : Paced(p, c, true),
        aim_(p.utilisation),
        stages_(p.stages),
        current_(line_),
        // Utilisation counts a queue as window_ bytes of it last a round trip.
        product_(window_ > 0 ? window_ : std::max<std::int64_t>(1, c.bandwidth_delay().n)) {}

  bool needs_telemetry() const override { return true; }
  HeaderOverhead overhead() const override { return {42_B, 28_B}; }

  void acknowledged(const SendState& s, const Acknowledgement& a, Time) override {
    const bool first = in_first_round();
    const bool full = new_round(s, a.bytes);
    if (!full && a.bytes == Bytes{0}) return;
    if (first || a.hops.size() != count_) return store(a);
    double most = 0;
    Time over{0};
    for (std::size_t i = 0; i < count_; ++i) {
      const HopTelemetry& now = a.hops[i];
      HopTelemetry& before = hops_[i];
      const Time t = now.at - before.at;
      if (t <= Time{0}) continue;
      // As their headers carry them.
      const auto sent = static_cast<double>((now.sent.n / 128 - before.sent.n / 128) * 128);
      const auto queue = static_cast<double>(std::min(now.queue.n, before.queue.n) / 80 * 80);
      const auto rate = static_cast<double>(now.rate.n * 8);
      const double u = sent * 8 / t.seconds() / rate +
                       queue * static_cast<double>(line_) / rate / static_cast<double>(product_);
      if (u > most) {
        most = u;
        over = t;
      }
      before = now;
    }
    const double share = std::min(over, round_trip_).seconds() / round_trip_.seconds();
    use_ = use_ * (1 - share) + most * share;
    const double too_much = use_ / aim_;
    const bool multiplies = too_much >= 1 || stage_ >= stages_;
    const double rate =
        multiplies ? static_cast<double>(current_) / too_much : static_cast<double>(current_);
    set_rate(rate + static_cast<double>(increase_), true);
    if (!full) return;
    current_ = rate_;
    stage_ = multiplies ? 0 : stage_ + 1;
  }

 private:
  void store(const Acknowledgement& a) {
    count_ = std::min(a.hops.size(), kMost);
    std::copy_n(a.hops.begin(), count_, hops_.begin());
  }

  double aim_;
  std::int64_t stages_, stage_ = 0;
  std::int64_t current_;  // the rate a round trip ago
  std::int64_t product_;
  double use_ = 1;
  std::size_t count_ = 0;
  std::array<HopTelemetry, kMost> hops_{};
};

const config::Register<Hpcc, HpccParams> hpcc{"hpcc",
                                              "a rate by what switches report of their links (HPCC)"};

}  // namespace
}  // namespace kasuri
