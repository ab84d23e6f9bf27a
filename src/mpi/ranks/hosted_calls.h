// SPDX-License-Identifier: MIT
// Calls of the C library that mean the whole process, of which a simulated rank is only a part.
// Programs are linked with --wrap for each (workload/programs/compile.cpp), and find __wrap_NAME in the
// simulator: there the call serves the rank alone, or the job ends and the message says what to do instead.
// Code of the simulator, and libraries that programs are linked with, call the C library as always.
#pragma once

#include <array>

namespace kasuri::mpi {

inline constexpr std::array kHostedCalls{
#define H(name) #name,
#include "mpi/ranks/hosted_names.inc"
#undef H
};

}  // namespace kasuri::mpi
