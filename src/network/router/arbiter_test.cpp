// SPDX-License-Identifier: MIT
// Round robin: the index after the last winner comes first, whatever else is asked for, and none
// that asks for ever is passed over more than once a round (Dally & Towles 2004, section 18.4). The others
// by what a router does under them; reference_test.cpp has their exact rules.
#include "network/router/arbiter.h"

#include "network/router/layout.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "base/core/errors.h"
#include "base/core/rng.h"
#include "network/net/link.h"
#include "network/router/test_rig.h"

namespace kasuri {
namespace arbiter_test {

using testing::ElementsAre;

constexpr std::uint32_t kWords = 6;
using Set = std::array<SetWord, kWords>;

Set set_of(std::initializer_list<std::uint32_t> indices) {
  Set s{};
  for (const std::uint32_t i : indices) s[i / kSetBits] |= SetWord{1} << (i % kSetBits);
  return s;
}

// The order in which indices are offered, when `winner` has won before and none is taken now.
std::vector<std::uint32_t> offered(const Set& set, std::uint32_t winner) {
  decltype(RouterPort::turn) turn = 0;
  const Set alone = set_of({winner});
  EXPECT_TRUE(RoundRobin::pick(alone.data(), kWords, turn, [](std::uint32_t) { return true; }));
  std::vector<std::uint32_t> order;
  EXPECT_FALSE(RoundRobin::pick(set.data(), kWords, turn, [&](std::uint32_t i) {
    order.push_back(i);
    return false;
  }));
  return order;
}

TEST(RoundRobin, OffersFromTheOneAfterTheWinnerAndAround) {
  const Set set = set_of({0, 5, 63, 64, 100, 191});
  EXPECT_THAT(offered(set, 191), ElementsAre(0, 5, 63, 64, 100, 191));
  EXPECT_THAT(offered(set, 0), ElementsAre(5, 63, 64, 100, 191, 0));
  EXPECT_THAT(offered(set, 62), ElementsAre(63, 64, 100, 191, 0, 5));
  EXPECT_THAT(offered(set, 63), ElementsAre(64, 100, 191, 0, 5, 63));
  EXPECT_THAT(offered(set, 64), ElementsAre(100, 191, 0, 5, 63, 64));
  EXPECT_THAT(offered(set, 190), ElementsAre(191, 0, 5, 63, 64, 100));
  EXPECT_THAT(offered({}, 17), ElementsAre());
}

TEST(RoundRobin, OffersEachOnceAfterAnyWinner) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Set set{};
    for (std::uint32_t w = 0; w < kWords; ++w) {
      set[w] = random_at(seed, w, 0, 0)[0] & random_at(seed, w, 0, 1)[0];
    }
    for (std::uint32_t winner = 0; winner < kSetBits * kWords; ++winner) {
      std::vector<std::uint32_t> expected;
      for (std::uint32_t k = 1; k <= kSetBits * kWords; ++k) {
        const std::uint32_t i = (winner + k) % (kSetBits * kWords);
        if (set[i / kSetBits] >> (i % kSetBits) & 1) expected.push_back(i);
      }
      ASSERT_EQ(offered(set, winner), expected) << "seed " << seed << ", after " << winner;
    }
  }
}

TEST(RoundRobin, GivesEachItsTurn) {
  const Set set = set_of({3, 70, 191});
  decltype(RouterPort::turn) turn = 0;
  std::vector<std::uint32_t> winners;
  for (int i = 0; i < 7; ++i) {
    EXPECT_TRUE(RoundRobin::pick(set.data(), kWords, turn, [&](std::uint32_t w) {
      winners.push_back(w);
      return true;
    }));
  }
  EXPECT_THAT(winners, ElementsAre(3, 70, 191, 3, 70, 191, 3));
}

// One that was offered and not taken keeps no claim, and none was passed over when nobody won.
TEST(RoundRobin, FollowsWhoWonNotWhoWasAsked) {
  const Set set = set_of({3, 70, 191});
  decltype(RouterPort::turn) turn = 0;
  EXPECT_TRUE(RoundRobin::pick(set.data(), kWords, turn, [](std::uint32_t w) { return w == 70; }));
  EXPECT_FALSE(RoundRobin::pick(set.data(), kWords, turn, [](std::uint32_t) { return false; }));
  std::uint32_t winner = 0;
  RoundRobin::pick(set.data(), kWords, turn, [&](std::uint32_t w) {
    winner = w;
    return true;
  });
  EXPECT_EQ(winner, 191u);
}

// `n` inputs, always full, want one output: who sends, packet by packet.
std::vector<std::uint32_t> senders(const std::string& arbiter, std::uint32_t n, std::uint32_t each,
                                   std::uint64_t seed = 0) {
  RouterRig rig(
      {.inputs = n, .outputs = 1, .vcs = 1, .arbiter = config::Choice<Arbiter>(arbiter)}, nullptr, seed);
  rig.return_credits(Time{0});
  std::vector<std::uint32_t> input_of;
  for (std::uint32_t k = 0; k < each; ++k) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t packet = rig.inject(i, 0, 0, 10, Time{0}, Time{0});
      input_of.resize(packet + 1);
      input_of[packet] = i;
    }
  }
  std::vector<std::uint32_t> order;
  for (const RouterRig::Sent& s : rig.run()) order.push_back(input_of[s.packet]);
  return order;
}

TEST(Random, GivesAllEqualChances) {
  constexpr std::uint32_t kInputs = 5, kEach = 2000;
  std::vector<std::uint32_t> wins(kInputs), again(2);
  std::vector<std::uint32_t> order = senders("random", kInputs, kEach);
  ASSERT_EQ(order.size(), kInputs * kEach);
  order.resize(kInputs * kEach / 2);  // while none has run dry
  for (std::size_t i = 0; i < order.size(); ++i) {
    ++wins[order[i]];
    if (i > 1) ++again[order[i] == order[i - 2]];
  }
  // Of n = 5000 draws at p = 1/5 the standard deviation is 28; the bounds are five of them. The last
  // winner's next packet is still in the pipeline, so it is one of the four others.
  for (const std::uint32_t w : wins) EXPECT_NEAR(w, 1000, 140);
  EXPECT_NEAR(again[1], 1250, 155);
  EXPECT_NE(order, senders("random", kInputs, kEach / 2, 1)) << "another seed, other draws";
}

// Input 0 fills four virtual channels, inputs 1 and 2 one each: turns by channel are four to one to
// one, turns by port are even.
TEST(ByPort, GivesPortsTheirTurnsWhateverTheirChannels) {
  for (const auto& [arbiter, share] : {std::pair("round-robin", 4.0 / 6), std::pair("by-port", 1.0 / 3)}) {
    RouterRig rig({.inputs = 3, .outputs = 1, .vcs = 4, .arbiter = config::Choice<Arbiter>(arbiter)});
    rig.return_credits(Time{0});
    std::vector<std::uint32_t> input_of, vc_of;
    for (std::uint32_t k = 0; k < 1200; ++k) {
      for (const auto& [input, vc] :
           {std::pair(0u, 0u), {0u, 1u}, {0u, 2u}, {0u, 3u}, {1u, 2u}, {2u, 0u}}) {
        const std::uint32_t packet = rig.inject(input, vc, 0, 300, Time{0}, Time{0});
        input_of.resize(packet + 1);
        vc_of.resize(packet + 1);
        input_of[packet] = input;
        vc_of[packet] = vc;
      }
    }
    const std::vector<RouterRig::Sent> sent = rig.run();
    std::array<double, 3> wins{};
    std::array<double, 4> by_vc{};
    for (std::size_t i = 0; i < 1200; ++i) {
      const std::uint32_t packet = sent[i].packet;
      ++wins[input_of[packet]];
      if (input_of[packet] == 0) ++by_vc[vc_of[packet]];
    }
    EXPECT_NEAR(wins[0] / 1200, share, 0.01) << arbiter;
    EXPECT_NEAR(wins[1], wins[2], 2) << arbiter;
    for (const double n : by_vc) EXPECT_NEAR(n, wins[0] / 4, 2) << arbiter;
  }
}

config::Choice<Arbiter> weighted(const std::string& weights) {
  auto document = config::Document::parse(
      fmt::format("[arbiter]\ntype = 'weighted'\nweights = {}\n", weights), "config.toml");
  return config::read<config::Choice<Arbiter>>(document.root().section("arbiter"));
}

// Two classes that always have packets, one twice the size of the other's.
TEST(Weighted, DividesBytesByWeights) {
  const std::pair<const char*, double> cases[] = {
      {"[3, 1]", 0.75}, {"[1, 4]", 0.2}, {"[997, 991]", 997.0 / 1988}, {"[5]", 5.0 / 6}};
  for (const auto& [weights, share] : cases) {
    RouterRig rig({.inputs = 4, .outputs = 1, .vcs = 2, .classes = 2, .arbiter = weighted(weights)});
    rig.return_credits(Time{0});
    std::vector<std::uint32_t> class_of, bytes_of;
    for (std::uint32_t k = 0; k < 2000; ++k) {
      for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t packet = rig.inject(i, i % 2, 0, 10 + 10 * (i % 2), Time{0}, Time{0});
        class_of.resize(packet + 1);
        bytes_of.resize(packet + 1);
        class_of[packet] = i % 2;
        bytes_of[packet] = 10 + 10 * (i % 2);
      }
    }
    std::vector<RouterRig::Sent> sent = rig.run();
    ASSERT_EQ(sent.size(), 8000u);
    std::array<double, 2> bytes{};
    for (std::size_t i = 0; i < 2000; ++i) bytes[class_of[sent[i].packet]] += bytes_of[sent[i].packet];
    EXPECT_NEAR(bytes[0] / (bytes[0] + bytes[1]), share, 0.01) << weights;
  }
}

// Within a class inputs take turns, whatever the other classes send and however large packets are.
TEST(Weighted, LetsInputsOfAClassTakeTurns) {
  RouterRig rig({.inputs = 5, .outputs = 1, .vcs = 2, .classes = 2, .arbiter = weighted("[1, 2]")});
  rig.return_credits(Time{0});
  std::vector<std::uint32_t> input_of;
  for (std::uint32_t k = 0; k < 400; ++k) {
    for (std::uint32_t i = 0; i < 5; ++i) {
      const std::uint32_t packet = rig.inject(i, i == 4, 0, 10 + 6 * i, Time{0}, Time{0});
      input_of.resize(packet + 1);
      input_of[packet] = i;
    }
  }
  std::vector<std::uint32_t> sent(5);
  for (std::size_t n = 0; n < 600; ++n) ++sent[input_of[rig.run()[n].packet]];
  for (std::uint32_t i = 1; i < 4; ++i) EXPECT_NEAR(sent[i], sent[0], 2) << i;
  EXPECT_GT(sent[4], 100u);
}

// What a class sent while nothing competed gives it neither credit nor debt, and the packet that is
// on the link when another class comes counts.
TEST(Weighted, CountsPacketsThatComeAlone) {
  RouterRig rig({.inputs = 2, .outputs = 1, .vcs = 2, .classes = 2, .arbiter = weighted("[1, 1]")});
  rig.return_credits(Time{0});
  std::vector<std::uint32_t> class_of;
  const auto inject = [&](std::uint32_t k, std::int64_t at) {
    const std::uint32_t packet = rig.inject(k, k, 0, 40, Time{at});
    class_of.resize(packet + 1);
    class_of[packet] = k;
  };
  std::int64_t now = 1000;
  for (int i = 0; i < 50; ++i, now += 1000) inject(0, now);
  // Class 0's goes at once; while it is on the link two of class 1 and one more of class 0 come.
  for (int i = 0; i < 20; ++i, now += 1000) {
    inject(0, now);
    inject(1, now + 10);
    inject(1, now + 50);
    inject(0, now + 50);
  }
  std::vector<std::uint32_t> order;
  for (const RouterRig::Sent& s : rig.run()) order.push_back(class_of[s.packet]);
  ASSERT_EQ(order.size(), 130u);
  for (std::size_t i = 50; i < 130; i += 4) {
    // The tags: 1 for what came alone; then 1 of class 1 and 2 of class 0, and 2 of class 1.
    EXPECT_THAT(std::vector(order.begin() + static_cast<std::ptrdiff_t>(i),
                            order.begin() + static_cast<std::ptrdiff_t>(i) + 4),
                ElementsAre(0, 1, 0, 1)) << i;
  }
}

TEST(Weighted, RefusesMoreWeightsThanClasses) {
  auto document = config::Document::parse(
      "[router]\nclasses = 2\narbiter = { type = 'weighted', weights = [1, 2, 3] }\n", "config.toml");
  try {
    config::read<RouterParams>(document.root().section("router"));
    document.finish();
    ADD_FAILURE() << "not refused";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("config.toml:3:"));
    EXPECT_THAT(e.what(), testing::HasSubstr("3 weights for 2 traffic classes"));
  }
}

}  // namespace arbiter_test
}  // namespace kasuri
