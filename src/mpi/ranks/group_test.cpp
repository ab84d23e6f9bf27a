// SPDX-License-Identifier: MIT
// Groups as formulas, runs and lists, against plain vectors of their members.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "mpi/ranks/communicator.h"
#include "mpi/ranks/group_map.h"

namespace kasuri::mpi {
namespace group_test {

using Members = std::vector<std::uint32_t>;
using testing::ElementsAre;

Members members_of(const Group& g) {
  Members all;
  for (std::int32_t i = 0; i < g.size; ++i) all.push_back(g.member(i));
  return all;
}

bool is_in(const Members& all, std::uint32_t rank) { return std::ranges::find(all, rank) != all.end(); }

// Groups of all shapes below 100.
Members random_members(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  Members all;
  const auto add = [&](std::uint32_t rank) {
    if (rank < 100 && !is_in(all, rank)) all.push_back(rank);
  };
  for (std::uint32_t runs = below(6); runs > 0; --runs) {
    const std::uint32_t first = below(100), stride = 1 + below(5), count = 1 + below(30);
    const bool falls = below(3) == 0;
    for (std::uint32_t i = 0; i < count; ++i) add(falls ? first - i * stride : first + i * stride);
  }
  if (below(4) == 0) std::ranges::shuffle(all, random);
  return all;
}

TEST(Groups, AreFormulasWhereTheyCanBe) {
  Groups groups;
  const std::uint32_t even[] = {4, 6, 8, 10};
  const Group a = groups.make(even);
  EXPECT_EQ(a.list, nullptr);
  EXPECT_EQ(a.stride, 2u);
  const std::uint32_t odd[] = {4, 7, 5};
  const Group b = groups.make(odd);
  ASSERT_NE(b.list, nullptr);
  EXPECT_EQ(groups.make(odd).list, b.list);  // shared
  const std::uint32_t down[] = {9, 8};
  EXPECT_THAT(members_of(groups.make(down)), ElementsAre(9, 8));
}

TEST(Groups, FewRunsAreNoList) {
  Groups groups;
  Members all(1'000'000);
  std::iota(all.begin(), all.end(), 0u);
  all.erase(all.begin() + 77'777);
  const Group g = groups.make(all);
  ASSERT_NE(g.list, nullptr);
  EXPECT_TRUE(g.list->is_in_runs());
  EXPECT_EQ(g.find(77'777), -1);
  EXPECT_EQ(g.find(77'778), 77'777);
  std::ranges::shuffle(all, std::mt19937(1));
  EXPECT_FALSE(groups.make(all).list->is_in_runs());
}

TEST(Groups, HaveTheMembersTheyWereMadeOf) {
  std::mt19937 random(7);
  Groups groups;
  for (int n = 0; n < 2000; ++n) {
    const Members all = random_members(random);
    const Group g = groups.make(all);
    ASSERT_EQ(members_of(g), all);
    for (std::uint32_t rank = 0; rank < 110; ++rank) {
      const auto at = std::ranges::find(all, rank);
      ASSERT_EQ(g.find(rank), at == all.end() ? -1 : at - all.begin()) << rank;
    }
  }
}

// What a stretch says of some ranks holds for each of them.
TEST(Groups, StretchesAreTrue) {
  std::mt19937 random(8);
  Groups groups;
  for (int n = 0; n < 20000; ++n) {
    const Group g = groups.make(random_members(random));
    const std::int64_t rank = random() % 100, step = static_cast<std::int64_t>(random() % 11) - 5;
    if (step == 0) continue;
    const std::int64_t most = 1 + (step > 0 ? (110 - rank) / step : rank / -step);
    const Stretch s = g.stretch(static_cast<std::uint32_t>(rank), step, most);
    ASSERT_GE(s.length, 1);
    ASSERT_LE(s.length, most);
    for (std::int64_t k = 0; k < s.length; ++k) {
      const std::int64_t index = s.index < 0 ? -1 : s.index + k * s.step;
      ASSERT_EQ(g.find(static_cast<std::uint32_t>(rank + k * step)), index);
    }
  }
}

TEST(Groups, AreSetsHoweverTheyAreKept) {
  std::mt19937 random(9);
  Groups groups;
  for (int n = 0; n < 3000; ++n) {
    const Members a = random_members(random), b = random_members(random);
    const Group x = groups.make(a), y = groups.make(b);
    Members both, first, all = a;
    for (const std::uint32_t r : a) (is_in(b, r) ? both : first).push_back(r);
    for (const std::uint32_t r : b) {
      if (!is_in(a, r)) all.push_back(r);
    }
    ASSERT_EQ(members_of(groups.intersect(x, y)), both);
    ASSERT_EQ(members_of(groups.subtract(x, y)), first);
    ASSERT_EQ(members_of(groups.unite(x, y)), all);
    ASSERT_EQ(x.contains(y), std::ranges::all_of(b, [&](auto r) { return is_in(a, r); }));
    ASSERT_EQ(x.is_same_as(y), a == b);
    // The same members give the same group, however they came about.
    const Group again = groups.make(all);
    ASSERT_EQ(groups.unite(x, y), again);
    ASSERT_EQ(groups.unite(x, y).hash(), again.hash());
    ASSERT_TRUE(again.is_same_as(groups.unite(x, y)));
  }
}

TEST(Groups, AreSlicedAndThinned) {
  std::mt19937 random(10);
  Groups groups;
  for (int n = 0; n < 3000; ++n) {
    const Members a = random_members(random);
    const Group x = groups.make(a);
    if (a.empty()) continue;
    const auto size = static_cast<std::int32_t>(a.size());
    const auto from = static_cast<std::int32_t>(random() % a.size());
    const std::int32_t step = static_cast<std::int32_t>(random() % 7) - 3;
    if (step == 0) continue;
    const std::int32_t most = 1 + (step > 0 ? (size - 1 - from) / step : from / -step);
    const auto count = 1 + static_cast<std::int32_t>(random() % static_cast<unsigned>(most));
    Members part, rest;
    for (std::int32_t i = 0; i < count; ++i) {
      part.push_back(a[static_cast<std::size_t>(from + i * step)]);
    }
    ASSERT_EQ(members_of(groups.slice(x, from, step, count)), part);
    std::vector<std::int32_t> out;
    for (std::int32_t i = 0; i < size; ++i) {
      if (random() % 3) rest.push_back(a[static_cast<std::size_t>(i)]);
      else out.push_back(i);
    }
    ASSERT_EQ(members_of(groups.exclude(x, out)), rest);
  }
}

// Any dimensions of grids over groups of any kind.
TEST(Groups, OfSubgrids) {
  std::mt19937 random(11);
  Groups groups;
  const Cartesian grid{{2, 3, 1, 4, 2}, std::vector<bool>(5)};
  Members all(48);
  for (int kind = 0; kind < 4; ++kind) {
    std::iota(all.begin(), all.end(), 3u);
    if (kind == 1) std::ranges::reverse(all);
    if (kind == 2) std::ranges::for_each(all, [](auto& r) { r *= 2; });
    if (kind == 3) std::ranges::shuffle(all, random);
    const Group parent = groups.make(all);
    for (unsigned mask = 0; mask < 32; ++mask) {
      std::vector<int> remain;
      for (unsigned d = 0; d < 5; ++d) remain.push_back(mask >> d & 1);
      for (int rank = 0; rank < 48; ++rank) {
        const std::vector<int> at = grid.coordinates(rank);
        Members expected;
        for (int other = 0; other < 48; ++other) {
          const std::vector<int> to = grid.coordinates(other);
          bool is_member = true;
          for (std::size_t d = 0; d < 5; ++d) is_member &= remain[d] || at[d] == to[d];
          if (is_member) expected.push_back(all[static_cast<std::size_t>(other)]);
        }
        ASSERT_EQ(members_of(subgrid(groups, parent, grid, rank, remain)), expected);
      }
    }
  }
}

// Groups whose hashes agree have values of their own; the same members have one, however they are kept.
TEST(GroupMap, ComparesTheMembers) {
  Groups groups;
  const std::uint32_t some[] = {1, 2, 9, 4}, others[] = {1, 2, 4, 9};
  const Group a = groups.make(some), b = groups.make(others);
  GroupMap<int> map;
  constexpr std::uint64_t kHash = 5;
  EXPECT_EQ(map.find_or_make(a, kHash, [] { return 1; }), 1);
  EXPECT_EQ(map.find_or_make(b, kHash, [] { return 2; }), 2);
  EXPECT_EQ(map.find_or_make(a, kHash, [] { return 3; }), 1);
  Groups copies;
  EXPECT_EQ(map.find_or_make(copies.make(others), kHash, [] { return 4; }), 2);
}

}  // namespace group_test
}  // namespace kasuri::mpi
