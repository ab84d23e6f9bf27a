// SPDX-License-Identifier: MIT
// The exact reference: one clock at a time. An instruction reads what is visible when it starts;
// what it writes to shared memory becomes visible when it ends. So the order of processing elements
// within a clock does not matter. Writes wait in a wheel of slots, as do the elements themselves,
// which costs nothing for those in the middle of an instruction.
#include <algorithm>
#include <array>
#include <memory>
#include <thread>
#include <vector>

#include "base/config/registry.h"
#include "base/engine/barrier.h"
#include "studies/manycore/emulator.h"
#include "studies/manycore/machine.h"
#include "studies/manycore/pe_bus.h"

namespace kasuri::emu {
namespace {

struct PendingWrite {
  std::uint64_t buffer;
  std::uint32_t offset;
  std::uint32_t size;
  std::uint32_t value;
};

template <class Core>
struct DelayedSharing {
  Machine<Core>* machine;
  std::vector<PendingWrite>* written;  // by the current instruction

  template <unsigned size>
  std::uint32_t load(std::uint64_t buffer, std::uint32_t offset) {
    return load_big_endian<size>(machine->bytes(buffer) + offset);
  }
  template <unsigned size>
  void store(std::uint64_t buffer, std::uint32_t offset, std::uint32_t value) {
    written->push_back({buffer, offset, size, value});
  }
};

template <class Core>
class ExactRun {
 public:
  ExactRun(Machine<Core>& machine, const EmulatorContext& context)
      : machine_(machine), context_(context),
        threads_(std::min(context.threads, machine.shape().pipes())),
        meeting_(threads_, threads_ <= std::thread::hardware_concurrency()) {
    for (unsigned t = 0; t < threads_; ++t) parts_.push_back(std::make_unique<Part>(*this, t));
  }

  Run run() {
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads_; ++t) others.emplace_back([this, t] { work(*parts_[t]); });
    work(*parts_[0]);
    for (std::thread& t : others) t.join();
    Run run;
    for (const auto& part : parts_) run.totals.merge(part->totals);
    run.stopped = stopped_;
    return run;
  }

 private:
  static constexpr std::size_t kSlots = 32;
  static_assert(Core::kMaxClocks < kSlots);
  static constexpr std::int64_t kCheckEvery = 256;
  using Wheel = std::array<std::vector<PendingWrite>, kSlots>;

  // The pipes of one thread.
  struct Part {
    Part(ExactRun& run, unsigned t)
        : first(static_cast<std::uint32_t>(std::uint64_t{run.pipes()} * t / run.threads_)),
          last(static_cast<std::uint32_t>(std::uint64_t{run.pipes()} * (t + 1) / run.threads_)),
          accounts(run.machine_, totals, run.context_),
          bus(run.machine_, totals, {&run.machine_, &written}) {}

    std::uint32_t first, last;
    Totals totals;
    Accounts<Core> accounts;
    std::vector<PendingWrite> written;  // by the current instruction
    PeBus<Core, DelayedSharing<Core>> bus;
    std::array<std::vector<std::uint64_t>, kSlots> due;
    std::array<Wheel, 2> writes;  // to outputs, and after them to inputs
    std::int64_t last_write = 0;
    bool quiet = false;
  };

  std::uint32_t pipes() const { return machine_.shape().pipes(); }
  template <class Use>
  void each_element(const Part& part, Use use) {
    for (std::uint32_t rank = 0; rank < machine_.shape().ranks; ++rank) {
      for (std::uint32_t pipe = part.first; pipe < part.last; ++pipe)
        use(machine_.index(rank, pipe), rank);
    }
  }
  void meet() {
    meeting_.meet([] {});
  }

  void work(Part& part) {
    each_element(part, [&](std::uint64_t i, std::uint32_t) { part.due[0].push_back(i); });
    std::int64_t now = 0;
    for (; now < context_.clocks && !done_; ++now) {
      // If both ends of a buffer write at once, the receiver comes last, whoever runs on which thread.
      apply_writes(part, now, 0);
      meet();
      apply_writes(part, now, 1);
      meet();
      step_all(part, now);
      const bool check = now % kCheckEvery == 0;
      if (check) part.quiet = is_quiet(part);
      meeting_.meet([&] {
        if (!check) return;
        done_ = std::ranges::all_of(parts_, [](const auto& p) { return p->quiet; });
        if (!done_ && context_.stop && context_.stop()) done_ = stopped_ = true;
      });
    }
    for (std::size_t k = 0; k < kSlots; ++k, ++now) {
      for (const std::size_t role : {0u, 1u}) {
        apply_writes(part, now, role);
        meet();
      }
    }
    each_element(part, [&](std::uint64_t i, std::uint32_t rank) {
      part.accounts.settle(machine_.pe(i), rank);
    });
  }

  void apply_writes(Part& part, std::int64_t now, std::size_t role) {
    auto& writes = part.writes[role][static_cast<std::size_t>(now) % kSlots];
    for (const PendingWrite& w : writes) {
      std::uint8_t* p = machine_.bytes(w.buffer) + w.offset;
      if (w.size == 1) store_big_endian<1>(p, w.value);
      else if (w.size == 2) store_big_endian<2>(p, w.value);
      else store_big_endian<4>(p, w.value);
      part.last_write = now;
      if (w.offset >= Core::kSyncBytes) continue;
      if (context_.given && role == 0 && machine_.receiver_owns(w.buffer))
        context_.given->add(1);
      machine_.serve_end(w.buffer);
    }
    writes.clear();
  }

  void step_all(Part& part, std::int64_t now) {
    auto& due = part.due[static_cast<std::size_t>(now) % kSlots];
    for (const std::uint64_t i : due) {
      Pe<Core>& pe = machine_.pe(i);
      part.bus.select(i);
      const auto from = static_cast<std::uint32_t>(pe.cpu.pc);
      const unsigned clocks = part.accounts.step(pe, part.bus);
      pe.clock += clocks;
      part.accounts.book(pe, machine_.rank_of(i), from, clocks);
      const std::size_t slot = static_cast<std::size_t>(pe.clock) % kSlots;
      if (!Core::stopped(pe.cpu)) part.due[slot].push_back(i);
      for (const PendingWrite& w : part.written)
        part.writes[w.buffer / 2 == i ? 1 : 0][slot].push_back(w);
      part.written.clear();
    }
    due.clear();
  }

  // Whether nothing can change any more: each element has stopped, or has polled in vain since the
  // last write.
  bool is_quiet(const Part& part) {
    std::int64_t last_write = 0;
    for (const auto& p : parts_) last_write = std::max(last_write, p->last_write);
    bool quiet = true;
    each_element(part, [&](std::uint64_t i, std::uint32_t) {
      const Pe<Core>& pe = machine_.pe(i);
      quiet &= Core::stopped(pe.cpu) ||
               (pe.spin.fixed && pe.spin.head_clock - pe.spin.pass >= last_write);
    });
    for (const Wheel& wheel : part.writes) {
      for (const auto& writes : wheel) quiet &= writes.empty();
    }
    return quiet;
  }

  Machine<Core>& machine_;
  const EmulatorContext& context_;
  unsigned threads_;
  Barrier meeting_;
  std::vector<std::unique_ptr<Part>> parts_;
  bool done_ = false;
  bool stopped_ = false;
};

class Exact final : public EmulatorOf<Exact> {
 public:
  Exact(const config::NoParams&, EmulatorContext& context) : context_(context) {}
  template <class Core>
  Run run_on(const Chip<Core>& chip) {
    return run_exactly(chip, context_);
  }

 private:
  EmulatorContext context_;
};

const config::Register<Exact> exact{"exact", "one clock at a time: the reference"};

}  // namespace

template <class Core>
Run run_exactly(const Chip<Core>& chip, const EmulatorContext& context) {
  const Stopwatch watch;
  Machine<Core> machine(chip);
  Run run = ExactRun<Core>(machine, context).run();
  watch.read(run);
  finish(run, machine, context);
  run.engine = "exact";
  return run;
}
template Run run_exactly(const Chip<Core8080>&, const EmulatorContext&);
template Run run_exactly(const Chip<CoreSh2>&, const EmulatorContext&);

}  // namespace kasuri::emu
