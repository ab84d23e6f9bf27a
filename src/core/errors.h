// SPDX-License-Identifier: MIT
// The ways a run ends, as exit codes (documented in docs/errors.md), and errors that carry one.
#pragma once

#include <stdexcept>
#include <string>

namespace kasuri {

enum class Exit : int {
  done = 0,
  program_failed = 1,  // the simulated program failed; its own code is in the summary
  usage = 2,           // command line, configuration, or a program that does not compile
  deadlock = 3,        // simulated deadlock or hang
  limit = 4,           // time, memory, a full or unwritable disk
  internal = 5,
  // 128 + n: ended by signal n
};

// What a person outside can mend; `what()` is the complete message, one or several lines.
class Error : public std::runtime_error {
 public:
  Error(Exit code, const std::string& message) : std::runtime_error(message), code_(code) {}
  Exit code() const { return code_; }

 private:
  Exit code_;
};

}  // namespace kasuri
