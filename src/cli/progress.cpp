// SPDX-License-Identifier: MIT
#include "cli/progress.h"

#include <fmt/format.h>

namespace kasuri::cli {

void ProgressLine::show(const Progress& p) {
  std::string line;
  if (p.planned_end != kNever && p.planned_end > Time{0}) {
    const double share = std::min(1.0, p.now.seconds() / p.planned_end.seconds());
    const double left = share > 0 ? p.wall_s * (1 - share) / share : 0;
    line = fmt::format("{:3.0f} %, {} of {}, {} s left", 100 * share, to_string(p.now),
                       to_string(p.planned_end), static_cast<long>(left + 0.5));
  } else {
    line = fmt::format("{} simulated", to_string(p.now));
  }
  const double rate = p.wall_s > 0 ? static_cast<double>(p.packets) / p.wall_s : 0;
  fmt::print(stderr, "\r\x1b[K{}, {:.2f} million packets, {:.2f} million a second", line,
             static_cast<double>(p.packets) / 1e6, rate / 1e6);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

}  // namespace kasuri::cli
