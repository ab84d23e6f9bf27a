// SPDX-License-Identifier: MIT
// Every registered topology carries random traffic beyond saturation and is empty afterwards: by
// its usual routing, and by Valiant around that. No packet is lost, every credit comes home.
#include <gmock/gmock.h>

#include "sim/test_run.h"
#include "topology/test_instances.h"

namespace kasuri {
namespace {

void expect_all_delivered(const std::string& topology, const std::string& routing) {
  TestMachine m("[topology]\n" + topology + "\n" + routing +
                "[router]\nvcs = 12\nbuffer = '4 KiB'\n[run]\nseed = 5\n"
                "[[jobs]]\npattern = { type = 'uniform', load = 1.0, message = '5 KiB', "
                "duration = '40 us' }\n");
  m.run();
  m.expect_at_rest();
  EXPECT_EQ(m.machine.unfinished(), 0) << topology;
  EXPECT_GT(m.machine.delivered().packets, 100u) << topology;
}

TEST(EveryFabric, DeliversAllAndIsAtRest) {
  for (const auto& [name, instances] : small_instances()) {
    for (const std::string& i : instances) {
      const std::string topology = "type = '" + name + "'\n" + i;
      SCOPED_TRACE(topology);
      expect_all_delivered(topology, "");
      expect_all_delivered(topology, "[routing]\ntype = 'valiant'\n");
    }
  }
}

}  // namespace
}  // namespace kasuri
