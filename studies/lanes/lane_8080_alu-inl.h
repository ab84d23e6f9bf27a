// SPDX-License-Identifier: MIT
// Arithmetic of the 8080 in vectors, as in i8080_alu.h.
#if defined(KASURI_EMU_LANE_8080_ALU_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_8080_ALU_INL
#undef KASURI_EMU_LANE_8080_ALU_INL
#else
#define KASURI_EMU_LANE_8080_ALU_INL
#endif

#include "studies/cores/i8080.h"
#include "studies/lanes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

using Bytes = Lanes<std::uint8_t>;

struct LaneAlu {
  using V = Bytes::V;
  static constexpr Bytes::D d{};

  static V set(std::uint8_t v) { return hn::Set(d, v); }
  struct Result {
    V value;
    V flags;
  };

  static V sign_zero_parity(V v) {
    const V zero = hn::IfThenElseZero(hn::Eq(v, hn::Zero(d)), set(i8080::kZero));
    return hn::Or(hn::Or(parity(v), zero), hn::And(v, set(i8080::kSign)));
  }
  // Parity and the bit that is always one.
  static V parity(V v) {
    V folded = hn::Xor(v, hn::ShiftRight<4>(v));
    if constexpr (Bytes::kPart >= 16) {
      HWY_ALIGN static constexpr std::uint8_t kNibble[16] = {6, 2, 2, 6, 2, 6, 6, 2,
                                                             2, 6, 6, 2, 6, 2, 2, 6};
      return hn::TableLookupBytes(hn::LoadDup128(d, kNibble), hn::And(folded, set(0x0f)));
    } else {
      folded = hn::Xor(folded, hn::ShiftRight<2>(folded));
      folded = hn::Xor(folded, hn::ShiftRight<1>(folded));
      return hn::Xor(hn::ShiftLeft<2>(hn::And(folded, set(1))), set(6));
    }
  }
  // Adds with a carry of 0 or 1.
  static Result add(V a, V b, V carry) {
    const V sum = hn::Add(hn::Add(a, b), carry);
    const V out = hn::ShiftRight<7>(hn::Or(hn::And(a, b), hn::AndNot(sum, hn::Or(a, b))));
    const V aux = hn::And(hn::Xor(hn::Xor(a, b), sum), set(i8080::kAux));
    return {sum, hn::Or(hn::Or(sign_zero_parity(sum), out), aux)};
  }
  static Result subtract(V a, V b, V borrow) {
    const V v = hn::Sub(hn::Sub(a, b), borrow);
    const V out = hn::ShiftRight<7>(hn::Or(hn::AndNot(a, b), hn::AndNot(hn::Xor(a, b), v)));
    const V aux = hn::AndNot(hn::Xor(hn::Xor(a, b), v), set(i8080::kAux));
    return {v, hn::Or(hn::Or(sign_zero_parity(v), out), aux)};
  }
  static Result both(V a, V b) {
    const V v = hn::And(a, b);
    const V aux = hn::And(hn::ShiftLeft<1>(hn::Or(a, b)), set(i8080::kAux));
    return {v, hn::Or(sign_zero_parity(v), aux)};
  }
  static Result plain(V v) { return {v, sign_zero_parity(v)}; }
  static Result increment(V a, V flags) {
    const V v = hn::Add(a, set(1));
    const V low = hn::And(v, set(0x0f));
    const V aux = hn::IfThenElseZero(hn::Eq(low, hn::Zero(d)), set(i8080::kAux));
    return {v, hn::Or(hn::Or(sign_zero_parity(v), aux), hn::And(flags, set(i8080::kCarry)))};
  }
  static Result decrement(V a, V flags) {
    const V v = hn::Sub(a, set(1));
    const V low = hn::And(a, set(0x0f));
    const V aux = hn::IfThenZeroElse(hn::Eq(low, hn::Zero(d)), set(i8080::kAux));
    return {v, hn::Or(hn::Or(sign_zero_parity(v), aux), hn::And(flags, set(i8080::kCarry)))};
  }
  static Result decimal_adjust(V a, V flags) {
    const auto low = hn::Or(hn::Gt(hn::And(a, set(0x0f)), set(9)),
                            hn::Ne(hn::And(flags, set(i8080::kAux)), hn::Zero(d)));
    const auto high = hn::Or(hn::Gt(a, set(0x99)),
                             hn::Ne(hn::And(flags, set(i8080::kCarry)), hn::Zero(d)));
    const V correction = hn::Or(hn::IfThenElseZero(low, set(0x06)),
                                hn::IfThenElseZero(high, set(0x60)));
    const V sum = hn::Add(a, correction);
    const V aux = hn::And(hn::Xor(hn::Xor(a, correction), sum), set(i8080::kAux));
    const V carry = hn::IfThenElseZero(high, set(i8080::kCarry));
    return {sum, hn::Or(hn::Or(sign_zero_parity(sum), aux), carry)};
  }
  // `carry` is 0 or 1.
  static Result with_carry(V v, V flags, V carry) {
    return {v, hn::Or(hn::And(flags, set(0xfe)), carry)};
  }
  static V bit0(V v) { return hn::And(v, set(1)); }
};

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
