// SPDX-License-Identifier: MIT
// Sends again only what was lost: what a switch has cut, at once; what an acknowledgement does not mention,
// one packet at a time, when the oldest has been under way for longer than a timeout.
#include "network/control/reliability.h"

namespace kasuri {
namespace {

using namespace literals;

struct SelectiveParams {
  std::optional<Time> timeout;

  static config::Fields<SelectiveParams> fields() {
    return {config::field("timeout", &SelectiveParams::timeout,
                          "time after which a packet without an acknowledgement is sent again; default: 15 "
                          "us and six times what a full output of a switch needs to send")
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
    return n ? o[*n].at + timeout_ : kNever;
  }
  Bytes expired(Outstanding& o, Time now) override {
    const auto n = oldest(o);
    if (!n || o[*n].at + timeout_ > now) return Bytes{0};
    o.wait(*n);
    return Bytes{o[*n].bytes};
  }

 private:
  // Of those in flight, the one that has been sent first.
  static std::optional<std::uint32_t> oldest(const Outstanding& o) {
    std::optional<std::uint32_t> found;
    for (std::uint32_t n = o.first(); n != o.next(); ++n) {
      if (o[n].state != Outstanding::State::flying) continue;
      if (!found || o[n].at < o[*found].at) found = n;
    }
    return found;
  }

  Time timeout_;
};

const config::Register<Selective, SelectiveParams> selective{
    "selective", "only lost packets are sent again: cut ones at once, others after a timeout"};

}  // namespace
}  // namespace kasuri
