// SPDX-License-Identifier: MIT
// SIGINT and SIGTERM as a polite request to end a run; a second one ends the process at once.
#pragma once

namespace kasuri {

class Partition;

class InterruptGuard {
 public:
  explicit InterruptGuard(Partition&);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  // The signal that came, or 0.
  static int signal();
};

}  // namespace kasuri
