// SPDX-License-Identifier: MIT
// Tables of netgauge's LogGP parameters, as CODES reads them: a row for each size of messages.
#pragma once

#include <cstddef>
#include <filesystem>

namespace kasuri::trace {

// The row of the largest size of which L, g and G are usable.
struct LoggpTable {
  std::size_t rows = 0, unusable = 0;
  double size = 0;                                     // bytes
  double latency_us = 0, gap_us = 0, per_byte_us = 0;  // L, g, G
};

// Throws Error with file:line:col.
LoggpTable read_loggp_table(const std::filesystem::path&);

}  // namespace kasuri::trace
