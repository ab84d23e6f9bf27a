// SPDX-License-Identifier: MIT
// What a rank sees of a file (MPI 4.1, section 14.3): from a displacement on, elements of a filetype behind
// one another. Offsets count etypes of their data.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/ranks/layout.h"
#include "mpi/storage/host_file.h"

namespace kasuri::mpi {

struct FileView {
  std::int64_t displacement = 0;  // bytes
  std::int64_t etype = 1;         // bytes of its data
  Layout filetype = Layout::of(1);

  // Where `bytes` from an offset on are in the file.
  std::vector<storage::Extent> extents(std::int64_t offset, std::int64_t bytes) const;
  // Where the byte at an offset is in the file.
  std::int64_t place(std::int64_t offset) const;
  // The first offset behind the data of a file of this size.
  std::int64_t end(std::int64_t file_size) const;
};

}  // namespace kasuri::mpi
