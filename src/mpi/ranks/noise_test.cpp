// SPDX-License-Identifier: MIT
// Noise against its definition: detours laid out one by one, and its share of a long computation.
#include "mpi/ranks/noise.h"

#include <gtest/gtest.h>

#include <set>

#include "base/config/document.h"

namespace kasuri::mpi {
namespace noise_test {

using namespace literals;

std::unique_ptr<Noise> noise_from(const std::string& toml, std::uint64_t seed = 1) {
  auto document = config::Document::parse("[noise]\n" + toml, "config.toml");
  const auto choice = config::read<config::Choice<Noise>>(document.root().section("noise"));
  document.finish();
  NoiseContext context{seed};
  return choice.make(context);
}

TEST(Noise, PeriodicDetoursTakeTheirTurns) {
  const auto n = noise_from("type = 'periodic'\nperiod = '10 us'\nduration = '1 us'\ntogether = true");
  const NodeId node{3};
  EXPECT_EQ(n->end_of(node, 1_us, 9_us), 10_us);            // none begins before it ends
  EXPECT_EQ(n->end_of(node, 1_us, 9_us + 1_ps), 11_us + 1_ps);
  EXPECT_EQ(n->end_of(node, 10_us + 400_ns, 2_us), 13_us);  // begins in one
  EXPECT_EQ(n->end_of(node, 1_us, 90_us), 100_us);          // nine whole spans of 9 us and ten
  EXPECT_EQ(n->end_of(node, 1_us, 90_us + 1_ps), 101_us + 1_ps);
}

TEST(Noise, EachNodeHasAPhaseOfItsOwn) {
  const auto n = noise_from("type = 'periodic'\nperiod = '10 us'\nduration = '1 us'");
  std::set<std::int64_t> phases;
  for (std::uint32_t node = 0; node < 32; ++node) {
    const Time end = n->end_of({node}, 0_us, 95_us);
    EXPECT_GE(end, 104_us);
    EXPECT_LE(end, 106_us);
    // Cut into pieces it takes as long: nothing is remembered, nothing lost.
    Time now = 0_us;
    for (int i = 0; i < 95; ++i) now = n->end_of({node}, now, 1_us);
    EXPECT_EQ(now, end);
    std::int64_t late = 0;  // the first microsecond that takes longer
    while (n->end_of({node}, 1_us * late, 1_us) == 1_us * (late + 1)) ++late;
    phases.insert(late);
  }
  EXPECT_GT(phases.size(), 5u);
}

TEST(Noise, RandomDetoursTakeTheirShare) {
  for (const char* lengths : {"equal", "exponential"}) {
    const auto n = noise_from(std::string("type = 'random'\ninterval = '100 us'\nduration = '5 us'\n"
                                          "lengths = '") + lengths + "'");
    double sum = 0;
    constexpr int kNodes = 40;
    for (std::uint32_t node = 0; node < kNodes; ++node) {
      const Time work = 10_ms, end = n->end_of({node}, 0_us, work);
      sum += static_cast<double>((end - work).ps) / static_cast<double>(end.ps);
      Time now = 0_us;
      for (int i = 0; i < 100; ++i) now = n->end_of({node}, now, 100_us);
      EXPECT_EQ(now, end);
    }
    // Of the time 5 % is taken by detours, less what overlaps (1 - exp(-0.05)): 4.9 %, with a standard
    // deviation of 0.1 % over 40 × 100 detours.
    EXPECT_NEAR(sum / kNodes, 0.0488, 0.004) << lengths;
  }
}

TEST(Noise, DependsOnTheSeed) {
  EXPECT_NE(noise_from("type = 'random'", 1)->end_of({0}, 0_us, 1000_ms),
            noise_from("type = 'random'", 2)->end_of({0}, 0_us, 1000_ms));
}

TEST(Noise, RefusesDetoursWithoutAnEnd) {
  EXPECT_ANY_THROW(noise_from("type = 'periodic'\nperiod = '1 us'\nduration = '1 us'"));
  EXPECT_ANY_THROW(noise_from("type = 'random'\ninterval = '1 us'\nduration = '600 ns'"));
}

}  // namespace noise_test
}  // namespace kasuri::mpi
