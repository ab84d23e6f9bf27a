// SPDX-License-Identifier: MIT
// Results of each processing element in HDF5: the table `elements` with the columns rank, pipe and
// clock (when it stopped, or began to wait for what never came).
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "studies/manycore/chip.h"

namespace kasuri::emu {

// Throws Error(Exit::limit) if the file cannot be written.
void write_elements(const std::filesystem::path&, Shape, std::span<const std::int64_t> clocks);

}  // namespace kasuri::emu
