// SPDX-License-Identifier: MIT
// Settings that exclude each other: both places are reported.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "base/config/document.h"

namespace kasuri::chip {

// Refuses two settings together, each with its place; `why` ends with what to do.
inline void refuse_together(config::Section& a, std::string_view key_a, config::Section& b,
                            std::string_view key_b, std::string_view why) {
  a.error(key_a, fmt::format("'{}' and '{}' exclude each other: {}", key_a, key_b, why));
  b.error(key_b, fmt::format("'{}' and '{}' are both set here", key_b, key_a));
}

}  // namespace kasuri::chip
