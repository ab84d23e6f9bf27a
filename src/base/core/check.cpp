// SPDX-License-Identifier: MIT
#include "base/core/check.h"

#include <fmt/format.h>

namespace kasuri {

void fail(std::string_view why, const char* file, int line) {
  throw InternalError(fmt::format("{}:{}: {} does not hold", file, line, why));
}

}  // namespace kasuri
