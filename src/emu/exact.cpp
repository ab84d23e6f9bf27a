// SPDX-License-Identifier: MIT
// The exact reference: one clock at a time. An instruction reads what is visible when it starts;
// what it writes to shared memory becomes visible when it ends. So the order of processing elements
// within a clock does not matter. Writes wait in a wheel of slots, as do the elements themselves,
// which costs nothing for those in the middle of an instruction.
#include <array>
#include <vector>

#include "config/registry.h"
#include "emu/emulator.h"
#include "emu/pe_bus.h"

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
      : machine_(machine), context_(context), accounts_(machine, run_.totals),
        bus_(machine, run_.totals, {&machine, &written_}) {}

  Run run() {
    for (std::uint64_t i = 0; i < machine_.shape().pes(); ++i)
      due_[0].push_back(static_cast<std::uint32_t>(i));
    for (now_ = 0; now_ < context_.clocks; ++now_) {
      apply_writes();
      step_all();
      if (now_ % kCheckEvery == 0 && is_quiet()) break;
    }
    for (std::size_t k = 0; k < kSlots; ++k, ++now_) apply_writes();
    for (std::uint64_t i = 0; i < machine_.shape().pes(); ++i)
      accounts_.settle(machine_.pe(i), machine_.rank_of(i));
    run_.clocks = last_clock(machine_);
    return std::move(run_);
  }

 private:
  static constexpr std::size_t kSlots = 32;
  static_assert(Core::kMaxClocks < kSlots);
  static constexpr std::int64_t kCheckEvery = 256;

  void apply_writes() {
    auto& writes = writes_[static_cast<std::size_t>(now_) % kSlots];
    for (const PendingWrite& w : writes) {
      std::uint8_t* p = machine_.bytes(w.buffer) + w.offset;
      if (w.size == 1) store_big_endian<1>(p, w.value);
      else if (w.size == 2) store_big_endian<2>(p, w.value);
      else store_big_endian<4>(p, w.value);
      last_write_ = now_;
      if (w.offset < Core::kSyncBytes) machine_.serve_end(w.buffer);
    }
    writes.clear();
  }

  void step_all() {
    auto& due = due_[static_cast<std::size_t>(now_) % kSlots];
    for (const std::uint32_t i : due) {
      Pe<Core>& pe = machine_.pe(i);
      bus_.select(i);
      const auto from = static_cast<std::uint32_t>(pe.cpu.pc);
      const unsigned clocks = accounts_.step(pe, bus_);
      pe.clock += clocks;
      accounts_.book(pe, machine_.rank_of(i), from, clocks);
      const std::size_t slot = static_cast<std::size_t>(pe.clock) % kSlots;
      if (!Core::stopped(pe.cpu)) due_[slot].push_back(i);
      writes_[slot].insert(writes_[slot].end(), written_.begin(), written_.end());
      written_.clear();
    }
    due.clear();
  }

  // Whether nothing can change any more: each element has stopped, or has polled in vain since the
  // last write.
  bool is_quiet() {
    for (std::uint64_t i = 0; i < machine_.shape().pes(); ++i) {
      const Pe<Core>& pe = machine_.pe(i);
      if (Core::stopped(pe.cpu)) continue;
      if (!pe.spin.fixed || pe.spin.head_clock - pe.spin.pass < last_write_) return false;
    }
    for (const auto& writes : writes_) {
      if (!writes.empty()) return false;
    }
    return true;
  }

  Machine<Core>& machine_;
  const EmulatorContext& context_;
  Run run_;
  Accounts<Core> accounts_;
  std::vector<PendingWrite> written_;
  PeBus<Core, DelayedSharing<Core>> bus_;
  std::array<std::vector<std::uint32_t>, kSlots> due_;
  std::array<std::vector<PendingWrite>, kSlots> writes_;
  std::int64_t now_ = 0;
  std::int64_t last_write_ = 0;
};

class Exact final : public Emulator {
 public:
  Exact(const config::NoParams&, EmulatorContext& context) : context_(context) {}
  Run run(Machine<Core8080>& m) override { return run_exactly(m, context_); }
  Run run(Machine<CoreSh2>& m) override { return run_exactly(m, context_); }

 private:
  EmulatorContext context_;
};

const config::Register<Exact> exact{"exact", "one clock at a time: the reference"};

}  // namespace

Run run_exactly(Machine<Core8080>& m, const EmulatorContext& c) { return ExactRun(m, c).run(); }
Run run_exactly(Machine<CoreSh2>& m, const EmulatorContext& c) { return ExactRun(m, c).run(); }

}  // namespace kasuri::emu
