// SPDX-License-Identifier: MIT
#include "studies/lanes/lane_code.h"

#include <algorithm>
#include <optional>

namespace kasuri::emu {
namespace {

// A memory whose every load gives one value.
template <class Core>
struct OneValueBus {
  const std::vector<std::uint8_t>& rom;
  std::uint32_t value;

  std::uint8_t byte(std::uint32_t at) const { return at < rom.size() ? rom[at] : 0; }
  std::uint8_t fetch(std::uint16_t at) { return byte(at); }
  std::uint8_t read(std::uint16_t) { return static_cast<std::uint8_t>(value); }
  void write(std::uint16_t, std::uint8_t) {}
  std::uint8_t in(std::uint8_t) { return 0; }
  void out(std::uint8_t, std::uint8_t) {}
  std::uint16_t fetch16(std::uint32_t at) {
    return static_cast<std::uint16_t>(byte(at) << 8 | byte(at + 1));
  }
  std::uint8_t read8(std::uint32_t) { return static_cast<std::uint8_t>(value); }
  std::uint16_t read16(std::uint32_t) { return static_cast<std::uint16_t>(value); }
  std::uint32_t read32(std::uint32_t) { return value; }
  void write8(std::uint32_t, std::uint8_t) {}
  void write16(std::uint32_t, std::uint16_t) {}
  void write32(std::uint32_t, std::uint32_t) {}
};

template <class Core>
void find_loop(const Chip<Core>& chip, std::uint32_t end, LaneCode<Core>& code) {
  const std::uint8_t* memory = chip.initial().data();
  const CodeStep last = describe<Core>(memory, end);
  const std::uint32_t head = last.target;
  if (last.flow != CodeStep::branch || head > end || end - head >= Spin<Core>::kMaxBytes ||
      !code.lines[head / Core::kCodeUnit].reachable) {
    return;
  }
  // What stands in the branch's slot comes after its decision, whatever that is.
  std::optional<CodeStep> slot;
  if (last.delayed) {
    const std::uint32_t at = end + last.length;
    if (at >= Core::kInputs || !code.lines[at / Core::kCodeUnit].reachable || chip.phase_at(at))
      return;
    slot = describe<Core>(memory, at);
    if (slot->flow != CodeStep::straight || !slot->simple || slot->loads) return;
  }
  std::uint64_t written = slot ? slot->writes : 0;
  std::vector<CodeStep> body;
  std::uint32_t pc = head;
  while (pc < end) {
    body.push_back(describe<Core>(memory, pc));
    if (body.back().flow != CodeStep::straight || !body.back().simple) return;
    if (pc != head && chip.phase_at(pc)) return;
    written |= body.back().writes;
    pc += body.back().length;
  }
  if (pc != end || chip.phase_at(end)) return;

  std::uint64_t fresh = 0, pure = 0;  // written in this pass; from the loaded value alone
  std::uint32_t load_at = 0, clocks = last.clocks, offset = 0;
  unsigned loads = 0;
  pc = head;
  for (const CodeStep& s : body) {
    if ((s.reads | s.addresses) & written & ~fresh) return;
    if (s.loads) {
      ++loads;
      load_at = pc;
      offset = clocks - last.clocks;
    }
    fresh |= s.writes;
    if ((s.reads & ~pure) == 0) pure |= s.writes;
    else pure &= ~s.writes;
    clocks += s.clocks;
    pc += s.length;
  }
  if (loads != 1 || (last.reads & ~pure)) return;
  if (slot) {
    if ((slot->reads | slot->addresses) & written & ~fresh) return;
    clocks += slot->clocks;
  }
  CodeLine& line = code.lines[load_at / Core::kCodeUnit];
  line.offset = static_cast<std::uint8_t>(offset);
  line.pass = static_cast<std::uint16_t>(clocks);
  line.head = static_cast<std::uint16_t>(head);
  for (std::uint32_t v = 0; v < 2; ++v)
    line.waits_while |= static_cast<std::uint8_t>(leads_back(chip, head, end, v) << v);
}

}  // namespace

template <class Core>
bool leads_back(const Chip<Core>& chip, std::uint32_t head, std::uint32_t end, std::uint32_t v) {
  OneValueBus<Core> bus{chip.initial(), v};
  typename Core::State cpu{};
  cpu.pc = static_cast<decltype(cpu.pc)>(head);
  // An address error would lead elsewhere.
  for (std::uint32_t k = 0; cpu.pc != end; ++k) {
    if (cpu.pc < head || cpu.pc > end || k > Spin<Core>::kMaxBytes) return false;
    Core::step(cpu, bus);
  }
  Core::step(cpu, bus);
  if (describe<Core>(chip.initial().data(), end).delayed) Core::step(cpu, bus);
  return cpu.pc == head;
}

template <class Core>
LaneCode<Core>::LaneCode(const Chip<Core>& chip)
    : lines(Core::kInputs / kUnit + 2), is_code(Core::kInputs) {
  entry = static_cast<std::uint32_t>(chip.start().pc);
  add(chip, entry);
}

template <class Core>
std::string_view LaneCode<Core>::why_not(const Chip<Core>& chip, std::uint32_t pc) const {
  if (pc % kUnit || pc < chip.code_begin() || pc >= chip.code_end() || pc >= Core::kInputs)
    return "code runs outside the ROM";
  const CodeStep s = describe<Core>(chip.initial().data(), pc);
  if (s.flow == CodeStep::unknown) return "an instruction is undefined";
  return pc + s.length > chip.code_end() ? "code runs outside the ROM" : "";
}

template <class Core>
std::vector<std::uint32_t> LaneCode<Core>::add(const Chip<Core>& chip, std::uint32_t from) {
  const std::uint8_t* memory = chip.initial().data();
  std::vector<std::uint32_t> todo, branches, fresh;
  const auto visit = [&](std::uint32_t pc, bool leader) {
    if (pc % kUnit || pc < chip.code_begin() || pc >= chip.code_end()) return;
    lines[pc / kUnit].leader |= leader;
    if (!lines[pc / kUnit].reachable) todo.push_back(pc);
  };
  visit(from, true);
  while (!todo.empty()) {
    const std::uint32_t pc = todo.back();
    todo.pop_back();
    CodeLine& line = lines[pc / kUnit];
    if (line.reachable || !why_not(chip, pc).empty()) continue;
    const CodeStep s = describe<Core>(memory, pc);
    line.reachable = true;
    line.length = s.length;
    for (std::uint32_t k = 0; k < s.length; ++k) {
      if (!is_code[pc + k]) fresh.push_back(pc + k);
      is_code[pc + k] = true;
    }
    const std::uint32_t next = pc + s.length;
    if (s.delayed) {
      visit(next, false);
      if (next / kUnit < lines.size()) lines[next / kUnit].in_slot = true;
    }
    const bool calls = s.flow == CodeStep::call || s.flow == CodeStep::call_any;
    if (s.flow == CodeStep::straight) visit(next, false);
    if (s.flow == CodeStep::branch || (s.conditional && !s.delayed)) visit(next, true);
    if (s.flow == CodeStep::jump || s.flow == CodeStep::branch || s.flow == CodeStep::call)
      visit(s.target, true);
    if (calls) visit(s.delayed ? next + kUnit : next, true);
    if (s.flow == CodeStep::branch) branches.push_back(pc);
  }
  for (const std::uint32_t pc : branches) find_loop(chip, pc, *this);
  return fresh;
}

template struct LaneCode<Core8080>;
template struct LaneCode<CoreSh2>;

}  // namespace kasuri::emu
