// SPDX-License-Identifier: MIT
#include "experiment/report/fault_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/core/words.h"
#include "experiment/plan/fault_plan.h"

namespace kasuri {

nlohmann::ordered_json faults_json(const FaultResults& r, const DeliveryStatistics& d) {
  nlohmann::ordered_json epochs = nlohmann::ordered_json::array();
  for (const Failures::Epoch& e : r.epochs) {
    epochs.push_back({{"since_ps", e.since.ps},
                      {"known_ps", e.known.ps},
                      {"channels_down", e.channels},
                      {"routers_down", e.routers},
                      {"nics_down", e.nics},
                      {"unreachable_pairs", e.unreachable_pairs}});
  }
  const LinkErrors errors = r.all_errors();
  return {{"epochs", epochs},
          {"degraded_channels", r.degraded_channels},
          {"damaged_packets", d.damaged_packets},
          {"repeated_messages", d.repeated_messages},
          {"dropped_messages", d.dropped_messages},
          {"dropped_bytes", d.dropped_bytes.n},
          {"dropped_control_messages", d.dropped_controls},
          {"recovery_ps", d.recovering.ps},
          {"waiting_for_repair_ps", d.without_way.ps},
          {"link_errors", errors.errors},
          {"link_repeating_ps", errors.repeating.ps},
          {"links_with_errors", r.errors.size()}};
}

std::string faults_text(const FaultResults& r, const DeliveryStatistics& d) {
  std::string s = "faults\n";
  for (const Failures::Epoch& e : r.epochs) {
    s += fmt::format("  from {:<14} {}\n", to_string(e.since) + " on", describe(e));
  }
  if (r.epochs.size() > 1) {
    s += fmt::format("  on failing links     {} damaged, {} sent again in part\n",
                     counted(d.damaged_packets, "packet"), counted(d.repeated_messages, "message"));
  }
  if (!r.epochs.empty()) {
    s += fmt::format("  dropped              {}, {}\n", describe_dropped(d), to_string(d.dropped_bytes));
  }
  if (r.degraded_channels) {
    const LinkErrors errors = r.all_errors();
    s += fmt::format("  degraded             {}; {}, which held them for {}\n",
                     counted(r.degraded_channels, "channel"), counted(errors.errors, "error"),
                     to_string(errors.repeating));
  }
  return s;
}

std::string link_errors_csv(const FaultResults& r, const Topology& t) {
  std::string s = "router,port,injection,name,errors,repeating_ps\n";
  for (const LinkErrorRow& e : r.errors) {
    s += fmt::format("{},{},{},\"{}\",{},{}\n", e.router, e.port, e.injection ? 1 : 0,
                     position(t, {e.router}), e.counted.errors, e.counted.repeating.ps);
  }
  return s;
}

}  // namespace kasuri
