// SPDX-License-Identifier: MIT
// Algorithms by the names that measurements give them: "recursive_doubling_ompi", "default-ring", "ring".
#pragma once

#include <string>

#include "experiment/plan/config.h"

namespace kasuri::measured {

// By its name, which exists.
mpi::Collective collective_of(const std::string& operation);

// The name alone: "recursive-doubling". Of "default_ompi" and the like nothing: the library chose.
std::string plain_name(std::string name);

// Whether it is one between GPUs: "allreduce_nccl_ring".
bool is_of_nccl(const std::string& name);

// The algorithm of an operation as a value of [mpi.algorithms]: as the machine's MPI library has it, else
// Kasuri's own of this name. Throws Error if there is none, with the known ones.
std::string algorithm_text(const Config&, const std::string& operation, const std::string& name,
                           mpi::NamedCall = {});

}  // namespace kasuri::measured
