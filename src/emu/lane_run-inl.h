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

#include "emu/lane_buffers-inl.h"
#include "emu/lane_translated-inl.h"
#include "emu/team.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

template <class Core>
bool astray(Turn<Core>& t, const Instruction<Core>&) {
  t.fail("code runs outside the ROM");
  return false;
}
template <class Core>
bool enter_phase(Turn<Core>& t, const Instruction<Core>& op) {
  return t.enter_phase(op);
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
    op.phase = lanes.chip.phase_at(pc);
    if (op.phase) {
      op.labelled = op.run;
      op.run = &enter_phase<Core>;
    }
  }
  return program;
}

template <class Core>
LaneResult run_groups(LaneChip<Core>& lanes, const EmulatorContext& context,
                      const LaneOrders& orders) {
  const std::vector<Instruction<Core>> program =
      make_program(lanes, orders.translation);
  const std::uint32_t groups = lanes.map.groups();
  const std::uint32_t ranks = lanes.chip.shape().ranks;
  unsigned threads = std::min(context.threads, (groups + 1) / 2 * ((ranks + 1) / 2));
  if (!lanes.links.pairs_are_alone()) threads = 1;
  TranslatedPlaces places;
  if (orders.translation) places = translated_places(lanes, *orders.translation);
  const TranslatedPlaces* translated = orders.translation ? &places : nullptr;
  std::vector<std::unique_ptr<Turn<Core>>> turns;
  for (unsigned t = 0; t < threads; ++t)
    turns.push_back(std::make_unique<Turn<Core>>(lanes, program, context, translated));

  if (orders.load) {
    std::vector<std::thread> loaders;
    const std::uint64_t all = lanes.groups.size();
    const auto load = [&](unsigned t) {
      for (std::uint64_t i = all * t / threads; i < all * (t + 1) / threads; ++i) lanes.load(i);
    };
    for (unsigned t = 1; t < threads; ++t) loaders.emplace_back(load, t);
    load(0);
    for (std::thread& t : loaders) t.join();
    for (std::uint32_t i = 0; i < groups; ++i) turns[0]->fill_all(i);
  }

  // A band's groups in the cache that a core has for itself and its share of the next.
  const std::uint64_t rank_bytes = lanes.bytes() / (ranks + 1);
  constexpr std::uint64_t kCache = std::uint64_t{24} << 20;
  const auto band =
      static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kCache / rank_bytes, 4, ranks + 4));
  Team team({.ranks = ranks,
             .groups = groups,
             .band = band,
             .threads = threads,
             .most_steps = orders.most_steps});
  std::atomic<bool> failed = !turns[0]->unproven.empty();
  const bool whole = team.run(
      [&](unsigned t, std::uint32_t rank, std::uint32_t group) {
        std::atomic<std::uint8_t>& ready = lanes.ready[lanes.group(rank, group)];
        if (!ready.load(std::memory_order_relaxed)) return false;
        ready.store(0, std::memory_order_relaxed);
        if (!turns[t]->run(rank, group)) failed.store(true, std::memory_order_relaxed);
        return true;
      },
      [&] { return failed.load(std::memory_order_relaxed) || (orders.pause && orders.pause()); });

  LaneResult result;
  result.paused = !whole && !failed;
  for (const auto& t : turns) {
    result.totals.merge(t->totals);
    if (result.unproven.empty()) result.unproven = t->unproven;
  }
  return result;
}

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
