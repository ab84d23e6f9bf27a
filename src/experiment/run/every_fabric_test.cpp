// SPDX-License-Identifier: MIT
// Every registered topology carries random traffic beyond saturation and is empty afterwards, by every
// registered routing that takes it, with every architecture of routers. No packet is lost, every credit
// comes home.
#include <gmock/gmock.h>

#include "experiment/run/test_run.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace every_fabric_test {

// Returns whether the routing takes the topology.
bool expect_all_delivered(const std::string& topology, const std::string& routing,
                          const std::string& architecture) {
  // Escape channels need VCs of one packet each; bubbles do not fit routers that move flits.
  const bool flits = architecture == "flit-input-queued";
  if (flits && routing == "bubble") return true;
  const std::string toml = "[topology]\n" + topology + "\n[routing]\ntype = '" + routing +
                           "'\n[nic]\nper_node = " + (topology.starts_with("type = 'rails'") ? "2" : "1") +
                           "\n[router]\narchitecture = '" + architecture +
                           (flits ? "'\narbiter = 'islip'\nwait_for_tail_credit = true\nflit = '64 B"
                                  : "") +
                           "'\nvcs = 4\nbuffer = '4 KiB'\noutput_buffer = '4 KiB'\n[run]\nseed = 5\n"
                           "[[jobs]]\npattern = { type = 'uniform', load = 1.0, message = '5 KiB', "
                           "duration = '25 us' }\n";
  try {
    TestConfig planned(toml);
  } catch (const Error&) {
    return false;
  }
  TestMachine m(toml);
  m.run();
  m.expect_at_rest();
  EXPECT_EQ(m.machine.unfinished(), 0) << topology;
  EXPECT_GT(m.machine.delivered().packets, 100u) << topology;
  return true;
}

TEST(EveryFabric, DeliversAllAndIsAtRest) {
  std::map<std::string, int> machines_of;
  for (const auto& [name, instances] : small_instances()) {
    for (const std::string& i : instances) {
      const std::string topology = "type = '" + name + "'\n" + i;
      for (const config::Component* routing : config::components("routing")) {
        for (const config::Component* architecture : config::components("router")) {
          SCOPED_TRACE(topology + " " + routing->name + " " + architecture->name);
          const bool takes = expect_all_delivered(topology, routing->name, architecture->name);
          machines_of[name] += takes;
          machines_of[routing->name] += takes;
          if (!takes) break;
        }
      }
    }
  }
  for (const auto& [name, machines] : machines_of) EXPECT_GT(machines, 0) << name;
}

}  // namespace every_fabric_test
}  // namespace kasuri
