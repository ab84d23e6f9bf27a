// SPDX-License-Identifier: MIT
// Network files of CODES (as TraceR uses them), as a machine of ours. Rates, buffers and delays stay what
// they are in CODES; what cannot be kept, and what is not read, is a warning with its place in the file.
#pragma once

#include <filesystem>

#include "workload/traces/codes_machine.h"

namespace kasuri::trace {

// Throws Error: a file that is no network, or a network of a model that does not exist here.
CodesMachine import_codes(const std::filesystem::path&);

}  // namespace kasuri::trace
