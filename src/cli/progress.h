// SPDX-License-Identifier: MIT
// One line on a terminal that says how far a run is.
#pragma once

#include <unistd.h>

#include <cstdio>

#include "sim/simulation.h"

namespace kasuri::cli {

class ProgressLine {
 public:
  ProgressLine() : on_(isatty(STDERR_FILENO)) {}
  ~ProgressLine() { clear(); }

  bool on() const { return on_; }
  void show(const Progress&);
  void clear();

 private:
  bool on_;
  bool shown_ = false;
};

}  // namespace kasuri::cli
