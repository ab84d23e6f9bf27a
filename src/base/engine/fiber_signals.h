// SPDX-License-Identifier: MIT
// For handlers of signals that also come from outside.
#pragma once

#include <csignal>

namespace kasuri {

// Whether the fiber that runs on this thread has sent the signal to its own process.
bool is_sent_by_fiber(const siginfo_t&);
// Then it ends alone: as crashed by the signal, of which the arguments are those of the handler.
void end_fiber_by(int signal, siginfo_t*, void* context);

}  // namespace kasuri
