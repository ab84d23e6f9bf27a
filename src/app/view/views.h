// SPDX-License-Identifier: MIT
// What a page shows, by where it comes from: a run, the difference of two, a machine without a run, a
// chip plan, a many-core chip.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "studies/chip/experiment.h"
#include "studies/manycore/manycore.h"
#include "experiment/plan/plan.h"
#include "base/stats/hdf5.h"
#include "app/view/layout.h"
#include "app/view/network.h"
#include "app/view/pack.h"

namespace kasuri::view {

// A run as its directory has it.
struct RunSource {
  std::string name;
  const Json& summary;
  const Hdf5Reader& tables;
  std::string timeline;  // timeline.json; may be empty
  // What the run's configuration comes to, if it can still be read: where jobs are, and their routing.
  const Plan* plan = nullptr;
};

struct ViewOptions {
  std::size_t most_bytes = 13'500'000;  // of the data of a page
  std::uint32_t most_links = 50'000;    // with a row of their own in the tables by time
};

Pack run_view(const RunSource&, const ViewOptions&);
Pack difference_view(const RunSource& before, const RunSource& after, const ViewOptions&);
Pack machine_view(const std::string& name, const Plan&);
Pack chip_view(const std::string& name, const chip::Experiment&);
// Emulates the chip, several times up to a growing number of clocks where it is small enough.
Pack manycore_view(const std::string& name, const emu::ManycoreParams&);

// --- Parts of several of them ---

// Routers, links, classes, axes.
void add_network(Pack&, const Network&, const Layout&);
// Which job is on which node.
void add_jobs(Pack&, const std::vector<std::string>& names, const std::vector<std::uint8_t>& job_of_node);
// The paths that the routing gives to all pairs of routers, and the links that they take those of each
// job over, if they are few enough; else nothing.
void add_paths(Pack&, const Plan&);
// Ranks over time, their spans and messages.
void add_ranks(Pack&, const RunSource&, std::size_t chunks);
// A line of the page's list of facts.
void add_fact(Pack&, const std::string& name, const std::string& value);
// A quantity that this view lacks, and the setting that collects it.
void add_missing(Pack&, const std::string& what, const std::string& setting);
// A curve over time.
void add_series(Pack&, const std::string& group, const std::string& name, const std::string& unit,
                const std::string& axis, const std::vector<double>& values);
void add_axis(Pack&, const std::string& name, const std::vector<double>& begin,
              const std::vector<double>& end);

}  // namespace kasuri::view
