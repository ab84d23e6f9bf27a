// SPDX-License-Identifier: MIT
// SH-2 instructions in 64 lanes: like sh2_step.h, one function for each line of the opcode table,
// assembled from operand access (read off the syntax) and algorithm. A delayed branch executes the
// instruction in its slot itself. Exceptions and the registers that belong to them are left to
// other engines.
#if defined(KASURI_EMU_LANE_SH2_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_SH2_INL
#undef KASURI_EMU_LANE_SH2_INL
#else
#define KASURI_EMU_LANE_SH2_INL
#endif

#include "studies/lanes/lane_turn-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

using Words = Lanes<std::uint32_t>;
using TurnSh2 = Turn<CoreSh2>;
using OpSh2 = Instruction<CoreSh2>;

template <std::size_t line>
class LaneSh2 {
 public:
  static bool run(TurnSh2& t, const OpSh2& op) { return LaneSh2(t, op).execute(); }

 private:
  using V = Words::V;
  using Do = sh2::Do;
  static constexpr Words::D d{};
  static constexpr sh2::Opcode o = sh2::kOpcodes[line];
  static constexpr Do a = o.algorithm;
  static constexpr std::size_t kParts = Words::kParts;
  using Signed = hn::RebindToSigned<Words::D>;
  using SV = hn::Vec<Signed>;

  LaneSh2(TurnSh2& t, const OpSh2& op) : t_(t), op_(op), r_(t.g->registers) {}

  template <char letter>
  std::uint32_t field() const {
    constexpr std::uint16_t bits = o.bits(letter);
    static_assert(bits != 0);
    return (op_.operand & bits) >> std::countr_zero(bits);
  }
  template <char letter>
  std::uint32_t signed_field() const {
    constexpr int width = std::popcount(o.bits(letter));
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(field<letter>() << (32 - width)) >>
                                      (32 - width));
  }
  std::uint32_t* rn() { return r_.r[field<'n'>()].data(); }
  std::uint32_t* rm() { return r_.r[field<'m'>()].data(); }
  static V set(std::uint32_t v) { return hn::Set(d, v); }
  static SV as_signed(V v) { return hn::BitCast(Signed(), v); }
  static V as_unsigned(SV v) { return hn::BitCast(d, v); }

  static void plus(Words& v, std::uint32_t by) {
    for (std::size_t k = 0; k < kParts; ++k) v.p[k] = hn::Add(v.p[k], set(by));
  }
  void set_t(std::uint64_t bits) { r_.t = (r_.t & ~t_.active) | (bits & t_.active); }
  V t_of(std::size_t part) const { return hn::IfThenElseZero(Words::mask(r_.t, part), set(1)); }

  template <class Use>
  bool each_address(const Words& address, Use use) {
    alignas(64) std::uint32_t at[kLanes];
    address.store(at, ~std::uint64_t{0});
    std::uint64_t rest = t_.active;
    do {
      const std::uint32_t first = at[std::countr_zero(rest)];
      const std::uint64_t which = rest & Words::which([&](std::size_t k) {
        return hn::Eq(address.p[k], set(first));
      });
      rest &= ~which;
      if (!use(first, which)) return false;
    } while (rest);
    return true;
  }
  bool misaligned() {
    t_.fail("an address is not aligned");
    return false;
  }

  // Sign-extended, as all loads of the SH-2.
  template <unsigned size>
  bool load(const Words& address, Words& v) {
    const std::uint64_t before = t_.active;
    bool partly = false;
    const bool ok = each_address(address, [&](std::uint32_t at, std::uint64_t which) {
      if (at % size) return misaligned();
      const std::uint32_t offset = at % CoreSh2::kWindow;
      const bool ownership = at - CoreSh2::kInputs < 4 * CoreSh2::kWindow &&
                             offset == 2 - size && size < 4;
      const std::uint32_t* p = t_.read_row(op_, at, ownership, which);
      if (!p) return t_.active != 0;
      Words part;
      for (std::size_t k = 0; k < kParts; ++k) {
        V x = hn::Load(d, p + k * Words::kPart);
        if constexpr (size == 2) {
          if (!(at & 2)) x = hn::ShiftRight<16>(x);
          x = as_unsigned(hn::ShiftRight<16>(as_signed(hn::ShiftLeft<16>(x))));
        } else if constexpr (size == 1) {
          x = hn::ShiftLeftSame(x, static_cast<int>(8 * (at & 3)));
          x = as_unsigned(hn::ShiftRight<24>(as_signed(x)));
        }
        part.p[k] = x;
      }
      if (which == before) {
        v = part;
      } else {
        part.store(temp_, which);
        partly = true;
      }
      return true;
    });
    if (partly) v = Words::load(temp_);
    return ok && t_.active;
  }
  template <unsigned size>
  bool store(const Words& address, const Words& v) {
    return each_address(address, [&](std::uint32_t at, std::uint64_t which) {
      if (at % size) return misaligned();
      std::uint32_t* p = t_.begin_write(at, size == 4, which);
      if (!p) return false;
      const unsigned shift = 8 * (4 - size - (at & 3));
      const V mask = set((~0u >> (32 - 8 * size)) << shift);
      for (std::size_t k = 0; k < kParts; ++k) {
        V x = v.p[k];
        if constexpr (size < 4) {
          x = hn::And(hn::ShiftLeftSame(x, static_cast<int>(shift)), mask);
          x = hn::Or(x, hn::AndNot(mask, hn::Load(d, p + k * Words::kPart)));
        }
        hn::BlendedStore(x, Words::mask(which, k), d, p + k * Words::kPart);
      }
      return t_.end_write(op_, at, p, which);
    });
  }

  static constexpr bool is_memory(std::string_view text) {
    return text.starts_with('@') || (text == "label" && !o.branches());
  }
  template <unsigned which>
  bool address(Words& v) {
    constexpr std::string_view text = o.operand(which);
    constexpr unsigned size = o.size();
    if constexpr (text == "@Rn" || text == "@Rn+") v = Words::load(rn());
    else if constexpr (text == "@Rm" || text == "@Rm+") v = Words::load(rm());
    else if constexpr (text == "@-Rn") v = Words::load(rn()), plus(v, 0u - size);
    else if constexpr (text == "@(disp,Rn)") v = Words::load(rn()), plus(v, field<'d'>() * size);
    else if constexpr (text == "@(disp,Rm)") v = Words::load(rm()), plus(v, field<'d'>() * size);
    else if constexpr (text == "@(R0,Rn)") v = sum(r_.r[0].data(), rn());
    else if constexpr (text == "@(R0,Rm)") v = sum(r_.r[0].data(), rm());
    else if constexpr (text == "@(disp,GBR)") {
      v = Words::load(r_.gbr.data());
      plus(v, field<'d'>() * size);
    } else if constexpr (text == "@(R0,GBR)") v = sum(r_.r[0].data(), r_.gbr.data());
    else if constexpr (text == "label") {
      if (t_.in_slot) {
        t_.fail("an address in a delay slot counts from the branch's destination");
        return false;
      }
      const std::uint32_t here = t_.address_of(op_) + 4;
      v = Words::all((size == 4 ? here & ~3u : here) + field<'d'>() * size);
    }
    return true;
  }
  static Words sum(const std::uint32_t* x, const std::uint32_t* y) {
    return Words::each([&](std::size_t k) {
      return hn::Add(hn::Load(d, x + k * Words::kPart), hn::Load(d, y + k * Words::kPart));
    });
  }

  // The register that an operand names.
  template <unsigned which>
  std::uint32_t* named() {
    constexpr std::string_view text = o.operand(which);
    if constexpr (text == "Rn") return rn();
    else if constexpr (text == "Rm") return rm();
    else if constexpr (text == "R0") return r_.r[0].data();
    else if constexpr (text == "GBR") return r_.gbr.data();
    else if constexpr (text == "MACH") return r_.mach.data();
    else if constexpr (text == "MACL") return r_.macl.data();
    else if constexpr (text == "PR") return r_.pr.data();
    else return nullptr;
  }
  template <unsigned which>
  bool get(Words& v) {
    constexpr std::string_view text = o.operand(which);
    constexpr bool logical =
        a == Do::both || a == Do::either || a == Do::exclusive || a == Do::test;
    if constexpr (text == "#imm") {
      v = Words::all(logical ? field<'i'>() : signed_field<'i'>());
    } else if constexpr (is_memory(text)) {
      Words at;
      if (!address<which>(at) || !load<o.size()>(at, v)) return false;
      if constexpr (text == "@Rm+") step_on(rm());
      if constexpr (text == "@Rn+") step_on(rn());
    } else {
      v = Words::load(named<which>());
    }
    return true;
  }
  void step_on(std::uint32_t* r) {
    Words v = Words::load(r);
    plus(v, o.size());
    v.store(r, t_.active);
  }
  template <unsigned which>
  bool put(const Words& v) {
    constexpr std::string_view text = o.operand(which);
    if constexpr (is_memory(text)) {
      Words at;
      if (!address<which>(at) || !store<o.size()>(at, v)) return false;
      if constexpr (text == "@-Rn") at.store(rn(), t_.active);
    } else {
      v.store(named<which>(), t_.active);
    }
    return true;
  }

  static constexpr bool of_exceptions() {
    for (const unsigned which : {0u, 1u}) {
      const std::string_view text = o.operand(which);
      if (text == "SR" || text == "VBR") return true;
    }
    return a == Do::return_exception || a == Do::trap;
  }

  bool execute() {
    if constexpr (of_exceptions()) {
      t_.fail("an instruction of exceptions");
      return false;
    } else if constexpr (a == Do::sleep) {
      t_.count(o.clocks);
      return t_.stop();
    } else if constexpr (o.branches()) {
      if (t_.in_slot) {
        t_.fail("a branch is in a delay slot");
        return false;
      }
      return branch();
    } else if constexpr (a == Do::move) {
      Words v;
      return get<0>(v) && put<1>(v);
    } else if constexpr (a == Do::move_address) {
      Words v;
      if (!address<0>(v)) return false;
      v.store(r_.r[0].data(), t_.active);
      return true;
    } else if constexpr (a == Do::accumulate) {
      return accumulate();
    } else if constexpr (o.operand(1).empty()) {
      return one_operand();
    } else {
      return two_operands();
    }
  }

  bool accumulate() {
    Words first, second;
    if (!get<1>(first) || !get<0>(second)) return false;
    alignas(64) std::uint32_t x[kLanes], y[kLanes];
    first.store(x, ~std::uint64_t{0});
    second.store(y, ~std::uint64_t{0});
    for (std::uint64_t l = t_.active; l; l &= l - 1) {
      const int lane = std::countr_zero(l);
      const auto i = static_cast<std::size_t>(lane);
      const std::uint64_t mac = std::uint64_t{r_.mach[i]} << 32 | r_.macl[i];
      const bool saturate = r_.s >> lane & 1;
      const std::uint64_t result =
          o.size() == 4
              ? sh2::accumulate_long(mac, static_cast<std::int32_t>(x[i]),
                                     static_cast<std::int32_t>(y[i]), saturate)
              : sh2::accumulate_word(mac, static_cast<std::int16_t>(x[i]),
                                     static_cast<std::int16_t>(y[i]), saturate);
      r_.mach[i] = static_cast<std::uint32_t>(result >> 32);
      r_.macl[i] = static_cast<std::uint32_t>(result);
    }
    return true;
  }

  // rn = f(rn), and T where bit `t_bit` of the old value is set.
  template <unsigned t_bit, class F>
  bool shift(F f) {
    Words n = Words::load(rn());
    set_t(Words::which([&](std::size_t k) { return hn::TestBit(n.p[k], set(1u << t_bit)); }));
    Words::each([&](std::size_t k) { return f(n.p[k], k); }).store(rn(), t_.active);
    return true;
  }
  template <class F>
  bool in_place(F f) {
    const Words n = Words::load(rn());
    Words::each([&](std::size_t k) { return f(n.p[k]); }).store(rn(), t_.active);
    return true;
  }
  template <class F>
  bool compare_with_0(F f) {
    const Words n = Words::load(rn());
    set_t(Words::which([&](std::size_t k) { return Words::M(f(n.p[k])); }));
    return true;
  }

  bool one_operand() {
    if constexpr (a == Do::nothing) {
    } else if constexpr (a == Do::clear_mac) {
      Words::all(0).store(r_.mach.data(), t_.active);
      Words::all(0).store(r_.macl.data(), t_.active);
    } else if constexpr (a == Do::clear_t) set_t(0);
    else if constexpr (a == Do::set_t) set_t(~std::uint64_t{0});
    else if constexpr (a == Do::divide_unsigned) {
      r_.m &= ~t_.active;
      r_.q &= ~t_.active;
      set_t(0);
    } else if constexpr (a == Do::test_and_set) {
      Words v;
      if (!get<0>(v)) return false;
      const Words marked = Words::each([&](std::size_t k) { return hn::Or(v.p[k], set(0x80)); });
      if (!put<0>(marked)) return false;
      set_t(Words::which([&](std::size_t k) { return hn::Eq(v.p[k], set(0)); }));
    } else if constexpr (a == Do::move_t) {
      Words::each([&](std::size_t k) { return t_of(k); }).store(rn(), t_.active);
    } else if constexpr (a == Do::positive) {
      return compare_with_0([](V n) {
        return hn::RebindMask(d, hn::Gt(as_signed(n), hn::Zero(Signed())));
      });
    } else if constexpr (a == Do::positive_or_zero) {
      return compare_with_0([](V n) {
        return hn::RebindMask(d, hn::Not(hn::Lt(as_signed(n), hn::Zero(Signed()))));
      });
    } else if constexpr (a == Do::decrement_test) {
      in_place([](V n) { return hn::Sub(n, set(1)); });
      return compare_with_0([](V n) { return hn::Eq(n, set(0)); });
    } else {
      return shifts();
    }
    return true;
  }
  bool shifts();

  template <class F>
  bool result(const Words& x, const Words& n, F f) {
    return put<1>(Words::each([&](std::size_t k) { return f(x.p[k], n.p[k]); }));
  }
  template <class F>
  bool test(const Words& x, const Words& n, F f) {
    set_t(Words::which([&](std::size_t k) { return Words::M(f(x.p[k], n.p[k])); }));
    return true;
  }
  template <class F>
  bool each_lane(const Words& x, const Words& n, F f) {
    alignas(64) std::uint32_t xs[kLanes], ns[kLanes];
    x.store(xs, ~std::uint64_t{0});
    n.store(ns, ~std::uint64_t{0});
    for (std::uint64_t l = t_.active; l; l &= l - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(l));
      f(i, xs[i], ns[i]);
    }
    return true;
  }

  bool two_operands() {
    Words x, n;
    if (!get<0>(x) || !get<1>(n)) return false;
    if constexpr (a == Do::add) return result(x, n, [](V p, V q) { return hn::Add(q, p); });
    else if constexpr (a == Do::subtract)
      return result(x, n, [](V p, V q) { return hn::Sub(q, p); });
    else if constexpr (a == Do::both) return result(x, n, [](V p, V q) { return hn::And(q, p); });
    else if constexpr (a == Do::either) return result(x, n, [](V p, V q) { return hn::Or(q, p); });
    else if constexpr (a == Do::exclusive)
      return result(x, n, [](V p, V q) { return hn::Xor(q, p); });
    else if constexpr (a == Do::invert) return result(x, n, [](V p, V) { return hn::Not(p); });
    else if constexpr (a == Do::negate)
      return result(x, n, [](V p, V) { return hn::Sub(hn::Zero(d), p); });
    else if constexpr (a == Do::extend_signed) {
      constexpr int by = o.size() == 1 ? 24 : 16;
      return result(x, n, [](V p, V) {
        return as_unsigned(hn::ShiftRight<by>(as_signed(hn::ShiftLeft<by>(p))));
      });
    } else if constexpr (a == Do::extend_unsigned)
      return result(x, n, [](V p, V) { return hn::And(p, set(o.size() == 1 ? 0xff : 0xffff)); });
    else if constexpr (a == Do::swap_bytes) {
      return result(x, n, [](V p, V) {
        const V low = hn::Or(hn::ShiftLeft<8>(hn::And(p, set(0xff))),
                             hn::And(hn::ShiftRight<8>(p), set(0xff)));
        return hn::Or(hn::And(p, set(0xffff0000)), low);
      });
    } else if constexpr (a == Do::swap_words)
      return result(x, n, [](V p, V) {
        return hn::Or(hn::ShiftLeft<16>(p), hn::ShiftRight<16>(p));
      });
    else if constexpr (a == Do::extract)
      return result(x, n, [](V p, V q) {
        return hn::Or(hn::ShiftLeft<16>(p), hn::ShiftRight<16>(q));
      });
    else if constexpr (a == Do::multiply || a == Do::multiply_word ||
                       a == Do::multiply_word_unsigned || a == Do::multiply_long ||
                       a == Do::multiply_long_unsigned) return multiply(x, n);
    else if constexpr (a == Do::divide_step || a == Do::divide_signed) return divide(x, n);
    else if constexpr (a == Do::add_carry || a == Do::subtract_carry || a == Do::negate_carry ||
                       a == Do::add_overflow || a == Do::subtract_overflow) return carrying(x, n);
    else return comparison(x, n);
  }
  bool comparison(const Words& x, const Words& n);
  bool multiply(const Words& x, const Words& n);
  bool divide(const Words& x, const Words& n);
  bool carrying(const Words& x, const Words& n);

  bool execute_slot() {
    const OpSh2& slot = *(&op_ + 1);
    t_.in_slot = true;
    const bool ok = slot.run(t_, slot);
    t_.in_slot = false;
    if (ok) t_.count(slot.clocks);
    return ok;
  }
  bool go_to(const std::uint32_t* to) {
    const std::uint32_t first = to[std::countr_zero(t_.active)];
    const std::uint64_t alike = Words::which([&](std::size_t k) {
      return hn::Eq(hn::Load(d, to + k * Words::kPart), set(first));
    });
    if ((t_.active & ~alike) || first >= CoreSh2::kInputs || first % 2)
      return t_.scatter([&](std::size_t lane) { return to[lane]; });
    t_.pc = first;
    return false;
  }

  bool branch() {
    const std::uint32_t here = t_.address_of(op_) + 4;
    if constexpr (a == Do::branch_if || a == Do::branch_if_delayed) {
      constexpr bool wanted = o.mnemonic().starts_with("BT");
      const std::uint32_t target = here + 2 * signed_field<'d'>();
      const std::uint64_t taken = t_.active & (wanted ? r_.t : ~r_.t);
      if (!taken) return true;  // op_.clocks are of this case
      if (taken == t_.active) {
        t_.count(o.clocks_taken);
      } else {
        t_.flush();
        t_.count_apart(taken, o.clocks_taken);
        t_.count_apart(t_.active & ~taken, o.clocks);
        t_.totals.instructions += std::popcount(t_.active);
        t_.set_aside(t_.active & ~taken, t_.next_of(op_));
      }
      if (a == Do::branch_if_delayed && !execute_slot()) return false;
      return known(target);
    } else if constexpr (a == Do::branch || a == Do::call) {
      t_.count(o.clocks);
      if constexpr (a == Do::call) Words::all(here).store(r_.pr.data(), t_.active);
      if (!execute_slot()) return false;
      if constexpr (a == Do::call) ++t_.depth;
      return known(here + 2 * signed_field<'d'>());
    } else {
      t_.count(o.clocks);
      if constexpr (a == Do::return_) {
        Words::load(r_.pr.data()).store(temp_, ~std::uint64_t{0});
        --t_.depth;
      } else {
        Words to = Words::load(rm());
        if constexpr (a == Do::branch_far || a == Do::call_far) plus(to, here);
        to.store(temp_, ~std::uint64_t{0});
        if constexpr (a == Do::call_far || a == Do::call_register) {
          Words::all(here).store(r_.pr.data(), t_.active);
          ++t_.depth;
        }
      }
      if (!execute_slot()) return false;
      return go_to(temp_);
    }
  }
  bool known(std::uint32_t target) {
    if (target >= CoreSh2::kInputs) t_.fail("code runs outside the ROM");
    t_.pc = target;
    return false;
  }

  TurnSh2& t_;
  const OpSh2& op_;
  LaneRegisters<CoreSh2>& r_;
  alignas(64) std::uint32_t temp_[kLanes];
};

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
