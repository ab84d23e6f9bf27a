// SPDX-License-Identifier: MIT
// Which files configurations may name: for `kasuri serve`, whose configurations come from a browser. A path
// is judged before it is opened: here by the reader of configurations, in trace/ for the files that a trace
// names. Who may change links in these folders meanwhile may also change the files, and is not kept out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kasuri::config {

// From now on, files that configurations name must be in `folder` or `programs`, links followed: others
// are mistakes of the configuration. Code, which is programs and plug-ins, must be in `programs`; empty: no
// code.
void limit_files(const std::filesystem::path& folder, const std::filesystem::path& programs);
bool files_are_limited();
bool is_within_limits(const std::filesystem::path&);

// Why the code of this file may not run, in words: `what` is "programs" or "plug-ins". Empty: it may.
std::string refusal_of_code(const std::filesystem::path&, const std::string& what);

}  // namespace kasuri::config
