// SPDX-License-Identifier: MIT
// Arithmetic of the SH-2 in 64 lanes, and the table of all its instructions.
#if defined(KASURI_EMU_LANE_SH2_ALU_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_SH2_ALU_INL
#undef KASURI_EMU_LANE_SH2_ALU_INL
#else
#define KASURI_EMU_LANE_SH2_ALU_INL
#endif

#include "studies/lanes/lane_sh2_core-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

template <std::size_t line>
bool LaneSh2<line>::shifts() {
  using hn::Or;
  using hn::ShiftLeft;
  using hn::ShiftRight;
  if constexpr (a == Do::rotate_left)
    return shift<31>([](V n, std::size_t) { return Or(ShiftLeft<1>(n), ShiftRight<31>(n)); });
  else if constexpr (a == Do::rotate_right)
    return shift<0>([](V n, std::size_t) { return Or(ShiftRight<1>(n), ShiftLeft<31>(n)); });
  else if constexpr (a == Do::rotate_left_t || a == Do::rotate_right_t) {
    const Words t = Words::each([&](std::size_t k) { return t_of(k); });
    if constexpr (a == Do::rotate_left_t)
      return shift<31>([&](V n, std::size_t k) { return Or(ShiftLeft<1>(n), t.p[k]); });
    else
      return shift<0>([&](V n, std::size_t k) {
        return Or(ShiftRight<1>(n), ShiftLeft<31>(t.p[k]));
      });
  } else if constexpr (a == Do::shift_left)
    return shift<31>([](V n, std::size_t) { return ShiftLeft<1>(n); });
  else if constexpr (a == Do::shift_right)
    return shift<0>([](V n, std::size_t) { return ShiftRight<1>(n); });
  else if constexpr (a == Do::shift_right_arithmetic)
    return shift<0>([](V n, std::size_t) { return as_unsigned(ShiftRight<1>(as_signed(n))); });
  else {
    constexpr int by = o.mnemonic().ends_with("16") ? 16 : o.mnemonic().ends_with('8') ? 8 : 2;
    if constexpr (a == Do::shift_left_by) return in_place([](V n) { return ShiftLeft<by>(n); });
    else {
      static_assert(a == Do::shift_right_by);
      return in_place([](V n) { return ShiftRight<by>(n); });
    }
  }
}

template <std::size_t line>
bool LaneSh2<line>::comparison(const Words& x, const Words& n) {
  if constexpr (a == Do::same) return test(x, n, [](V p, V q) { return hn::Eq(q, p); });
  else if constexpr (a == Do::above_or_same)
    return test(x, n, [](V p, V q) { return hn::Not(hn::Gt(p, q)); });
  else if constexpr (a == Do::above) return test(x, n, [](V p, V q) { return hn::Gt(q, p); });
  else if constexpr (a == Do::greater_or_equal)
    return test(x, n, [](V p, V q) {
      return hn::RebindMask(d, hn::Not(hn::Gt(as_signed(p), as_signed(q))));
    });
  else if constexpr (a == Do::greater)
    return test(x, n, [](V p, V q) {
      return hn::RebindMask(d, hn::Gt(as_signed(q), as_signed(p)));
    });
  else if constexpr (a == Do::any_byte_same) {
    return test(x, n, [](V p, V q) {
      const V differ = hn::Xor(p, q);
      const auto zero = [&](std::uint32_t mask) {
        return hn::Eq(hn::And(differ, set(mask)), hn::Zero(d));
      };
      return hn::Or(hn::Or(zero(0xff), zero(0xff00)), hn::Or(zero(0xff0000), zero(0xff000000)));
    });
  } else {
    static_assert(a == Do::test);
    return test(x, n, [](V p, V q) {
      return hn::Eq(hn::And(hn::And(p, q), set(o.size() == 1 ? 0xff : ~0u)), hn::Zero(d));
    });
  }
}

template <std::size_t line>
bool LaneSh2<line>::multiply(const Words& x, const Words& n) {
  return each_lane(x, n, [&](std::size_t i, std::uint32_t p, std::uint32_t q) {
    if constexpr (a == Do::multiply) r_.macl[i] = p * q;
    else if constexpr (a == Do::multiply_word)
      r_.macl[i] =
          static_cast<std::uint32_t>(static_cast<std::int16_t>(q) * static_cast<std::int16_t>(p));
    else if constexpr (a == Do::multiply_word_unsigned)
      r_.macl[i] = (q & 0xffff) * (p & 0xffff);
    else {
      const std::uint64_t product =
          a == Do::multiply_long
              ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(q)} *
                                           static_cast<std::int32_t>(p))
              : std::uint64_t{q} * p;
      r_.mach[i] = static_cast<std::uint32_t>(product >> 32);
      r_.macl[i] = static_cast<std::uint32_t>(product);
    }
  });
}

template <std::size_t line>
bool LaneSh2<line>::divide(const Words& x, const Words& n) {
  std::uint32_t* to = rn();
  const auto bit = [](std::uint64_t& word, std::size_t i, bool v) {
    word = (word & ~(std::uint64_t{1} << i)) | std::uint64_t{v} << i;
  };
  return each_lane(x, n, [&](std::size_t i, std::uint32_t p, std::uint32_t q) {
    if constexpr (a == Do::divide_signed) {
      bit(r_.q, i, q >> 31);
      bit(r_.m, i, p >> 31);
      bit(r_.t, i, (q ^ p) >> 31);
    } else {
      std::uint32_t sr = (r_.t >> i & 1 ? sh2::kT : 0) | (r_.q >> i & 1 ? sh2::kQ : 0) |
                         (r_.m >> i & 1 ? sh2::kM : 0);
      to[i] = sh2::division_step(q, p, sr);
      bit(r_.q, i, sr & sh2::kQ);
      bit(r_.t, i, sr & sh2::kT);
    }
  });
}

template <std::size_t line>
bool LaneSh2<line>::carrying(const Words& x, const Words& n) {
  Words value;
  std::uint64_t t = 0;
  for (std::size_t k = 0; k < kParts; ++k) {
    const V p = x.p[k], q = n.p[k], in = t_of(k);
    if constexpr (a == Do::add_carry) {
      const V sum = hn::Add(p, q);
      value.p[k] = hn::Add(sum, in);
      t |= Words::bits(hn::Or(hn::Lt(sum, p), hn::Lt(value.p[k], sum)), k);
    } else if constexpr (a == Do::subtract_carry || a == Do::negate_carry) {
      const V from = a == Do::negate_carry ? hn::Zero(d) : q;
      const V difference = hn::Sub(from, p);
      value.p[k] = hn::Sub(difference, in);
      t |= Words::bits(hn::Or(hn::Gt(p, from), hn::Gt(value.p[k], difference)), k);
    } else {
      const bool adds = a == Do::add_overflow;
      value.p[k] = adds ? hn::Add(q, p) : hn::Sub(q, p);
      const V differ = hn::Xor(q, p);
      const V over = hn::And(adds ? hn::Not(differ) : differ, hn::Xor(q, value.p[k]));
      t |= Words::bits(hn::TestBit(over, set(1u << 31)), k);
    }
  }
  set_t(t);
  return put<1>(value);
}

inline constexpr auto kLaneSh2 = []<std::size_t... line>(std::index_sequence<line...>) {
  return std::array<bool (*)(TurnSh2&, const OpSh2&), sizeof...(line)>{&LaneSh2<line>::run...};
}(std::make_index_sequence<sh2::kIllegal>{});

inline OpSh2 make_op(const Chip<CoreSh2>& chip, std::uint32_t pc) {
  const std::uint8_t* m = chip.initial().data() + pc;
  const auto word = static_cast<std::uint16_t>(m[0] << 8 | m[1]);
  const std::uint8_t line = sh2::decode_table()[word];
  OpSh2 op;
  op.run = kLaneSh2[line];
  op.clocks = sh2::kOpcodes[line].clocks;
  op.operand = word;
  return op;
}

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
