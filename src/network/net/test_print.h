// SPDX-License-Identifier: MIT
// For tests: how units are shown when they are not what was expected.
#pragma once

#include <ostream>

#include "base/core/units.h"

namespace kasuri {

inline void PrintTo(Time t, std::ostream* out) { *out << t.ps << " ps"; }
inline void PrintTo(Bytes b, std::ostream* out) { *out << b.n << " B"; }

}  // namespace kasuri
