// SPDX-License-Identifier: MIT
// `view` of a program with files of its own: what `kasuri view` starts for them.
#pragma once

#include <string>

#include "base/config/document.h"
#include "shell/page/pack.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {

inline constexpr const char* kPageSummary = "write a page for the browser (kasuri view)";

// The page of a configuration, whose settings it reads.
using ViewOfFile = view::Pack (*)(const std::string& name, config::Document&);

Action write_page_of(CLI::App&, ViewOfFile);

}  // namespace kasuri::cli
