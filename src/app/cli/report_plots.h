// SPDX-License-Identifier: MIT
// The pictures of kasuri report, as SVG.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/run_files.h"

namespace kasuri::cli {

// How many links were how busy, by class.
std::string link_histogram(const RunFiles&);
// How many packets and messages took how long; none without histograms of latencies.
std::optional<std::string> latency_distribution(const RunFiles&);
// How busy links and ranks were, chunk by chunk; none if the run was not split in time.
std::optional<std::string> over_time(const RunFiles&);
// What each input VC of the watched routers held over time, a lane each, of the first `most` lanes.
std::optional<std::string> buffer_history(const RunFiles&, std::size_t most = 40);
// The first ranks and links of its timeline; none without a timeline.
std::optional<std::string> timeline_picture(const RunFiles&);

// The viewer's plots: the machine, and curves over time. Names of files and their content.
std::vector<std::pair<std::string, std::string>> view_plots(const RunFiles&);
// The summary and these pictures as one page without scripts.
std::string report_page(const RunFiles&, const std::vector<std::string>& svgs);

}  // namespace kasuri::cli
