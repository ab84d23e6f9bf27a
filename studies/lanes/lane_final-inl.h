// SPDX-License-Identifier: MIT
// What elements end with: clocks and hash, as Machine has them, of a rank that nothing can change
// any more.
#if defined(KASURI_EMU_LANE_FINAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_FINAL_INL
#undef KASURI_EMU_LANE_FINAL_INL
#else
#define KASURI_EMU_LANE_FINAL_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "base/core/hash.h"
#include "studies/lanes/lane_group.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

// Of one thread.
template <class Core>
class FinalStates {
 public:
  explicit FinalStates(const LaneChip<Core>& lanes) : last_(lanes.chip.shape().ranks) {}

  void add(LaneChip<Core>& lanes, Totals& totals, std::uint32_t rank, std::uint32_t number) {
    const LaneGroup<Core>& g = lanes.groups[lanes.group(rank, number)];
    std::int64_t last = last_[rank];
    for (std::uint32_t l = 0; l < kLanes; ++l) element_[l] = lanes.element(rank, number, l);
    for (std::uint32_t l = 0; l < lanes.map.lanes(); ++l) {
      const std::int64_t clock = final_clock(lanes, g, l);
      last = std::max(last, clock);
      if (!lanes.retired.clocks.empty()) lanes.retired.clocks[element_[l]] = clock;
      // The pass in vain, from the load on, is work.
      totals.phases[rank][g.at[l] & 0xff] += clock - g.clock[l];
      hash_ += mix(element_[l], static_cast<std::uint64_t>(clock));
    }
    last_[rank] = last;
    add_memory(lanes, lanes.group(rank, number));
  }

  void merge_into(Retired& to) const {
    to.hash += hash_;
    for (std::size_t r = 0; r < last_.size(); ++r) to.last[r] = std::max(to.last[r], last_[r]);
  }

 private:
  using D = hn::ScalableTag<std::uint64_t>;
  using V = hn::Vec<D>;
  using Cell = typename LaneRows<Core>::Cell;
  static constexpr std::size_t kPart = hn::MaxLanes(D());
  static constexpr std::uint32_t kInChunk = 8 / sizeof(Cell);

  // When a lane stopped, or began to wait: like other engines, after the first pass in vain.
  static std::int64_t final_clock(const LaneChip<Core>& lanes, const LaneGroup<Core>& g,
                                  std::uint32_t lane) {
    constexpr std::uint32_t kStoppedAt = 0xffff;
    const std::uint32_t pc = key_pc(g.at[lane]);
    if (pc == kStoppedAt) return g.clock[lane];
    const CodeLine& line = lanes.code.lines[pc / Core::kCodeUnit];
    return g.clock[lane] + line.pass - line.offset;
  }

  // kasuri::mix of each lane.
  static V mix_all(V x) {
    const D d;
    x = hn::Mul(hn::Xor(x, hn::ShiftRight<30>(x)), hn::Set(d, 0xbf58476d1ce4e5b9u));
    x = hn::Mul(hn::Xor(x, hn::ShiftRight<27>(x)), hn::Set(d, 0x94d049bb133111ebu));
    return hn::Xor(x, hn::ShiftRight<31>(x));
  }

  // Memory that differs from the ROM, in chunks of 8 bytes.
  void add_memory(const LaneChip<Core>& lanes, std::uint64_t id) {
    const D d;
    V sum = hn::Zero(d);
    for (std::uint32_t k = 0; k < Chip<Core>::kStride; k += 8) {
      const std::uint32_t row = k / sizeof(Cell);
      bool own = false;
      const Cell* rows[kInChunk];
      for (std::uint32_t j = 0; j < kInChunk; ++j) {
        own |= lanes.rows.is_own(id, row + j);
        rows[j] = lanes.rows.read(id, row + j);
      }
      if (!own) continue;
      std::uint64_t initial;
      std::memcpy(&initial, lanes.chip.initial().data() + k, 8);
      for (std::uint32_t l = 0; l < lanes.map.lanes(); l += kPart) {
        V now = hn::Zero(d);
        for (std::uint32_t j = 0; j < kInChunk; ++j) {
          now = hn::Or(now, hn::ShiftLeftSame(cells(rows[j] + l),
                                              static_cast<int>(8 * sizeof(Cell) * j)));
        }
        const V at = hn::Or(hn::ShiftLeft<16>(hn::LoadU(d, element_ + l)), hn::Set(d, k));
        const V one = mix_all(hn::Add(at, hn::Set(d, 0x9e3779b97f4a7c15u)));
        V mixed = mix_all(hn::Add(one, now));
        mixed = hn::IfThenZeroElse(hn::Eq(now, hn::Set(d, initial)), mixed);
        // Chips of fewer elements than lanes.
        mixed = hn::IfThenElseZero(hn::FirstN(d, lanes.map.lanes() - l), mixed);
        sum = hn::Add(sum, mixed);
      }
    }
    // Not SumOfLanes: GCC's header adds the last two as signed numbers, which may overflow.
    HWY_ALIGN std::uint64_t sums[kPart];
    hn::Store(sum, d, sums);
    for (const std::uint64_t one : sums) hash_ += one;
  }
  static V cells(const std::uint8_t* from) {
    const hn::Rebind<std::uint8_t, D> bytes;
    const hn::Rebind<std::uint32_t, D> words;
    return hn::PromoteTo(D(), hn::PromoteTo(words, hn::LoadU(bytes, from)));
  }
  static V cells(const std::uint32_t* from) {
    const hn::Rebind<std::uint32_t, D> words;
    return big_endian(hn::PromoteTo(D(), hn::LoadU(words, from)));
  }
  // The four low bytes the other way round.
  static V big_endian(V v) {
    const D d;
    v = hn::Or(hn::ShiftRight<16>(v), hn::ShiftLeft<16>(hn::And(v, hn::Set(d, 0xffff))));
    return hn::Or(hn::And(hn::ShiftRight<8>(v), hn::Set(d, 0x00ff00ff)),
                  hn::ShiftLeft<8>(hn::And(v, hn::Set(d, 0x00ff00ff))));
  }

  std::uint64_t hash_ = 0;
  std::vector<std::int64_t> last_;
  std::uint64_t element_[kLanes];
};

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
