// SPDX-License-Identifier: MIT
// How far a run is, on stderr: on a terminal one line that changes, elsewhere a line now and then.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

#include "base/core/long_step.h"

namespace CLI {
class App;
}
namespace kasuri {
struct Progress;
}  // namespace kasuri

namespace kasuri::cli {

// "12 %, 1.2 us of 10 us, 40 s left, …"
std::string progress_text(const Progress&);

class ProgressLine {
 public:
  static constexpr double kInterval = 10;  // s of host time between lines

  explicit ProgressLine(double interval = kInterval, std::FILE* to = stderr)
      : to_(to), on_terminal_(isatty(fileno(to))), interval_(interval), next_(interval) {}
  ~ProgressLine() { clear(); }

  // For RunOptions::progress.
  std::function<void(const Progress&)> shower() {
    return [this](const Progress& p) { show(p); };
  }
  void show(const Progress&);
  // Off the terminal, for something else to be said.
  void clear();

 private:
  std::FILE* to_;
  bool on_terminal_;
  double interval_, next_, last_ = 0;
  bool shown_ = false;
};

// The same for long steps before a run, while it lives: tables of routes, the search for deadlocks.
class StepLine {
 public:
  static constexpr double kSilent = -1;  // no line, not even on a terminal

  explicit StepLine(double interval = ProgressLine::kInterval, std::FILE* to = stderr);

 private:
  void hear(const LongStep*);

  std::FILE* to_;
  bool on_terminal_;
  double interval_;
  double next_ = 0;  // s of the step, when it is not on a terminal
  LongStep::Listener listener_;
};

// --progress
void add_progress_option(CLI::App&, double& interval);

}  // namespace kasuri::cli
