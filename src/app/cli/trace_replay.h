// SPDX-License-Identifier: MIT
// What a trace comes to when it is replayed on a network without contention.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/core/units.h"
#include "workload/traces/goal_cut.h"

namespace kasuri::cli {

// Who waits for whom when nothing goes on any more; empty: every rank ends. Throws Error if the
// replay fails in another way.
std::vector<std::string> deadlock_in_replay(const std::filesystem::path& trace, int ranks,
                                            Bytes eager_limit);

// Writes what the ranks do in another format (RecordingFormat) into a folder; returns its files.
std::vector<std::string> convert_trace(const std::filesystem::path& trace, int ranks, Bytes eager_limit,
                                       const std::string& format, const std::filesystem::path& folder);

// Writes a part of what they do as a GOAL schedule; returns its file.
std::string cut_trace(const std::filesystem::path& trace, int ranks, Bytes eager_limit,
                      const trace::GoalCut&, const std::filesystem::path& folder,
                      trace::GoalCut::Report&);

}  // namespace kasuri::cli
