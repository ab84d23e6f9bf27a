// SPDX-License-Identifier: MIT
// Histograms of a probe as rows of two tables, which add up over partitions.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/stats/columns.h"
#include "base/stats/histogram.h"

namespace kasuri {

class HistogramRows {
 public:
  // By a number of the probe's; empty ones leave nothing.
  void add(std::uint32_t id, const Histogram&);
  std::vector<Table> take() const;

 private:
  struct Bucket {
    std::uint32_t id, bucket;
    std::uint64_t count;
  };
  struct Sum {
    std::uint32_t id;
    Time sum, least, most;
  };
  static Columns<Bucket> bucket_columns();
  static Columns<Sum> sum_columns();
  friend std::map<std::uint32_t, Histogram> histograms_of(const Table& buckets, const Table& sums);

  std::vector<Bucket> buckets_;
  std::vector<Sum> sums_;
};

// From the tables of take(), merged.
std::map<std::uint32_t, Histogram> histograms_of(const Table& buckets, const Table& sums);

}  // namespace kasuri
