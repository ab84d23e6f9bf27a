// SPDX-License-Identifier: MIT
// The command line of Kasuri and of its studies: each verb is a file of its own; this one reads the
// arguments, runs the verb, and turns what went wrong into one message and an exit code
// (base/core/errors.h).
#pragma once

namespace kasuri::cli {

// Returns the exit code.
int run_program(int argc, char** argv);

}  // namespace kasuri::cli
