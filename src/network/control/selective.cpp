// SPDX-License-Identifier: MIT
// Selective retransmission: trimmed packets at once; others one at a time, when the oldest packet in flight
// has reached the timeout (the base rule of the public UEC simulator, htsim, 2025).
#include "network/control/reliability.h"

namespace kasuri {
namespace {

using namespace literals;

struct SelectiveParams {
  std::optional<Time> timeout;

  static config::Fields<SelectiveParams> fields() {
    return {config::field("timeout", &SelectiveParams::timeout,
                          "retransmission timeout of a packet; default: 15 us plus six times the "
                          "transmission time of a full switch queue")
                .at_least(1_ps)};
  }
};

class Selective final : public Reliability {
 public:
  Selective(const SelectiveParams& p, ReliabilityContext& c)
      : timeout_(p.timeout.value_or(15_us + c.queue / c.rate * 6)) {}

  bool takes_any_order() const override { return true; }
  void refused(Outstanding& o, std::uint32_t number) override { o.wait(number); }
  Time deadline(const Outstanding& o) const override {
    const auto n = oldest(o);
    return n ? o[*n].at() + timeout_ : kNever;
  }
  Time timeout() const override { return timeout_; }
  Bytes expired(Outstanding& o, Time now) override {
    const auto n = oldest(o);
    if (!n || o[*n].at() + timeout_ > now) return Bytes{0};
    o.wait(*n);
    return Bytes{o[*n].bytes};
  }

 private:
  // The packet in flight that was sent first.
  static std::optional<std::uint32_t> oldest(const Outstanding& o) {
    std::optional<std::uint32_t> found;
    for (std::uint32_t n = o.first(); n != o.next(); ++n) {
      if (o[n].state != Outstanding::State::flying) continue;
      if (!found || o[n].at_ps < o[*found].at_ps) found = n;
    }
    return found;
  }

  Time timeout_;
};

const config::Register<Selective, SelectiveParams> selective{
    "selective", "retransmits only lost packets, after a timeout; trimmed ones at once"};

}  // namespace
}  // namespace kasuri
