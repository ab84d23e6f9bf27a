// SPDX-License-Identifier: MIT
// Into translated code and out of it again.
#if defined(KASURI_EMU_LANE_TRANSLATED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_TRANSLATED_INL
#undef KASURI_EMU_LANE_TRANSLATED_INL
#else
#define KASURI_EMU_LANE_TRANSLATED_INL
#endif

#include "studies/lanes/lane_turn-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

template <class Core>
void Turn<Core>::begin_translated() {
  frame_.registers = reinterpret_cast<unsigned char*>(&g->registers);
  frame_.rows = reinterpret_cast<unsigned char*>(lanes.rows.group_rows(id));
  frame_.holds = g->holds.data();
  frame_.wide = 1;
  frame_.alike_in = 0;
  for (std::uint32_t b = 0; b < 2; ++b) {
    if (pieces_[b].size() != 2) {
      frame_.wide = 0;
      continue;
    }
    for (std::uint32_t i = 0; i < 2; ++i) {
      const Piece& p = pieces_[b][i];
      if (p.kind != Piece::spread || std::popcount(p.from) != kLanes / 2) frame_.wide = 0;
      const std::uint64_t receiver = lanes.group(rank_ + 1, p.group);
      frame_.pieces[b][i] = {reinterpret_cast<unsigned char*>(lanes.rows.group_rows(receiver)),
                             p.port, p.first, p.offset};
    }
  }
}

template <class Core>
void Turn<Core>::run_translated() {
  const auto budget =
      static_cast<int>(std::min<std::uint64_t>(translate_until_ - transfers_, 1 << 30));
  frame_.initial = reinterpret_cast<const unsigned char*>(lanes.rows.initial_rows(id));
  frame_.pc = pc;
  frame_.phase = phase;
  frame_.depth = depth;
  frame_.budget = budget;
  translated_(&frame_);
  pc = frame_.pc;
  depth = frame_.depth;
  delta_ += frame_.clocks;
  executed_ += frame_.executed;
  transfers_ += static_cast<std::uint64_t>(budget - frame_.budget);
  totals.translated += std::int64_t{frame_.executed} * kLanes;
}

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
