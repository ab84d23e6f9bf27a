// SPDX-License-Identifier: MIT
// 64 lanes of one type in vectors of whatever length the host has, masked by bits.
#if defined(KASURI_EMU_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANES_INL
#undef KASURI_EMU_LANES_INL
#else
#define KASURI_EMU_LANES_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "studies/lanes/lane_links.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// 64 lanes of T in as many vectors as this instruction set needs.
template <class T>
struct Lanes {
  using D = hn::CappedTag<T, kLanes>;
  using V = hn::Vec<D>;
  using M = hn::Mask<D>;
  static constexpr std::size_t kPart = hn::MaxLanes(D());
  static constexpr std::size_t kParts = kLanes / kPart;

  static HWY_INLINE M mask(std::uint64_t lanes, std::size_t part) {
    if constexpr (kPart == 64) {
      return hn::LoadMaskBits(D(), reinterpret_cast<const std::uint8_t*>(&lanes));
    } else {
      const std::uint64_t bits = lanes >> (part * kPart);
      return hn::LoadMaskBits(D(), reinterpret_cast<const std::uint8_t*>(&bits));
    }
  }
  static HWY_INLINE std::uint64_t bits(M m, std::size_t part) {
    std::uint64_t out = 0;
    hn::StoreMaskBits(D(), m, reinterpret_cast<std::uint8_t*>(&out));
    if constexpr (kPart < 64) out &= (std::uint64_t{1} << (kPart % 64)) - 1;
    return out << (part * kPart % 64);
  }

  V p[kParts];

  static HWY_INLINE Lanes load(const T* from) {
    Lanes v;
    for (std::size_t k = 0; k < kParts; ++k) v.p[k] = hn::Load(D(), from + k * kPart);
    return v;
  }
  static HWY_INLINE Lanes all(T value) {
    Lanes v;
    for (std::size_t k = 0; k < kParts; ++k) v.p[k] = hn::Set(D(), value);
    return v;
  }
  HWY_INLINE void store(T* to, std::uint64_t lanes) const {
    for (std::size_t k = 0; k < kParts; ++k) {
      T* at = to + k * kPart;
      if constexpr (kParts == 1) {  // the next load waits for a masked store, not for a whole one
        hn::Store(hn::IfThenElse(mask(lanes, k), p[k], hn::Load(D(), at)), D(), at);
      } else {
        hn::BlendedStore(p[k], mask(lanes, k), D(), at);
      }
    }
  }
  template <class F>
  static HWY_INLINE Lanes each(F f) {
    Lanes v;
    for (std::size_t k = 0; k < kParts; ++k) v.p[k] = f(k);
    return v;
  }
  // Lanes for which f, a mask of each part, holds.
  template <class F>
  static HWY_INLINE std::uint64_t which(F f) {
    std::uint64_t out = 0;
    for (std::size_t k = 0; k < kParts; ++k) out |= bits(f(k), k);
    return out;
  }
};

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
