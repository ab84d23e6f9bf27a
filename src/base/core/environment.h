// SPDX-License-Identifier: MIT
#pragma once

namespace kasuri {

// The environment's variables, `environ`; but naming that would give this program a copy of its own, and
// the MPI library, which binds to libc's (src/base/cluster), would work on another one than its plug-ins.
char** environment();

}  // namespace kasuri
