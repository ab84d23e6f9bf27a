// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace kasuri::cli {

// While it lives, what the simulated programs print goes to stderr, so that stdout is for our
// answer alone. Programs share our C library and its stdout.
class StdoutToStderr {
 public:
  StdoutToStderr() : saved_(dup(STDOUT_FILENO)) { send_to(STDERR_FILENO); }
  ~StdoutToStderr() {
    send_to(saved_);
    close(saved_ < 0 ? STDOUT_FILENO : saved_);  // it was closed
  }
  StdoutToStderr(const StdoutToStderr&) = delete;
  StdoutToStderr& operator=(const StdoutToStderr&) = delete;

 private:
  static void send_to(int file) {
    std::cout.flush();
    std::fflush(stdout);
    dup2(file, STDOUT_FILENO);
  }
  int saved_;
};

}  // namespace kasuri::cli
