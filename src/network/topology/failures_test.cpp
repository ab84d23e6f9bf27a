// SPDX-License-Identifier: MIT
// Epochs of failures and who reaches whom, against a search from every router.
#include "network/net/failures.h"

#include <gtest/gtest.h>

#include <queue>

#include "base/core/rng.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace failures_test {

// From where to where channels lead that are up in the epoch.
std::vector<std::vector<bool>> reach(const Topology& t, const Failures& f, std::uint32_t epoch) {
  std::vector<std::vector<bool>> all;
  for (std::uint32_t start = 0; start < t.routers(); ++start) {
    std::vector<bool> seen(t.routers());
    std::queue<std::uint32_t> next;
    if (!(f.down(RouterId{start}) >> epoch & 1)) next.push(start);
    while (!next.empty()) {
      const std::uint32_t r = next.front();
      next.pop();
      if (seen[r]) continue;
      seen[r] = true;
      for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
        if (f.up(epoch, {r}, p)) next.push(t.neighbour({r}, p).router.v);
      }
    }
    all.push_back(std::move(seen));
  }
  return all;
}

TEST(Failures, ConnectWhatReachesEachOther) {
  std::uint64_t cut_off = 0, draws = 0;
  for_each_small_topology([&](const std::string&, const Topology& t) {
    const auto draw = [&](std::uint64_t n) { return below(random_at(5, 0, 0, draws++)[0], n); };
    Failures f(t);
    for (int i = 0; i < 6; ++i) {
      const RouterId r{static_cast<std::uint32_t>(draw(t.routers()))};
      const Time at{static_cast<std::int64_t>(draw(3)) * 1000};
      const Time until = draw(2) ? kNever : at + Time{static_cast<std::int64_t>(1 + draw(3)) * 500};
      if (i == 0) f.fail(r, at, until);
      else if (i == 1) f.fail(EndpointId{static_cast<std::uint32_t>(draw(t.endpoints()))}, at, until);
      else if (t.degree(r)) f.fail(PortRef{r, static_cast<std::uint16_t>(draw(t.degree(r)))}, at, until);
    }
    f.settle(Time{500});
    ASSERT_GE(f.epochs(), 1u);
    for (std::uint32_t e = 0; e < f.epochs(); ++e) {
      const auto ways = reach(t, f, e);
      std::uint64_t unreachable = 0;
      for (std::uint32_t a = 0; a < t.routers(); ++a) {
        for (std::uint32_t b = 0; b < t.routers(); ++b) {
          const bool both = ways[a][b] && ways[b][a];
          EXPECT_EQ(f.connected(e, RouterId{a}, RouterId{b}), both) << t.describe() << " " << a << " " << b;
        }
      }
      for (std::uint32_t a = 0; a < t.endpoints(); ++a) {
        for (std::uint32_t b = 0; b < t.endpoints(); ++b) {
          const std::uint32_t from = t.router_of({a}).v, to = t.router_of({b}).v;
          const bool both = ways[from][to] && ways[to][from] && !(f.down(EndpointId{a}) >> e & 1) &&
                            !(f.down(EndpointId{b}) >> e & 1);
          EXPECT_EQ(f.connected(e, EndpointId{a}, EndpointId{b}), both);
          unreachable += a != b && !both;
        }
      }
      EXPECT_EQ(f.epoch(e).unreachable_pairs, unreachable) << t.describe();
      cut_off += unreachable;
    }
  });
  EXPECT_GT(cut_off, 0u);
}

TEST(Failures, AreKnownLate) {
  const auto t = topology_from("type = 'mesh'\nextents = [3]");
  Failures f(*t);
  f.fail(PortRef{{0}, 0}, Time{1000});
  f.fail(RouterId{2}, Time{0});
  f.settle(Time{250});
  ASSERT_EQ(f.epochs(), 2u);
  EXPECT_EQ(f.known_at(Time{1249}), 0u);
  EXPECT_EQ(f.known_at(Time{1250}), 1u);
  EXPECT_EQ(f.epoch(0).known, Time{0});
  EXPECT_TRUE(f.connected(0, RouterId{0}, RouterId{1}));
  EXPECT_FALSE(f.connected(1, RouterId{0}, RouterId{1}));
  EXPECT_FALSE(f.connected(0, RouterId{2}, RouterId{2}));
  EXPECT_EQ(f.epoch(0).channels, 2u);  // both between 1 and 2
  EXPECT_EQ(f.epoch(1).channels, 3u);
}

TEST(Failures, EndWhenThingsComeBack) {
  const auto t = topology_from("type = 'mesh'\nextents = [3]");
  Failures f(*t);
  f.fail(PortRef{{0}, 0}, Time{1000}, Time{2000});
  f.fail(PortRef{{0}, 0}, Time{4000}, Time{5000});
  f.fail(RouterId{2}, Time{1500}, Time{4500});
  f.fail(EndpointId{1}, Time{4500});
  f.settle(Time{100});
  ASSERT_EQ(f.epochs(), 7u);
  std::vector<std::uint64_t> channels, unreachable;
  for (std::uint32_t e = 0; e < f.epochs(); ++e) {
    channels.push_back(f.epoch(e).channels);
    unreachable.push_back(f.epoch(e).unreachable_pairs);
  }
  // Times 0, 1000, 1500, 2000, 4000, 4500, 5000.
  EXPECT_EQ(channels, (std::vector<std::uint64_t>{0, 1, 3, 2, 3, 1, 0}));
  // Without the way from 0 to 1, 0 is alone; without router 2, 2 is.
  EXPECT_EQ(unreachable, (std::vector<std::uint64_t>{0, 4, 6, 4, 6, 6, 4}));
  EXPECT_EQ(f.epoch(5).nics, 1u);
  EXPECT_EQ(f.known_at(Time{2099}), 2u);
  EXPECT_EQ(f.known_at(Time{2100}), 3u);
  const Failures::Epochs down = f.down(RouterId{0}, 0);
  EXPECT_FALSE(f.meets(down, Time{0}, Time{1000}));  // the tail is through
  EXPECT_TRUE(f.meets(down, Time{0}, Time{1001}));
  EXPECT_TRUE(f.meets(down, Time{1999}, Time{2500}));
  EXPECT_FALSE(f.meets(down, Time{2000}, Time{3000}));
  EXPECT_TRUE(f.meets(down, Time{3000}, Time{9000}));
}

}  // namespace failures_test
}  // namespace kasuri
