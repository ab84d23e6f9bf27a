// SPDX-License-Identifier: MIT
#include "experiment/report/fidelity_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/core/units.h"

namespace kasuri {
namespace {

std::string described(const MeasuredError& m) {
  return fmt::format("{}, {}, {} of {}, the busiest link {:.0f} % busy", m.topology, m.routing, m.pattern,
                     to_string(Bytes{static_cast<std::int64_t>(m.message_bytes)}), 100 * m.busiest_link);
}

}  // namespace

nlohmann::ordered_json fidelity_json(const FlowFidelity& f) {
  nlohmann::ordered_json all{{"level", "flow"},
                             {"topology", f.run.topology},
                             {"routing", f.run.routing},
                             {"pattern", f.run.pattern},
                             {"mean_message_bytes", f.run.message_bytes},
                             {"busiest_link", f.run.busiest_link},
                             {"expected_error", nullptr}};
  if (!f.nearest) return all;
  const MeasuredError& m = *f.nearest;
  all["expected_error"] = {{"time", m.time},
                           {"message_p99", m.slow_messages},
                           {"topology", m.topology},
                           {"routing", m.routing},
                           {"pattern", m.pattern},
                           {"mean_message_bytes", m.message_bytes},
                           {"busiest_link", m.busiest_link}};
  return all;
}

std::string fidelity_text(const FlowFidelity& f) {
  if (!f.nearest) {
    return fmt::format("flow level\n  expected error       not measured for this topology ({})\n",
                       f.run.topology);
  }
  const MeasuredError& m = *f.nearest;
  return fmt::format("flow level\n  expected error       {:+.1f} % of the time, {:+.1f} % of the slowest "
                     "messages (99 %)\n  measured on          {}\n",
                     100 * m.time, 100 * m.slow_messages, described(m));
}

}  // namespace kasuri
