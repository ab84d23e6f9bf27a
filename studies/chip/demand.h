// SPDX-License-Identifier: MIT
// Who sends how many bits to whom: what is planned for, as components of kind "demands".
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "studies/chip/layout.h"

namespace kasuri::chip {

struct Demand {
  ServerId source, target;
  std::int64_t bits = 0;
};

struct DemandContext {
  std::uint32_t servers = 0;
  std::uint64_t seed = 1;
};

struct DemandPattern {
  static constexpr std::string_view kKind = "demands";
  static constexpr std::string_view kKindMeaning = "traffic on a chip, for `kasuri chip`";
  using Base = DemandPattern;
  using Context = DemandContext;

  virtual ~DemandPattern() = default;
  virtual std::vector<Demand> demands() const = 0;
};

// The order of planning: descending size, equal sizes in an order drawn from the seed.
std::vector<std::uint32_t> planning_order(const std::vector<Demand>&, std::uint64_t seed);

}  // namespace kasuri::chip
