// SPDX-License-Identifier: MIT
// Amounts of a chunk of time as rates.
#pragma once

#include <algorithm>

namespace kasuri::view {

// `amount` is in picoseconds or bytes, `length` in picoseconds.
inline double percent_of_chunk(double amount, double length) {
  return std::min(100.0, 100 * amount / std::max(1.0, length));
}
inline double per_second(double amount, double length) { return amount / std::max(1.0, length) * 1e12; }
inline double per_length(double amount, double length) { return amount / std::max(1.0, length); }

}  // namespace kasuri::view
