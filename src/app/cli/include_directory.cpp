// SPDX-License-Identifier: MIT
#include "app/cli/include_directory.h"

#include "base/core/errors.h"
#include "workload/programs/compile.h"

namespace kasuri::cli {

std::filesystem::path include_directory() {
  const std::filesystem::path found = find_include_dir();
  if (found.empty()) {
    throw Error(Exit::usage, ErrorPlace("kasuri"),
                "cannot find mgen.h near this program; keep the binary in its build tree, or install it");
  }
  return std::filesystem::canonical(found);
}

}  // namespace kasuri::cli
