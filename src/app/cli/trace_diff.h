// SPDX-License-Identifier: MIT
// kasuri trace diff A B: what ranks do in one trace and not in the other, whatever the formats.
#pragma once

#include <cstddef>
#include <string>

#include "base/core/errors.h"

namespace kasuri::cli {

struct TraceDiffArguments {
  std::string a, b;
  std::size_t most = 8;      // ranks that are shown
  bool times = false;        // computation counts, too
  bool json = false, exit_code = false;
};

Exit diff_traces(const TraceDiffArguments&);

}  // namespace kasuri::cli
