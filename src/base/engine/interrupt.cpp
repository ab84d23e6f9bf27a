// SPDX-License-Identifier: MIT
#include "base/engine/interrupt.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <string_view>

#include "base/engine/fiber_signals.h"
#include "base/engine/windows.h"

namespace kasuri {
namespace {

// The last three are those by which batch systems announce the end of a job's time.
constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};
Windows* volatile running = nullptr;
volatile std::sig_atomic_t caught = 0;
std::array<struct sigaction, kSignals.size()> previous;

void on_signal(int number, siginfo_t* info, void* context) {
  if (is_sent_by_fiber(*info)) return end_fiber_by(number, info, context);
  constexpr std::string_view kSaid = "\nkasuri: ending the run; repeat to kill it\n";
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, kSaid.data(), kSaid.size());
  caught = number;
  if (running) running->request_stop();
}

}  // namespace

InterruptGuard::InterruptGuard() {
  caught = 0;
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER | SA_ONSTACK;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &previous[i]);
    if (kSignals[i] == SIGHUP && previous[i].sa_handler == SIG_IGN) continue;
    sigaction(kSignals[i], &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);  // also for what is printed when we are gone
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &previous[i], nullptr);
}

int InterruptGuard::signal() { return caught; }

Interruptible::Interruptible(Windows& windows) {
  running = &windows;
  if (caught) windows.request_stop();
}

Interruptible::~Interruptible() { running = nullptr; }

}  // namespace kasuri
