// SPDX-License-Identifier: MIT
#include "workload/programs/instruction.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace kasuri {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t'; }

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> starts) {
  return std::ranges::any_of(starts, [&](std::string_view s) { return name.starts_with(s); });
}

bool is_memory(const std::string& operand) {
  if (!operand.empty() && std::string_view("$%*").find(operand[0]) == std::string_view::npos) return true;
  return operand.find('(') != operand.npos || operand.starts_with("%gs:") || operand.starts_with("%fs:");
}

bool is_vector_register(const std::string& operand, char kind) {
  return operand.size() > 4 && operand[0] == '%' && operand[1] == kind && operand.compare(2, 2, "mm") == 0;
}

// A name of integer instructions with the letter of its size.
bool is_integer(std::string_view name, std::initializer_list<std::string_view> all) {
  return std::ranges::any_of(all, [&](std::string_view s) {
    if (!name.starts_with(s)) return false;
    const std::string_view rest = name.substr(s.size());
    return rest.empty() || (rest.size() == 1 && std::string_view("bwlq").find(rest[0]) != rest.npos);
  });
}

}  // namespace

Instruction Instruction::of(std::string_view line) {
  Instruction i;
  const auto skip = [&] {
    while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
  };
  const auto word = [&] {
    skip();
    std::size_t n = 0;
    while (n < line.size() && !is_space(line[n]) && line[n] != ';') ++n;
    std::string w(line.substr(0, n));
    line.remove_prefix(n);
    skip();
    if (!line.empty() && line.front() == ';') line.remove_prefix(1);
    return w;
  };
  constexpr std::array<std::string_view, 13> kPrefixes{
      "rep",     "repz",  "repe",   "repnz",  "repne", "lock", "bnd",
      "notrack", "rex64", "data16", "data32", "rex.W", "xacquire"};
  i.name = word();
  while (std::ranges::find(kPrefixes, i.name) != kPrefixes.end()) {
    skip();
    if (line.empty()) {
      i.is_prefix = true;
      return i;
    }
    i.name = word();
  }
  std::string now;
  int depth = 0;
  for (const char c : line) {
    if (c == '#' && depth == 0) break;
    depth += c == '(' || c == '{';
    depth -= c == ')' || c == '}';
    if (c == ',' && depth == 0) {
      i.operands.push_back(now);
      now.clear();
    } else if (!is_space(c) || !now.empty()) {
      now += c;
    }
  }
  while (!now.empty() && is_space(now.back())) now.pop_back();
  if (!now.empty()) i.operands.push_back(now);
  return i;
}

bool Instruction::reads_flags() const {
  return is_conditional() || is_integer(name, {"adc", "sbb", "rcl", "rcr"}) ||
         starts_with_any(name, {"set", "cmov", "fcmov", "lahf", "pushf", "loop", "cmc", "adcx", "adox"});
}

bool Instruction::kills_flags() const {
  if (is_call() || is_return()) return true;
  return is_integer(name, {"add", "sub", "cmp", "test", "and", "or", "xor", "neg"}) ||
         starts_with_any(name, {"comis", "ucomis", "vcomis", "vucomis", "ptest", "vptest", "fcomi",
                                "fucomi"});
}

std::string Instruction::target() const {
  if (!is_jump() || operands.size() != 1) return {};
  return operands[0][0] == '*' ? std::string() : operands[0];
}

void Instruction::add_to(BlockWork& b) const {
  const auto add = [&](Work w) {
    std::uint16_t& n = b[static_cast<std::size_t>(w)];
    if (n < UINT16_MAX) ++n;
  };
  if (name == "nop" || name == "endbr64" || name.starts_with("nop")) return;
  add(Work::instructions);
  if (is_jump()) return add(Work::branches);
  if (is_call() || is_return()) {
    add(Work::branches);
    if (is_call()) add(Work::calls);
    return;
  }
  const bool is_lea = name.starts_with("lea");
  const bool is_move = name.starts_with("mov") || name.starts_with("vmov");
  const bool is_test = starts_with_any(name, {"cmp", "test", "ucomis", "comis", "vucomis", "vcomis"});
  const bool pushes = name.starts_with("push");
  const bool pops = name.starts_with("pop") && !name.starts_with("popcnt");
  bool reads_memory = pops, writes_memory = pushes;
  for (std::size_t k = 0; k < operands.size() && !is_lea; ++k) {
    if (!is_memory(operands[k])) continue;
    const bool is_last = k + 1 == operands.size() && !is_test && operands.size() > 1;
    const bool changes = operands.size() == 1 && !name.starts_with("div") && !name.starts_with("idiv");
    writes_memory |= is_last || changes;
    reads_memory |= !is_last || !is_move;
  }
  if (reads_memory) add(Work::loads);
  if (writes_memory) add(Work::stores);
  if (is_move && (reads_memory || writes_memory)) return;
  if (reads_memory && !pops) add(Work::folded);
  const auto any = [&](char kind) {
    return std::ranges::any_of(operands, [&](const std::string& o) { return is_vector_register(o, kind); });
  };
  if (any('z') || any('y') || any('x')) {
    const bool is_packed = name.ends_with("pd") || name.ends_with("ps") || name.find("pd") != name.npos ||
                           name.starts_with("p") || name.starts_with("vp");
    add(any('z')   ? Work::vector512
        : any('y') ? Work::vector256
        : is_packed ? Work::vector128
                    : Work::scalar);
    const bool is_long = name.find("div") != name.npos || name.find("sqrt") != name.npos;
    for (int k = is_long ? (any('z') ? 8 : any('y') ? 4 : is_packed ? 2 : 1) : 0; k > 0; --k) {
      add(Work::square_roots);
    }
    return;
  }
  if (name.size() > 1 && name[0] == 'f' && name != "fence") return add(Work::scalar);  // x87
  if (is_integer(name, {"div", "idiv"})) return add(Work::divides);
  if (is_integer(name, {"mul", "imul"})) add(Work::multiplies);
  if (!pushes && !pops) add(Work::integer);
}

}  // namespace kasuri
