// SPDX-License-Identifier: MIT
// How many channels it is from a router to each router with endpoints: a byte per pair, or the topology's
// closed form where a table would be large.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "network/net/topology.h"
#include "network/routing/next_hops.h"

namespace kasuri {

class Hops {
 public:
  static constexpr std::uint32_t kMost = 254;  // larger distances are taken for this one

  // Throws Error(Exit::limit) in the name of `routing` if the table does not fit.
  Hops(std::string_view routing, const Topology&, const Terminals&);

  std::uint32_t to(RouterId from, std::uint32_t terminal) const {
    if (table_.empty()) return *topology_.distance(from, terminals_[terminal]);
    return table_[std::size_t{terminal} * topology_.routers() + from.v];
  }
  // The most between routers with endpoints.
  std::uint32_t diameter() const { return diameter_; }

  // A lower bound of diameter(), by one search.
  static std::uint32_t reach(const Topology&, const Terminals&);

 private:
  bool closed_form() const;

  const Topology& topology_;
  const Terminals& terminals_;
  std::vector<std::uint8_t> table_;
  std::uint32_t diameter_ = 0;
};

}  // namespace kasuri
