// SPDX-License-Identifier: MIT
// The event loop of a whole run: until nothing is left, or a limit, a failure, a signal, or until it is
// known that it does not get on.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "experiment/run/results.h"
#include "experiment/run/run_options.h"
#include "experiment/run/measure.h"

namespace kasuri {

class HostWatch;

inline double wall_seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

class EventLoop {
 public:
  EventLoop(const Config&, Machine&, const RunOptions&, const HostWatch&);

  End go();
  // Why it is a deadlock although events went on; empty if none went on.
  const std::string& hang() const { return hang_; }
  std::optional<Measured> measured() const {
    return measurement_ ? std::optional(measurement_->result()) : std::nullopt;
  }

 private:
  std::int64_t of_all(std::int64_t here) const;  // the sum over all processes
  bool has_failed_in_thread() const;
  End why_stopped() const;
  double share_done() const;
  End go_on();
  Partition::Pause advance_to(Time end);
  std::optional<End> advance_with_looks(Time check, Partition::Pause&);
  Time simulated() const;
  bool only_polls() const;
  bool pauses_in_cycle(Time now);
  bool only_idle_timers() const;
  void tell();

  const Config& config_;
  Machine& machine_;
  const RunOptions& options_;
  const HostWatch& host_;
  Time planned_end_{0};
  Time long_pause_, between_looks_;
  Time poll_look_;  // when it is looked next whether ranks only poll
  std::string hang_;
  std::optional<Measurement> measurement_;
  double started_ = wall_seconds();
  double told_ = started_, looked_ = 0;
};

}  // namespace kasuri
