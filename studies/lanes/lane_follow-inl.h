// SPDX-License-Identifier: MIT
// One element of the lanes, of which more is wanted: its group runs instruction by instruction, and
// each of its own is told of, with the registers before it.
#if defined(KASURI_EMU_LANE_FOLLOW_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_FOLLOW_INL
#undef KASURI_EMU_LANE_FOLLOW_INL
#else
#define KASURI_EMU_LANE_FOLLOW_INL
#endif

#include <concepts>

#include "studies/lanes/lane_turn-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

// A load that does not see its bit yet has not happened.
template <class Core>
bool Turn<Core>::follow(const Op& op) {
  const std::uint32_t lane = lanes.map.lane(lanes.chip.pipe_of(*context_.element));
  const std::uint64_t bit = std::uint64_t{1} << lane;
  if (!(active & bit)) return op.followed(*this, op);
  const std::uint32_t at = address_of(op);
  typename Core::State cpu{};
  if (context_.trace) {
    g->registers.get(cpu, lane);
    cpu.pc = static_cast<decltype(cpu.pc)>(at);
    if constexpr (std::same_as<Core, CoreSh2>) cpu.in_slot = in_slot;
  }
  const auto tell = [&] {
    const std::uint8_t* bytes = lanes.chip.initial().data() + at;
    if (context_.trace) context_.trace(trace_line(cpu, {bytes, 3}, g->clock[lane] + delta_));
  };
  lanes.chosen_pc = next_of(op);
  if (op.line->pass == 0) {
    tell();
    return op.followed(*this, op);
  }
  const bool goes_on = op.followed(*this, op);
  for (const std::uint64_t waiting : g->waits) {
    if (waiting & bit) return goes_on;
  }
  tell();  // of its time after the polls that were skipped
  return goes_on;
}

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
