// SPDX-License-Identifier: MIT
#include "app/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shell/verbs/say.h"
#include "shell/verbs/command.h"

namespace kasuri::cli {
namespace {

// Simulated time for each second of the host's, of three digits.
std::string pace(const Progress& p) {
  const double ps = static_cast<double>(p.now.ps) / p.wall_s;
  const double digit = std::pow(10, std::max(0.0, std::floor(std::log10(std::max(ps, 1.0))) - 2));
  return to_string(Time{static_cast<std::int64_t>(std::round(ps / digit) * digit)});
}

// Of a run that has done less than one percent, the rest cannot be known.
std::string time_left(const Progress& p) {
  if (p.share < 0.01) return "time left unknown";
  const double share = std::min(1.0, p.share);
  return fmt::format("{:.0f} s left", p.wall_s * (1 - share) / share);
}

}  // namespace

std::string progress_text(const Progress& p) {
  std::string line;
  if (p.share >= 0) {
    const double share = std::min(1.0, p.share);
    line = fmt::format("{:3.0f} %, {}{}, {}", 100 * share, to_string(p.now),
                       p.planned_end == kNever ? "" : " of " + to_string(p.planned_end), time_left(p));
  } else {
    line = fmt::format("{} simulated", to_string(p.now));
  }
  if (p.wall_s > 0) line += fmt::format(", {} a second", pace(p));
  const double rate = p.wall_s > 0 ? static_cast<double>(p.packets) / p.wall_s : 0;
  return line + fmt::format(", {:.2f} million packets, {:.2f} million a second",
                            static_cast<double>(p.packets) / 1e6, rate / 1e6);
}

void ProgressLine::show(const Progress& p) {
  if (on_terminal_) {
    say(to_, "\r\x1b[K" + progress_text(p));
    std::fflush(to_);
    shown_ = true;
    return;
  }
  if (p.wall_s < last_) next_ = interval_;  // another run
  last_ = p.wall_s;
  if (interval_ <= 0 || p.wall_s < next_) return;
  next_ = p.wall_s + interval_;
  say(to_, fmt::format("kasuri: {}\n", progress_text(p)));
  std::fflush(to_);
}

void ProgressLine::clear() {
  if (shown_) say(to_, "\r\x1b[K");
  shown_ = false;
}

StepLine::StepLine(double interval, std::FILE* to)
    : to_(to),
      on_terminal_(isatty(fileno(to))),
      interval_(interval),
      listener_([this](const LongStep* step) { hear(step); }) {}

void StepLine::hear(const LongStep* step) {
  constexpr double kFirst = 3;  // s
  if (interval_ < 0) return;
  if (!step) {
    next_ = 0;
    if (on_terminal_) say(to_, "\r\x1b[K");
    return;
  }
  const std::string text =
      fmt::format("{}, {:.0f} %, {:.0f} s so far", step->what(), 100 * step->share(), step->seconds());
  if (on_terminal_) {
    say(to_, "\r\x1b[K" + text);
  } else {
    if (interval_ == 0 || step->seconds() < std::max(next_, std::min(kFirst, interval_))) return;
    next_ = step->seconds() + interval_;
    say(to_, fmt::format("kasuri: {}\n", text));
  }
  std::fflush(to_);
}

void add_progress_option(CLI::App& app, double& interval) {
  app.add_option("--progress", interval,
                 "seconds between lines of progress if stderr is not a terminal; 0: none; default: 10")
      ->check(CLI::Range(0.0, 1e9))
      ->type_name("SECONDS");
}

}  // namespace kasuri::cli
