// SPDX-License-Identifier: MIT
// Selective repeat, as newer NICs of RoCE and IRN have it (Mittal et al., SIGCOMM 2018): receivers keep
// what comes out of order; what left before an acknowledged packet and has not come is lost, and alone sent
// again. For flows on one path each. A timeout finds lost last packets.
#include "network/control/reliability.h"

namespace kasuri {
namespace {

using namespace literals;

struct SelectiveRepeatParams {
  std::optional<Time> timeout;

  static config::Fields<SelectiveRepeatParams> fields() {
    return {config::field("timeout", &SelectiveRepeatParams::timeout,
                          "after which a packet without an answer is sent again; default: 15 us plus six "
                          "times the transmission time of a full switch queue")
                .at_least(1_ps)};
  }
};

class SelectiveRepeat final : public Reliability {
 public:
  SelectiveRepeat(const SelectiveRepeatParams& p, ReliabilityContext& c)
      : timeout_(p.timeout.value_or(15_us + c.queue / c.rate * 6)) {}

  bool takes_any_order() const override { return true; }
  void refused(Outstanding& o, std::uint32_t number) override { o.wait(number); }
  Bytes acknowledged(Outstanding& o, std::uint32_t number) override {
    if (!o.has(number)) return Bytes{0};
    const Bytes before = o.in_flight();
    const Time left = o[number].at();
    for (std::uint32_t n = o.first(); n != number; ++n) {
      if (o[n].state == Outstanding::State::flying && o[n].at() < left) o.wait(n);
    }
    return before - o.in_flight();
  }
  Time deadline(const Outstanding& o) const override {
    Time first = kNever;
    for (std::uint32_t n = o.first(); n != o.next(); ++n) {
      if (o[n].state == Outstanding::State::flying) first = earlier(first, o[n].at() + timeout_);
    }
    return first;
  }
  Time timeout() const override { return timeout_; }
  Bytes expired(Outstanding& o, Time now) override {
    const Bytes before = o.in_flight();
    for (std::uint32_t n = o.first(); n != o.next(); ++n) {
      if (o[n].state == Outstanding::State::flying && o[n].at() + timeout_ <= now) o.wait(n);
    }
    return before - o.in_flight();
  }

 private:
  Time timeout_;
};

const config::Register<SelectiveRepeat, SelectiveRepeatParams> selective_repeat{
    "selective-repeat", "sends lost packets again when one that left later has come"};

}  // namespace
}  // namespace kasuri
