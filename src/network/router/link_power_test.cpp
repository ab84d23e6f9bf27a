// SPDX-License-Identifier: MIT
// The hook for link power (network/net/link_power.h): it may delay a grant, exactly; it is asked when a
// packet first wants the link, credit or not, and told of each use with head and tail.
#include <gmock/gmock.h>

#include "network/net/link_power.h"
#include "network/router/test_rig.h"

namespace kasuri {
namespace link_power_test {

using testing::ElementsAre;
using Shape = RouterRig::Shape;

constexpr Time kR{12}, kST{128}, kP{140};

// A link that sleeps until it is wanted, and is up `wake` later.
class Sleepy final : public LinkPower {
 public:
  struct Use {
    std::uint32_t port;
    Time head, tail;
    friend bool operator==(const Use&, const Use&) = default;
  };

  // `negligible` below zero: it is asked of each packet.
  explicit Sleepy(Time wake, Time negligible = {-1'000'000}) : wake_(wake) {
    negligible_.assign(2, negligible);
    wants_uses_ = true;
  }

  using LinkPower::used;
  using LinkPower::wanted;
  Time wanted(RouterId at, std::uint32_t port, Time since, Time now) override {
    EXPECT_EQ(at, RouterId{0});
    ++asked;
    idle.push_back(since);
    if (first_wanted[port] == kNever) first_wanted[port] = now;
    return std::max(now, first_wanted[port] + wake_);
  }
  void used(RouterId at, std::uint32_t port, Time head, Time tail, Bytes) override {
    EXPECT_EQ(at, RouterId{0});
    uses.push_back({port, head, tail});
  }

  std::vector<Time> first_wanted = std::vector<Time>(8, kNever);
  std::vector<Use> uses;
  std::vector<Time> idle;  // as it was told
  int asked = 0;

 private:
  Time wake_;
};

// Routers of each architecture.
class LinkPowerOf : public testing::TestWithParam<std::string> {
 protected:
  static Shape shaped(Shape s) {
    s.architecture = GetParam();
    return s;
  }
};
INSTANTIATE_TEST_SUITE_P(Routers, LinkPowerOf, testing::Values("input-queued", "output-queued", "cioq"));

TEST_P(LinkPowerOf, DelaysTheGrantByExactlyTheWakeTime) {
  for (const std::int64_t wake : {0, 1, 10'000}) {
    Sleepy power{Time{wake}};
    RouterRig rig(shaped({}), &power);
    const auto p = rig.inject(1, 0, 2, 100, Time{500});
    rig.run();
    EXPECT_EQ(power.first_wanted[2], Time{500} + kR);
    EXPECT_EQ(rig.of(p).grant, Time{500 + wake} + kR);
    EXPECT_THAT(power.uses, ElementsAre(Sleepy::Use{2, Time{500 + wake} + kP,
                                                    Time{600 + wake} + kP}));
    EXPECT_EQ(power.first_wanted[0], kNever);
    EXPECT_EQ(power.first_wanted[1], kNever);
  }
}

TEST_P(LinkPowerOf, WakesWhileThePacketWaitsForCredit) {
  for (const std::int64_t credit : {2'000, 20'000}) {
    Sleepy power{Time{10'000}};
    RouterRig rig(shaped({.outputs = 1, .vcs = 1, .buffer = 0}), &power);
    const auto p = rig.inject(0, 0, 0, 100, Time{0});
    rig.credit(0, 0, 100, Time{credit}, Time{credit});
    rig.run();
    EXPECT_EQ(power.first_wanted[0], kR);
    EXPECT_EQ(rig.of(p).grant, std::max(kR + Time{10'000}, Time{credit}));
  }
}

TEST_P(LinkPowerOf, HearsOfEachUseOfABusyLink) {
  Sleepy power{Time{1000}};
  RouterRig rig(shaped({.buffer = 1'000'000}), &power);
  for (int i = 0; i < 5; ++i) {
    rig.inject(0, 0, 0, 100, Time{100 * i});
    rig.inject(1, 0, 0, 100, Time{100 * i});
  }
  const auto& sent = rig.run();
  ASSERT_EQ(sent.size(), 10u);
  ASSERT_EQ(power.uses.size(), 10u);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(power.uses[i], (Sleepy::Use{0, sent[i].head_out, sent[i].tail_out}));
    EXPECT_EQ(sent[i].head_out, Time{1000} + kP + Time{100} * static_cast<std::int64_t>(i));
  }
}

// However long ago that was.
TEST_P(LinkPowerOf, HearsSinceWhenTheLinkIsIdle) {
  for (const std::int64_t gap : {1'000L, 2'000'000'000L, 5'000'000'007L, 90'000'000'011L}) {
    Sleepy power{Time{0}};
    RouterRig rig(shaped({}), &power);
    const auto first = rig.inject(0, 0, 0, 100, Time{0});
    rig.inject(1, 0, 1, 100, Time{gap / 2});  // another port, so that the router is at work in between
    rig.inject(0, 0, 0, 100, Time{gap});
    rig.run();
    EXPECT_THAT(power.idle, ElementsAre(Time{0}, Time{0}, rig.of(first).tail_out));
  }
}

// Of a gap that is negligible it hears only if the packet cannot go: its waiting ends the gap.
TEST_P(LinkPowerOf, IsNotAskedAfterAShortGapUnlessThePacketHasToWait) {
  Sleepy power{Time{1000}, Time{5000}};
  RouterRig rig(shaped({.outputs = 1, .vcs = 1, .buffer = 150}), &power);
  rig.inject(0, 0, 0, 100, Time{0});
  rig.inject(0, 0, 0, 100, Time{2000});  // the room is for one
  rig.credit(0, 0, 100, Time{9000}, Time{9000});
  const auto& sent = rig.run();
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0].grant, kR);
  EXPECT_EQ(sent[1].grant, Time{9000});
  EXPECT_EQ(power.first_wanted[0], Time{2000} + kR);
  EXPECT_EQ(power.uses.size(), 2u);
}

// Times do not change when the power model never delays.
TEST_P(LinkPowerOf, ThatIsAlwaysUpChangesNothing) {
  const auto run = [](LinkPower* power) {
    RouterRig rig(shaped({.vcs = 2, .buffer = 300}), power);
    rig.return_credits(Time{50});
    for (int i = 0; i < 60; ++i) {
      const std::uint32_t bytes = 20 + static_cast<std::uint32_t>(i * 37 % 100);
      rig.inject(static_cast<std::uint32_t>(i % 4), static_cast<std::uint32_t>(i / 4 % 2),
                 static_cast<std::uint32_t>(i * 7 % 3), bytes, Time{40 * i});
    }
    rig.run();
    return rig.sent;
  };
  Sleepy power{Time{0}};
  EXPECT_EQ(run(&power), run(nullptr));
  EXPECT_GE(power.asked, 60);
}

}  // namespace link_power_test
}  // namespace kasuri
