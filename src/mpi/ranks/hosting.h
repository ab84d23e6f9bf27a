// SPDX-License-Identifier: MIT
// What ends threads of programs against their will.
#pragma once

namespace kasuri::mpi {

// From now on crashes and exceptions in threads that ranks make are told (program_threads.h).
void watch_program_threads();

}  // namespace kasuri::mpi
