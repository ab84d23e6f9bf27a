// SPDX-License-Identifier: MIT
// From a configuration to results: plan, machine, run, collection.
#pragma once

#include <memory>

#include "experiment/run/results.h"
#include "experiment/run/run_options.h"

namespace kasuri {

struct Config;
struct Plan;

class Machine;

// Runs to the end and collects. A failing program, a deadlock, a limit or a signal is an ending
// told in the results, not an exception. Of several processes, the first gets the results, the others
// only the exit code. A signal that an InterruptGuard catches ends it early.
Results simulate(const Config&, Plan&&, const RunOptions&);

// The same in steps, for who lets the machine get on himself. What is referred to outlives it.
class Session {
 public:
  Session(const Config&, Plan&&, const RunOptions&);
  ~Session();

  Machine& machine();
  End go();             // to the end
  Results collect(End); // once

 private:
  struct State;
  std::unique_ptr<State> s_;
};

}  // namespace kasuri
