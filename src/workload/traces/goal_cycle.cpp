// SPDX-License-Identifier: MIT
// Kahn's algorithm (Comm. ACM 5(11), 1962): operations that require nothing are taken away until none is
// left, or only those that wait for a cycle.
#include "workload/traces/goal_cycle.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "workload/traces/goal_labels.h"
#include "workload/traces/goal_statements.h"

namespace kasuri::trace {
namespace {

using StatementKind = GoalStatement::Kind;

struct Edge {
  std::uint32_t earlier, later;
};

struct Schedule {
  std::vector<std::int64_t> lines;     // of the operations
  std::vector<std::uint32_t> missing;  // how many dependences each has
  std::vector<Edge> edges;
};

Schedule read(std::shared_ptr<const TextFile> file, const Extent& extent, int rank) {
  Schedule all;
  GoalLabels labels;
  GoalStatements in(std::move(file), extent, kScanBuffer, rank);
  for (;;) {
    const GoalStatement& s = in.next();
    if (s.kind == StatementKind::close || s.kind == StatementKind::end) break;
    if (s.kind == StatementKind::requires_ || s.kind == StatementKind::irequires) {
      const auto earlier = static_cast<std::uint32_t>(labels.find(s.required));
      const auto later = static_cast<std::uint32_t>(labels.find(s.label));
      all.edges.push_back({earlier, later});
      ++all.missing[later];
    } else {
      if (!s.label.empty()) labels.define(s.label, all.lines.size());
      all.lines.push_back(in.line());
      all.missing.push_back(0);
    }
  }
  std::ranges::sort(all.edges, {}, &Edge::earlier);
  return all;
}

}  // namespace

void refuse_cycle(std::shared_ptr<const TextFile> file, const Extent& schedule, int rank) {
  const std::filesystem::path path = file->path();
  Schedule all = read(std::move(file), schedule, rank);
  std::vector<std::uint32_t> free;
  for (std::uint32_t i = 0; i < all.missing.size(); ++i) {
    if (all.missing[i] == 0) free.push_back(i);
  }
  std::size_t left = all.missing.size() - free.size();
  while (!free.empty()) {
    const std::uint32_t i = free.back();
    free.pop_back();
    auto edge = std::ranges::lower_bound(all.edges, i, {}, &Edge::earlier);
    for (; edge != all.edges.end() && edge->earlier == i; ++edge) {
      if (--all.missing[edge->later] > 0) continue;
      free.push_back(edge->later);
      --left;
    }
  }
  if (left == 0) return;
  // Back from any of those that are left, as often as there are some: then it stands in a cycle.
  std::vector<std::uint32_t> before(all.missing.size(), UINT32_MAX);
  for (const Edge& e : all.edges) {
    if (all.missing[e.earlier] > 0 && all.missing[e.later] > 0) before[e.later] = e.earlier;
  }
  auto at = static_cast<std::uint32_t>(
      std::ranges::find_if(all.missing, [](std::uint32_t n) { return n > 0; }) - all.missing.begin());
  for (std::size_t k = 0; k < left; ++k) at = before[at];
  std::vector<std::int64_t> cycle;  // lines, in the order in which they require one another
  for (std::uint32_t i = at; cycle.empty() || i != at; i = before[i]) cycle.push_back(all.lines[i]);
  std::ranges::reverse(cycle);
  std::ranges::rotate(cycle, std::ranges::min_element(cycle));
  const std::size_t told = std::min<std::size_t>(cycle.size(), 8);
  fail_at(path, cycle[0], 1, rank,
          fmt::format("{} operations wait for each other: their dependences form a cycle (lines {}{})",
                      cycle.size(), fmt::join(cycle.begin(), cycle.begin() + told, ", "),
                      told < cycle.size() ? ", …" : ""));
}

}  // namespace kasuri::trace
