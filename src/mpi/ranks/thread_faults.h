// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace kasuri::mpi {

// Whether something has ended a thread that a rank has made (program_threads.h); its world is to tell.
inline constinit std::atomic<bool> any_thread_failed{false};

}  // namespace kasuri::mpi
