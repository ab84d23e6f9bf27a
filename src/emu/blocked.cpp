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

#include <queue>
#include <vector>

#include "config/registry.h"
#include "emu/emulator.h"
#include "emu/pe_bus.h"

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
    if (!sync) return refuse(buffer, "a buffer is read by who does not own it");
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
      refuse(buffer, "a buffer is written by who does not own it");
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

template <class Core>
class BlockedRun {
 public:
  explicit BlockedRun(Machine<Core>& machine)
      : machine_(machine),
        accounts_(machine, run_.totals),
        ownership_(machine.buffers()),
        waits_for_(machine.shape().pes(), kNothing),
        bus_(machine, run_.totals, {&machine, &ownership_}) {
    const auto pes = static_cast<std::uint32_t>(machine.shape().pes());
    ready_.reserve(pes);
    for (std::uint32_t i = pes; i-- > 0;) ready_.push_back(i);  // rank 0 comes first
  }

  // Nothing is proven of a run with `unproven`; its state is then of no use.
  Run run(std::string& unproven) {
    while (unproven_.empty()) {
      if (!ready_.empty()) {
        const std::uint32_t i = ready_.back();
        ready_.pop_back();
        run_until_blocked(i, false);
      } else if (!tell_first()) {
        break;
      }
    }
    for (std::uint64_t i = 0; i < waits_for_.size(); ++i)
      accounts_.settle(machine_.pe(i), machine_.rank_of(i));
    unproven = unproven_;
    run_.clocks = last_clock(machine_);
    return std::move(run_);
  }

 private:
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};

  void run_until_blocked(std::uint32_t i, bool told) {
    Pe<Core>& pe = machine_.pe(i);
    const std::uint32_t rank = machine_.rank_of(i);
    waits_for_[i] = kNothing;
    bus_.select(i);
    auto& sharing = bus_.sharing;
    sharing.pe = &pe;
    sharing.index = i;
    sharing.told = told;
    while (!Core::stopped(pe.cpu)) {
      const typename Core::State before = pe.cpu;
      const bool wrote = pe.spin.wrote;
      const std::uint8_t sync_reads = pe.spin.sync_reads;
      const unsigned clocks = accounts_.step(pe, bus_);
      if (sharing.outcome.kind == Outcome::done) [[likely]] {
        pe.clock += clocks;
        if (!sharing.given.empty()) give_away(pe.clock);
        accounts_.book(pe, rank, static_cast<std::uint32_t>(before.pc), clocks);
        sharing.told = false;
        continue;
      }
      // The instruction has not happened.
      const Outcome outcome = std::exchange(sharing.outcome, {});
      pe.cpu = before;
      pe.spin.wrote = wrote;
      pe.spin.sync_reads = sync_reads;
      if (outcome.kind == Outcome::later) {
        skip_polls(pe, ownership_[outcome.buffer].changed);
      } else if (outcome.kind == Outcome::unknown) {
        wait(i, outcome.buffer);
        return;
      } else {
        unproven_ = fmt::format("{} (processing element {}, at 0x{:X})", outcome.why, i,
                                static_cast<std::uint32_t>(pe.cpu.pc));
        return;
      }
    }
  }

  void skip_polls(Pe<Core>& pe, std::int64_t until) {
    const std::int64_t passes = (until - pe.clock + pe.spin.pass - 1) / pe.spin.pass;
    const std::int64_t skipped = passes * pe.spin.pass;
    pe.clock += skipped;
    pe.spin.head_clock += skipped;
    run_.totals.poll += skipped;
  }

  void give_away(std::int64_t at) {
    auto& given = bus_.sharing.given;
    for (const auto& [buffer, before] : given) {
      ownership_[buffer] = {at, before};
      if (machine_.is_source(buffer) || machine_.is_sink(buffer)) {
        const std::uint32_t between = bus_.sharing.word(buffer);
        if (machine_.serve_end(buffer)) ownership_[buffer] = {at, between};
        continue;
      }
      const std::uint64_t other =
          machine_.receiver_owns(buffer) ? buffer / 2 : machine_.sender(buffer);
      if (waits_for_[other] == buffer) {
        waits_for_[other] = kNothing;
        ready_.push_back(static_cast<std::uint32_t>(other));
      }
    }
    given.clear();
  }

  void wait(std::uint32_t i, std::uint64_t buffer) {
    waits_for_[i] = buffer;
    // A proven poll needs no telling: only a change can end it.
    if (telling_ && !machine_.pe(i).spin.fixed) waiting_.emplace(machine_.pe(i).clock, i);
  }

  // All wait. Lets the one with the lowest clock read what stands there; false if none is left.
  bool tell_first() {
    if (!telling_) {
      telling_ = true;
      for (std::uint32_t i = 0; i < waits_for_.size(); ++i) {
        if (waits_for_[i] != kNothing) wait(i, waits_for_[i]);
      }
    }
    while (!waiting_.empty()) {
      const auto [clock, i] = waiting_.top();
      waiting_.pop();
      if (waits_for_[i] == kNothing || machine_.pe(i).clock != clock) continue;  // woken meanwhile
      run_until_blocked(i, true);
      return true;
    }
    return false;
  }

  using Waiting = std::pair<std::int64_t, std::uint32_t>;

  Machine<Core>& machine_;
  Run run_;
  Accounts<Core> accounts_;
  std::vector<Ownership> ownership_;
  std::vector<std::uint64_t> waits_for_;  // the buffer, for each element
  PeBus<Core, StampedSharing<Core>> bus_;
  std::vector<std::uint32_t> ready_;
  bool telling_ = false;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
  std::string unproven_;
};

template <class Core>
Run run_blocked(Machine<Core>& machine, const EmulatorContext& context) {
  std::string why = "a limit of clocks is kept by the exact engine only";
  if (context.clocks == EmulatorContext{}.clocks) {
    Run run = BlockedRun<Core>(machine).run(why);
    if (why.empty()) return run;
    machine.reset();
  }
  Run run = run_exactly(machine, context);
  run.fallback = why;
  return run;
}

class Blocked final : public Emulator {
 public:
  Blocked(const config::NoParams&, EmulatorContext& context) : context_(context) {}
  Run run(Machine<Core8080>& m) override { return run_blocked(m, context_); }
  Run run(Machine<CoreSh2>& m) override { return run_blocked(m, context_); }

 private:
  EmulatorContext context_;
};

const config::Register<Blocked> blocked{
    "blocked", "until each element waits, with timestamped ownership: exact"};

}  // namespace
}  // namespace kasuri::emu
