// SPDX-License-Identifier: MIT
// The paper's method (section 2.2): each processing element runs for a quantum of clocks, those of
// the highest rank first, so that a message crosses at most one rank in a quantum. Host threads
// share the pipes; unlike the paper's, they meet after each rank and not only after each quantum,
// which makes the result independent of their number.
#include <algorithm>
#include <barrier>
#include <optional>
#include <thread>
#include <vector>

#include "base/config/registry.h"
#include "studies/manycore/emulator.h"
#include "studies/manycore/pe_bus.h"

namespace kasuri::emu {
namespace {

struct QuantumParams {
  std::optional<std::int64_t> clocks;

  static config::Fields<QuantumParams> fields() {
    return {config::field("clocks", &QuantumParams::clocks,
                          "length of a quantum; default: the paper's, 25 (8080) or 7 (SH-2)")
                .range(1, 1'000'000)};
  }
};

template <class Core>
struct DirectSharing {
  Machine<Core>* machine;
  bool* wrote;  // in this quantum

  template <unsigned size>
  std::uint32_t load(std::uint64_t buffer, std::uint32_t offset) {
    return load_big_endian<size>(machine->bytes(buffer) + offset);
  }
  template <unsigned size>
  void store(std::uint64_t buffer, std::uint32_t offset, std::uint32_t value) {
    store_big_endian<size>(machine->bytes(buffer) + offset, value);
    *wrote = true;
    if (offset < Core::kSyncBytes) machine->serve_end(buffer);
  }
};

template <class Core>
class QuantumRun {
 public:
  QuantumRun(Machine<Core>& machine, const EmulatorContext& context, std::int64_t quantum)
      : machine_(machine), context_(context), quantum_(quantum),
        threads_(std::min(context.threads, machine.shape().pipes())), meeting_(threads_),
        totals_(threads_), quiet_(threads_) {}

  Run run() {
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads_; ++t) others.emplace_back([this, t] { work(t); });
    work(0);
    for (std::thread& t : others) t.join();
    Run run;
    for (const Totals& t : totals_) run.totals.merge(t);
    run.stopped = stopped_;
    return run;
  }

 private:
  void work(unsigned thread) {
    const std::uint32_t pipes = machine_.shape().pipes();
    const auto first = static_cast<std::uint32_t>(std::uint64_t{pipes} * thread / threads_);
    const auto last = static_cast<std::uint32_t>(std::uint64_t{pipes} * (thread + 1) / threads_);
    Totals& totals = totals_[thread];
    Accounts<Core> accounts(machine_, totals, context_);
    bool wrote = false;
    PeBus<Core, DirectSharing<Core>> bus(machine_, totals, {&machine_, &wrote});
    for (std::int64_t end = quantum_; end - quantum_ < context_.clocks; end += quantum_) {
      wrote = false;
      std::int64_t waiting_since = kForEver;
      for (std::uint32_t rank = machine_.shape().ranks; rank-- > 0;) {
        for (std::uint32_t pipe = first; pipe < last; ++pipe) {
          const std::uint64_t i = machine_.index(rank, pipe);
          Pe<Core>& pe = machine_.pe(i);
          bus.select(i);
          while (pe.clock < end && !Core::stopped(pe.cpu)) {
            const auto from = static_cast<std::uint32_t>(pe.cpu.pc);
            const unsigned clocks = accounts.step(pe, bus);
            pe.clock += clocks;
            accounts.book(pe, rank, from, clocks);
          }
          if (!Core::stopped(pe.cpu)) {
            waiting_since =
                std::min(waiting_since, pe.spin.fixed ? pe.spin.head_clock - pe.spin.pass : -1);
          }
        }
        if (threads_ > 1) meeting_.arrive_and_wait();
      }
      if (wrote) quiet_[thread].last_write = end;
      quiet_[thread].waiting_since = waiting_since;
      if (all_quiet(thread)) break;
    }
    for (std::uint32_t rank = 0; rank < machine_.shape().ranks; ++rank) {
      for (std::uint32_t pipe = first; pipe < last; ++pipe)
        accounts.settle(machine_.pe(machine_.index(rank, pipe)), rank);
    }
  }

  // What a thread knows of its pipes: the end of the last quantum with a write, and since when all
  // of its elements have polled in vain.
  struct alignas(64) Quiet {
    std::int64_t last_write = 0;
    std::int64_t waiting_since = 0;
  };
  static constexpr std::int64_t kForEver = std::numeric_limits<std::int64_t>::max();

  // Whether nothing can change any more; the same answer in all threads.
  bool all_quiet(unsigned thread) {
    if (thread == 0) stopped_ = context_.stop && context_.stop();
    if (threads_ > 1) meeting_.arrive_and_wait();
    Quiet all{0, kForEver};
    for (const Quiet& q : quiet_) {
      all.last_write = std::max(all.last_write, q.last_write);
      all.waiting_since = std::min(all.waiting_since, q.waiting_since);
    }
    const bool stopped = stopped_;
    if (threads_ > 1) meeting_.arrive_and_wait();
    return stopped || all.waiting_since >= all.last_write;
  }

  Machine<Core>& machine_;
  const EmulatorContext& context_;
  std::int64_t quantum_;
  unsigned threads_;
  std::barrier<> meeting_;
  std::vector<Totals> totals_;
  std::vector<Quiet> quiet_;
  bool stopped_ = false;
};

class Quantum final : public EmulatorOf<Quantum> {
 public:
  Quantum(const QuantumParams& p, EmulatorContext& context)
      : clocks_(p.clocks), context_(context) {}
  template <class Core>
  Run run_on(const Chip<Core>& chip) {
    const Stopwatch watch;
    Machine<Core> machine(chip);
    Run run = QuantumRun<Core>(machine, context_, clocks_.value_or(Core::kQuantum)).run();
    watch.read(run);
    finish(run, machine, context_);
    return run;
  }

 private:
  std::optional<std::int64_t> clocks_;
  EmulatorContext context_;
};

const config::Register<Quantum, QuantumParams> quantum{"quantum", "the paper's method: not exact"};

}  // namespace
}  // namespace kasuri::emu
