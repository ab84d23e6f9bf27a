// SPDX-License-Identifier: MIT
// A link that sleeps waits until several packets want it, or one has waited long enough, and then
// sends them together: fewer wake-ups for more delay (packet coalescing; Christensen et al. 2010).
// What gathers are the packets at the heads of a router's input queues; bytes are packets times
// their size.
#include "network/power/policy.h"

namespace kasuri {
namespace {

using namespace literals;

struct CoalescingParams {
  Time delay{10'000'000};
  Bytes bytes{8192};
  Bytes packet{2048};

  static config::Fields<CoalescingParams> fields() {
    using P = CoalescingParams;
    return {config::field("delay", &P::delay, "longest wait of the first packet")
                .range(0_ps, 1000_ms),
            config::field("bytes", &P::bytes, "waiting bytes at which the link wakes up")
                .range(1_B, Bytes{1 << 30}),
            config::field("packet", &P::packet, "size that is assumed for each waiting packet")
                .range(1_B, Bytes{8 << 20})};
  }
};

class Coalescing final : public LinkPolicy {
 public:
  Coalescing(const CoalescingParams& p, PolicyContext& c)
      : LinkPolicy(c),
        delay_(p.delay),
        enough_(static_cast<std::uint32_t>((p.bytes.n + p.packet.n - 1) / p.packet.n)),
        links_(c.links) {}

  Rest rest(std::uint32_t link, Time idle, Time want) override {
    const bool sleeps = want > idle + c_.threshold;
    const Time call = sleeps && enough_ > 1 && want != kEndless ? want + delay_ : want;
    const Rest rest = rest_with({.light = c_.threshold}, idle, call);
    links_[link] = {rest.modes[0], 1};
    return sleeps ? rest : Rest{want, {}, 0};
  }

  bool gathers() const override { return true; }
  Time least_gap() const override { return Time{0}; }  // links that sleep count packets
  Span wanted_again(std::uint32_t link, Time now) override {
    Waiting& w = links_[link];
    if (++w.packets < enough_) return {};
    return cut_off(link, now);
  }
  Span cut_off(std::uint32_t link, Time end) override {
    Span& asleep = links_[link].asleep;
    const Span spared{later(end, asleep.from), asleep.to};
    if (spared.length() == Time{0}) return {};
    asleep.to = spared.from;
    return spared;
  }

 private:
  struct Waiting {
    Span asleep;
    std::uint32_t packets = 0;
  };

  Time delay_;
  std::uint32_t enough_;  // packets
  std::vector<Waiting> links_;
};

const config::Register<Coalescing, CoalescingParams> coalescing{
    "coalescing", "a sleeping link collects packets up to a number of bytes or a delay, then wakes up"};

}  // namespace
}  // namespace kasuri
