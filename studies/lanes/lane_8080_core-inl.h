// SPDX-License-Identifier: MIT
// 8080 instructions in 64 lanes: like i8080_step.h, one function for each line of the opcode table,
// assembled from operand access and algorithm.
#if defined(KASURI_EMU_LANE_8080_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KASURI_EMU_LANE_8080_INL
#undef KASURI_EMU_LANE_8080_INL
#else
#define KASURI_EMU_LANE_8080_INL
#endif

#include "studies/lanes/lane_8080_alu-inl.h"
#include "studies/lanes/lane_turn-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kasuri::emu::HWY_NAMESPACE {

using i8080::At;
using i8080::Do;
using Turn8080 = Turn<Core8080>;
using Op8080 = Instruction<Core8080>;

// One line of the opcode table.
template <std::size_t code>
class Lane8080 {
 public:
  static bool run(Turn8080& t, const Op8080& op) { return Lane8080(t, op).execute(); }

 private:
  using V = Bytes::V;
  using A = LaneAlu;
  static constexpr i8080::Opcode o = i8080::kOpcodes[code];
  static constexpr std::size_t kParts = Bytes::kParts;

  Lane8080(Turn8080& t, const Op8080& op) : t_(t), op_(op), r_(t.g->registers) {}

  std::uint8_t* row(std::size_t at) { return r_.r[at].data(); }
  Bytes reg(std::size_t at) { return Bytes::load(row(at)); }
  void set_reg(std::size_t at, const Bytes& v) { v.store(row(at), t_.active); }
  void set_flags(const Bytes& v) { set_reg(i8080::kF, v); }

  // Memory at one address in the active lanes of `which`.
  bool read_at(std::uint32_t at, std::uint64_t which, Bytes& v) {
    const bool ownership = at - Core8080::kInputs < 4 * Core8080::kWindow &&
                           at % Core8080::kWindow == 0;
    const std::uint8_t* p = t_.read_row(op_, at, ownership, which);
    if (!p) return false;
    v = Bytes::load(p);
    return true;
  }
  bool write_at(std::uint32_t at, std::uint64_t which, const Bytes& v) {
    std::uint8_t* p = t_.begin_write(at, true, which);
    if (!p) return false;
    v.store(p, which);
    return t_.end_write(op_, at, p, which);
  }
  // Calls use(address, lanes) for each address that the active lanes have.
  template <class Use>
  bool each_address(const std::uint8_t* high, const std::uint8_t* low, Use use) {
    std::uint64_t rest = t_.active;
    do {
      const auto first = static_cast<std::size_t>(std::countr_zero(rest));
      const std::uint8_t h = high[first], l = low[first];
      const std::uint64_t which = rest & Bytes::which([&](std::size_t k) {
        return hn::And(hn::Eq(hn::Load(A::d, high + k * Bytes::kPart), A::set(h)),
                       hn::Eq(hn::Load(A::d, low + k * Bytes::kPart), A::set(l)));
      });
      rest &= ~which;
      if (!use(static_cast<std::uint32_t>(h << 8 | l), which)) return rest != 0 && t_.active != 0;
    } while (rest);
    return true;
  }
  bool read(const std::uint8_t* high, const std::uint8_t* low, Bytes& v) {
    const std::uint64_t before = t_.active;
    bool ok = true;
    each_address(high, low, [&](std::uint32_t at, std::uint64_t which) {
      Bytes part;
      if (!read_at(at, which, part)) {
        ok = t_.active != 0;  // these wait, others go on
        return ok;
      }
      if (which == before) {
        v = part;
      } else {
        part.store(temp_, which);
      }
      partly_ |= which != before;
      return true;
    });
    if (partly_) v = Bytes::load(temp_);
    return ok && t_.active;
  }
  bool write(const std::uint8_t* high, const std::uint8_t* low, const Bytes& v) {
    bool ok = true;
    each_address(high, low, [&](std::uint32_t at, std::uint64_t which) {
      return ok = write_at(at, which, v);
    });
    return ok;
  }
  template <std::size_t high>
  bool read_pair(Bytes& v) { return read(row(high), row(high + 1), v); }

  template <At at>
  bool get(Bytes& v) {
    if constexpr (at == At::m) return read_pair<i8080::kH>(v);
    else if constexpr (at <= At::a) v = reg(static_cast<std::size_t>(at));
    else if constexpr (at == At::byte) v = Bytes::all(static_cast<std::uint8_t>(op_.operand));
    else if constexpr (at == At::direct) return read_at(op_.operand, t_.active, v);
    else if constexpr (at == At::bc_points) return read_pair<i8080::kB>(v);
    else if constexpr (at == At::de_points) return read_pair<i8080::kD>(v);
    return true;
  }
  template <At at>
  bool set(const Bytes& v) {
    if constexpr (at == At::m) return write(row(i8080::kH), row(i8080::kL), v);
    else if constexpr (at <= At::a) set_reg(static_cast<std::size_t>(at), v);
    else if constexpr (at == At::direct) return write_at(op_.operand, t_.active, v);
    else if constexpr (at == At::bc_points) return write(row(i8080::kB), row(i8080::kC), v);
    else if constexpr (at == At::de_points) return write(row(i8080::kD), row(i8080::kE), v);
    return true;
  }
  // Low and high byte of a word.
  struct Word {
    Bytes low, high;
  };
  static Word plus(const Word& w, std::uint8_t by) {
    Word v;
    for (std::size_t k = 0; k < kParts; ++k) {
      v.low.p[k] = hn::Add(w.low.p[k], A::set(by));
      const auto carried = hn::Lt(v.low.p[k], w.low.p[k]);
      v.high.p[k] = hn::Add(w.high.p[k], hn::IfThenElseZero(carried, A::set(1)));
    }
    return v;
  }
  static Word minus_1(const Word& w) {
    Word v;
    for (std::size_t k = 0; k < kParts; ++k) {
      const auto borrows = hn::Eq(w.low.p[k], hn::Zero(A::d));
      v.low.p[k] = hn::Sub(w.low.p[k], A::set(1));
      v.high.p[k] = hn::Sub(w.high.p[k], hn::IfThenElseZero(borrows, A::set(1)));
    }
    return v;
  }
  Word stack_pointer() { return {Bytes::load(r_.sp_low.data()), Bytes::load(r_.sp_high.data())}; }
  void set_stack_pointer(const Word& w) {
    w.low.store(r_.sp_low.data(), t_.active);
    w.high.store(r_.sp_high.data(), t_.active);
  }
  bool read_word_at(const Word& at, Word& v) {
    alignas(64) std::uint8_t low[kLanes], high[kLanes];
    at.low.store(low, ~std::uint64_t{0});
    at.high.store(high, ~std::uint64_t{0});
    if (!read(high, low, v.low)) return false;
    partly_ = false;
    const Word next = plus(at, 1);
    next.low.store(low, ~std::uint64_t{0});
    next.high.store(high, ~std::uint64_t{0});
    return read(high, low, v.high);
  }
  bool write_word_at(const Word& at, const Word& v, bool high_first) {
    alignas(64) std::uint8_t low[kLanes], high[kLanes];
    const Word next = plus(at, 1);
    for (const bool is_high : {high_first, !high_first}) {
      const Word& to = is_high ? next : at;
      to.low.store(low, ~std::uint64_t{0});
      to.high.store(high, ~std::uint64_t{0});
      if (!write(high, low, is_high ? v.high : v.low)) return false;
    }
    return true;
  }
  bool push(const Word& v) {
    const Word sp = minus_1(minus_1(stack_pointer()));
    if (!write_word_at(sp, v, true)) return false;
    set_stack_pointer(sp);
    return true;
  }
  bool push_address(std::uint32_t v) {
    return push({Bytes::all(static_cast<std::uint8_t>(v)),
                 Bytes::all(static_cast<std::uint8_t>(v >> 8))});
  }
  bool pop(Word& v) {
    const Word sp = stack_pointer();
    if (!read_word_at(sp, v)) return false;
    set_stack_pointer(plus(plus(sp, 1), 1));
    return true;
  }
  template <At at>
  bool get16(Word& v) {
    if constexpr (at == At::bc) v = {reg(i8080::kC), reg(i8080::kB)};
    else if constexpr (at == At::de) v = {reg(i8080::kE), reg(i8080::kD)};
    else if constexpr (at == At::hl) v = {reg(i8080::kL), reg(i8080::kH)};
    else if constexpr (at == At::psw) v = {reg(i8080::kF), reg(i8080::kA)};
    else if constexpr (at == At::sp) v = stack_pointer();
    else if constexpr (at == At::word) v = constant(op_.operand);
    else if constexpr (at == At::direct16) return read_word_at(constant(op_.operand), v);
    else if constexpr (at == At::stack) return pop(v);
    return true;
  }
  static Word constant(std::uint32_t v) {
    return {Bytes::all(static_cast<std::uint8_t>(v)), Bytes::all(static_cast<std::uint8_t>(v >> 8))};
  }
  template <At at>
  bool set16(const Word& v) {
    if constexpr (at == At::bc) set_reg(i8080::kC, v.low), set_reg(i8080::kB, v.high);
    else if constexpr (at == At::de) set_reg(i8080::kE, v.low), set_reg(i8080::kD, v.high);
    else if constexpr (at == At::hl) set_reg(i8080::kL, v.low), set_reg(i8080::kH, v.high);
    else if constexpr (at == At::psw) {
      set_reg(i8080::kA, v.high);
      set_flags(Bytes::each([&](std::size_t k) {
        return hn::Or(hn::And(v.low.p[k], A::set(0xd5)), A::set(i8080::kAlwaysOne));
      }));
    } else if constexpr (at == At::sp) set_stack_pointer(v);
    else if constexpr (at == At::direct16) return write_word_at(constant(op_.operand), v, false);
    else if constexpr (at == At::stack) return push(v);
    return true;
  }
  bool go_to(const Word& address) {
    alignas(64) std::uint8_t low[kLanes], high[kLanes];
    address.low.store(low, ~std::uint64_t{0});
    address.high.store(high, ~std::uint64_t{0});
    const auto first = static_cast<std::size_t>(std::countr_zero(t_.active));
    const std::uint64_t alike = Bytes::which([&](std::size_t k) {
      return hn::And(hn::Eq(address.low.p[k], A::set(low[first])),
                     hn::Eq(address.high.p[k], A::set(high[first])));
    });
    const auto of = [&](std::size_t lane) {
      return static_cast<std::uint32_t>(high[lane] << 8 | low[lane]);
    };
    if ((t_.active & ~alike) || of(first) >= Core8080::kInputs) return t_.scatter(of);
    t_.pc = of(first);
    return false;
  }
  // Lanes in which the condition holds.
  std::uint64_t holds() {
    if constexpr (o.condition < 0) {
      return ~std::uint64_t{0};
    } else {
      constexpr std::uint8_t kFlag[] = {i8080::kZero, i8080::kCarry, i8080::kParity, i8080::kSign};
      const std::uint8_t* f = row(i8080::kF);
      const std::uint64_t set = Bytes::which([&](std::size_t k) {
        return hn::TestBit(hn::Load(A::d, f + k * Bytes::kPart), A::set(kFlag[o.condition / 2]));
      });
      return o.condition % 2 == 1 ? set : ~set;
    }
  }
  // Puts lanes for which a call or return does not happen aside. False: no lane is left.
  bool only(std::uint64_t taken) {
    const std::uint64_t not_taken = t_.active & ~taken;
    if (!not_taken) return true;
    if (not_taken == t_.active) {
      t_.count(o.clocks);
      t_.pc = t_.next_of(op_);
      return false;
    }
    t_.flush();
    t_.count_apart(not_taken, o.clocks);
    t_.totals.instructions += std::popcount(not_taken);
    t_.set_aside(not_taken, t_.next_of(op_));
    return true;
  }

  template <class F>
  bool accumulate(F f) {
    Bytes x;
    if (!get<o.from>(x)) return false;
    const Bytes a = reg(i8080::kA), flags = reg(i8080::kF);
    Bytes value, out;
    for (std::size_t k = 0; k < kParts; ++k) {
      const A::Result r = f(a.p[k], x.p[k], flags.p[k]);
      value.p[k] = r.value;
      out.p[k] = r.flags;
    }
    if constexpr (o.algorithm != Do::compare) set_reg(i8080::kA, value);
    set_flags(out);
    return true;
  }
  template <class F>
  bool in_place(F f) {
    Bytes x;
    if (!get<o.from>(x)) return false;
    const Bytes flags = reg(i8080::kF);
    Bytes value, out;
    for (std::size_t k = 0; k < kParts; ++k) {
      const A::Result r = f(x.p[k], flags.p[k]);
      value.p[k] = r.value;
      out.p[k] = r.flags;
    }
    if (!set<o.to>(value)) return false;
    set_flags(out);
    return true;
  }

  bool execute() {
    constexpr Do a = o.algorithm;
    if constexpr (o.to == At::port || o.from == At::port) {
      t_.fail("IN or OUT");
      return false;
    } else if constexpr (a == Do::move) {
      Bytes v;
      return get<o.from>(v) && set<o.to>(v);
    } else if constexpr (a == Do::move16) {
      Word v;
      if (!get16<o.from>(v)) return false;
      if constexpr (o.to == At::pc) {
        t_.count(o.clocks);
        return go_to(v);
      } else {
        return set16<o.to>(v);
      }
    } else if constexpr (a == Do::jump || a == Do::call || a == Do::return_ || a == Do::restart ||
                         a == Do::halt) {
      return transfer();
    } else if constexpr (a == Do::exchange_stack) {
      Word top;
      const Word sp = stack_pointer();
      if (!read_word_at(sp, top)) return false;
      if (!write_word_at(sp, {reg(i8080::kL), reg(i8080::kH)}, false)) return false;
      return set16<At::hl>(top);
    } else if constexpr (a == Do::exchange) {
      Word de, hl;
      get16<At::de>(de);
      get16<At::hl>(hl);
      return set16<At::de>(hl) && set16<At::hl>(de);
    } else if constexpr (a == Do::increment16 || a == Do::decrement16) {
      Word v;
      get16<o.from>(v);
      return set16<o.to>(a == Do::increment16 ? plus(v, 1) : minus_1(v));
    } else if constexpr (a == Do::add16) {
      return add16();
    } else {
      return arithmetic();
    }
  }
  bool arithmetic() {
    constexpr Do a = o.algorithm;
    using hn::And;
    const V none = hn::Zero(A::d);
    if constexpr (a == Do::add)
      return accumulate([&](V x, V y, V) { return A::add(x, y, none); });
    else if constexpr (a == Do::add_carry)
      return accumulate([](V x, V y, V f) { return A::add(x, y, A::bit0(f)); });
    else if constexpr (a == Do::subtract || a == Do::compare)
      return accumulate([&](V x, V y, V) { return A::subtract(x, y, none); });
    else if constexpr (a == Do::subtract_borrow)
      return accumulate([](V x, V y, V f) { return A::subtract(x, y, A::bit0(f)); });
    else if constexpr (a == Do::both)
      return accumulate([](V x, V y, V) { return A::both(x, y); });
    else if constexpr (a == Do::exclusive)
      return accumulate([](V x, V y, V) { return A::plain(hn::Xor(x, y)); });
    else if constexpr (a == Do::either)
      return accumulate([](V x, V y, V) { return A::plain(hn::Or(x, y)); });
    else if constexpr (a == Do::increment) return in_place(&A::increment);
    else if constexpr (a == Do::decrement) return in_place(&A::decrement);
    else if constexpr (a == Do::decimal_adjust) return in_place(&A::decimal_adjust);
    else if constexpr (a == Do::rotate_left) {
      return in_place([](V x, V f) {
        const V out = hn::ShiftRight<7>(x);
        return A::with_carry(hn::Or(hn::Add(x, x), out), f, out);
      });
    } else if constexpr (a == Do::rotate_right) {
      return in_place([](V x, V f) {
        return A::with_carry(hn::Or(hn::ShiftRight<1>(x), hn::ShiftLeft<7>(x)), f, A::bit0(x));
      });
    } else if constexpr (a == Do::rotate_left_carry) {
      return in_place([](V x, V f) {
        return A::with_carry(hn::Or(hn::Add(x, x), A::bit0(f)), f, hn::ShiftRight<7>(x));
      });
    } else if constexpr (a == Do::rotate_right_carry) {
      return in_place([](V x, V f) {
        return A::with_carry(hn::Or(hn::ShiftRight<1>(x), hn::ShiftLeft<7>(f)), f, A::bit0(x));
      });
    } else if constexpr (a == Do::complement) {
      return in_place([](V x, V f) { return A::Result{hn::Xor(x, A::set(0xff)), f}; });
    } else if constexpr (a == Do::set_carry) {
      const Bytes f = reg(i8080::kF);
      set_flags(Bytes::each([&](std::size_t k) { return hn::Or(f.p[k], A::set(1)); }));
    } else if constexpr (a == Do::complement_carry) {
      const Bytes f = reg(i8080::kF);
      set_flags(Bytes::each([&](std::size_t k) { return hn::Xor(f.p[k], A::set(1)); }));
    } else {  // no interrupts come, so enabling them does nothing
      static_assert(a == Do::nothing || a == Do::enable || a == Do::disable);
    }
    return true;
  }
  bool add16() {
    Word x, hl;
    get16<o.from>(x);
    get16<At::hl>(hl);
    Word sum;
    Bytes flags = reg(i8080::kF);
    for (std::size_t k = 0; k < kParts; ++k) {
      sum.low.p[k] = hn::Add(x.low.p[k], hl.low.p[k]);
      const auto carried = hn::Lt(sum.low.p[k], x.low.p[k]);
      const V carry = hn::IfThenElseZero(carried, A::set(1));
      const A::Result high = A::add(x.high.p[k], hl.high.p[k], carry);
      sum.high.p[k] = high.value;
      flags.p[k] = hn::Or(hn::And(flags.p[k], A::set(0xfe)), A::bit0(high.flags));
    }
    set_flags(flags);
    return set16<At::hl>(sum);
  }
  bool transfer() {
    constexpr Do a = o.algorithm;
    if constexpr (a == Do::jump) {
      t_.count(o.clocks);
      return t_.part(holds(), op_.operand, t_.next_of(op_));
    } else if constexpr (a == Do::halt) {
      t_.count(o.clocks);
      return t_.stop();
    } else {
      if (!only(holds())) return false;
      if constexpr (a == Do::return_) {
        Word to;
        if (!pop(to)) return false;
        t_.count(o.clocks_taken);
        --t_.depth;
        return go_to(to);
      } else {
        if (!push_address(t_.next_of(op_))) return false;
        t_.count(o.clocks_taken);
        ++t_.depth;
        t_.pc = a == Do::restart ? code & 0x38 : op_.operand;
        if (t_.pc >= Core8080::kInputs) t_.fail("code runs outside the ROM");
        return false;
      }
    }
  }

  Turn8080& t_;
  const Op8080& op_;
  LaneRegisters<Core8080>& r_;
  bool partly_ = false;
  alignas(64) std::uint8_t temp_[kLanes];
};

inline constexpr auto kLane8080 = []<std::size_t... code>(std::index_sequence<code...>) {
  return std::array<bool (*)(Turn8080&, const Op8080&), 256>{&Lane8080<code>::run...};
}(std::make_index_sequence<256>{});

inline Op8080 make_op(const Chip<Core8080>& chip, std::uint32_t pc) {
  const std::uint8_t* m = chip.initial().data() + pc;
  const i8080::Opcode& o = i8080::kOpcodes[*m];
  Op8080 op;
  op.run = kLane8080[*m];
  op.clocks = o.clocks;
  if (o.length() == 2) op.operand = m[1];
  if (o.length() == 3) op.operand = static_cast<std::uint32_t>(m[1] | m[2] << 8);
  return op;
}

}  // namespace kasuri::emu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
