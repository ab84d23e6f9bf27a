// SPDX-License-Identifier: MIT
// Networks of CODES that carry whole messages: simplenet, loggp.
#include "workload/traces/codes_import.h"
#include "workload/traces/loggp_table.h"

namespace kasuri::trace::codes {

// A message takes a start-up time, and its bytes at the rate of the NIC.
void Network::whole_messages(const std::string& lps) {
  for (const char* key : {"net_startup_ns", "net_bw_mbps"}) {
    if (!params_->values.contains(key)) fail(fmt::format("the network needs {}", key), params_->at);
  }
  whole_message_machine(lps, real("net_startup_ns", 0, 0, 1e12),
                        real("net_bw_mbps", 0, 1e-3, 9e7) * model_->unit, 0);
}

void Network::simplep2p() {
  fail(
      "simplep2p has a latency and a bandwidth for each pair, in files that are not read; "
      "simplenet has "
      "one for all",
      place(*group_, "modelnet_simplep2p"));
}

// Here one row of the table holds for messages of all sizes.
void Network::loggp() {
  const CodesValue* const name = find(*params_, "net_config_file");
  if (!name) fail("the network needs net_config_file", params_->at);
  const LoggpTable table = read_loggp_table(file_.parent_path() / name->items[0]);
  if (table.rows > 1) {
    warn(name->at,
         fmt::format("only the row for {1} B of {0} rows is imported, for messages of all sizes",
                     table.rows, table.size));
  }
  if (table.unusable > 0) {
    warn(name->at, fmt::format("{} of the {} rows have no usable L, g and G, and are not read",
                               table.unusable, table.rows));
  }
  whole_message_machine("modelnet_loggp", table.latency_us * 1000, 1e6 / table.per_byte_us,
                        table.gap_us * 1000);
}

void Network::whole_message_machine(const std::string& lps, double latency_ns, double rate,
                                    double gap_ns) {
  machine_.nodes = count(lps, 1);
  const std::uint64_t all = std::uint64_t{machine_.routers} * machine_.nodes;
  if (machine_.nodes > 4096) fail(fmt::format("{} must be at most 4096", lps), place(*group_, lps));
  machine_.toml +=
      all <= 32768 ? fmt::format("[topology]\ntype = \"switch\"\nendpoints = {}\n\n", all)
                   : fmt::format(
                         "[topology]  # no effect on whole messages\ntype = \"torus\"\nextents = "
                         "[{}]\nendpoints_per_router = {}\n\n",
                         machine_.routers, machine_.nodes);
  machine_.toml += fmt::format(
      "[network]\ntype = \"loggp\"\nlatency = {}\ngap = {}\n"
      "rate = {}\n\n[nic]\nlink_rate = {}\n",
      time_of(std::max(0.001, latency_ns)), time_of(gap_ns), rate_of(rate),
      rate_of(std::clamp(rate, 1e3, 1e14)));
  libraries();
}

}  // namespace kasuri::trace::codes
