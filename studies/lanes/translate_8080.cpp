// SPDX-License-Identifier: MIT
// 8080 code as C++: all registers in vectors while it runs. Flags are kept as what they are made
// from: sign, zero and parity as the results that they describe, carry as bit 7 and auxiliary carry
// as bit 4 of a byte; so those that nobody reads cost nothing. Operands and algorithms are those of
// the opcode table.
#include "studies/lanes/translate_writer.h"

namespace kasuri::emu {
namespace {

using i8080::At;
using i8080::Do;

constexpr std::string_view kBefore = R"cpp(
struct Flags { V sign, zero, parity, carry, aux; };
FAST V zero_mask(const V& v) { return same(v, splat(0)); }
FAST V odd(V v) {  // bit 0
  v = v ^ (v >> 4);
  v = v ^ (v >> 2);
  return v ^ (v >> 1);
}
FAST Flags to_flags(const V& f) {
  return {f, zero_mask(f & splat(0x40)), zero_mask(f & splat(0x04)) & splat(1), f << 7, f};
}
FAST V from_flags(const Flags& f) {
  return (f.sign & splat(0x80)) | (zero_mask(f.zero) & splat(0x40)) |
         ((~odd(f.parity) & splat(1)) << 2) | (f.aux & splat(0x10)) | (f.carry >> 7) | splat(2);
}
FAST void describe(Flags& f, const V& v) { f.sign = f.zero = f.parity = v; }
FAST V add(const V& a, const V& b, const V& in, Flags& f) {
  const V v = a + b + in;
  f.carry = (a & b) | ((a | b) & ~v);
  f.aux = a ^ b ^ v;
  describe(f, v);
  return v;
}
FAST V sub(const V& a, const V& b, const V& in, Flags& f) {
  const V v = a - b - in;
  f.carry = (~a & b) | (~(a ^ b) & v);
  f.aux = ~(a ^ b ^ v);
  describe(f, v);
  return v;
}
FAST V both(const V& a, const V& b, Flags& f) {
  const V v = a & b;
  f.aux = (a | b) << 1;
  f.carry = splat(0);
  describe(f, v);
  return v;
}
FAST V plain(const V& v, Flags& f) {
  f.aux = f.carry = splat(0);
  describe(f, v);
  return v;
}
FAST V increment(const V& a, Flags& f) {
  const V v = a + splat(1);
  f.aux = a ^ v;
  describe(f, v);
  return v;
}
FAST V decrement(const V& a, Flags& f) {
  const V v = a - splat(1);
  f.aux = ~(a ^ v);
  describe(f, v);
  return v;
}
FAST V decimal_adjust(const V& a, Flags& f) {
  const V low = above(a & splat(15), splat(9)) | ~zero_mask(f.aux & splat(16));
  const V high = above(a, splat(0x99)) | ~zero_mask(f.carry & splat(128));
  const V by = (low & splat(6)) | (high & splat(0x60));
  const V v = a + by;
  f.aux = a ^ by ^ v;
  f.carry = high;
  describe(f, v);
  return v;
}
FAST bool alike16(const V& high, const V& low, u32& x) {
  u32 h, l;
  if (!alike(high, h) || !alike(low, l)) return false;
  x = h << 8 | l;
  return true;
}
FAST V carry_in(const Flags& f) { return f.carry >> 7; }
FAST void add16(V& h, V& l, const V& xh, const V& xl, Flags& f) {
  const V low = xl + l;
  const V carry = above(xl, low) & splat(1);
  const V high = xh + h + carry;
  f.carry = (xh & h) | ((xh | h) & ~high);
  h = high;
  l = low;
}
extern "C" void kasuri_run(Frame* f) {
  u8* const r = f->registers;
  V b = get(r), c = get(r + 64), d = get(r + 128), e = get(r + 192), h = get(r + 256),
    l = get(r + 320), a = get(r + 448), spl = get(r + 512), sph = get(r + 576);
  Flags g = to_flags(get(r + 384));
  u32 pc = f->pc, clocks = 0, executed = 0, depth = f->depth;
  const u32 phase = f->phase;
  int budget = f->budget;
  u32 bc, de, hl, sp;
)cpp";

constexpr std::string_view kAfter = R"cpp(
leave:
  put(r, b); put(r + 64, c); put(r + 128, d); put(r + 192, e); put(r + 256, h);
  put(r + 320, l); put(r + 384, from_flags(g)); put(r + 448, a); put(r + 512, spl);
  put(r + 576, sph);
  f->pc = pc;
  f->clocks = clocks;
  f->executed = executed;
  f->depth = depth;
  f->budget = budget;
}
)cpp";

enum Pair : std::uint8_t { bc, de, hl, sp };
constexpr std::string_view kPair[] = {"bc", "de", "hl", "sp"};
constexpr std::string_view kHigh[] = {"b", "d", "h", "sph"};
constexpr std::string_view kLow[] = {"c", "e", "l", "spl"};
constexpr std::string_view kRegister[] = {"b", "c", "d", "e", "h", "l", "", "a"};

bool is_register(At at) { return at <= At::a && at != At::m; }

class Translator8080 : TranslateWriter<Core8080> {
 public:
  using TranslateWriter::TranslateWriter;

  TranslatedText translate() {
    for (pc_ = 0; pc_ < Core8080::kInputs; ++pc_) {
      if (!reachable(pc_)) continue;
      if (line(pc_).leader) mark(pc_);
      if (may_leave_always()) mark(pc_ + line(pc_).length);
    }
    std::uint32_t follows = 0;
    bool open = false;  // the code before goes on at `follows`
    for (pc_ = 0; pc_ < Core8080::kInputs; ++pc_) {
      if (!reachable(pc_)) continue;
      if (open && follows != pc_) put("{}\n", go_on(follows)), open = false;
      if (!open && !is_entry(pc_)) continue;
      if (is_entry(pc_)) {
        commit();
        put("L{}:\n", pc_);
        known_ = {};
      }
      follows = pc_ + line(pc_).length;
      open = instruction();
    }
    pc_ = follows;
    if (open) put("{}\n", go_on(follows));
    TranslatedText result;
    result.text = std::string(kBefore) + dispatch() + out_ + std::string(kAfter);
    result.entries = entries_;
    return result;
  }

 private:
  const i8080::Opcode& opcode() const { return i8080::kOpcodes[memory_[pc_]]; }
  std::uint32_t operand() const {
    const std::size_t n = opcode().length();
    return n == 3 ? static_cast<std::uint32_t>(memory_[pc_ + 1] | memory_[pc_ + 2] << 8)
                  : memory_[pc_ + 1];
  }
  // Often the instruction that gives a buffer away, or waits for one; or another phase begins.
  bool may_leave_always() const {
    const i8080::Opcode& o = opcode();
    const bool gives = o.algorithm == Do::move && (o.to == At::direct || o.to == At::m);
    return line(pc_).pass || in_.chip.phase_at(pc_) || gives || o.algorithm == Do::halt ||
           o.to == At::port || o.from == At::port;
  }
  std::string go_on(std::uint32_t next) {
    std::string text = is_entry(next) ? fmt::format("clocks += {}; executed += {}; goto L{};",
                                                    clocks_, executed_, next)
                                      : fmt::format("LEAVE({}, {}, {});", next, clocks_, executed_);
    clocks_ = executed_ = 0;
    return text;
  }

  // The pair holds one address in all lanes, which the variable of its name then is.
  void need(Pair p) {
    if (known_[p]) return;
    put("if (!alike16({}, {}, {})) {}\n", kHigh[p], kLow[p], kPair[p], leave());
    known_[p] = true;
  }
  void forget(std::size_t reg) {
    if (reg < 6) known_[reg / 2] = false;
  }
  void set_known(Pair p) {
    put("{} = splat({} >> 8); {} = splat({});\n", kHigh[p], kPair[p], kLow[p], kPair[p]);
    known_[p] = true;
  }
  // Variable x = the byte operand.
  void read(At at) {
    if (is_register(at)) put("const V x = {};\n", kRegister[static_cast<std::size_t>(at)]);
    else if (at == At::byte) put("const V x = splat({});\n", operand());
    else put("V x;\nif (!load(f, {}, x)) {}\n", address(at), leave());
  }
  std::string address(At at) {
    if (at == At::direct) return fmt::format("{}", operand());
    const Pair p = at == At::m ? hl : at == At::bc_points ? bc : de;
    need(p);
    return std::string(kPair[p]);
  }
  void write(At at, std::string_view value) {
    if (is_register(at)) {
      put("{} = {};\n", kRegister[static_cast<std::size_t>(at)], value);
      forget(static_cast<std::size_t>(at));
    } else {
      put("if (!store(f, {}, {})) {}\n", address(at), value, leave());
    }
  }

  // Returns whether it goes on with the next instruction.
  bool instruction() {
    const i8080::Opcode& o = opcode();
    if (const unsigned label = in_.chip.phase_at(pc_))
      put("if (phase != {}) {}\n", label, leave());
    put("{{ // {}\n", o.text());
    const bool goes_on = execute(o);
    put("}}\n");
    if (!goes_on) clocks_ = executed_ = 0;
    return goes_on;
  }
  bool untranslated() {
    put("{}\n", leave());
    return false;
  }
  bool execute(const i8080::Opcode& o) {
    if (o.to == At::port || o.from == At::port || o.algorithm == Do::halt) return untranslated();
    switch (o.algorithm) {
      case Do::move:
        read(o.from);
        write(o.to, "x");
        break;
      case Do::move16: return move16(o);
      case Do::jump: return jump(o);
      case Do::call:
      case Do::restart: return call(o);
      case Do::return_: return return_(o);
      case Do::exchange_stack:
        need(sp);
        put("u8* const low = row_to_write(f, sp);\n"
            "u8* const high = row_to_write(f, (sp + 1) & 65535);\n"
            "if (!low || !high) {}\n"
            "const V x = get(low), y = get(high);\n"
            "put(low, l); put(high, h);\nl = x; h = y;\n", leave());
        known_[hl] = false;
        break;
      case Do::exchange:
        put("const V x = h, y = l;\nh = d; l = e; d = x; e = y;\n"
            "const u32 z = hl; hl = de; de = z;\n");
        std::swap(known_[hl], known_[de]);
        break;
      case Do::increment16:
      case Do::decrement16: step16(pair_of(o.to), o.algorithm == Do::increment16); break;
      case Do::add16: {
        const Pair p = pair_of(o.from);
        put("const V x = {}, y = {};\nadd16(h, l, x, y, g);\n", kHigh[p], kLow[p]);
        known_[hl] = false;
        break;
      }
      default: arithmetic(o);
    }
    count(o.clocks);
    return true;
  }
  static Pair pair_of(At at) {
    return at == At::bc ? bc : at == At::de ? de : at == At::hl ? hl : sp;
  }

  void step16(Pair p, bool up) {
    if (known_[p]) {
      put("{0} = ({0} {1} 1) & 65535;\n", kPair[p], up ? '+' : '-');
      set_known(p);
    } else if (up) {
      put("{0} = {0} + splat(1);\n{1} = {1} - zero_mask({0});\n", kLow[p], kHigh[p]);
    } else {
      put("{1} = {1} + zero_mask({0});\n{0} = {0} - splat(1);\n", kLow[p], kHigh[p]);
    }
  }
  // Low and high half of what a word operand holds.
  std::pair<std::string, std::string> halves(At at) {
    if (at == At::psw) return {"from_flags(g)", "a"};
    const Pair p = pair_of(at);
    return {std::string(kLow[p]), std::string(kHigh[p])};
  }
  // Two bytes into memory of the element's own, or not at all.
  void write_word(std::string_view at, std::string_view low, std::string_view high) {
    put("u8* const to = row_to_write(f, {0});\nu8* const next = row_to_write(f, ({0} + 1) & 65535);\n"
        "if (!to || !next) {1}\nput(to, {2}); put(next, {3});\n", at, leave(), low, high);
  }
  void read_word(std::string_view at) {
    put("V x, y;\nif (!load(f, {0}, x) || !load(f, ({0} + 1) & 65535, y)) {1}\n", at, leave());
  }
  void push(std::string_view low, std::string_view high) {
    need(sp);
    put("const u32 down = (sp - 2) & 65535;\n");
    write_word("down", low, high);
    put("sp = down;\n");
    set_known(sp);
  }
  void take(At to) {
    if (to == At::psw) {
      put("g = to_flags((x & splat(0xd5)) | splat(2)); a = y;\n");
      return;
    }
    const Pair p = pair_of(to);
    put("{} = x; {} = y;\n", kLow[p], kHigh[p]);
    known_[p] = false;
  }
  bool move16(const i8080::Opcode& o) {
    if (o.to == At::pc) {
      need(hl);
      put("if (hl >= kInputs) {}\n", leave());
      return jump_to("hl", o.clocks);
    }
    if (o.to == At::stack) {
      const auto [low, high] = halves(o.from);
      push(low, high);
    } else if (o.from == At::stack) {
      need(sp);
      read_word("sp");
      put("sp = (sp + 2) & 65535;\n");
      set_known(sp);
      take(o.to);
    } else if (o.to == At::direct16) {
      write_word(fmt::format("{}u", operand()), "l", "h");
    } else if (o.from == At::direct16) {
      read_word(fmt::format("{}u", operand()));
      take(o.to);
    } else if (o.from == At::word) {
      const Pair p = pair_of(o.to);
      put("{} = {};\n", kPair[p], operand());
      set_known(p);
    } else {
      const auto [low, high] = halves(o.from);
      const Pair to = pair_of(o.to), from = pair_of(o.from);
      put("{} = {}; {} = {};\n", kLow[to], low, kHigh[to], high);
      if (known_[from]) put("{} = {};\n", kPair[to], kPair[from]);
      known_[to] = known_[from];
    }
    count(o.clocks);
    return true;
  }
  bool jump_to(std::string_view address, unsigned clocks) {
    put("pc = {}; clocks += {}; executed += {};\n"
        "if (--budget < 0) goto leave;\ngoto dispatch;\n", address, clocks_ + clocks, executed_ + 1);
    return false;
  }
  // Variable taken: the lanes in which the condition holds. Leaves if only some do.
  void decide(const i8080::Opcode& o) {
    static constexpr std::string_view kHolds[] = {
        "~zeros(g.zero)", "zeros(g.zero)",         "~top(g.carry)",        "top(g.carry)",
        "top(odd(g.parity) << 7)", "~top(odd(g.parity) << 7)", "~top(g.sign)", "top(g.sign)"};
    put("const u64 taken = {};\nif (taken && taken != kAll) {}\n",
        kHolds[static_cast<std::size_t>(o.condition)], leave());
  }
  bool jump(const i8080::Opcode& o) {
    if (o.condition < 0) {
      put("{}\n", go_to(operand(), o.clocks, 1));
      return false;
    }
    decide(o);
    put("if (taken) {{ {} }}\n", go_to(operand(), o.clocks, 1));
    count(o.clocks);
    return true;
  }
  bool call(const i8080::Opcode& o) {
    const std::uint32_t target = o.algorithm == Do::restart ? memory_[pc_] & 0x38u : operand();
    if (!is_entry(target)) return untranslated();
    need(sp);
    if (o.condition >= 0) {
      decide(o);
      put("if (taken) {{\n");
    }
    const std::uint32_t back = pc_ + line(pc_).length;
    const auto known = known_;
    push(fmt::format("splat({})", back & 0xff), fmt::format("splat({})", back >> 8));
    known_ = known;
    put("++depth; {}\n", go_to(target, o.clocks_taken, 1));
    if (o.condition < 0) return false;
    put("}}\n");
    count(o.clocks);
    return true;
  }
  bool return_(const i8080::Opcode& o) {
    need(sp);
    if (o.condition >= 0) {
      decide(o);
      put("if (taken) {{\n");
    }
    read_word("sp");
    put("u32 to;\nif (!alike16(y, x, to) || to >= kInputs) {}\n"
        "--depth;\nsp = (sp + 2) & 65535;\nspl = splat(sp); sph = splat(sp >> 8);\n", leave());
    jump_to("to", o.condition < 0 ? o.clocks : o.clocks_taken);
    if (o.condition < 0) return false;
    put("}}\n");
    count(o.clocks);
    return true;
  }
  void arithmetic(const i8080::Opcode& o) {
    switch (o.algorithm) {
      case Do::add: read(o.from), write(At::a, "add(a, x, splat(0), g)"); break;
      case Do::add_carry: read(o.from), write(At::a, "add(a, x, carry_in(g), g)"); break;
      case Do::subtract: read(o.from), write(At::a, "sub(a, x, splat(0), g)"); break;
      case Do::subtract_borrow: read(o.from), write(At::a, "sub(a, x, carry_in(g), g)"); break;
      case Do::compare: read(o.from), put("sub(a, x, splat(0), g);\n"); break;
      case Do::both: read(o.from), write(At::a, "both(a, x, g)"); break;
      case Do::exclusive: read(o.from), write(At::a, "plain(a ^ x, g)"); break;
      case Do::either: read(o.from), write(At::a, "plain(a | x, g)"); break;
      case Do::increment: in_place(o, "increment"); break;
      case Do::decrement: in_place(o, "decrement"); break;
      case Do::decimal_adjust: put("a = decimal_adjust(a, g);\n"); break;
      case Do::rotate_left: put("g.carry = a; a = (a << 1) | (a >> 7);\n"); break;
      case Do::rotate_right: put("g.carry = a << 7; a = (a >> 1) | (a << 7);\n"); break;
      case Do::rotate_left_carry:
        put("const V x = a; a = (a << 1) | (g.carry >> 7); g.carry = x;\n");
        break;
      case Do::rotate_right_carry:
        put("const V x = a; a = (a >> 1) | (g.carry & splat(128)); g.carry = x << 7;\n");
        break;
      case Do::complement: put("a = ~a;\n"); break;
      case Do::set_carry: put("g.carry = splat(128);\n"); break;
      case Do::complement_carry: put("g.carry = ~g.carry;\n"); break;
      default: break;  // NOP; no interrupts come, so EI and DI do nothing
    }
  }
  // Flags change only if the operand could be written.
  void in_place(const i8080::Opcode& o, std::string_view function) {
    read(o.from);
    put("Flags changed = g;\nconst V v = {}(x, changed);\n", function);
    write(o.to, "v");
    put("g = changed;\n");
  }

  std::array<bool, 4> known_{};
};

}  // namespace

TranslatedText translate(const TranslatorInput<Core8080>& input) {
  return Translator8080(input).translate();
}

}  // namespace kasuri::emu
