// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string_view>

namespace kasuri::cli {

// Prints, and loses nothing else if it cannot: a full disk or a closed pipe behind stdout shows when the
// verb has done its work (main.cpp).
inline void say(std::FILE* to, std::string_view text) { std::fwrite(text.data(), 1, text.size(), to); }

}  // namespace kasuri::cli
