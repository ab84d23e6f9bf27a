// SPDX-License-Identifier: MIT
// SIGINT, SIGTERM, SIGHUP, and what batch systems send before they end a job, as a polite request to end a
// run; a second one ends the process at once. A SIGHUP that is ignored (nohup) stays ignored. A closed pipe
// behind stdout is an error of its writer, not the end of the process.
#pragma once

namespace kasuri {

class Windows;

// Catches the signals while it lives; what came is remembered until a run is there to be stopped.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  // The signal that came, or 0.
  static int signal();
};

// While it lives, a signal stops the these event loops; one that came before stops it
// from the start.
class Interruptible {
 public:
  explicit Interruptible(Windows&);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
};

}  // namespace kasuri
