// SPDX-License-Identifier: MIT
// Against sums over every picosecond, and against other lengths of chunks.
#include "base/stats/time_split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace kasuri {
namespace time_split_test {

struct Span {
  std::size_t cell;
  std::int64_t from, to, amount;
};

std::vector<Span> spans(std::uint64_t seed, std::int64_t longest, std::int64_t end) {
  std::mt19937_64 random(seed);
  std::vector<Span> all(3000);
  for (Span& s : all) {
    s.cell = random() % 5;
    s.from = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(end));
    s.to = s.from + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(longest));
    s.amount = random() % 3 == 0 ? s.to - s.from : static_cast<std::int64_t>(random() % 10'000);
  }
  std::ranges::sort(all, {}, &Span::to);
  return all;
}

SplitRows split(const std::vector<Span>& all, Time chunk) {
  TimeSplit t(5, chunk);
  for (const Span& s : all) t.add(s.cell, {s.from}, {s.to}, s.amount);
  return t.take({10, 11, 12, 13, 14});
}

std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> map_of(const SplitRows& s) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> m;
  for (const auto& r : s.rows) m[{r.chunk, r.cell}] += r.amount;
  return m;
}

TEST(TimeSplit, SumsAreTheWholeAndSharesAreRight) {
  const auto all = spans(1, 4000, 50'000);
  const SplitRows rows = split(all, {700});
  std::map<std::uint32_t, std::int64_t> got, wanted;
  for (const auto& r : rows.rows) got[r.cell] += r.amount;
  for (const Span& s : all) wanted[static_cast<std::uint32_t>(10 + s.cell)] += s.amount;
  EXPECT_EQ(got, wanted);

  std::map<std::pair<std::uint32_t, std::uint32_t>, double> exact;
  for (const Span& s : all) {
    const auto id = static_cast<std::uint32_t>(10 + s.cell);
    if (s.from == s.to) {
      exact[{static_cast<std::uint32_t>(s.from / 700), id}] += static_cast<double>(s.amount);
    }
    for (std::int64_t t = s.from; t < s.to; ++t) {
      exact[{static_cast<std::uint32_t>(t / 700), id}] +=
          static_cast<double>(s.amount) / static_cast<double>(s.to - s.from);
    }
  }
  const auto m = map_of(rows);
  for (const auto& [at, amount] : exact) {
    const auto found = m.find(at);
    // Each span is off by less than one.
    ASSERT_NEAR(found == m.end() ? 0 : static_cast<double>(found->second), amount, 700) << at.first;
  }
}

TEST(TimeSplit, AddingInTwoStepsIsAddingAtOnce) {
  // Lengths of chunks and folding make no difference: the same rows.
  const auto all = spans(2, 3'000'000, 90'000'000);
  const SplitRows adapted = split(all, {0});
  ASSERT_GT(adapted.chunk, TimeSplit::kShortest);
  EXPECT_LT(adapted.rows.back().chunk, TimeSplit::kMost);
  EXPECT_GE(adapted.rows.back().chunk, TimeSplit::kMost / 2 - 1);
  EXPECT_EQ(map_of(split(all, adapted.chunk)), map_of(adapted));
  SplitRows fine = split(all, TimeSplit::kShortest);
  fine.lengthen(adapted.chunk);
  EXPECT_EQ(map_of(fine), map_of(adapted));
  for (std::size_t i = 1; i < fine.rows.size(); ++i) {
    ASSERT_LT(std::pair(fine.rows[i - 1].chunk, fine.rows[i - 1].cell),
              std::pair(fine.rows[i].chunk, fine.rows[i].cell));
  }
}

TEST(TimeSplit, PartsThatSawDifferentTimesMerge) {
  const auto all = spans(3, 500'000, 70'000'000);
  std::vector<Span> early, late;
  for (const Span& s : all) (s.cell < 2 && s.to < 9'000'000 ? early : late).push_back(s);
  SplitRows a = split(early, {0});
  SplitRows b = split(late, {0});
  EXPECT_LT(a.chunk, b.chunk);
  a.merge(std::move(b));
  EXPECT_EQ(map_of(a), map_of(split(all, {0})));
}

TEST(TimeSplit, NothingAddedIsNothing) {
  TimeSplit t(2, {0});
  EXPECT_TRUE(t.take({0, 1}).rows.empty());
  SplitRows none;
  none.merge({});
  EXPECT_TRUE(none.rows.empty());
}

}  // namespace time_split_test
}  // namespace kasuri
