// SPDX-License-Identifier: MIT
#include "sim/interrupt.h"

#include <array>
#include <csignal>

#include "engine/partition.h"

namespace kasuri {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};
Partition* volatile running = nullptr;
volatile std::sig_atomic_t caught = 0;
std::array<struct sigaction, kSignals.size()> previous;

void on_signal(int number) {
  caught = number;
  if (running) running->request_stop();
}

}  // namespace

InterruptGuard::InterruptGuard(Partition& partition) {
  running = &partition;
  caught = 0;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESETHAND | SA_ONSTACK;
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &previous[i]);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &previous[i], nullptr);
  running = nullptr;
}

int InterruptGuard::signal() { return caught; }

}  // namespace kasuri
