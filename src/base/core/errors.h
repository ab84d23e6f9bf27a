// SPDX-License-Identifier: MIT
// The ways a run ends, as exit codes (documented in docs/errors.md), and errors that carry one.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

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

// Where a mistake is: a file with line and column (from 1; 0: none), or who reports it ("kasuri sweep").
struct ErrorPlace {
  ErrorPlace() = default;
  explicit ErrorPlace(std::string of, std::uint64_t in_line = 0, std::uint64_t in_column = 0)
      : subject(std::move(of)), line(in_line), column(in_column) {}

  // "subject:line:column: error: ", as far as there are such.
  std::string before_text() const {
    std::string text = subject;
    for (const std::uint64_t n : {line, column}) {
      if (n) text += ':' + std::to_string(n);
    }
    return text + (text.empty() ? "error: " : ": error: ");
  }

  std::string subject;
  std::uint64_t line = 0, column = 0;
};

// What a person outside can mend; `what()` is the complete message, one or several lines. A component that
// does not know where in a file it was described throws an Error without a place; who catches it adds that.
class Error : public std::runtime_error {
 public:
  Error(Exit code, const std::string& text) : std::runtime_error(text), code_(code) {}
  Error(Exit code, const ErrorPlace& place, const std::string& text)
      : std::runtime_error(place.before_text() + text), code_(code), has_place_(true) {}
  // Several messages, each with its place.
  static Error of_lines(Exit code, const std::string& lines) {
    Error e(code, lines);
    e.has_place_ = true;
    return e;
  }

  Exit code() const { return code_; }
  bool has_place() const { return has_place_; }

 private:
  Exit code_;
  bool has_place_ = false;
};

}  // namespace kasuri
