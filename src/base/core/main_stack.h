// SPDX-License-Identifier: MIT
// A stack for main() where the process was given a small one (ulimit -s 64).
#pragma once

namespace kasuri {

// main(argc, argv), on a stack of 8 MiB at least, which new threads get, too: the limit is raised if that
// is allowed, else the stack is a mapping of its own. To be called first of all.
int on_large_stack(int (*main)(int argc, char** argv), int argc, char** argv);

}  // namespace kasuri
