// SPDX-License-Identifier: MIT
// TraceR's job files (TraceR 2.2, user guide): the global map or NA, the number of jobs, a line
// `trace map|NA ranks iterations` for each, then substitutions: `M job limit size`, `S job size size`,
// `T limit seconds`, `E job region seconds`. Maps are native 32-bit integers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "workload/traces/codes_network.h"

namespace kasuri::trace {

// A configuration and the files that it names.
struct ImportedFile {
  std::filesystem::path name;  // relative to the configuration
  std::string text;
};
struct TracerImport {
  std::string toml;
  std::vector<ImportedFile> files;
  std::vector<std::string> warnings;  // what is not read, in lines to be printed
};

// `folder`: where the configuration will stand. Throws Error: what is wrong in the job file or its maps,
// ranks without a place or with two.
TracerImport import_tracer(const std::filesystem::path& jobs, const CodesMachine&,
                           const std::filesystem::path& folder);

}  // namespace kasuri::trace
