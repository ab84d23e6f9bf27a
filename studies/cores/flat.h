// SPDX-License-Identifier: MIT
// One processor in flat memory, for exercisers and small programs: an 8080 under a stub of CP/M, an
// SH-2 with the system calls of GNU's simulator.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "studies/cores/image_file.h"

namespace kasuri::emu {

struct FlatOptions {
  std::optional<std::int64_t> cycles;               // stop at the first instruction after them
  std::function<void(std::string_view)> console;    // what the program prints
  std::function<int()> key;                         // the next byte of input, or -1
  std::function<void(const std::string&)> trace;    // if set: a line before each instruction
};

struct FlatResult {
  std::int64_t instructions = 0;
  std::int64_t cycles = 0;
  std::int64_t exceptions = 0;
  int exit_code = 0;
  std::string end;  // why it stopped
};

// CP/M: the program starts at its origin (0x100 by convention), reaches the console by CALL 5 with
// functions 1, 2, 9 and 11, and ends by function 0 or a jump to 0. The stub is two instructions at
// 5, OUT 1 and RET, and OUT 0 at 0, which the totals include.
FlatResult run_8080(const LoadedImage&, const FlatOptions&);

// Memory is what is touched, up to 1 GiB. A raw image at 0 starts by its reset vector, an ELF image
// at its entry, or by the reset vector if that is 0. TRAPA #34 without a handler is a system call
// (R4: 1 exit with R5, 4 write R7 bytes at R6). A BRA to itself or SLEEP ends the run.
FlatResult run_sh2(const LoadedImage&, const FlatOptions&);

}  // namespace kasuri::emu
