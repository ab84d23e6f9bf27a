// SPDX-License-Identifier: MIT
// Colour on terminals: "error:" red, "note:" and "warning:" yellow, headings of a summary bold. Nowhere
// else: not into files or pipes, not with NO_COLOR set, not on a terminal that calls itself dumb.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace kasuri::cli {

bool has_colour(std::FILE*);

// As it is to be printed to that stream.
std::string coloured_message(std::string_view text, std::FILE* to);
// The lines of a summary that are headings are those of one word.
std::string coloured_summary(std::string_view text, std::FILE* to);

}  // namespace kasuri::cli
