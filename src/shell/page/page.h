// SPDX-License-Identifier: MIT
// The page itself: the bundle that `make viewer` builds from web/, with the data of a view in it.
#pragma once

#include <filesystem>
#include <string>

#include "shell/page/pack.h"

namespace kasuri::view {

// The bundle: beside the binary (build/viewer.html), or where Kasuri is installed
// (PREFIX/share/kasuri/viewer.html). Throws Error(Exit::usage), naming `make viewer`, if there is none.
std::filesystem::path bundle();

// The complete page.
std::string page(const Pack&);
// The bundle's other page, for `kasuri serve`: the form and the history, with its settings as JSON.
std::string service_page(const Json& settings);

}  // namespace kasuri::view
