// SPDX-License-Identifier: MIT
#include "shell/page/quantity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kasuri::view {
namespace {

constexpr std::size_t kMostValues = 1'500'000;  // of routers or nodes over time
constexpr std::uint32_t kRegions = 64;          // of routers, for links without a row of their own

// Of many routers or nodes, means over several chunks.
void coarsen(Pack& pack, std::vector<float>& sum, std::size_t width, std::size_t chunks,
             std::string& axis) {
  const std::size_t each = (sum.size() + kMostValues - 1) / kMostValues;
  if (each <= 1 || !pack.header["axes"].contains(axis)) return;
  const Json fine = pack.header["axes"][axis];
  std::vector<double> begin, end;
  std::vector<float> means;
  for (std::size_t first = 0; first < chunks; first += each) {
    const std::size_t last = std::min(chunks, first + each);
    begin.push_back(fine["begin"][first]);
    end.push_back(fine["end"][last - 1]);
    means.resize(means.size() + width, 0);
    for (std::size_t c = first; c < last; ++c) {
      for (std::size_t i = 0; i < width; ++i) {
        means[means.size() - width + i] += sum[c * width + i] / static_cast<float>(last - first);
      }
    }
  }
  sum = std::move(means);
  axis += "-coarse-" + std::to_string(each);
  pack.header["axes"][axis] = {{"begin", begin}, {"end", end}};
}

}  // namespace

LinkRows choose_rows(const std::vector<double>& weight, const std::vector<std::uint8_t>& link_class,
                     const std::vector<std::uint32_t>& from, std::uint32_t routers, std::uint32_t most) {
  const std::size_t n = link_class.size();
  LinkRows r;
  r.row.resize(n);
  if (n <= most) {
    std::iota(r.row.begin(), r.row.end(), 0u);
    r.rows = r.own = static_cast<std::uint32_t>(n);
    return r;
  }
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  if (!weight.empty()) {
    std::ranges::stable_sort(order,
                             [&](std::uint32_t a, std::uint32_t b) { return weight[a] > weight[b]; });
  }
  std::vector<std::uint32_t> kept(order.begin(), order.begin() + most);
  std::ranges::sort(kept);
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::ranges::fill(r.row, kNone);
  for (const std::uint32_t link : kept) r.row[link] = r.rows++;
  r.own = r.rows;
  std::vector<std::uint32_t> shared(256 * kRegions, kNone);
  for (std::size_t i = 0; i < n; ++i) {
    if (r.row[i] != kNone) continue;
    const auto region = static_cast<std::uint32_t>(std::uint64_t{from[i]} * kRegions / routers);
    std::uint32_t& row = shared[link_class[i] * kRegions + region];
    if (row == kNone) row = r.rows++;
    r.row[i] = row;
  }
  return r;
}

void add_quantity(Pack& pack, const Quantity& q, std::size_t items, std::size_t chunks,
                  const LinkRows* rows) {
  const std::string name = q.of + "-" + q.id;
  Json entry{{"id", name}, {"name", q.name},   {"unit", q.unit},
             {"of", q.of}, {"about", q.about}, {"difference", q.is_difference}};
  if (!q.total.empty()) {
    double most = q.most;
    for (const double v : q.total) most = std::max(most, std::abs(v));
    if (q.is_difference) {
      std::vector<std::uint8_t> bytes(items);
      for (std::size_t i = 0; i < items; ++i) bytes[i] = signed_byte_of(q.total[i], most);
      pack.add(name + "-total", bytes);
    } else {
      std::vector<std::uint16_t> words(items);
      for (std::size_t i = 0; i < items; ++i) words[i] = word_of(q.total[i], most);
      pack.add(name + "-total", words);
    }
    entry["total"] = name + "-total";
    entry["total_most"] = most;
  }
  if (!q.axis.empty() && chunks > 0) {
    const std::size_t width = rows ? rows->rows : items;
    std::vector<float> sum(width * chunks, 0);
    for (std::size_t k = 0; k < q.samples.value.size(); ++k) {
      const auto item = static_cast<std::size_t>(q.samples.item[k]);
      const auto chunk = static_cast<std::size_t>(q.samples.chunk[k]);
      if (item >= items || chunk >= chunks) continue;
      sum[chunk * width + (rows ? rows->row[item] : item)] += static_cast<float>(q.samples.value[k]);
    }
    if (rows && rows->rows > rows->own) {  // means
      std::vector<std::uint32_t> members(width, 0);
      for (const std::uint32_t row : rows->row) ++members[row];
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= static_cast<float>(members[i % width]);
    }
    std::string axis = q.axis;
    if (!rows) coarsen(pack, sum, width, chunks, axis);
    double most = q.most;
    for (const float v : sum) most = std::max(most, std::abs(double{v}));
    std::vector<std::uint8_t> bytes(sum.size());
    for (std::size_t i = 0; i < sum.size(); ++i) {
      bytes[i] = q.is_difference ? signed_byte_of(sum[i], most) : byte_of(sum[i], most);
    }
    pack.add(name + "-time", bytes, width);
    entry["time"] = name + "-time";
    entry["time_most"] = most;
    entry["axis"] = axis;
  }
  pack.header["quantities"].push_back(std::move(entry));
}

}  // namespace kasuri::view
