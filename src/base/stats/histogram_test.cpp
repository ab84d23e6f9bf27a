// SPDX-License-Identifier: MIT
// Against sorted lists of the same values.
#include "base/stats/histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace kasuri {
namespace histogram_test {

TEST(Histogram, BucketsCoverAllTimesWithoutGapOrOverlap) {
  for (std::size_t b = 0; b + 1 < Histogram::kBuckets; ++b) {
    ASSERT_EQ(Histogram::bucket_of(Histogram::low(b)), b);
    ASSERT_EQ(Histogram::bucket_of(Histogram::high(b)), b);
    ASSERT_EQ(Histogram::high(b) + 1, Histogram::low(b + 1));
    // No wider than a 64th of its values.
    ASSERT_LE((Histogram::high(b) - Histogram::low(b)) * 64, Histogram::low(b));
  }
  EXPECT_EQ(Histogram::bucket_of(INT64_MAX), Histogram::kBuckets - 1);
  EXPECT_EQ(Histogram::high(Histogram::kBuckets - 1), INT64_MAX);
}

std::vector<std::int64_t> values(std::uint64_t seed, std::size_t n) {
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> all(n);
  for (auto& v : all) v = static_cast<std::int64_t>(random() >> (1 + random() % 63));
  return all;
}

Histogram of(const std::vector<std::int64_t>& all) {
  Histogram h;
  for (const std::int64_t v : all) h.add({v});
  return h;
}

TEST(Histogram, PercentilesLieWithinA64thOfTheNearestRank) {
  std::vector<std::int64_t> all = values(1, 4999);
  for (auto& v : all) v >>= 12;  // so that the sum fits
  const Histogram h = of(all);
  std::ranges::sort(all);
  EXPECT_EQ(h.count(), all.size());
  EXPECT_EQ(h.least().ps, all.front());
  EXPECT_EQ(h.most().ps, all.back());
  for (const double share : {0.0, 0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const auto n = static_cast<std::size_t>(std::ceil(share * static_cast<double>(all.size())));
    const std::int64_t exact = all[std::max<std::size_t>(1, n) - 1];
    EXPECT_GE(h.percentile(share).ps, exact) << share;
    EXPECT_LE(h.percentile(share).ps, exact + exact / 64) << share;
  }
  EXPECT_EQ(h.percentile(1).ps, all.back());
}

TEST(Histogram, SmallValuesAreExact) {
  Histogram h;
  for (int v = 0; v < 100; ++v) h.add({v});
  EXPECT_EQ(h.percentile(0.5).ps, 49);
  EXPECT_EQ(h.percentile(0.99).ps, 98);
  EXPECT_EQ(h.mean().ps, 49);
}

TEST(Histogram, PartsAddUpInAnyOrder) {
  std::vector<std::int64_t> a = values(2, 700), b = values(3, 11);
  for (auto* part : {&a, &b}) {
    for (auto& v : *part) v >>= 12;
  }
  std::vector<std::int64_t> both = a;
  both.insert(both.end(), b.begin(), b.end());
  const auto text = [](Histogram h) {
    ByteBuffer bytes;
    ArchiveWriter archive(bytes);
    transfer(archive, h);
    return bytes;
  };
  Histogram ab = of(a), ba = of(b);
  ab += of(b);
  ba += of(a);
  EXPECT_EQ(text(ab), text(of(both)));
  EXPECT_EQ(text(ba), text(of(both)));
}

TEST(Histogram, EmptyOneSaysNothing) {
  const Histogram h;
  EXPECT_EQ(h.percentile(0.5).ps, 0);
  EXPECT_EQ(h.mean().ps, 0);
  EXPECT_EQ(h.least().ps, 0);
}

}  // namespace histogram_test
}  // namespace kasuri
