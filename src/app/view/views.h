// SPDX-License-Identifier: MIT
// What a page shows, by where it comes from: a run, the difference of two, a machine without a run. Studies
// have pages of their own (studies/chip/chip_view.h).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/stats/hdf5.h"
#include "app/view/layout.h"
#include "shell/page/pack.h"
#include "shell/page/parts.h"

namespace kasuri {
struct Plan;
}  // namespace kasuri

namespace kasuri::view {

// A run as its directory has it.
struct RunSource {
  std::string name;
  const Json& summary;
  const Hdf5Reader& tables;
  std::string timeline;  // timeline.json; may be empty
  // What the run's configuration comes to, if it can still be read: where jobs are, and their routing.
  const Plan* plan = nullptr;
  std::string text{};       // summary.txt
  std::string folder{};     // as it was named
  bool repeated = false;    // tables are of a repetition with more statistics
};

struct ViewOptions {
  std::size_t most_bytes = 13'500'000;  // of the data of a page
  std::uint32_t most_links = 50'000;    // with a row of their own in the tables by time
};

Pack run_view(const RunSource&, const ViewOptions&);
Pack difference_view(const RunSource& before, const RunSource& after, const ViewOptions&);
Pack machine_view(const std::string& name, const Plan&);

// --- Parts of several of them ---

// Which job is on which node.
void add_jobs(Pack&, const std::vector<std::string>& names, const std::vector<std::uint8_t>& job_of_node);
// The paths that the routing gives to all pairs of routers, and the links that they take those of each
// job over, if they are few enough; else nothing.
void add_paths(Pack&, const Plan&);
// Ranks over time, their spans and messages.
void add_ranks(Pack&, const RunSource&, std::size_t chunks);

}  // namespace kasuri::view
