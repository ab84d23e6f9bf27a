// SPDX-License-Identifier: MIT
// Functions of the C library that programs for mgen.h find in the simulator, with a state for each rank and
// with simulated time. `kasuri cc` links them with --wrap for each.
#pragma once

#include <array>
#include <string_view>

namespace kasuri::mpi {

inline constexpr std::array kOwnLibrary{
#define L(name) #name,
#include "mpi/ranks/own_library_names.inc"
#undef L
};

// Those with a state in variables that programs read: they have none of their own.
inline constexpr std::array<std::string_view, 7> kSharedState{"getopt", "getopt_long", "getopt_long_only",
                                                              "optind", "optarg", "opterr", "optopt"};

}  // namespace kasuri::mpi
