// SPDX-License-Identifier: MIT
#include "experiment/report/accuracy_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/core/units.h"
#include "base/core/words.h"
#include "experiment/run/results.h"

namespace kasuri {

nlohmann::ordered_json accuracy_json(const MachineAccuracy& a) {
  return {{"range", to_json(a.time)},
          {"points", a.points},
          {"communication_ratio", a.communication},
          {"has_collectives", a.has_collectives},
          {"caveats", a.caveats}};
}

std::string accuracy_text(const MachineAccuracy& a) {
  std::string s = fmt::format(
      "machine\n  measured time        {} to {} in {:.0f} % of cases, as {} of collectives that decided\n"
      "  {:<20} none of its constants, with the settings of its file; {:.0f} % of the time is "
      "communication\n",
      to_string(Time{std::llround(a.time.low)}), to_string(Time{std::llround(a.time.high)}),
      100 * Range::kShare, counted(a.points, "measured time"), "", 100 * a.communication);
  for (const std::string& c : a.caveats) s += fmt::format("  {:<20} {}\n", "caveat", c);
  return s;
}

}  // namespace kasuri
