// SPDX-License-Identifier: MIT
#include "experiment/probe/histograms.h"

#include <utility>

namespace kasuri {

void HistogramRows::add(std::uint32_t id, const Histogram& h) {
  if (h.count() == 0) return;
  h.for_each([&](std::size_t b, std::uint64_t n) {
    buckets_.push_back({id, static_cast<std::uint32_t>(b), n});
  });
  sums_.push_back({id, h.sum(), h.least(), h.most()});
}

std::vector<Table> HistogramRows::take() const {
  return {bucket_columns().table("buckets", buckets_), sum_columns().table("sums", sums_)};
}

Columns<HistogramRows::Bucket> HistogramRows::bucket_columns() {
  using R = Bucket;
  return {key("id", &R::id, "", ""), key("bucket", &R::bucket, "", ""), column("count", &R::count, "", "")};
}

Columns<HistogramRows::Sum> HistogramRows::sum_columns() {
  using R = Sum;
  return {key("id", &R::id, "", ""), column("sum", &R::sum, "ps", ""),
          column("least", &R::least, "ps", "").least(), column("most", &R::most, "ps", "").most()};
}

std::map<std::uint32_t, Histogram> histograms_of(const Table& buckets, const Table& sums) {
  std::map<std::uint32_t, std::vector<std::uint64_t>> counts;
  for (const auto& row : HistogramRows::bucket_columns().rows(buckets)) {
    auto& mine = counts[row.id];
    if (mine.size() <= row.bucket) mine.resize(row.bucket + std::size_t{1});
    mine[row.bucket] = row.count;
  }
  std::map<std::uint32_t, Histogram> all;
  for (const auto& row : HistogramRows::sum_columns().rows(sums)) {
    all[row.id] = Histogram::of(std::move(counts[row.id]), row.sum, row.least, row.most);
  }
  return all;
}

}  // namespace kasuri
