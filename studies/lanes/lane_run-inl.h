// SPDX-License-Identifier: MIT
// All groups of a chip, from the beginning or from where they are, until none can go on.
#if defined(KASURI_EMU_LANE_RUN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_RUN_INL
#undef KASURI_EMU_LANE_RUN_INL
#else
#define KASURI_EMU_LANE_RUN_INL
#endif

#include <algorithm>
#include <memory>
#include <thread>

#include "studies/lanes/lane_buffers-inl.h"
#include "studies/lanes/lane_final-inl.h"
#include "studies/lanes/lane_follow-inl.h"
#include "studies/lanes/lane_translated-inl.h"
#include "studies/manycore/team.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

template <class Core>
bool astray(Turn<Core>& t, const Instruction<Core>& op) {
  return t.not_decoded(op);
}
template <class Core>
bool enter_phase(Turn<Core>& t, const Instruction<Core>& op) {
  return t.enter_phase(op);
}

template <class Core>
bool follow(Turn<Core>& t, const Instruction<Core>& op) {
  return t.follow(op);
}

template <class Core>
std::vector<Instruction<Core>> make_program(const LaneChip<Core>& lanes,
                                            const Translation* translation) {
  const auto& lines = lanes.code.lines;
  std::vector<Instruction<Core>> program(lines.size() + 4);
  for (Instruction<Core>& op : program) op.run = &astray<Core>;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto pc = static_cast<std::uint32_t>(i * Core::kCodeUnit);
    if (!lines[i].reachable) continue;
    Instruction<Core>& op = program[i];
    op = make_op(lanes.chip, pc);
    op.length = static_cast<std::uint8_t>(lines[i].length / Core::kCodeUnit);
    op.leader = lines[i].leader;
    op.line = &lines[i];
    op.entry = translation && translation->entries()[i];
    op.changes = registers_changed(lanes.chip, pc);
    op.phase = lanes.chip.phase_at(pc);
    if (op.phase) {
      op.labelled = op.run;
      op.run = &enter_phase<Core>;
    }
  }
  return program;
}

// What a team does with the groups of a chip.
template <class Core>
class LaneDuty {
 public:
  LaneDuty(LaneChip<Core>& lanes, const EmulatorContext& context, const LaneOrders& orders,
           const LanePrograms<Core>& programs, const TranslatedPlaces* places, unsigned threads)
      : lanes_(lanes), context_(context), orders_(orders) {
    for (unsigned t = 0; t < threads; ++t)
      workers_.push_back(std::make_unique<Worker>(lanes, programs, context, places));
  }

  bool turn(unsigned thread, std::uint32_t rank, std::uint32_t group) {
    std::atomic<std::uint8_t>& ready = lanes_.ready[lanes_.group(rank, group)];
    if (!ready.load(std::memory_order_relaxed)) return false;
    ready.store(0, std::memory_order_relaxed);
    Turn<Core>& turn = workers_[thread]->turn;
    if (!turn.run(rank, group)) failed_.store(true, std::memory_order_relaxed);
    if (!turn.found.empty()) found_.store(true, std::memory_order_relaxed);
    return true;
  }
  void load(unsigned thread, std::uint32_t rank, std::uint32_t group) {
    lanes_.load(rank, group);
    if (rank > 0) return;
    Turn<Core>& turn = workers_[thread]->turn;
    turn.fill_all(group);
    if (!turn.unproven.empty()) failed_.store(true, std::memory_order_relaxed);
  }
  void retire(unsigned thread, std::uint32_t rank, std::uint32_t group) {
    Worker& w = *workers_[thread];
    w.final_states.add(lanes_, w.turn.totals, rank, group);
  }
  void admit(std::uint32_t rank) { lanes_.admit(rank); }
  bool is_final(std::uint32_t rank) const { return lanes_.is_final(rank); }
  void release(std::uint32_t rank) { lanes_.release(rank); }
  bool stop() const {
    return failed_.load(std::memory_order_relaxed) || found_.load(std::memory_order_relaxed) ||
           (context_.stop && context_.stop()) || (orders_.pause && orders_.pause());
  }

  LaneResult result(bool whole) {
    LaneResult result;
    result.paused = !whole && !failed_;
    for (const auto& w : workers_) {
      result.totals.merge(w->turn.totals);
      if (result.unproven.empty()) result.unproven = w->turn.unproven;
      result.found.insert(result.found.end(), w->turn.found.begin(), w->turn.found.end());
      w->final_states.merge_into(lanes_.retired);
    }
    return result;
  }

 private:
  struct Worker {
    Worker(LaneChip<Core>& lanes, const LanePrograms<Core>& programs,
           const EmulatorContext& context, const TranslatedPlaces* places)
        : turn(lanes, programs, context, places), final_states(lanes) {}
    Turn<Core> turn;
    FinalStates<Core> final_states;
  };

  LaneChip<Core>& lanes_;
  const EmulatorContext& context_;
  const LaneOrders& orders_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<bool> failed_ = false;
  std::atomic<bool> found_ = false;
};

template <class Core>
LaneResult run_groups(LaneChip<Core>& lanes, const EmulatorContext& context,
                      const LaneOrders& orders) {
  LanePrograms<Core> programs;
  programs.plain = make_program(lanes, orders.translation);
  if (context.element) {
    programs.chosen = programs.plain;
    for (Instruction<Core>& op : programs.chosen) {
      if (!op.line) continue;
      op.followed = op.run;
      op.run = &follow<Core>;
      op.entry = false;
    }
  }
  const std::uint32_t groups = lanes.map.groups();
  const std::uint32_t ranks = lanes.chip.shape().ranks;
  unsigned threads = std::min(context.threads, (groups + 1) / 2 * ((ranks + 1) / 2));
  if (!lanes.links.pairs_are_alone()) threads = 1;
  TranslatedPlaces places;
  if (orders.translation) places = translated_places(lanes, *orders.translation);
  const TranslatedPlaces* translated = orders.translation ? &places : nullptr;
  LaneDuty<Core> duty(lanes, context, orders, programs, translated, threads);

  // The window's groups in the cache that a core has for itself and its share of the next, but
  // enough of them for all threads.
  constexpr std::uint64_t kCache = std::uint64_t{24} << 20;
  const std::uint64_t least = std::max(4u, 16 * threads / groups);
  const auto window = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(kCache / lanes.rank_bytes(), least, ranks + least));
  Team<LaneDuty<Core>> team({.ranks = ranks,
                             .groups = groups,
                             .window = window,
                             .threads = threads,
                             .most_steps = orders.most_steps},
                            lanes.progress, duty);
  const bool whole = team.run();
  LaneResult result = duty.result(whole);
  result.seconds = team.retire_seconds();
  result.cpu_seconds = team.retire_cpu_seconds();
  return result;
}

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
