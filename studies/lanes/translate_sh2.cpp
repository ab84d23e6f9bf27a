// SPDX-License-Identifier: MIT
// SH-2 code as C++. Registers stay in memory, since 64 lanes of one fill four of the longest
// vectors; what is known to be the same in all lanes, as addresses are, is a scalar besides, from
// where it was tested to the next label. A delayed branch and the instruction in its slot are one.
// Operands (read off the syntax) and algorithms are those of the opcode table.
#include <bit>
#include <cstddef>

#include "base/core/check.h"
#include "studies/lanes/lane_group.h"
#include "studies/lanes/translate_writer.h"

namespace kasuri::emu {
namespace {

using sh2::Do;

constexpr std::string_view kBefore = R"cpp(
// 0 or 1 in each lane.
FAST V expand(u64 bits) {
  V v;
  for (int k = 0; k < V::kParts; ++k) {
    V::Part lane;
    UNROLL for (int j = 0; j < V::kInPart; ++j) lane[j] = j;
    v.p[k] = ((V::Part{} + (u32)(bits >> k * V::kInPart)) >> lane) & 1;
  }
  return v;
}
FAST V extend(const V& v, int bits) { return sar(v << (32 - bits), 32 - bits); }
FAST u64 any_byte_zero(const V& v) {
  return zeros(v & splat(0xff)) | zeros(v & splat(0xff00)) | zeros(v & splat(0xff0000)) |
         zeros(v & splat(0xff000000));
}
template <unsigned size>
FAST bool load_part(Frame* f, u32 at, V& v) {
  V x;
  if (at % size || !load(f, at, x)) return false;
  if (size == 4) v = x;
  else if (size == 2) v = at & 2 ? extend(x, 16) : sar(x, 16);
  else v = sar(x << (8 * (at & 3)), 24);
  return true;
}
template <unsigned size>
FAST bool store_part(Frame* f, u32 at, const V& v) {
  if (at % size) return false;
  if (size == 4) return store(f, at, v);
  const int shift = 8 * (4 - size - (at & 3));
  const u32 mask = (~0u >> (32 - 8 * size)) << shift;
  u8* p = row_to_write(f, at);
  if (p) {
    put(p, (get(p) & splat(~mask)) | ((v << shift) & splat(mask)));
    return true;
  }
  return is_output(f, at) && store_output(f, at, (v << shift) & splat(mask), mask);
}
extern "C" void kasuri_run(Frame* f) {
  u8* const r = f->registers;
  u64 t = *(u64*)(r + 5120);
  u32 pc = f->pc, clocks = 0, executed = 0, depth = f->depth;
  const u32 phase = f->phase;
  int budget = f->budget;
  u32 alike_in = f->alike_in;  // registers that are the same in all lanes: s holds what they are
  u32 stale = 0;               // of these, whose vector does not
  u32* const s = f->s;
)cpp";

constexpr std::string_view kAfter = R"cpp(
leave:
  f->alike_in = alike_in;
  for (; stale; stale &= stale - 1) {
    const int n = __builtin_ctz(stale);
    put(r + n * 256, splat(s[n]));
  }
  *(u64*)(r + 5120) = t;
  f->pc = pc;
  f->clocks = clocks;
  f->executed = executed;
  f->depth = depth;
  f->budget = budget;
}
)cpp";

// Registers by number: R0 to R15, then these, in the order of LaneRegisters.
constexpr unsigned kPr = 16, kGbr = 17, kMach = 18, kMacl = 19;
using Registers = LaneRegisters<CoreSh2>;
constexpr std::size_t kRow = sizeof(Registers::Row);
static_assert(offsetof(Registers, r) == 0 && offsetof(Registers, pr) == kPr * kRow &&
              offsetof(Registers, gbr) == kGbr * kRow && offsetof(Registers, mach) == kMach * kRow &&
              offsetof(Registers, macl) == kMacl * kRow && offsetof(Registers, t) == 5120);

class TranslatorSh2 : TranslateWriter<CoreSh2> {
 public:
  using TranslateWriter::TranslateWriter;

  TranslatedText translate() {
    for (pc_ = 0; pc_ < CoreSh2::kInputs; pc_ += 2) {
      if (!reachable(pc_)) continue;
      if (line(pc_).leader) mark(pc_);
      if (may_leave_always()) mark(pc_ + 2);
    }
    bool open = false;
    for (pc_ = 0; pc_ < CoreSh2::kInputs; pc_ += 2) {
      if (!reachable(pc_) || (!open && !is_entry(pc_))) {
        if (open) put("LEAVE({}, {}, {});\n", pc_, clocks_, executed_);
        open = false;
        clocks_ = executed_ = 0;
        continue;
      }
      if (is_entry(pc_)) {
        commit();
        put("L{}:\n", pc_);
        known_ = fresh_ = 0;
      }
      open = instruction();
    }
    if (open) put("LEAVE({}, {}, {});\n", pc_, clocks_, executed_);
    TranslatedText result;
    result.text = std::string(kBefore) + dispatch() + out_ + std::string(kAfter);
    result.entries = entries_;
    return result;
  }

 private:
  static std::uint16_t word_at(const std::uint8_t* at) {
    return static_cast<std::uint16_t>(at[0] << 8 | at[1]);
  }
  const sh2::Opcode& opcode_at(std::uint32_t at) const {
    return sh2::kOpcodes[sh2::decode_table()[word_at(memory_ + at)]];
  }
  unsigned field(char letter) const {
    const std::uint16_t bits = o_->bits(letter);
    return bits ? static_cast<unsigned>(word_ & bits) >> std::countr_zero(bits) : 0;
  }
  std::int32_t signed_field(char letter) const {
    const int width = std::popcount(o_->bits(letter));
    if (width == 0) return 0;
    return static_cast<std::int32_t>(field(letter) << (32 - width)) >> (32 - width);
  }
  void look_at(std::uint32_t at) {
    here_ = at;
    word_ = word_at(memory_ + at);
    o_ = &opcode_at(at);
  }

  static bool is_translated(const sh2::Opcode& o) {
    for (const unsigned which : {0u, 1u}) {
      const std::string_view text = o.operand(which);
      if (text == "SR" || text == "VBR" || text == "@(R0,GBR)") return false;
    }
    switch (o.algorithm) {
      case Do::illegal:
      case Do::divide_step:
      case Do::divide_signed:
      case Do::divide_unsigned:
      case Do::multiply_long:
      case Do::multiply_long_unsigned:
      case Do::accumulate:
      case Do::test_and_set:
      case Do::return_exception:
      case Do::trap:
      case Do::sleep: return false;
      default: return true;
    }
  }
  static bool touches_pr(const sh2::Opcode& o) {
    return o.operand(0) == "PR" || o.operand(1) == "PR";
  }
  // Whether the instruction after a delayed branch can be translated with it.
  bool slot_is_plain(std::uint32_t at) const {
    if (at >= in_.chip.code_end() || in_.chip.phase_at(at) || line(at).pass) return false;
    const sh2::Opcode& o = opcode_at(at);
    return is_translated(o) && !o.branches() && !touches_pr(o) && o.operand(0) != "label";
  }
  bool may_leave_always() const {
    const sh2::Opcode& o = opcode_at(pc_);
    const bool gives = o.algorithm == Do::move && o.size() == 2 && o.operand(1).starts_with('@');
    return line(pc_).pass || in_.chip.phase_at(pc_) || gives || !is_translated(o);
  }

  // Registers.
  std::string reg(unsigned n) {
    if (known_ >> n & 1) return fmt::format("splat(s[{}])", n);
    if (!(fresh_ >> n & 1)) {
      put("if (stale & {0}u) put(r + {1}, splat(s[{2}])), stale &= ~{0}u;\n", 1u << n, n * kRow, n);
    }
    fresh_ |= 1u << n;
    return fmt::format("get(r + {})", n * kRow);
  }
  void need(unsigned n) {
    if (known_ >> n & 1) return;
    put("if (!(alike_in & {0}u)) {{\nif (!alike(get(r + {1}), s[{2}])) {3}\nalike_in |= {0}u;\n}}\n",
        1u << n, n * kRow, n, leave());
    known_ |= 1u << n;
  }
  void set(unsigned n, std::string_view value) {
    put("put(r + {0}, {1});\nalike_in &= ~{2}u, stale &= ~{2}u;\n", n * kRow, value, 1u << n);
    known_ &= ~(1u << n);
    fresh_ |= 1u << n;
  }
  void set_known(unsigned n, std::string_view value) {
    put("s[{0}] = {1};\nalike_in |= {2}u, stale |= {2}u;\n", n, value, 1u << n);
    known_ |= 1u << n;
    fresh_ &= ~(1u << n);
  }
  unsigned named(std::string_view text) const {
    if (text == "Rm" || text == "@Rm") return field('m');
    if (text == "R0") return 0;
    if (text == "PR") return kPr;
    if (text == "GBR") return kGbr;
    if (text == "MACH") return kMach;
    if (text == "MACL") return kMacl;
    return field('n');
  }

  static bool is_memory(std::string_view text) { return text.starts_with('@') || text == "label"; }
  std::uint32_t label_address() const {
    const std::uint32_t next = here_ + 4;
    const unsigned size = o_->size();
    return (size == 4 ? next & ~3u : next) + field('d') * size;
  }
  // An expression; leaves if lanes have different ones.
  std::string address(std::string_view text) {
    if (text == "label") return fmt::format("{}u", label_address());
    const unsigned size = o_->size();
    unsigned n = text.find('m') != text.npos ? field('m') : field('n');
    if (text.find("GBR") != text.npos) n = kGbr;
    need(n);
    if (text.starts_with("@-")) return fmt::format("(s[{}] - {})", n, size);
    if (text.starts_with("@(disp")) return fmt::format("(s[{}] + {})", n, field('d') * size);
    if (text.starts_with("@(R0")) {
      need(0);
      return fmt::format("(s[0] + s[{}])", n);
    }
    return fmt::format("s[{}]", n);
  }
  // A literal in the ROM, if nobody writes to its row.
  bool is_literal(std::uint32_t at) const {
    return at + 4 <= CoreSh2::kPipeAt && !in_.kept[at / 4] && at % o_->size() == 0;
  }
  std::uint32_t literal(std::uint32_t at) const {
    const std::uint16_t high = word_at(memory_ + at);
    if (o_->size() == 2) return static_cast<std::uint32_t>(static_cast<std::int16_t>(high));
    return std::uint32_t{high} << 16 | word_at(memory_ + at + 2);
  }

  // Returns whether it goes on with the next instruction.
  bool instruction() {
    if (const unsigned label = in_.chip.phase_at(pc_))
      put("if (phase != {}) {}\n", label, leave());
    look_at(pc_);
    put("{{ // {}\n", o_->syntax);
    const bool goes_on = execute();
    put("}}\n");
    if (!goes_on) clocks_ = executed_ = 0;
    return goes_on;
  }
  bool untranslated() {
    put("{}\n", leave());
    return false;
  }
  bool execute() {
    if (!is_translated(*o_)) return untranslated();
    if (o_->branches()) return branch();
    plain();
    count(o_->clocks);
    return true;
  }

  bool branch() {
    const sh2::Opcode& o = *o_;
    const Do a = o.algorithm;
    const std::uint32_t next = pc_ + 4;
    const std::uint32_t target = next + 2 * static_cast<std::uint32_t>(signed_field('d'));
    if (a == Do::branch_if || a == Do::branch_if_delayed) {
      const bool delayed = a == Do::branch_if_delayed;
      if (delayed && (!slot_is_plain(pc_ + 2) || !is_entry(target))) return untranslated();
      put("const u64 taken = {}t;\nif (taken && taken != kAll) {}\nif (taken) {{\n",
          o.mnemonic().starts_with("BT") ? "" : "~", leave());
      const unsigned known = known_, fresh = fresh_;
      const unsigned slot_clocks = delayed ? slot() : 0;
      known_ = known;
      fresh_ = fresh;
      put("{}\n}}\n", go_to(target, o.clocks_taken + slot_clocks, delayed ? 2 : 1));
      count(o.clocks);
      return true;
    }
    if (!slot_is_plain(pc_ + 2)) return untranslated();
    const bool calls = a == Do::call || a == Do::call_far || a == Do::call_register;
    if (a == Do::branch || a == Do::call) {
      if (!is_entry(target)) return untranslated();
      const unsigned slot_clocks = slot();
      if (calls) put("++depth;\n"), set_known(kPr, fmt::format("{}u", next));
      put("{}\n", go_to(target, o.clocks + slot_clocks, 2));
      return false;
    }
    const unsigned n = a == Do::return_ ? kPr : field('m');
    const bool far = a == Do::branch_far || a == Do::call_far;
    need(n);
    put("const u32 to = s[{}] + {};\nif (to >= kInputs || to % 2) {}\n", n, far ? next : 0, leave());
    const unsigned slot_clocks = slot();
    if (calls) put("++depth;\n"), set_known(kPr, fmt::format("{}u", next));
    if (a == Do::return_) put("--depth;\n");
    put("pc = to; clocks += {}; executed += {};\nif (--budget < 0) goto leave;\ngoto dispatch;\n",
        clocks_ + o.clocks + slot_clocks, executed_ + 2);
    return false;
  }
  // The instruction after the branch; if it leaves, it leaves before the branch. Its clocks.
  unsigned slot() {
    look_at(pc_ + 2);
    put("{{ // {}\n", o_->syntax);
    plain();
    put("}}\n");
    const unsigned clocks = o_->clocks;
    look_at(pc_);
    return clocks;
  }

  // Instructions that are no branches.
  void plain() {
    const Do a = o_->algorithm;
    if (a == Do::move) move();
    else if (a == Do::nothing) return;
    else if (a == Do::move_address) set_known(0, fmt::format("{}u", label_address()));
    else if (a == Do::clear_mac) set_known(kMach, "0"), set_known(kMacl, "0");
    else if (a == Do::clear_t) put("t = 0;\n");
    else if (a == Do::set_t) put("t = kAll;\n");
    else if (o_->operand(1).empty()) one_operand();
    else two_operands();
  }
  void move() {
    const std::string_view from = o_->operand(0), to = o_->operand(1);
    const unsigned size = o_->size();
    if (from == "#imm") {
      set_known(named(to), fmt::format("{}u", static_cast<std::uint32_t>(signed_field('i'))));
    } else if (is_memory(from)) {
      if (from == "label" && is_literal(label_address())) {
        put("if (!f->initial) {}\n", leave());
        set_known(named(to), fmt::format("{}u", literal(label_address())));
        return;
      }
      put("V x;\nif (!load_part<{}>(f, {}, x)) {}\n", size, address(from), leave());
      if (from.ends_with('+')) step_on(field('m'));
      set(named(to), "x");
    } else if (is_memory(to)) {
      const std::string at = address(to);
      put("if (!store_part<{}>(f, {}, {})) {}\n", size, at, reg(named(from)), leave());
      if (to.starts_with("@-")) set_known(field('n'), at);
    } else {
      const unsigned m = named(from), n = named(to);
      if (known_ >> m & 1) set_known(n, fmt::format("s[{}]", m));
      else set(n, reg(m));
    }
  }
  void step_on(unsigned n) { set_known(n, fmt::format("s[{}] + {}", n, o_->size())); }

  void one_operand() {
    const unsigned n = field('n');
    put("const V n = {};\n", reg(n));
    const auto shift = [&](std::string_view t, std::string_view value) {
      put("const V v = {};\nt = {};\n", value, t);
      set(n, "v");
    };
    constexpr std::string_view kLow = "top(n << 31)", kHigh = "top(n)";
    const auto by = [&] {
      const std::string_view m = o_->mnemonic();
      return m.ends_with("16") ? 16 : m.ends_with('8') ? 8 : 2;
    };
    switch (o_->algorithm) {
      case Do::move_t: set(n, "expand(t)"); break;
      case Do::positive: put("t = top(greater(n, splat(0)));\n"); break;
      case Do::positive_or_zero: put("t = ~top(n);\n"); break;
      case Do::decrement_test: shift("zeros(v)", "n - splat(1)"); break;
      case Do::rotate_left: shift(kHigh, "(n << 1) | (n >> 31)"); break;
      case Do::rotate_right: shift(kLow, "(n >> 1) | (n << 31)"); break;
      case Do::rotate_left_t: shift(kHigh, "(n << 1) | expand(t)"); break;
      case Do::rotate_right_t: shift(kLow, "(n >> 1) | (expand(t) << 31)"); break;
      case Do::shift_left: shift(kHigh, "n << 1"); break;
      case Do::shift_right: shift(kLow, "n >> 1"); break;
      case Do::shift_right_arithmetic: shift(kLow, "sar(n, 1)"); break;
      case Do::shift_left_by: set(n, fmt::format("n << {}", by())); break;
      case Do::shift_right_by: set(n, fmt::format("n >> {}", by())); break;
      default: check(false, "every operation with one operand is translated");
    }
  }
  void two_operands() {
    const Do a = o_->algorithm;
    const std::string_view from = o_->operand(0), to = o_->operand(1);
    const unsigned n = named(to);
    if (from == "#imm") {
      const bool logical =
          a == Do::both || a == Do::either || a == Do::exclusive || a == Do::test;
      const auto value =
          logical ? field('i') : static_cast<std::uint32_t>(signed_field('i'));
      if (a == Do::add && known_ >> n & 1) {
        set_known(n, fmt::format("s[{}] + {}u", n, value));
        return;
      }
      put("const V x = splat({}u), n = {};\n", value, reg(n));
    } else {
      put("const V x = {}, n = {};\n", reg(named(from)), reg(n));
    }
    const bool byte = o_->size() == 1;
    switch (a) {
      case Do::add: set(n, "n + x"); break;
      case Do::subtract: set(n, "n - x"); break;
      case Do::both: set(n, "n & x"); break;
      case Do::either: set(n, "n | x"); break;
      case Do::exclusive: set(n, "n ^ x"); break;
      case Do::invert: set(n, "~x"); break;
      case Do::negate: set(n, "splat(0) - x"); break;
      case Do::extend_signed: set(n, byte ? "extend(x, 8)" : "extend(x, 16)"); break;
      case Do::extend_unsigned: set(n, byte ? "x & splat(255)" : "x & splat(65535)"); break;
      case Do::swap_bytes:
        set(n, "(x & splat(0xffff0000)) | ((x & splat(255)) << 8) | ((x >> 8) & splat(255))");
        break;
      case Do::swap_words: set(n, "(x << 16) | (x >> 16)"); break;
      case Do::extract: set(n, "(x << 16) | (n >> 16)"); break;
      case Do::multiply: set(kMacl, "x * n"); break;
      case Do::multiply_word: set(kMacl, "extend(x, 16) * extend(n, 16)"); break;
      case Do::multiply_word_unsigned:
        set(kMacl, "(x & splat(65535)) * (n & splat(65535))");
        break;
      case Do::same: put("t = zeros(x ^ n);\n"); break;
      case Do::above_or_same: put("t = ~top(above(x, n));\n"); break;
      case Do::above: put("t = top(above(n, x));\n"); break;
      case Do::greater_or_equal: put("t = ~top(greater(x, n));\n"); break;
      case Do::greater: put("t = top(greater(n, x));\n"); break;
      case Do::any_byte_same: put("t = any_byte_zero(x ^ n);\n"); break;
      case Do::test: put("t = zeros(x & n);\n"); break;
      default: carrying(a, n);
    }
  }
  void carrying(Do a, unsigned n) {
    const auto result = [&] { set(n, "v"); };
    switch (a) {
      case Do::add_carry:
        put("const V s = x + n, v = s + expand(t);\nt = top(above(x, s) | above(s, v));\n");
        return result();
      case Do::subtract_carry:
      case Do::negate_carry:
        put("const V m = {}, s = m - x, v = s - expand(t);\nt = top(above(x, m) | above(v, s));\n",
            a == Do::negate_carry ? "splat(0)" : "n");
        return result();
      case Do::add_overflow:
        put("const V v = n + x;\nt = top(~(n ^ x) & (n ^ v));\n");
        return result();
      case Do::subtract_overflow:
        put("const V v = n - x;\nt = top((n ^ x) & (n ^ v));\n");
        return result();
      default: check(false, "every operation with two operands is translated");
    }
  }

  std::uint32_t here_ = 0;
  std::uint16_t word_ = 0;
  const sh2::Opcode* o_ = nullptr;
  unsigned known_ = 0;  // registers that are surely in alike_in
  unsigned fresh_ = 0;  // registers that are surely not in stale
};

}  // namespace

TranslatedText translate(const TranslatorInput<CoreSh2>& input) {
  return TranslatorSh2(input).translate();
}

}  // namespace kasuri::emu
