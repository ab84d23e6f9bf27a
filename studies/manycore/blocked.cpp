// SPDX-License-Identifier: MIT
// Runs each processing element until it waits, however far ahead of the others, and is exact all
// the same: each buffer keeps the time at which its ownership last changed. Only the owner may give
// a buffer away, so at any time t an element knows what it would read there:
//   it owns it, and t is not before the change: what stands there now;
//   it owns it, but the change comes after t: what it wrote itself when it gave the buffer away;
//   the other owns it: the same, if the other's clock has passed t; else it is not known yet, and
//   the element waits before that instruction, to be woken by the change.
// Polls in between are skipped by arithmetic. If all wait, the one with the lowest clock may read
// what stands there: whatever changes it comes later. docs/manycore.md has the argument at length.
//
// What this does not cover is not guessed: data touched by who does not own it, ownership taken or
// polled in other ways. Then the run starts again with the exact engine and says so.
#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <memory>
#include <queue>
#include <vector>

#include "base/config/registry.h"
#include "studies/manycore/emulator.h"
#include "studies/manycore/machine.h"
#include "studies/manycore/pe_bus.h"
#include "studies/manycore/team.h"

namespace kasuri::emu {
namespace {

struct Ownership {
  std::int64_t changed = 0;
  std::uint32_t before = 0;  // the ownership word until then
};

// What the instruction at hand found out about shared memory.
struct Outcome {
  enum Kind : std::uint8_t { done, unknown, later, unproven } kind = done;
  std::uint64_t buffer = 0;
  std::string_view why;
};

template <class Core>
struct StampedSharing {
  Machine<Core>* machine;
  std::vector<Ownership>* ownership;
  Pe<Core>* pe = nullptr;
  std::uint64_t index = 0;
  bool told = false;  // the value of an unknown word is the one that stands there
  Outcome outcome = {};
  std::vector<std::pair<std::uint64_t, std::uint32_t>> given = {};  // buffer, word before

  static constexpr std::uint32_t kSync = Core::kSyncBytes;

  std::uint32_t word(std::uint64_t buffer) {
    return load_big_endian<kSync>(machine->bytes(buffer));
  }
  bool is_mine(std::uint64_t buffer) {
    return (buffer / 2 == index) == machine->receiver_owns(buffer);
  }

  template <unsigned size>
  std::uint32_t load(std::uint64_t buffer, std::uint32_t offset) {
    if (outcome.kind != Outcome::done) return 0;
    const bool mine = is_mine(buffer);
    const bool now = pe->clock >= (*ownership)[buffer].changed;
    const bool sync = offset < kSync && offset + size <= kSync;
    if (sync) ++pe->spin.sync_reads;
    if (mine && now) {
      if (sync) pe->spin.fixed = false;
      return load_big_endian<size>(machine->bytes(buffer) + offset);
    }
    if (!sync) return refuse(buffer, "a buffer is read by an element that does not own it");
    if (pe->spin.fixed) {  // in a proven poll: nothing but a change is worth a look
      if (pe->spin.pass_reads > 1) return refuse(buffer, "a loop waits for two buffers");
      outcome = {mine ? Outcome::later : Outcome::unknown, buffer, {}};
      return 0;
    }
    if (!mine) {
      if (told || other_clock(buffer) >= pe->clock)
        return load_big_endian<size>(machine->bytes(buffer) + offset);
      outcome = {Outcome::unknown, buffer, {}};
      return 0;
    }
    const std::uint32_t before = (*ownership)[buffer].before;
    return before >> (8 * (kSync - offset - size)) & (~0u >> (32 - 8 * size));
  }

  template <unsigned size>
  void store(std::uint64_t buffer, std::uint32_t offset, std::uint32_t value) {
    if (outcome.kind != Outcome::done) return;
    if (!is_mine(buffer) || pe->clock < (*ownership)[buffer].changed) {
      refuse(buffer, "a buffer is written by an element that does not own it");
      return;
    }
    const std::uint32_t before = word(buffer);
    store_big_endian<size>(machine->bytes(buffer) + offset, value);
    if (offset >= kSync) return;
    const std::uint32_t after = word(buffer);
    if ((before ^ after) & 1) given.emplace_back(buffer, before);
    else if (before != after) refuse(buffer, "an ownership word changes without its bit 0");
  }

  std::uint32_t refuse(std::uint64_t buffer, std::string_view why) {
    outcome = {Outcome::unproven, buffer, why};
    return 0;
  }

  // The time up to which the other side's changes are known.
  std::int64_t other_clock(std::uint64_t buffer) {
    constexpr std::int64_t kForEver = std::numeric_limits<std::int64_t>::max();
    const bool i_receive = buffer / 2 == index;
    if (i_receive ? machine->is_source(buffer) : machine->is_sink(buffer)) return kForEver;
    const Pe<Core>& other = machine->pe(i_receive ? machine->sender(buffer) : buffer / 2);
    return Core::stopped(other.cpu) ? kForEver : other.clock;
  }
};

// What threads share: neighbours in the network write to each other's entries, but never at the same
// time (team.h).
template <class Core>
struct BlockedState {
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};

  explicit BlockedState(Machine<Core>& m)
      : machine(m), ownership(m.buffers()), waits_for(m.shape().pes()), ready(m.shape().pes()) {
    for (auto& w : waits_for) w.store(kNothing, std::memory_order_relaxed);
    for (auto& r : ready) r.store(1, std::memory_order_relaxed);
  }

  Machine<Core>& machine;
  std::vector<Ownership> ownership;
  // The buffer, for each element. The senders of its two inputs may look at the same time.
  std::vector<std::atomic<std::uint64_t>> waits_for;
  std::vector<std::atomic<std::uint8_t>> ready;
};

// One thread's part.
template <class Core>
class BlockedWorker {
 public:
  BlockedWorker(BlockedState<Core>& state, const EmulatorContext& context)
      : state_(state),
        machine_(state.machine),
        context_(context),
        accounts_(state.machine, totals, context),
        bus_(state.machine, totals, {&state.machine, &state.ownership}) {}

  // Or until its turn is over: then it is to go on when others have had theirs. Returns whether it is.
  bool run_until_blocked(std::uint64_t i, bool told) {
    Pe<Core>& pe = machine_.pe(i);
    const std::uint32_t rank = machine_.rank_of(i);
    state_.waits_for[i].store(kNothing, std::memory_order_relaxed);
    bus_.select(i);
    auto& sharing = bus_.sharing;
    sharing.pe = &pe;
    sharing.index = i;
    sharing.told = told;
    for (std::uint32_t steps = 1; !Core::stopped(pe.cpu); ++steps) {
      if (steps % kLookEvery == 0 && (steps >= kTurn || is_to_stop())) [[unlikely]]
        return true;
      const typename Core::State before = pe.cpu;
      const bool wrote = pe.spin.wrote;
      const std::uint8_t sync_reads = pe.spin.sync_reads;
      const unsigned clocks = accounts_.step(pe, bus_);
      if (sharing.outcome.kind == Outcome::done) [[likely]] {
        pe.clock += clocks;
        if (!sharing.given.empty()) give_away(pe.clock);
        accounts_.book(pe, rank, static_cast<std::uint32_t>(before.pc), clocks);
        sharing.told = false;
        // A pass that looks at nothing which others may change goes on for ever.
        if (pe.spin.fixed && pe.spin.pass_reads == 0 && pe.spin.head_clock == pe.clock) return false;
        continue;
      }
      // The instruction has not happened.
      const Outcome outcome = std::exchange(sharing.outcome, {});
      pe.cpu = before;
      pe.spin.wrote = wrote;
      pe.spin.sync_reads = sync_reads;
      if (outcome.kind == Outcome::later) {
        skip_polls(pe, state_.ownership[outcome.buffer].changed);
      } else if (outcome.kind == Outcome::unknown) {
        state_.waits_for[i].store(outcome.buffer, std::memory_order_relaxed);
        return false;
      } else {
        unproven = fmt::format("{} (processing element {}, at 0x{:X})", outcome.why, i,
                               static_cast<std::uint32_t>(pe.cpu.pc));
        return false;
      }
    }
    return false;
  }
  void settle() {
    for (std::uint64_t i = 0; i < machine_.shape().pes(); ++i)
      accounts_.settle(machine_.pe(i), machine_.rank_of(i));
  }

  Totals totals;
  std::string unproven;
  std::deque<std::uint64_t> woken;  // if `list_woken`
  bool list_woken = false;

 private:
  static constexpr std::uint64_t kNothing = BlockedState<Core>::kNothing;
  static constexpr std::uint32_t kLookEvery = 1 << 16, kTurn = 1 << 20;  // instructions

  [[gnu::noinline, gnu::cold]] bool is_to_stop() const { return context_.stop && context_.stop(); }

  void skip_polls(Pe<Core>& pe, std::int64_t until) {
    const std::int64_t passes = (until - pe.clock + pe.spin.pass - 1) / pe.spin.pass;
    const std::int64_t skipped = passes * pe.spin.pass;
    pe.clock += skipped;
    pe.spin.head_clock += skipped;
    totals.poll += skipped;
  }

  void give_away(std::int64_t at) {
    auto& given = bus_.sharing.given;
    for (const auto& [buffer, before] : given) {
      const bool to_receiver = machine_.receiver_owns(buffer);
      if (to_receiver && context_.given) context_.given->add(1);
      state_.ownership[buffer] = {at, before};
      if (machine_.is_source(buffer) || machine_.is_sink(buffer)) {
        const std::uint32_t between = bus_.sharing.word(buffer);
        if (machine_.serve_end(buffer)) state_.ownership[buffer] = {at, between};
        continue;
      }
      const std::uint64_t other = to_receiver ? buffer / 2 : machine_.sender(buffer);
      if (state_.waits_for[other].load(std::memory_order_relaxed) != buffer) continue;
      state_.waits_for[other].store(kNothing, std::memory_order_relaxed);
      state_.ready[other].store(1, std::memory_order_relaxed);
      if (list_woken) woken.push_back(other);
    }
    given.clear();
  }

  BlockedState<Core>& state_;
  Machine<Core>& machine_;
  const EmulatorContext& context_;
  Accounts<Core> accounts_;
  PeBus<Core, StampedSharing<Core>> bus_;
};

template <class Core>
class BlockedRun {
 public:
  BlockedRun(Machine<Core>& machine, const EmulatorContext& context)
      : machine_(machine), context_(context), state_(machine) {}

  // Nothing is proven of a run with `unproven`; its state is then of no use.
  Run run(std::string& unproven) {
    const Shape shape = machine_.shape();
    const std::uint32_t blocks = (shape.pipes() + kBlock - 1) / kBlock;
    const unsigned threads = std::min(context_.threads, std::max(1u, blocks / 2));
    for (unsigned t = 0; t < threads; ++t)
      workers_.push_back(std::make_unique<BlockedWorker<Core>>(state_, context_));
    std::atomic<bool> failed = false;
    Progress progress{.loaded = shape.ranks + 1, .horizon = shape.ranks};
    Duty duty{*this, failed};
    Team<Duty>({.ranks = shape.ranks, .groups = blocks, .window = 16, .threads = threads}, progress,
               duty)
        .run();
    const auto stopped = [&] { return context_.stop && context_.stop(); };
    if (!failed && !stopped()) tell_all();
    Run run;
    run.stopped = stopped();
    workers_[0]->settle();
    for (const auto& w : workers_) {
      run.totals.merge(w->totals);
      if (unproven.empty()) unproven = w->unproven;
    }
    return run;
  }

 private:
  static constexpr std::uint64_t kNothing = BlockedState<Core>::kNothing;
  static constexpr std::uint32_t kBlock = 32;

  // Blocks of a rank's elements; all of them are there from the beginning to the end.
  struct Duty {
    BlockedRun& run;
    std::atomic<bool>& failed;

    bool turn(unsigned thread, std::uint32_t rank, std::uint32_t block) {
      bool moved = false;
      BlockedWorker<Core>& worker = *run.workers_[thread];
      const Shape shape = run.machine_.shape();
      const std::uint32_t end = std::min((block + 1) * kBlock, shape.pipes());
      for (std::uint32_t pipe = block * kBlock; pipe < end; ++pipe) {
        const std::uint64_t i = run.machine_.index(rank, pipe);
        if (!run.state_.ready[i].load(std::memory_order_relaxed)) continue;
        run.state_.ready[i].store(0, std::memory_order_relaxed);
        if (worker.run_until_blocked(i, false)) run.state_.ready[i].store(1, std::memory_order_relaxed);
        moved = true;
      }
      if (!worker.unproven.empty()) failed.store(true, std::memory_order_relaxed);
      return moved;
    }
    void load(unsigned, std::uint32_t, std::uint32_t) {}
    void retire(unsigned, std::uint32_t, std::uint32_t) {}
    void admit(std::uint32_t) {}
    bool is_final(std::uint32_t) const { return false; }
    void release(std::uint32_t) {}
    bool stop() const {
      return failed.load(std::memory_order_relaxed) || (run.context_.stop && run.context_.stop());
    }
  };

  // All wait. Lets the one with the lowest clock read what stands there, as long as one is left;
  // on one thread, since each may wake others.
  void tell_all() {
    BlockedWorker<Core>& worker = *workers_[0];
    worker.list_woken = true;
    std::vector<std::uint64_t> todo;
    const auto wait = [&](std::uint64_t i) {
      // A proven poll needs no telling: only a change can end it.
      if (state_.waits_for[i] != kNothing && !machine_.pe(i).spin.fixed)
        waiting_.emplace(machine_.pe(i).clock, i);
    };
    for (std::uint64_t i = 0; i < machine_.shape().pes(); ++i) wait(i);
    while (!waiting_.empty() && worker.unproven.empty() && !(context_.stop && context_.stop())) {
      const auto [clock, i] = waiting_.top();
      waiting_.pop();
      if (state_.waits_for[i] == kNothing || machine_.pe(i).clock != clock) continue;
      const auto run = [&](std::uint64_t next, bool told) {
        if (worker.run_until_blocked(next, told)) worker.woken.push_back(next);
        else wait(next);
      };
      run(i, true);
      while (!worker.woken.empty() && worker.unproven.empty() && !(context_.stop && context_.stop())) {
        const std::uint64_t next = worker.woken.front();
        worker.woken.pop_front();
        run(next, false);
      }
    }
  }

  using Waiting = std::pair<std::int64_t, std::uint64_t>;

  Machine<Core>& machine_;
  const EmulatorContext& context_;
  BlockedState<Core> state_;
  std::vector<std::unique_ptr<BlockedWorker<Core>>> workers_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
};

class Blocked final : public EmulatorOf<Blocked> {
 public:
  Blocked(const config::NoParams&, EmulatorContext& context) : context_(context) {}
  template <class Core>
  Run run_on(const Chip<Core>& chip) {
    return run_blocked(chip, context_);
  }

 private:
  EmulatorContext context_;
};

const config::Register<Blocked> blocked{
    "blocked", "runs each element until it waits, with timestamped ownership: exact"};

}  // namespace

template <class Core>
Run run_blocked(const Chip<Core>& chip, const EmulatorContext& context) {
  std::string why = "only the exact engine has a limit of clocks";
  if (context.clocks == EmulatorContext{}.clocks) {
    const Stopwatch watch;
    Machine<Core> machine(chip);
    why.clear();
    Run run = BlockedRun<Core>(machine, context).run(why);
    watch.read(run);
    if (why.empty()) {
      finish(run, machine, context);
      run.engine = "blocked";
      return run;
    }
    chip.ends().restart();
    if (context.trace_again) context.trace_again();
  }
  Run run = run_exactly(chip, context);
  run.fallback = why;
  return run;
}
template Run run_blocked(const Chip<Core8080>&, const EmulatorContext&);
template Run run_blocked(const Chip<CoreSh2>&, const EmulatorContext&);

}  // namespace kasuri::emu
