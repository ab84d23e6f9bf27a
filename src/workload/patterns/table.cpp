// SPDX-License-Identifier: MIT
// Traffic by a table: of each rank, the ranks that it sends to, with weights. A measured traffic matrix, or
// any permutation. Messages come at the times of open loops (open_loop.h): the weights of a rank say
// where its messages go, `load` says how many they are.
#include <algorithm>
#include <unordered_map>

#include "base/config/registry.h"
#include "base/core/rng.h"
#include "workload/patterns/open_loop.h"
#include "workload/patterns/traffic_file.h"

namespace kasuri {
namespace {

struct TrafficTableParams : OpenLoopParams {
  std::filesystem::path file;

  static config::Fields<TrafficTableParams> fields() {
    return open_loop_fields<TrafficTableParams>(
        {config::field(
             "file", &TrafficTableParams::file,
             "file with lines `SOURCE DESTINATION` or `SOURCE DESTINATION WEIGHT`; a rank's messages "
             "are distributed over its destinations by their weights, 1 if not given")
             .required()});
  }
};

class TrafficTable final : public OpenLoop {
 public:
  TrafficTable(const TrafficTableParams& p, PatternContext& c) : OpenLoop(p, c) {
    for (const std::uint32_t rank : c.here) rows_.try_emplace(rank);
    read_traffic_file(p.file, ranks(), p.self,
                      [&](std::uint32_t from, std::uint32_t to, std::uint32_t weight) {
                        const auto mine = rows_.find(from);
                        if (mine == rows_.end()) return;  // in another part of the machine
                        Row& row = mine->second;
                        row.push_back({to, (row.empty() ? 0 : row.back().until) + weight});
                      });
  }
  std::uint64_t memory_bytes() const override {
    std::uint64_t bytes = OpenLoop::memory_bytes();
    for (const auto& [rank, row] : rows_) bytes += sizeof(row) + row.capacity() * sizeof(Entry);
    return bytes;
  }
  bool demand(std::uint32_t rank, const DemandSink& sink) const override {
    const Row& row = rows_.at(rank);
    std::uint64_t before = 0;
    for (const Entry& e : row) {
      const auto weight = static_cast<double>(e.until - before);
      if (e.to != rank) sink(e.to, weight / static_cast<double>(row.back().until));
      before = e.until;
    }
    return true;
  }

 private:
  struct Entry {
    std::uint32_t to;
    std::uint64_t until;  // sum of the weights up to this one
  };
  using Row = std::vector<Entry>;

  std::uint32_t destination(std::uint32_t rank, std::uint64_t bits) const override {
    const Row& row = rows_.at(rank);
    if (row.size() == 1) return row[0].to;
    const std::uint64_t at = below(bits, row.back().until);
    return std::ranges::upper_bound(row, at, {}, &Entry::until)->to;
  }
  bool sends(std::uint32_t rank) const override { return !rows_.at(rank).empty(); }

  std::unordered_map<std::uint32_t, Row> rows_;  // of the ranks here
};

const config::Register<TrafficTable, TrafficTableParams> traffic_table{
    "table", "open loop: destinations of each rank from a file, with weights"};

}  // namespace
}  // namespace kasuri
