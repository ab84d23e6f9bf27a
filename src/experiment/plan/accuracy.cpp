// SPDX-License-Identifier: MIT
#include "experiment/plan/accuracy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri {
namespace {

constexpr std::array<std::string_view, 7> kColumns{"nodes", "ranks_per_node", "collective", "algorithm",
                                                   "bytes", "measured_us",    "simulated_us"};
constexpr std::size_t kMostPoints = 1'000'000;
constexpr double kLeastTime = 1e-6, kMostTime = 1e12;  // microseconds

// One line of the table.
class Row {
 public:
  Row(std::string_view line, const std::string& name, std::uint32_t number) : name_(name), line_(number) {
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(',', begin), line.size());
      cells_.push_back(line.substr(begin, end - begin));
      columns_.push_back(static_cast<std::uint32_t>(begin + 1));
      begin = end + 1;
    }
    if (cells_.size() != kColumns.size()) {
      throw Error(Exit::usage, ErrorPlace(name_, line_, 1),
                  fmt::format("{} values instead of {}", cells_.size(), kColumns.size()));
    }
  }

  std::string text(std::size_t i) const { return std::string(cells_[i]); }

  template <class T>
  T number(std::size_t i, T least, T most) const {
    T value{};
    const char* const last = cells_[i].data() + cells_[i].size();
    const auto [end, error] = std::from_chars(cells_[i].data(), last, value);
    if (error == std::errc{} && end == last && value >= least && value <= most) return value;
    throw Error(Exit::usage, ErrorPlace(name_, line_, columns_[i]),
                fmt::format("'{}': {}, a number from {} to {}", cells_[i], kColumns[i], least, most));
  }

 private:
  const std::string& name_;
  std::uint32_t line_;
  std::vector<std::string_view> cells_;
  std::vector<std::uint32_t> columns_;
};

// How unlike two points are. That they are of one number of nodes counts by itself. Weights and number were
// chosen so that ranges hold in 75 to 88 % of cases on each machine, the point's own series left out.
double distance(const MeasuredPoint& a, const MeasuredPoint& b) {
  const auto octaves = [](auto x, auto y) {
    return std::abs(std::log2(static_cast<double>(std::max<decltype(x)>(x, 1))) -
                    std::log2(static_cast<double>(std::max<decltype(y)>(y, 1))));
  };
  return 2.0 * (a.collective != b.collective) + 1.0 * (a.algorithm != b.algorithm) +
         0.5 * octaves(a.bytes, b.bytes) + 1.0 * octaves(a.ranks_per_node, b.ranks_per_node);
}

Range of_factors(const std::vector<double>& logarithms) {
  // One point has no scatter, and says so by none.
  const Range r = range_of_next(logarithms, RangeFrom::machine)
                      .value_or(Range{logarithms.front(), logarithms.front(), RangeFrom::machine});
  return {std::exp(r.low), std::exp(r.high), RangeFrom::machine};
}

}  // namespace

MachineErrors::MachineErrors(std::vector<MeasuredPoint> points) : points_(std::move(points)) {
  std::ranges::stable_sort(points_, {}, &MeasuredPoint::nodes);
}

MachineErrors MachineErrors::read(const std::filesystem::path& file) {
  return parse(read_text(file), file.string());
}

MachineErrors MachineErrors::parse(std::string_view text, const std::string& name) {
  std::vector<MeasuredPoint> points;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (++number == 1) {
      const std::string head = fmt::format("{}", fmt::join(kColumns, ","));
      if (line != head) {
        throw Error(Exit::usage, ErrorPlace(name, 1, 1), fmt::format("the first line must be '{}'", head));
      }
      continue;
    }
    if (line.empty()) continue;
    const Row row(line, name, number);
    points.push_back({.nodes = row.number<std::uint32_t>(0, 1, 1u << 30),
                      .ranks_per_node = row.number<std::uint32_t>(1, 1, 4096),
                      .collective = row.text(2),
                      .algorithm = row.text(3),
                      .bytes = row.number<std::int64_t>(4, 0, std::int64_t{1} << 50),
                      .measured_us = row.number(5, kLeastTime, kMostTime),
                      .simulated_us = row.number(6, kLeastTime, kMostTime)});
    if (points.size() > kMostPoints) {
      throw Error(Exit::usage, ErrorPlace(name, number, 1),
                  fmt::format("more than {} points", kMostPoints));
    }
  }
  if (points.empty()) throw Error(Exit::usage, ErrorPlace(name, 1, 1), "no measured times");
  return MachineErrors(std::move(points));
}

Range MachineErrors::factors() const {
  // Of each number of nodes as many evenly spaced quantiles.
  constexpr std::size_t kQuantiles = 40;
  std::vector<double> all;
  for (std::size_t begin = 0, end = 0; begin < points_.size(); begin = end) {
    while (end < points_.size() && points_[end].nodes == points_[begin].nodes) ++end;
    std::vector<double> group;
    for (std::size_t i = begin; i < end; ++i) group.push_back(std::log(points_[i].factor()));
    std::ranges::sort(group);
    for (std::size_t q = 0; q < kQuantiles; ++q) {
      all.push_back(group[(2 * q + 1) * group.size() / (2 * kQuantiles)]);
    }
  }
  return of_factors(all);
}

Range MachineErrors::factors(const MeasuredPoint& like) const {
  std::vector<double> all;
  for (std::size_t begin = 0, end = 0; begin < points_.size(); begin = end) {
    while (end < points_.size() && points_[end].nodes == points_[begin].nodes) ++end;
    std::vector<const MeasuredPoint*> group;
    for (std::size_t i = begin; i < end; ++i) group.push_back(&points_[i]);
    std::ranges::stable_sort(group, {}, [&](const MeasuredPoint* p) { return distance(like, *p); });
    group.resize(std::min(group.size(), kLike));
    for (const MeasuredPoint* p : group) all.push_back(std::log(p->factor()));
  }
  return of_factors(all);
}

std::vector<std::string> MachineErrors::caveats(const MeasuredPoint& of) const {
  constexpr double kFar = 4;  // times as many nodes, or as few
  std::set<std::string> operations;
  std::set<std::uint32_t> per_node;
  for (const MeasuredPoint& p : points_) {
    operations.insert(p.collective);
    per_node.insert(p.ranks_per_node);
  }
  std::vector<std::string> all;
  if (!of.collective.empty() && !operations.contains(of.collective)) {
    all.push_back(fmt::format("no measured time of the machine is of {}; they are of {}", of.collective,
                              fmt::join(operations, ", ")));
  }
  if (!per_node.contains(of.ranks_per_node)) {
    all.push_back(fmt::format("the machine was measured with {} a node, not with {}",
                              *per_node.rbegin() == 1 ? "1 rank"
                                                      : fmt::format("{} ranks", fmt::join(per_node, ", ")),
                              of.ranks_per_node));
  }
  const std::uint32_t least = points_.front().nodes, most = points_.back().nodes;
  if (of.nodes > 0 && (of.nodes > kFar * most || kFar * of.nodes < least)) {
    all.push_back(least == most ? fmt::format("the machine was measured with {} nodes alone", least)
                                : fmt::format("the machine was measured with {} to {} nodes", least, most));
  }
  return all;
}

std::string errors_text(const std::vector<MeasuredPoint>& points) {
  std::string text = fmt::format("{}\n", fmt::join(kColumns, ","));
  for (const MeasuredPoint& p : points) {
    text += fmt::format("{},{},{},{},{},{:.6g},{:.6g}\n", p.nodes, p.ranks_per_node, p.collective,
                        p.algorithm, p.bytes, p.measured_us, p.simulated_us);
  }
  return text;
}

}  // namespace kasuri
