// SPDX-License-Identifier: MIT
#include "experiment/run/machine_accuracy.h"

#include <algorithm>

#include "experiment/plan/accuracy.h"
#include "experiment/plan/plan.h"
#include "experiment/run/results.h"

namespace kasuri {

MachineAccuracy machine_accuracy(const Plan& plan, const Results& r) {
  double computing = 0, collectives = 0, whole = 0;
  MachineAccuracy a{.time = {}, .points = plan.errors->points().size()};
  for (const JobRow& j : r.jobs) {
    computing += static_cast<double>(j.spent.computing.ps);
    collectives += static_cast<double>(j.spent.collectives.ps);
    whole += static_cast<double>(j.time.ps) * j.ranks;
    a.has_collectives |= j.spent.collectives > Time{0} || j.kind == "collective";
    if (j.nodes == 0 || j.ranks <= j.nodes) continue;
    for (std::string& c : plan.errors->caveats({.ranks_per_node = (j.ranks + j.nodes - 1) / j.nodes})) {
      if (std::ranges::find(a.caveats, c) == a.caveats.end()) a.caveats.push_back(std::move(c));
    }
  }
  if (!a.has_collectives) {
    a.caveats.emplace_back("this run has no collectives: the machine was measured with nothing else");
  }
  if (whole > 0) {
    a.communication = std::clamp(std::max(whole - computing, collectives) / whole, 0.0, 1.0);
  }
  const Range factors = plan.errors->factors();
  const Range level =
      r.fidelity && r.fidelity->expected.nearest
          ? r.fidelity->packet_level()
          : Range{static_cast<double>(r.time.ps), static_cast<double>(r.time.ps), RangeFrom::level};
  a.time = {level.low * (1 + a.communication * (factors.low - 1)),
            level.high * (1 + a.communication * (factors.high - 1)), RangeFrom::machine};
  return a;
}

}  // namespace kasuri
