// SPDX-License-Identifier: MIT
// The published values, as printed; docs/on-chip.md says which of them cannot be met and why.
#include "studies/chip/paper_tables.h"

#include <fmt/format.h>

namespace kasuri::chip {
namespace {

using Overrides = std::vector<std::string>;

const Overrides kA{"wiring=A"}, kB{"wiring=B"}, kC{"wiring=C"};
const Overrides kDispersed{"wiring=B", "attachment=dispersed"};
const Overrides kMixed{"wiring=B", "composition=mixed"};

std::vector<PaperColumn> all_pairs(int sigma) {
  std::vector<PaperColumn> columns;
  for (const int mm : {1, 2, 3}) {
    for (const std::string_view servers : {"5x5", "10x10", "15x15"}) {
      columns.push_back({fmt::format("{} mm {}", mm, servers),
                         {fmt::format("link_mm={}", mm), fmt::format("servers={}", servers),
                          "delay.run=false",
                          fmt::format("demands={{type=\"all\", sigma_bits={}}}", sigma)},
                         true});
    }
  }
  return columns;
}

std::vector<PaperColumn> pair_columns(std::initializer_list<int> counts) {
  std::vector<PaperColumn> columns;
  for (const int k : counts) {
    columns.push_back({fmt::format("K = {}", k),
                       {"link_mm=2", "servers=15x15",
                        fmt::format("demands={{type=\"pairs\", pairs={}}}", k)},
                       false});
  }
  return columns;
}

std::vector<PaperColumn> sigma20() { return all_pairs(20); }
std::vector<PaperColumn> sigma100() { return all_pairs(100); }
std::vector<PaperColumn> pairs_energy() { return pair_columns({10, 100, 500, 1000}); }
std::vector<PaperColumn> pairs_delay() { return pair_columns({100, 500, 1000, 1500}); }

}  // namespace

const std::vector<PaperTable>& paper_tables() {
  static const std::vector<PaperTable> tables{
      {1, "inter-layer wiring: energy, all pairs, sigma 20 bits", false, sigma20(),
       {{"A adjacent layers", kA, Statistic::mean,
         {98.0, 96.6, 94.3, 98.4, 97.5, 95.1, 98.7, 97.9, 95.3}},
        {"B packet switch to all", kB, Statistic::mean,
         {97.6, 93.7, 90.4, 97.8, 94.2, 91.4, 98.0, 94.6, 91.9}},
        {"C both", kC, Statistic::mean,
         {97.6, 93.7, 90.8, 97.8, 94.4, 91.6, 98.0, 94.8, 92.3}}}},
      {2, "inter-layer wiring: energy, all pairs, sigma 100 bits", false, sigma100(),
       {{"A adjacent layers", kA, Statistic::mean,
         {98.0, 95.8, 94.3, 98.2, 96.0, 94.9, 98.5, 96.3, 95.3}},
        {"B packet switch to all", kB, Statistic::mean,
         {97.6, 93.6, 90.4, 97.8, 94.1, 91.3, 98.0, 94.5, 91.9}},
        {"C both", kC, Statistic::mean,
         {97.6, 93.7, 90.8, 97.8, 94.1, 91.6, 98.0, 94.6, 92.3}}}},
      {3, "inter-layer wiring: energy, K pairs", false, pairs_energy(),
       {{"A adjacent layers", kA, Statistic::mean,
         {76.1, 84.0, 91.6, 93.2}},
        {"B packet switch to all", kB, Statistic::mean,
         {76.1, 78.1, 86.0, 88.6}},
        {"C both", kC, Statistic::mean,
         {76.1, 78.2, 86.0, 88.6}}}},
      {4, "inter-layer wiring: delay, K pairs", true, pairs_delay(),
       {{"A adjacent layers", kA, Statistic::mean,
         {59.7, 52.8, 56.9, 67.2}},
        {"B packet switch to all", kB, Statistic::mean,
         {57.8, 48.1, 45.7, 45.5}},
        {"C both", kC, Statistic::mean,
         {57.8, 49.1, 48.4, 58.4}}}},
      {5, "where servers attach: energy, all pairs, sigma 20 bits", false, sigma20(),
       {{"concentrated", kB, Statistic::mean,
         {97.6, 93.7, 90.4, 97.8, 94.2, 91.4, 98.0, 94.6, 91.9}},
        {"concentrated, least", kB, Statistic::min,
         {97.2, 90.7, 87.4, 97.5, 91.2, 89.5, 97.8, 92.4, 90.0}},
        {"concentrated, most", kB, Statistic::max,
         {97.8, 94.8, 92.7, 98.0, 95.7, 92.6, 98.3, 95.2, 93.1}},
        {"dispersed", kDispersed, Statistic::mean,
         {99.5, 85.8, 78.6, 99.5, 86.8, 82.3, 100.8, 88.5, 84.0}},
        {"dispersed, least", kDispersed, Statistic::min,
         {94.2, 73.5, 64.2, 94.3, 74.1, 70.5, 95.0, 79.2, 75.1}},
        {"dispersed, most", kDispersed, Statistic::max,
         {126.2, 110.9, 105.2, 127.9, 115.5, 111.9, 128.8, 119.4, 115.8}}}},
      {6, "where servers attach: energy, all pairs, sigma 100 bits", false, sigma100(),
       {{"concentrated", kB, Statistic::mean,
         {97.6, 93.6, 90.6, 97.8, 94.1, 91.3, 98.0, 94.5, 92.0}},
        {"concentrated, least", kB, Statistic::min,
         {97.4, 90.9, 87.4, 97.6, 91.5, 89.3, 97.8, 92.4, 90.0}},
        {"concentrated, most", kB, Statistic::max,
         {97.8, 94.9, 91.3, 98.0, 95.7, 92.8, 98.2, 96.5, 93.4}},
        {"dispersed", kDispersed, Statistic::mean,
         {99.0, 84.9, 77.9, 99.6, 86.2, 81.4, 101.0, 88.8, 83.5}},
        {"dispersed, least", kDispersed, Statistic::min,
         {93.1, 71.5, 65.4, 94.4, 73.1, 66.8, 93.1, 79.9, 76.4}},
        {"dispersed, most", kDispersed, Statistic::max,
         {113.3, 105.4, 100.2, 113.6, 106.8, 101.3, 115.8, 107.2, 105.1}}}},
      {7, "where servers attach: energy, K pairs", false, pairs_energy(),
       {{"concentrated", kB, Statistic::mean,
         {76.1, 78.1, 86.0, 88.6}},
        {"dispersed", kDispersed, Statistic::mean,
         {71.6, 73.8, 76.2, 77.8}}}},
      {8, "where servers attach: delay, K pairs", true, pairs_delay(),
       {{"concentrated", kB, Statistic::mean,
         {57.8, 48.1, 45.7, 45.5}},
        {"dispersed", kDispersed, Statistic::mean,
         {115.9, 110.9, 150.3, 144.8}}}},
      {9, "what a layer is made of: energy, all pairs, sigma 20 bits", false, sigma20(),
       {{"homogeneous", kB, Statistic::mean,
         {97.6, 93.7, 90.4, 97.8, 94.2, 91.4, 98.0, 94.6, 91.9}},
        {"mixed", kMixed, Statistic::mean,
         {198.2, 171.2, 143.4, 200.5, 172.3, 145.5, 201.8, 173.7, 149.4}}}},
      {10, "what a layer is made of: energy, all pairs, sigma 100 bits", false, sigma100(),
       {{"homogeneous", kB, Statistic::mean,
         {97.6, 93.6, 90.6, 97.8, 94.1, 91.3, 98.0, 94.5, 92.0}},
        {"mixed", kMixed, Statistic::mean,
         {196.5, 178.4, 149.1, 196.7, 179.6, 151.5, 197.0, 182.8, 153.8}}}},
      {11, "what a layer is made of: energy, K pairs", false, pairs_energy(),
       {{"homogeneous", kB, Statistic::mean,
         {76.1, 78.1, 86.0, 88.6}},
        {"mixed", kMixed, Statistic::mean,
         {119.4, 126.7, 132.3, 137.1}}}},
      {12, "what a layer is made of: delay, K pairs", true, pairs_delay(),
       {{"homogeneous", kB, Statistic::mean,
         {57.8, 48.1, 45.7, 45.5}},
        {"mixed", kMixed, Statistic::mean,
         {78.2, 48.2, 46.7, 59.2}}}},
  };
  return tables;
}

}  // namespace kasuri::chip
