// SPDX-License-Identifier: MIT
// What can be shown as colour: a quantity of links, routers or nodes, over the whole run and perhaps by
// chunks of time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shell/page/pack.h"

namespace kasuri::view {

// Amounts by chunk and item, as the tables of results.h5 have them; only those that are not zero.
struct Samples {
  std::vector<std::int64_t> chunk, item;
  std::vector<double> value;
};

struct Quantity {
  std::string id, name, unit;  // "busy", "busy", "%"
  std::string of;              // "links", "routers", "nodes"
  std::vector<double> total{}; // of each item, over the run; empty: only known by chunk
  Samples samples{};
  std::string axis{};          // name of the time axis of the samples; empty: none
  double most = 0;             // end of the scale; 0: the largest value
  bool is_difference = false;
  std::string about{};         // what it is, if the name does not say all
};

// Chunks of time.
struct TimeAxis {
  std::vector<double> begin, end;  // ps
};

// Links with a row of their own in the tables by time; others share that of their class and region.
struct LinkRows {
  std::vector<std::uint32_t> row;  // of each link
  std::uint32_t rows = 0;
  std::uint32_t own = 0;  // links with a row of their own
};
LinkRows choose_rows(const std::vector<double>& weight, const std::vector<std::uint8_t>& link_class,
                     const std::vector<std::uint32_t>& from, std::uint32_t routers, std::uint32_t most);

// Adds the arrays and the entry of the header's "quantities". `rows` of an item: empty for one each.
void add_quantity(Pack&, const Quantity&, std::size_t items, std::size_t chunks, const LinkRows* rows);

}  // namespace kasuri::view
