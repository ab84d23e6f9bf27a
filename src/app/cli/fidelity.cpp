// SPDX-License-Identifier: MIT
#include "app/cli/fidelity.h"

#include <fmt/format.h>

#include <vector>

namespace kasuri::cli {
namespace {

// The 99th percentile of message times; 0 if there were no messages.
Time message_p99(const Results& r) {
  const Table* const t = r.table("latency_summary");
  if (!t) return {0};
  const auto text = [&](std::size_t column, std::size_t row) {
    return std::get<std::vector<std::string>>(t->columns[column].values)[row];
  };
  for (std::size_t row = 0; row < t->rows(); ++row) {
    if (t->column("job")[row] == -1 && text(1, row).empty() && text(2, row) == "message") {
      return {t->column("p99")[row]};
    }
  }
  return {0};
}

std::string row_text(const std::string& what, Time packets, Time flows) {
  const double error =
      packets.ps ? 100 * (static_cast<double>(flows.ps) / static_cast<double>(packets.ps) - 1) : 0;
  return fmt::format("  {:<20} {:>12} {:>12} {:>+9.2f} %\n", what, to_string(packets), to_string(flows),
                     error);
}

}  // namespace

std::string comparison_text(const Results& packets, const Results& flows) {
  std::string s = fmt::format("  {:<20} {:>12} {:>12} {:>11}\n", "", "packet", "flow", "error");
  s += row_text("simulated time", packets.time, flows.time);
  for (std::size_t j = 0; packets.jobs.size() > 1 && j < packets.jobs.size(); ++j) {
    s += row_text("job " + packets.jobs[j].name, packets.jobs[j].time, flows.jobs[j].time);
  }
  s += row_text("messages, 99 %", message_p99(packets), message_p99(flows));
  const double a = packets.host.wall_s, b = flows.host.wall_s;
  s += fmt::format("  {:<20} {:>10.2f} s {:>10.2f} s {:>9.1f} times faster\n", "host", a, b,
                   b > 0 ? a / b : 0);
  s += fmt::format("  {:<20} {:>12} {:>12}\n", "result hash",
                   fmt::format("{:.8}", fmt::format("{:016x}", packets.delivered.hash)),
                   fmt::format("{:.8}", fmt::format("{:016x}", flows.delivered.hash)));
  return s;
}

}  // namespace kasuri::cli
