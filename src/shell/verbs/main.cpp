// SPDX-License-Identifier: MIT
// Where a program begins; all else is in a room, which tests can link.
#include "shell/verbs/program.h"

int main(int argc, char** argv) { return kasuri::cli::run_program(argc, argv); }
