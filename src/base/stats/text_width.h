// SPDX-License-Identifier: MIT
// How much space a text takes in a picture, so that nothing is cut off and no two labels meet.
#pragma once

#include <string>
#include <string_view>

namespace kasuri {

// In the units of `size`, from above: of the fonts that pictures ask for (Svg::str()) and of those
// that take their place where these are not installed.
double text_width(std::string_view text, double size);

// The text, or as much of it as fits, with "…" in place of its middle.
std::string fitted(std::string_view text, double size, double width);

}  // namespace kasuri
