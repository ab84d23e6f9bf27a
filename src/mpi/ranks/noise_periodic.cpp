// SPDX-License-Identifier: MIT
// Detours at equal distances, as of a timer: each node's begin at a random phase of the period.

#include "base/config/document.h"
#include "base/core/rng.h"
#include "mpi/ranks/noise.h"

namespace kasuri::mpi {
namespace {

struct PeriodicParams {
  Time period{1'000'000'000};
  Time duration{10'000'000};
  bool together = false;

  static config::Fields<PeriodicParams> fields() {
    using P = PeriodicParams;
    using namespace literals;
    return {config::field("period", &P::period,
                          "time from the beginning of an interruption to the beginning of the next")
                .range(1_ns, 1'000'000_ms),
            config::field("duration", &P::duration,
                          "length of each interruption").range(1_ps, 1'000'000_ms),
            config::field("together", &P::together,
                          "whether all nodes are interrupted at the same times; false: each node has its "
                          "own phase")};
  }
  static void validate(const PeriodicParams& p, config::Section& section) {
    if (p.duration >= p.period) {
      section.error(&PeriodicParams::duration,
                    "must be shorter than the period (" + to_string(p.period) + ")");
    }
  }
};

class Periodic final : public Noise {
 public:
  Periodic(const PeriodicParams& p, NoiseContext& c) : p_(p), seed_(c.seed) {}

 private:
  static constexpr std::uint32_t kStream = 0x4e000000;

  Detour first_ending_after(NodeId node, Time t) const override {
    const std::int64_t period = p_.period.ps;
    const std::int64_t phase = p_.together ? 0 : static_cast<std::int64_t>(below(
        random_at(seed_, node.v, kStream, 0)[0], static_cast<std::uint64_t>(period)));
    const std::int64_t past = t.ps - phase - p_.duration.ps;
    const std::int64_t k = past < 0 ? 0 : past / period + 1;
    const Time from{phase + k * period};
    return {from, from + p_.duration};
  }

  PeriodicParams p_;
  std::uint64_t seed_;
};

const config::Register<Periodic, PeriodicParams> periodic{
    "periodic", "interruptions at equal intervals, with a random phase on each node"};

}  // namespace
}  // namespace kasuri::mpi
