// SPDX-License-Identifier: MIT
#include "core/check.h"

#include <fmt/format.h>

namespace kasuri {

void fail(std::string_view why, std::source_location where) {
  throw InternalError(
      fmt::format("{}:{}: {} does not hold", where.file_name(), where.line(), why));
}

}  // namespace kasuri
