// SPDX-License-Identifier: MIT
// Max-min fair shares against closed forms, and against a solver that compares every link with every
// flow in each step.
#include "network/flow/shares.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>

#include "base/core/rng.h"

namespace kasuri {
namespace shares_test {

using testing::ElementsAre;
__extension__ using Wide = __int128;
constexpr std::int64_t kG = 1'000'000'000;

struct Given {
  std::vector<LinkUse> uses;
  std::int64_t bound = Shares::kMaxRate;
  Bytes bytes{0};
};

// Links that lose nothing where flows contend.
std::vector<Shares::Capacity> whole(const std::vector<std::int64_t>& rates) {
  std::vector<Shares::Capacity> all;
  for (const std::int64_t r : rates) all.push_back({r, r});
  return all;
}

std::vector<std::int64_t> shares_of(const std::vector<std::int64_t>& links,
                                    const std::vector<Given>& flows, Bytes buffer = {0}) {
  Shares s(whole(links), buffer);
  std::vector<std::uint32_t> numbers;
  for (const Given& f : flows) numbers.push_back(s.start(f.uses, f.bound, {0}, f.bytes));
  s.solve();
  std::vector<std::int64_t> rates;
  for (const std::uint32_t n : numbers) rates.push_back(s.rate(n));
  return rates;
}

TEST(Shares, TwoFlowsHaveHalfOfALinkEach) {
  EXPECT_THAT(shares_of({10 * kG}, {{{{0}}}, {{{0}}}}), ElementsAre(5 * kG, 5 * kG));
}

TEST(Shares, AChainGivesEachFlowHalfOfItsLink) {
  // One flow over all links, one over each: the long one meets one other everywhere.
  EXPECT_THAT(shares_of({kG, kG, kG}, {{{{0}, {1}, {2}}}, {{{0}}}, {{{1}}}, {{{2}}}}),
              ElementsAre(kG / 2, kG / 2, kG / 2, kG / 2));
  // Of the narrowest link it has half; others have what it leaves them.
  EXPECT_THAT(shares_of({kG, 10 * kG, 4 * kG}, {{{{0}, {1}, {2}}}, {{{0}}}, {{{1}}}, {{{2}}}}),
              ElementsAre(kG / 2, kG / 2, 9 * kG + kG / 2, 3 * kG + kG / 2));
}

TEST(Shares, IncastDividesTheReceiversLink) {
  std::vector<std::int64_t> links(17, 5 * kG);
  std::vector<Given> flows;
  for (std::uint32_t i = 0; i < 16; ++i) flows.push_back({{{i}, {16}}});
  EXPECT_THAT(shares_of(links, flows), testing::Each(5 * kG / 16));
}

// Water-filling as textbooks show it: a flow over three equal links meets two others on the middle one, and
// one on each side, which have what it leaves.
TEST(Shares, ThoseWhoMeetALimitedFlowHaveTheRest) {
  EXPECT_THAT(shares_of({3 * kG, 3 * kG, 3 * kG},
                        {{{{0}, {1}, {2}}}, {{{1}}}, {{{1}}}, {{{2}}}, {{{0}}}}),
              ElementsAre(kG, kG, kG, 2 * kG, 2 * kG));
}

TEST(Shares, AFlowStaysBelowItsBound) {
  EXPECT_THAT(shares_of({10 * kG}, {{{{0}}, kG}, {{{0}}, 20 * kG}, {{{0}}, 20 * kG}}),
              ElementsAre(kG, 4 * kG + kG / 2, 4 * kG + kG / 2));
  EXPECT_THAT(shares_of({10 * kG}, {{{{0}}, 3 * kG}}), ElementsAre(3 * kG));
  EXPECT_THAT(shares_of({}, {{{}, 3 * kG}}), ElementsAre(3 * kG));
}

// Two paths with half of a flow each carry twice what one would.
TEST(Shares, AFlowOverSeveralPathsUsesEachByItsShare) {
  EXPECT_THAT(shares_of({kG, kG}, {{{{0, kWholeFlow / 2}, {1, kWholeFlow / 2}}}}), ElementsAre(2 * kG));
  EXPECT_THAT(shares_of({kG, kG}, {{{{0, kWholeFlow / 2}, {1, kWholeFlow / 2}}}, {{{0}}}}),
              ElementsAre(2 * kG / 3, 2 * kG / 3));
}

// A link whose flows could fill it carries less; one alone, or several that are slow, have what they take.
TEST(Shares, FlowsThatContendHaveTheEffectiveCapacity) {
  Shares s({{10 * kG, 8 * kG}});
  const std::vector<LinkUse> link{{0}};
  const std::uint32_t a = s.start(link, 10 * kG);
  s.solve();
  EXPECT_EQ(s.rate(a), 10 * kG);
  const std::uint32_t b = s.start(link, kG);
  s.solve();
  EXPECT_EQ(s.rate(a), 7 * kG);
  EXPECT_EQ(s.rate(b), kG);
  s.end(b);
  s.solve();
  EXPECT_EQ(s.rate(a), 10 * kG);
  s.end(a);
  const std::vector<std::uint32_t> slow{s.start(link, 5 * kG), s.start(link, 5 * kG)};
  s.solve();
  EXPECT_EQ(s.rate(slow[0]) + s.rate(slow[1]), 10 * kG);
}

// A flow over a free link and one that it shares with nine others: on the free link, a victim comes behind
// it in the same buffer.
std::vector<Given> victim_and_incast(Bytes bytes, std::uint32_t share = kWholeFlow) {
  std::vector<Given> flows{{{{0, share, 1}, {1, share, 2}}, 10 * kG, bytes},
                           {{{0, kWholeFlow, 1}}, 10 * kG, bytes}};
  for (int i = 0; i < 9; ++i) flows.push_back({{{1, kWholeFlow, 1}}, 10 * kG, bytes});
  return flows;
}

TEST(Shares, AFullBufferHoldsBackAllWhoseFlowsWaitInIt) {
  const std::vector<std::int64_t> links{10 * kG, 10 * kG};
  const Bytes bytes{1'000'000};
  const auto victim = [&](const std::vector<Given>& flows, Bytes buffer) {
    return shares_of(links, flows, buffer)[1];
  };
  EXPECT_EQ(victim(victim_and_incast(bytes), Bytes{0}), kG);
  // Half of a buffer of 0.8 MB takes 0.4 MB of the flow: 1 GB/s × 1 MB / 0.6 MB.
  EXPECT_EQ(victim(victim_and_incast(bytes), Bytes{800'000}), kG * 10 / 6);
  // All of it fits; nothing is known of its bytes; packets on other paths pass by.
  EXPECT_EQ(victim(victim_and_incast(bytes), Bytes{2'000'000}), 9 * kG);
  EXPECT_EQ(victim(victim_and_incast(Bytes{0}), Bytes{0}), 9 * kG);
  EXPECT_GT(victim(victim_and_incast(bytes, kWholeFlow / 2), Bytes{0}), 9 * kG);
}

// The victim shares another link with a third flow, which shares one with a fourth: all wait.
TEST(Shares, CongestionSpreadsFromLinkToLink) {
  const Bytes bytes{1'000'000};
  std::vector<Given> flows = victim_and_incast(bytes);
  flows[1].uses = {{2, kWholeFlow, 0}, {0, kWholeFlow, 1}};
  flows.push_back({{{3, kWholeFlow, 0}, {2, kWholeFlow, 1}}, 10 * kG, bytes});
  flows.push_back({{{3, kWholeFlow, 0}}, 10 * kG, bytes});
  const auto rates = shares_of(std::vector<std::int64_t>(4, 10 * kG), flows);
  EXPECT_THAT(rates, testing::Each(kG));
}

TEST(Shares, WhatEndsLeavesItsShareToOthers) {
  Shares s(whole({10 * kG, 10 * kG}));
  const std::vector<LinkUse> first{{0}}, both{{0}, {1}};
  const std::uint32_t a = s.start(first, 20 * kG), b = s.start(both, 20 * kG);
  using Change = Shares::Change;
  EXPECT_THAT(s.solve(), ElementsAre(Change{a, 0}, Change{b, 0}));
  EXPECT_EQ(s.rate(a), 5 * kG);
  s.end(b);
  EXPECT_THAT(s.solve(), ElementsAre(Change{a, 5 * kG}));
  EXPECT_EQ(s.rate(a), 10 * kG);
  EXPECT_THAT(s.solve(), ElementsAre());
  s.end(a);
  EXPECT_THAT(s.solve(), ElementsAre());
  EXPECT_EQ(s.flows(), 0u);
}

// Links that their flows cannot fill connect nothing: only what is touched is computed.
TEST(Shares, AChangeReachesOnlyWhatItCanInfluence) {
  Shares s(whole({10 * kG, 10 * kG, 10 * kG}));
  const std::vector<LinkUse> left{{0}, {1}}, right{{1}, {2}}, rest{{2}};
  s.start(left, 5 * kG);
  s.start(right, 5 * kG);
  s.solve();
  const std::uint64_t before = s.computed();
  const std::uint32_t more = s.start(rest, 20 * kG);  // fills the last link with `right`
  s.solve();
  EXPECT_EQ(s.computed() - before, 2u);
  EXPECT_EQ(s.rate(more), 5 * kG);
}

// Flows to the last router of a line, the first of which comes over all of its links. `own`: the virtual
// channels in which NICs inject; the others come in `through`.
std::vector<std::int64_t> to_the_end(std::uint32_t routers, std::uint32_t own, std::uint32_t through) {
  Shares s(whole(std::vector<std::int64_t>(2 * routers, 1'000'000)));
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < routers; ++i) {
    std::vector<LinkUse> uses{{routers + i, kWholeFlow, 0, 1, own}};
    for (std::uint32_t l = i; l < routers; ++l) {
      uses.push_back({l, kWholeFlow, static_cast<std::uint16_t>(l - i + 1), 1, through});
    }
    numbers.push_back(s.start(uses, 1'000'000, {0}, Bytes{1'000'000'000}));
  }
  s.solve();
  std::vector<std::int64_t> rates;
  for (const std::uint32_t n : numbers) rates.push_back(s.rate(n));
  return rates;
}

// Who comes from far has a half of a half; a third, where a NIC has two channels and the others one.
TEST(Shares, InputsHaveTurnsWhateverTheyCarry) {
  const auto near = [](std::int64_t part) {
    return testing::AllOf(testing::Ge(part - 70), testing::Le(part + 70));
  };
  const auto halves = ElementsAre(near(125'000), near(125'000), near(250'000), near(500'000));
  EXPECT_THAT(to_the_end(4, 1, 1), halves);
  EXPECT_THAT(to_the_end(4, 3, 3), halves);
  EXPECT_THAT(to_the_end(3, 3, 1), ElementsAre(near(111'111), near(222'222), near(666'667)));
  EXPECT_THAT(to_the_end(3, 0, 0), testing::Each(near(333'333)));
}

// Two inputs: one flow, and two of which one has little to send: the rest is the others'.
TEST(Shares, ATurnThatIsNotUsedIsTheOthers) {
  Shares s(whole({kG, kG, kG, kG, kG}));
  const auto over = [](std::uint32_t nic, std::uint32_t input) {
    return std::vector<LinkUse>{
        {nic, kWholeFlow, 0, 1, 1}, {input, kWholeFlow, 1, 1, 1}, {4, kWholeFlow, 2, 1, 1}};
  };
  const std::uint32_t alone = s.start(over(0, 2), kG), slow = s.start(over(1, 3), kG / 10);
  s.solve();
  EXPECT_EQ(s.rate(slow), kG / 10);
  EXPECT_EQ(s.rate(alone), kG - kG / 10);
}

// A flow that goes elsewhere waits behind one that has its link's turns, in the channel that both use only.
TEST(Shares, OnlyThoseInAFullChannelAreHeldBack) {
  for (const std::uint32_t other : {1u, 2u}) {
    Shares s(whole({kG, kG, kG, kG, kG}));
    const Bytes bytes{1'000'000'000};
    const auto first = [&](std::uint32_t nic, std::uint32_t vc) {
      return std::vector<LinkUse>{{nic, kWholeFlow, 0, 1, 3}, {3, kWholeFlow, 1, 1, vc}};
    };
    std::vector<LinkUse> slow = first(0, 1);
    const std::vector<LinkUse> victim = first(1, other);
    slow.push_back({4, kWholeFlow, 2, 1, 1});
    const std::uint32_t a = s.start(slow, kG, {0}, bytes), b = s.start(victim, kG, {0}, bytes);
    // Of two channels: it has two turns of three.
    s.start(std::vector<LinkUse>{{2, kWholeFlow, 0, 1, 3}, {4, kWholeFlow, 1, 1, 1}}, kG, {0}, bytes);
    s.solve();
    EXPECT_NEAR(static_cast<double>(s.rate(a)), kG / 3.0, 1e-4 * kG);
    EXPECT_NEAR(static_cast<double>(s.rate(b)), (other == 1 ? 1 : 2) * kG / 3.0, 1e-4 * kG);
  }
}

// Each step looks for the lowest level among all links and all bounds.
class PlainSolver {
 public:
  PlainSolver(const std::vector<Shares::Capacity>& links, const std::vector<Given>& flows, Bytes buffer)
      : flows_(flows), buffer_(buffer.n), rates_(flows.size()), held_at_(links.size(), INT64_MAX) {
    for (std::size_t l = 0; l < links.size(); ++l) {
      Wide wanted = 0;
      for (const Given& f : flows) {
        for (const LinkUse& u : f.uses) wanted += u.link == l ? static_cast<Wide>(f.bound) * u.share : 0;
      }
      const bool contend = wanted > static_cast<Wide>(links[l].rate) * kWholeFlow;
      left_.push_back((contend ? links[l].contended : links[l].rate) * kWholeFlow);
    }
  }

  std::vector<std::int64_t> rates() {
    while (std::ranges::count(rates_, 0) > 0) step();
    return rates_;
  }

 private:
  void step() {
    std::int64_t lowest = INT64_MAX;
    std::size_t link = 0;
    for (std::size_t l = 0; l < left_.size(); ++l) {
      std::int64_t weight = 0;
      for (std::size_t f = 0; f < flows_.size(); ++f) {
        for (const LinkUse& u : flows_[f].uses) weight += rates_[f] == 0 && u.link == l ? u.share : 0;
      }
      if (weight == 0) continue;
      const std::int64_t level = std::min(left_[l] / weight, held_at_[l]);
      if (level < lowest) lowest = level, link = l;
    }
    std::optional<std::size_t> bounded;
    for (std::size_t f = 0; f < flows_.size(); ++f) {
      const std::int64_t bound = flows_[f].bound;
      if (rates_[f] == 0 && bound <= lowest && (!bounded || bound < flows_[*bounded].bound)) bounded = f;
    }
    if (bounded) return settle(*bounded, flows_[*bounded].bound);
    for (std::size_t f = 0; f < flows_.size(); ++f) {
      const auto& uses = flows_[f].uses;
      const auto at = std::ranges::find(uses, link, &LinkUse::link);
      if (rates_[f] > 0 || at == uses.end()) continue;
      settle(f, lowest);
      if (at->share == kWholeFlow) hold_back(f, at->depth);
    }
  }

  void settle(std::size_t f, std::int64_t rate) {
    rates_[f] = std::max<std::int64_t>(rate, 1);
    for (const LinkUse& u : flows_[f].uses) {
      left_[u.link] = std::max<std::int64_t>(0, left_[u.link] - rates_[f] * u.share);
    }
  }

  void hold_back(std::size_t f, std::uint16_t depth) {
    const std::int64_t bytes = flows_[f].bytes.n;
    std::int64_t held = 0;
    for (const LinkUse& u : flows_[f].uses | std::views::reverse) {
      if (u.depth >= depth) continue;
      const auto members = std::ranges::count_if(flows_, [&](const Given& g) {
        return std::ranges::find(g.uses, u.link, &LinkUse::link) != g.uses.end();
      });
      held += scaled(buffer_ * u.vcs, kWholeFlow, members * u.share);
      if (held >= bytes - bytes / 1024) return;
      held_at_[u.link] = std::min(held_at_[u.link],
                                  scaled(rates_[f], static_cast<std::uint64_t>(bytes), bytes - held));
    }
  }

  const std::vector<Given>& flows_;
  std::int64_t buffer_;
  std::vector<std::int64_t> rates_, held_at_, left_;
};

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : seed_(seed) {}
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(kasuri::below(random_at(seed_, 0, 0, count_++)[0], n));
  }

 private:
  std::uint64_t seed_, count_ = 0;
};

// What contends with nothing in common does not know of each other's changes.
TEST(Shares, AChangeTellsWhenItsOwnFlowsChangedLast) {
  Shares s(whole({kG, kG}));
  const std::uint32_t a = s.start(std::vector<LinkUse>{{0}}, kG, Time{1});
  const std::uint32_t b = s.start(std::vector<LinkUse>{{1}}, kG, Time{2});
  EXPECT_TRUE(s.solve().empty());
  s.start(std::vector<LinkUse>{{0}}, kG, Time{3});
  const std::uint32_t c = s.start(std::vector<LinkUse>{{1}}, kG, Time{4});
  for (const auto& [flow, before, since] : s.solve()) {
    EXPECT_EQ(since, Time{flow == b || flow == c ? 4 : 3}) << flow;
  }
  EXPECT_EQ(s.rate(a), kG / 2);
  // A flow over both connects them.
  s.start(std::vector<LinkUse>{{0}, {1}}, kG, Time{6});
  s.end(c, Time{5});
  const auto changes = s.solve();
  EXPECT_FALSE(changes.empty());
  for (const auto& change : changes) EXPECT_EQ(change.since, Time{6});
}

// Flows come and go in random order; after each step all rates are those of a solver that starts afresh.
TEST(Shares, AreThoseOfAPlainSolverWhateverCameBefore) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Draws rng(seed);
    const std::uint32_t links = 1 + rng.below(12);
    std::vector<Shares::Capacity> capacities;
    for (std::uint32_t l = 0; l < links; ++l) {
      const std::int64_t rate = 1 + rng.below(seed % 3 ? 1000 : 10);
      capacities.push_back({rate, rng.below(2) ? rate : 1 + rng.below(static_cast<std::uint32_t>(rate))});
    }
    const Bytes buffer{seed % 2 ? rng.below(2000) : 0};
    Shares s(capacities, buffer);
    std::map<std::uint32_t, Given> running;
    for (int step = 0; step < 60; ++step) {
      for (std::uint32_t changes = 1 + rng.below(3); changes > 0; --changes) {
        if (!running.empty() && rng.below(5) < 2) {
          auto victim = running.begin();
          std::advance(victim, rng.below(static_cast<std::uint32_t>(running.size())));
          s.end(victim->first);
          running.erase(victim);
          continue;
        }
        Given g;
        for (std::uint32_t l = 0; l < links; ++l) {
          if (rng.below(3) > 0) continue;
          g.uses.push_back({l, rng.below(4) ? kWholeFlow : 1 + rng.below(kWholeFlow),
                            static_cast<std::uint16_t>(g.uses.size()),
                            static_cast<std::uint16_t>(1 + rng.below(2))});
        }
        if (rng.below(2)) g.bound = 1 + rng.below(400);
        if (rng.below(4)) g.bytes = Bytes{1 + rng.below(20'000)};
        running[s.start(g.uses, g.bound, {0}, g.bytes)] = g;
      }
      s.solve();
      std::vector<Given> flows;
      for (const auto& [number, g] : running) flows.push_back(g);
      const auto expected = PlainSolver(capacities, flows, buffer).rates();
      std::size_t i = 0;
      for (const auto& [number, g] : running) {
        ASSERT_EQ(s.rate(number), expected[i]) << "seed " << seed << ", step " << step << ", flow " << i;
        ++i;
      }
    }
  }
}

}  // namespace shares_test
}  // namespace kasuri
