// SPDX-License-Identifier: MIT
#include "app/cli/machines.h"

#include <gtest/gtest.h>

#include "experiment/plan/accuracy.h"

namespace kasuri {
namespace machines_test {

// Of the machines that come with Kasuri: how often the range holds a point whose series (operation and
// algorithm) it does not know.
TEST(Machines, HaveRangesThatHold) {
  for (const char* machine : {"fugaku", "lumi", "leonardo", "marenostrum5", "dgx-h100"}) {
    // Machines of GPUs share a table.
    const std::string of = machine == std::string_view("dgx-h100") ? "nccl" : machine;
    const MachineErrors known =
        MachineErrors::read(cli::machine_file(machine).replace_filename(of + ".errors.csv"));
    std::size_t inside = 0;
    for (const MeasuredPoint& p : known.points()) {
      std::vector<MeasuredPoint> others;
      for (const MeasuredPoint& q : known.points()) {
        if (q.collective != p.collective || q.algorithm != p.algorithm) others.push_back(q);
      }
      const Range r = MachineErrors(std::move(others)).factors(p);
      inside += r.low <= p.factor() && p.factor() <= r.high;
    }
    const double share = static_cast<double>(inside) / static_cast<double>(known.points().size());
    EXPECT_GE(share, 0.75) << machine;
    EXPECT_LE(share, 0.88) << machine;
  }
}

}  // namespace machines_test
}  // namespace kasuri
