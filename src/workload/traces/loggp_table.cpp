// SPDX-License-Identifier: MIT
#include "workload/traces/loggp_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "base/core/text_file.h"
#include "workload/traces/lines.h"

namespace kasuri::trace {
namespace {

// In microseconds.
constexpr double kMostLatency = 1e9, kMostGap = 1e6, kLeastPerByte = 1e-8, kMostPerByte = 1e3;

struct LoggpRow {
  double size, latency_us, gap_us, per_byte_us;
  bool usable;
};

// size, n, three round-trip times, L, o_s, o_r, g, G, error. netgauge fits g and G to the times: for small
// messages they may be negative or no numbers.
LoggpRow read_loggp_row(Words& words, const std::filesystem::path& file, std::int64_t line) {
  constexpr std::size_t kL = 5, kg = 8, kG = 9;
  double all[11];
  for (std::size_t i = 0; i < std::size(all); ++i) {
    const auto n = number_in<double>(words.next());
    if (!n || (i == 0 && !(*n >= 0 && *n <= 1e18))) {
      fail_at(file, line, words.column(), -1,
              fmt::format("expected number {} of the 11 of a row of netgauge{}", i + 1,
                          i == 0 ? ", a size" : ""));
    }
    all[i] = *n;
  }
  const auto within = [](double n, double least, double most) { return n >= least && n <= most; };
  return {all[0], all[kL], all[kg], all[kG],
          within(all[kL], 0, kMostLatency) && within(all[kg], 0, kMostGap) &&
              within(all[kG], kLeastPerByte, kMostPerByte)};
}

}  // namespace

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
    const LoggpRow row = read_loggp_row(words, file, line);
    ++table.rows;
    if (!row.usable) {
      ++table.unusable;
    } else if (table.rows - table.unusable == 1 || row.size > table.size) {
      table.size = row.size, table.latency_us = row.latency_us, table.gap_us = row.gap_us;
      table.per_byte_us = row.per_byte_us;
    }
  }
  if (table.rows == 0) fail_at(file, 1, 1, -1, "the table has no row");
  if (table.rows == table.unusable) {
    fail_at(file, 1, 1, -1,
            fmt::format("the table has no row with usable L (0 to {}), g (0 to {}) and G ({} to {})",
                        kMostLatency, kMostGap, kLeastPerByte, kMostPerByte));
  }
  return table;
}

}  // namespace kasuri::trace
