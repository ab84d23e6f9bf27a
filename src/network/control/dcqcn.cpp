// SPDX-License-Identifier: MIT
// DCQCN (Zhu et al., SIGCOMM 2015), as in the public ns-3 code of HPCC's authors, whose constants preset
// roce-ns3 has. The acknowledgement of a marked packet is a congestion notification (CNP). Rates increase
// by a timer, and as in the paper by a byte counter, which that code lacks: each counts stages of its own.
// What timers do is made up for when it matters.
#include "network/control/paced.h"

namespace kasuri {
namespace {

using namespace literals;

struct DcqcnParams : PacedParams {
  std::optional<Time> alpha_time, decrease_time, increase_time, cnp_interval;
  std::optional<Bytes> increase_bytes;
  std::optional<std::int64_t> fast_stages;
  BytesPerSecond hyper_increase{12'500'000};
  double gain = 1.0 / 256;

  static config::Fields<DcqcnParams> fields() {
    using P = DcqcnParams;
    auto all = PacedParams::fields<P>();
    const config::Fields<P> own{
        config::field("alpha_time", &P::alpha_time,
                      "between updates of the share of congestion; default: 50 us, roce-ns3 1 us")
            .at_least(1_ps),
        config::field("decrease_time", &P::decrease_time,
                      "between decreases of the rate; default: 50 us, roce-ns3 4 us").at_least(1_ps),
        config::field("increase_time", &P::increase_time,
                      "between increases of the rate; default: 55 us, roce-ns3 900 us").at_least(1_ps),
        config::field("increase_bytes", &P::increase_bytes,
                      "bytes sent between other increases; 0 B: none; default: 10 MB, roce-ns3 none")
            .at_least(0_B),
        config::field("cnp_interval", &P::cnp_interval,
                      "notifications sooner after another one are none; default: 50 us, roce-ns3 0")
            .at_least(0_ps),
        config::field("fast_stages", &P::fast_stages,
                      "increases of a kind (time, bytes) back to the rate before, ahead of those beyond "
                      "it; default: 5, roce-ns3 1")
            .range(0, 1000),
        config::field("hyper_increase", &P::hyper_increase,
                      "from the second of these on, of both kinds")
            .at_least(BytesPerSecond{1}),
        config::field("gain", &P::gain, "of the average of congestion").range(1e-6, 1.0)};
    all.insert(all.end(), own.begin(), own.end());
    return all;
  }
};

class Dcqcn final : public Paced {
 public:
  Dcqcn(const DcqcnParams& p, SendControlContext& c)
      : Paced(p, c, c.reference),
        gain_(p.gain),
        hyper_(p.hyper_increase.n * 8),
        fast_(p.fast_stages.value_or(c.reference ? 1 : 5)),
        bytes_(p.increase_bytes.value_or(c.reference ? Bytes{0} : Bytes{10'000'000})),
        alpha_{p.alpha_time.value_or(c.reference ? 1_us : 50_us)},
        decrease_{p.decrease_time.value_or(c.reference ? 4_us : 50_us)},
        rise_{p.increase_time.value_or(c.reference ? 900_us : 55_us)},
        between_(p.cnp_interval.value_or(c.reference ? 0_us : 50_us)),
        target_(line_) {}

  void acknowledged(const SendState&, const Acknowledgement& a, Time now) override {
    advance(now);
    if (!a.marked || now < notified_at_) return;
    notified_at_ = now + between_;
    alpha_.notified = decrease_.notified = true;
    if (alpha_.next != kNever) return;
    alpha_.notified = false;
    alpha_.next = now + alpha_.period;
    decrease_.next = now + decrease_.period + 1_ns;  // after the update of alpha
    target_ = rate_;
  }
  void sent(const SendState& s, Bytes n, Time now) override {
    Paced::sent(s, n, now);
    if (bytes_ == Bytes{0} || alpha_.next == kNever) return;
    for (counted_ += n; counted_ >= bytes_; counted_ -= bytes_) increase(by_bytes_);
  }

 private:
  struct Timer {
    Time period;
    Time next = kNever;
    bool notified = false;
    // Passes over what would change nothing; how often.
    std::int64_t skip(Time now) {
      if (next > now) return 0;
      const std::int64_t n = (now - next).ps / period.ps + 1;
      next += period * n;
      return n;
    }
  };

  void advance(Time now) override {
    if (alpha_.next == kNever) return;
    for (;;) {
      const Time a = alpha_.notified || share_ > 1e-9 ? alpha_.next : kNever;
      const Time d = decrease_.notified ? decrease_.next : kNever;
      const Time r = rate_ < line_ || target_ < line_ ? rise_.next : kNever;
      const Time first = std::min({a, d, r});
      if (first > now) break;
      if (first == a) update();
      else if (first == d) decrease(first);
      else increase(by_time_), rise_.next += rise_.period;
    }
    alpha_.skip(now);
    decrease_.skip(now);
    by_time_ += rise_.skip(now);
  }
  void update() {
    share_ = (1 - gain_) * share_ + (alpha_.notified ? gain_ : 0);
    alpha_.notified = false;
    alpha_.next += alpha_.period;
  }
  void decrease(Time at) {
    // Not if no increase has come since the last one.
    if (by_time_ > 0 || by_bytes_ > 0) target_ = rate_;
    set_rate(static_cast<double>(rate_) * (1 - share_ / 2), false);
    by_time_ = by_bytes_ = 0;
    counted_ = Bytes{0};
    decrease_.notified = false;
    // Idle ones before it were passed over.
    decrease_.next = at + decrease_.period;
    rise_.next = at + rise_.period;
  }
  // Fast recovery until one kind is through with its stages, hyper increase when both are beyond.
  void increase(std::int64_t& stage) {
    const std::int64_t least = bytes_ > Bytes{0} ? std::min(by_time_, by_bytes_) : by_time_;
    if (least > fast_) target_ += hyper_;
    else if (std::max(by_time_, by_bytes_) >= fast_) target_ += increase_;
    target_ = std::min(target_, line_);
    set_rate(static_cast<double>(rate_ / 2 + target_ / 2), false);
    // Halves never quite get there.
    if (target_ - rate_ < 1000) set_rate(static_cast<double>(target_), false);
    ++stage;
  }

  double gain_, share_ = 1;
  std::int64_t hyper_, fast_, by_time_ = 0, by_bytes_ = 0;  // stages
  Bytes bytes_, counted_{0};
  Timer alpha_, decrease_, rise_;
  Time between_, notified_at_{0};
  std::int64_t target_;
};

const config::Register<Dcqcn, DcqcnParams> dcqcn{"dcqcn", "RoCE's rate, by marks and timers (DCQCN)"};

}  // namespace
}  // namespace kasuri
