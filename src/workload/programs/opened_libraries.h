// SPDX-License-Identifier: MIT
// Libraries that a program opens by dlopen() while it runs. One that `kasuri mpicc` has compiled finds its
// data from the base of a program, so it has to be a part of that (mpi_libraries.h): if it is, the program
// itself is what dlopen() gives; else it is refused. All ranks share the variables of other libraries.
#pragma once

#include <filesystem>
#include <string>

#include "mpi/ranks/job.h"

namespace kasuri {

// Of a program that was loaded from `object`; `handle` is dlopen's.
mpi::OpenLibrary judge_of_libraries(const std::filesystem::path& object, void* handle);

}  // namespace kasuri
