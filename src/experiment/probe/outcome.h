// SPDX-License-Identifier: MIT
// What probes (probe.h) report of a run.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/stats/table.h"

namespace kasuri {

// What the summary says of a job: in JSON at jobs[].NAME, one row of facts and lists of rows under names of
// their own. A column `a.b` is a value b of an object a.
struct JobView {
  std::uint32_t job;
  std::string name;
  Table facts;
  std::vector<std::pair<std::string, Table>> rows;
  std::string text;  // for people; lines
};

// What a probe reports.
struct Outcome {
  std::vector<Table> tables;  // in results.h5; those that are brief in the summary, too
  std::vector<std::pair<std::string, std::string>> files{};  // more files of the run directory: name, text
  std::vector<Table> views{};  // for the summary alone, which shows them under names of its own
  std::vector<JobView> of_jobs{};
};

}  // namespace kasuri
