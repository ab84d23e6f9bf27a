// SPDX-License-Identifier: MIT
#include "engine/address_space.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>

#include "engine/stack_area.h"

namespace kasuri {
namespace {

constexpr std::size_t kStackUnit = 4096;
constexpr std::size_t kLeastStack = 4 * kStackUnit;

}  // namespace

// Half of the rest stays for what ranks allocate.
std::size_t fitting_stack(std::size_t asked, std::uint32_t stacks) {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || stacks == 0) return asked;
  std::size_t used = 0;
  std::ifstream("/proc/self/statm") >> used;
  used *= kStackUnit;
  const std::size_t left = limit.rlim_cur > used ? limit.rlim_cur - used : 0;
  const std::size_t each = left / 2 / stacks;
  const std::size_t most = each > StackArea::kGuardBytes ? each - StackArea::kGuardBytes : 0;
  return std::min(asked, std::max(most / kStackUnit * kStackUnit, kLeastStack));
}

}  // namespace kasuri
