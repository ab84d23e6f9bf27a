// SPDX-License-Identifier: MIT
// The settings of a machine that a calibration may choose: times and rates, each a positive number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiment/plan/config.h"

namespace kasuri::measured {

struct Constant {
  std::string_view key;          // "mpi.send_overhead"
  bool is_rate;                  // bytes a second, else picoseconds
  double least, most;            // in these units
  double start;                  // if the machine has none: zero, unlimited or not set
  double (*get)(const Config&);  // 0: none

  std::string text(double value) const;  // "412 ns", to three digits
};

const std::vector<Constant>& constants();
// Throws Error with those that are known.
const Constant& constant(std::string_view key);

// A machine file's text with these settings in their sections, in place of those that it has; `why`
// follows each as a comment. Throws Error with `name`, the machine's, if the text has them in a form in
// which they cannot be replaced, as `mpi.send_overhead = "1 us"` above all sections.
std::string with_settings(std::string_view machine,
                          const std::vector<std::pair<std::string, std::string>>& settings,
                          std::string_view why, const std::string& name);

// The text without the errors that [accuracy] names: they are not those of other constants.
std::string without_errors(std::string_view machine);

}  // namespace kasuri::measured
