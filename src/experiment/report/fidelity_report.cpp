// SPDX-License-Identifier: MIT
#include "experiment/report/fidelity_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "base/core/units.h"

namespace kasuri {
namespace {

std::string described(const MeasuredError& m) {
  const Bytes size{static_cast<std::int64_t>(m.message_bytes)};
  return fmt::format("{}, {}, {} of {}, {} endpoints, the busiest link {:.0f} % busy", m.topology,
                     m.routing, m.pattern, to_string(size), m.endpoints, 100 * m.busiest_link);
}

std::string percent(double median, const Range& r) {
  return fmt::format("{:+.1f} % ({:+.1f} to {:+.1f} %)", 100 * median, 100 * r.low, 100 * r.high);
}

// What makes flow level a poor choice, if the range says that it is one.
std::vector<std::string_view> reasons(const FlowFidelity& f) {
  constexpr double kWide = 0.3, kBusy = 0.9, kStretched = 2;
  const Range& r = f.expected.time_range;
  std::vector<std::string_view> all;
  if (r.high - r.low < kWide) return all;
  if (f.run.sleeps) all.emplace_back("links sleep");
  if (f.run.busiest_link > kBusy) all.emplace_back("a link is saturated");
  if (f.run.stretch > kStretched) all.emplace_back("messages are much in each other's way");
  if (all.empty()) all.emplace_back("runs like it differ much");
  return all;
}

}  // namespace

nlohmann::ordered_json fidelity_json(const FlowFidelity& f) {
  nlohmann::ordered_json all{{"level", "flow"},
                             {"topology", f.run.topology},
                             {"routing", f.run.routing},
                             {"pattern", f.run.pattern},
                             {"mean_message_bytes", f.run.message_bytes},
                             {"busiest_link", f.run.busiest_link},
                             {"stretch", f.run.stretch},
                             {"endpoints", f.run.endpoints},
                             {"sleeps", f.run.sleeps},
                             {"several_jobs", f.run.several_jobs},
                             {"expected_error", nullptr}};
  if (!f.expected.nearest) {
    all["not_measured"] = f.expected.why_not;
    return all;
  }
  const MeasuredError& m = *f.expected.nearest;
  all["expected_error"] = {{"time", f.expected.time},
                           {"message_p99", f.expected.slow_messages},
                           {"topology", m.topology},
                           {"routing", m.routing},
                           {"pattern", m.pattern},
                           {"mean_message_bytes", m.message_bytes},
                           {"busiest_link", m.busiest_link},
                           {"runs", ExpectedError::kRuns},
                           {"range", to_json(f.expected.time_range)},
                           {"message_p99_range", to_json(f.expected.slow_range)}};
  all["range"] = to_json(f.packet_level());
  all["unfit"] = reasons(f);
  return all;
}

std::string fidelity_text(const FlowFidelity& f) {
  if (!f.expected.nearest) {
    return fmt::format("flow level\n  expected error       {}\n", f.expected.why_not);
  }
  const Range packets = f.packet_level();
  std::string s = fmt::format(
      "flow level\n"
      "  packet level         {} to {} in {:.0f} % of cases, as the {} measured runs most like it\n"
      "  expected error       {} of the time, {} of the slowest messages (99 %)\n"
      "  the nearest          {}\n",
      to_string(Time{std::llround(packets.low)}), to_string(Time{std::llround(packets.high)}),
      100 * Range::kShare, ExpectedError::kRuns, percent(f.expected.time, f.expected.time_range),
      percent(f.expected.slow_messages, f.expected.slow_range), described(*f.expected.nearest));
  if (const auto why = reasons(f); !why.empty()) {
    s += fmt::format("  unfit                {}: try packets, on a smaller machine if need be\n",
                     fmt::join(why, ", "));
  }
  return s;
}

}  // namespace kasuri
