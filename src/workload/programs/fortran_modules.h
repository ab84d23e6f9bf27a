// SPDX-License-Identifier: MIT
// The modules mpi and mpi_f08 for the Fortran compiler of the host: files of modules fit one version of one
// compiler only, so they are made when they are first needed, and kept in the cache.
#pragma once

#include <filesystem>

#include "base/core/compiler.h"

namespace kasuri {

// The directory with the .mod files and libkasuri_modules.a. `sources` are those of the modules (of
// include/fortran), `options` make the objects programs of the simulator.
std::filesystem::path fortran_modules(const CompilerWords& compiler, const CompilerWords& options,
                                      const std::filesystem::path& sources);

}  // namespace kasuri
