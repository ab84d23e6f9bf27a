// SPDX-License-Identifier: MIT
#include "trace/loggp_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "core/text_file.h"
#include "trace/lines.h"

namespace kasuri::trace {

LoggpTable read_loggp_table(const std::filesystem::path& file) {
  const std::string text = read_text(file);
  LoggpTable table;
  std::int64_t line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view whole = std::string_view(text).substr(at, end - at);
    Words words(whole.substr(0, whole.find('#')));
    at = end + 1;
    ++line;
    if (words.at_end()) continue;
    // size, n, three round-trip times, L, o_s, o_r, g, G, error
    constexpr std::size_t kL = 5, kg = 8, kG = 9;
    double row[11];
    for (std::size_t i = 0; i < std::size(row); ++i) {
      const auto n = number_in<double>(words.next());
      const double least = i == kG ? 1e-8 : 0, most = i == kL   ? 1e9
                                                      : i == kg ? 1e6
                                                      : i == kG ? 1e3
                                                                : 1e18;
      const bool matters = i == 0 || i == kL || i == kg || i == kG;
      if (!n || !std::isfinite(*n) || (matters && !(*n >= least && *n <= most))) {
        fail_at(file, line, words.column(), -1,
                fmt::format("expected number {} of the 11 of a row of netgauge{}", i + 1,
                            matters ? fmt::format(", {} to {}", least, most) : ""));
      }
      row[i] = *n;
    }
    if (table.rows++ == 0 || row[0] > table.size) {
      table.size = row[0], table.latency_us = row[kL], table.gap_us = row[kg],
      table.per_byte_us = row[kG];
    }
  }
  if (table.rows == 0) fail_at(file, 1, 1, -1, "the table has no row");
  return table;
}

}  // namespace kasuri::trace
