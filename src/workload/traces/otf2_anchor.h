// SPDX-License-Identifier: MIT
// The anchor file of an OTF2 archive, as version 3 of the library writes it: what its reader takes on trust
// is held to its limits and to the archive's other files before the library sees it.
#pragma once

#include <cstdint>
#include <filesystem>

namespace kasuri::trace {

// Of the files that belong to an archive.
struct Otf2Files {
  std::uint64_t bytes = 0;
};

// Throws Error: a file that is missing or no file, an anchor that is damaged.
Otf2Files check_otf2_files(const std::filesystem::path& anchor);

}  // namespace kasuri::trace
