// SPDX-License-Identifier: MIT
#include "base/engine/address_space.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>

#include "base/engine/stack_area.h"

namespace kasuri {
namespace {

constexpr std::size_t kStackUnit = 4096;
constexpr std::size_t kLeastStack = 4 * kStackUnit;

}  // namespace

std::uint64_t address_space_left() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  std::uint64_t used = 0;
  std::ifstream("/proc/self/statm") >> used;
  used *= kStackUnit;
  return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}

std::uint64_t least_stacks(std::uint64_t ranks) { return ranks * (kLeastStack + StackArea::kGuardBytes); }

std::size_t fitting_stack(std::size_t asked, std::uint32_t ranks) {
  const std::uint64_t left = address_space_left();
  if (left == UINT64_MAX || ranks == 0) return asked;
  const std::uint64_t each = left / 3 / ranks;
  const std::uint64_t most = each > StackArea::kGuardBytes ? each - StackArea::kGuardBytes : 0;
  return std::min(asked, std::max<std::size_t>(most / kStackUnit * kStackUnit, kLeastStack));
}

}  // namespace kasuri
