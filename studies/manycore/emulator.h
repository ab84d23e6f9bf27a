// SPDX-License-Identifier: MIT
// How a machine is run: a component (`kasuri help emulator`). Those that are exact end with the
// same hash; each has a file of its own.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "studies/cores/cpu_text.h"
#include "studies/manycore/given_count.h"
#include "studies/manycore/machine.h"
#include "studies/manycore/standing.h"
#include "studies/manycore/waits.h"

namespace kasuri::emu {

struct EmulatorContext {
  std::int64_t clocks = std::numeric_limits<std::int64_t>::max();  // start no instruction after
  unsigned threads = 1;
  bool keep_clocks = false;                      // Run::final_clocks is wanted
  std::optional<std::uint64_t> element = {};     // one of which more is wanted: Run::element,
  std::function<void(const std::string&)> trace = {};  // and if set, a line for each instruction
  std::function<void()> trace_again = {};              // all of it comes again, from another engine
  std::function<bool()> stop = {};                     // if it says so, the run ends where it is
  GivenCount* given = nullptr;                   // if set
  // State to a file, by engines that can, each so many seconds; and from one, to go on with.
  std::filesystem::path checkpoint;
  double checkpoint_seconds = 600;
  std::filesystem::path restart;
};

// What a run takes, known before it starts.
struct Plan {
  std::uint64_t bytes = 0;
  std::string fallback;  // why a slower engine will do the work, or ""
};

// The chosen element when the run ends.
struct ElementState {
  Standing standing;
  NamedRegisters registers;
};

struct Run {
  Totals totals;
  std::uint64_t state_hash = 0;
  std::int64_t clocks = 0;            // until the last processing element stopped or began to wait
  std::int64_t last_rank_clocks = 0;  // the same of the last rank
  std::uint64_t bytes = 0;            // of memory, if all elements were held at once
  std::uint64_t most_bytes = 0;       // that were held at once
  std::string fallback;               // why a slower engine did the work, or ""
  std::string engine;                 // that did it, if one may do it for another
  std::vector<std::int64_t> final_clocks;  // of each element, if they are kept
  Waits waits;
  bool stopped = false;                    // since the context said so
  std::optional<ElementState> element;     // the chosen one
  double seconds = 0;                      // of the host, wall clock, for the emulation alone
  double cpu_seconds = 0;                  // user and system, all threads, and of compilers
  std::string not_translated;              // why nothing was, if it should have been
};

class Stopwatch {
 public:
  void read(Run& run) const {
    run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
    run.cpu_seconds = cpu_now() - cpu_;
  }

 private:
  static double cpu_now() {
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    double sum = 0;
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
      rusage u{};
      getrusage(who, &u);
      sum += seconds(u.ru_utime) + seconds(u.ru_stime);
    }
    return sum;
  }
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  double cpu_ = cpu_now();
};

// Builds a smaller chip with the same ROM and passes it on, for engines that try before they run.
template <class Core>
using Smaller = std::function<void(Shape, const std::function<void(const Chip<Core>&)>&)>;

class Emulator {
 public:
  static constexpr std::string_view kKind = "emulator";
  static constexpr std::string_view kKindMeaning = "how a many-core chip is emulated on the host";
  using Base = Emulator;
  using Context = EmulatorContext;

  virtual ~Emulator() = default;
  virtual bool keeps_checkpoints() const { return false; }
  // To be called once before run().
  virtual Plan plan(const Chip<Core8080>&, const Smaller<Core8080>&) = 0;
  virtual Plan plan(const Chip<CoreSh2>&, const Smaller<CoreSh2>&) = 0;
  virtual Run run(const Chip<Core8080>&) = 0;
  virtual Run run(const Chip<CoreSh2>&) = 0;
};

// The engines to which others fall back: of one clock at a time, and until each element waits.
template <class Core>
Run run_exactly(const Chip<Core>&, const EmulatorContext&);
template <class Core>
Run run_blocked(const Chip<Core>&, const EmulatorContext&);

// An engine for both processors from one template: Derived has run_on(chip) and, if it does not
// hold a Machine, plan_for(chip, smaller).
template <class Derived>
class EmulatorOf : public Emulator {
 public:
  Plan plan(const Chip<Core8080>& c, const Smaller<Core8080>& s) final { return plan_it(c, s); }
  Plan plan(const Chip<CoreSh2>& c, const Smaller<CoreSh2>& s) final { return plan_it(c, s); }
  Run run(const Chip<Core8080>& c) final { return static_cast<Derived*>(this)->run_on(c); }
  Run run(const Chip<CoreSh2>& c) final { return static_cast<Derived*>(this)->run_on(c); }

 private:
  template <class Core>
  Plan plan_it(const Chip<Core>& c, const Smaller<Core>& s) {
    if constexpr (requires { static_cast<Derived*>(this)->plan_for(c, s); })
      return static_cast<Derived*>(this)->plan_for(c, s);
    else return {.bytes = c.shape().pes() * Machine<Core>::bytes_per_pe(), .fallback = {}};
  }
};

// Fills in what follows from the final state of a machine.
template <class Core>
void finish(Run& run, Machine<Core>& machine, const EmulatorContext& context) {
  const Shape shape = machine.shape();
  for (std::uint32_t r = 0; r < shape.ranks; ++r)
    run.clocks = std::max(run.clocks, machine.last_clock(r));
  run.last_rank_clocks = machine.last_clock(shape.ranks - 1);
  run.state_hash = machine.hash();
  run.bytes = run.most_bytes = shape.pes() * Machine<Core>::bytes_per_pe();
  WaitTracer<Core> tracer(machine);
  tracer.finish(0, [&](std::uint64_t i) { return standing_of(machine, i); });
  run.waits = tracer.result();
  if (context.element) {
    run.element = {standing_of(machine, *context.element),
                   registers_of(machine.pe(*context.element).cpu)};
  }
  if (!context.keep_clocks) return;
  run.final_clocks.resize(shape.pes());
  for (std::uint64_t i = 0; i < shape.pes(); ++i)
    run.final_clocks[i] = machine.pe(i).final_clock();
}

}  // namespace kasuri::emu
