// SPDX-License-Identifier: MIT
// Matchings are matchings; enough rounds make them maximal; with all requests one round comes to
// match all (McKeown 1999, section IV).
#include "network/router/islip_matching.h"

#include <gmock/gmock.h>

#include <set>

#include "base/core/rng.h"

namespace kasuri {
namespace islip_matching_test {

TEST(IslipMatching, IsAMatchingOfRequestsAndMaximalWithEnoughRounds) {
  constexpr std::uint32_t kSize = 9;
  IslipMatching matching(kSize);
  std::vector<std::uint16_t> inputs(kSize), outputs(kSize);
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> wanted;
    for (std::uint32_t k = 0; k < trial % 30; ++k) {
      const auto bits = random_at(7, 0, trial, k);
      const std::pair<std::uint32_t, std::uint32_t> r{below(bits[0], kSize), below(bits[1], kSize)};
      if (wanted.insert(r).second)
        matching.request({r.first, r.second, r.first * kSize + r.second});
    }
    const std::uint32_t rounds = trial % 2 ? 1 : kSize;
    std::set<std::uint32_t> in, out;
    const bool any = matching.match(rounds, inputs.data(), outputs.data(), [&](const auto& r) {
      EXPECT_EQ(r.label, r.input * kSize + r.output);
      EXPECT_TRUE(wanted.contains({r.input, r.output}));
      EXPECT_TRUE(in.insert(r.input).second);
      EXPECT_TRUE(out.insert(r.output).second);
    });
    EXPECT_EQ(any, !wanted.empty());
    EXPECT_EQ(in.empty(), wanted.empty());
    EXPECT_TRUE(matching.requests().empty());
    for (const auto& [i, o] : wanted) EXPECT_TRUE(rounds == 1 || in.contains(i) || out.contains(o));
  }
}

TEST(IslipMatching, DesynchronisesItsTurns) {
  constexpr std::uint32_t kSize = 8;
  IslipMatching matching(kSize);
  std::vector<std::uint16_t> inputs(kSize, kSize - 1), outputs(kSize, kSize - 1);
  for (std::uint32_t step = 0; step < 3 * kSize; ++step) {
    for (std::uint32_t i = 0; i < kSize; ++i) {
      for (std::uint32_t o = 0; o < kSize; ++o) matching.request({i, o, 0});
    }
    std::uint32_t matched = 0;
    matching.match(1, inputs.data(), outputs.data(), [&](const auto&) { ++matched; });
    if (step == 0) EXPECT_EQ(matched, 1u);  // all outputs choose the first input
    if (step >= kSize) EXPECT_EQ(matched, kSize) << step;
  }
}

}  // namespace islip_matching_test
}  // namespace kasuri
