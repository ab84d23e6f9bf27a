// SPDX-License-Identifier: MIT
// What the recording and the reader of OTF2 archives agree on.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>

#include "mpi/ranks/collective.h"

namespace kasuri::trace::otf2 {

// Parameters, each before the collective that it belongs to.
inline constexpr const char* kOut = "kasuri.out";          // bytes for each rank, one after another
inline constexpr const char* kIn = "kasuri.in";            // bytes from each
inline constexpr const char* kElement = "kasuri.element";  // bytes of an element
inline constexpr const char* kMaking = "kasuri.making";    // mpi::Making, from this on
inline constexpr std::uint32_t kFirstMaking = 16;
inline constexpr const char* kColour = "kasuri.colour";
inline constexpr const char* kKey = "kasuri.key";

// OTF2's number of a collective.
std::uint32_t op_of(mpi::Collective);

}  // namespace kasuri::trace::otf2
