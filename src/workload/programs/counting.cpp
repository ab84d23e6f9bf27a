// SPDX-License-Identifier: MIT
#include "workload/programs/counting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <unordered_map>

#include "workload/programs/assembly_sections.h"
#include "workload/programs/instruction.h"

namespace kasuri {
namespace {

// Replaced when the program is loaded; it makes the assembler choose four bytes.
constexpr const char* kCost = "0x40000000";
constexpr std::int64_t kMostStep = 1 << 20;  // of an index

// Blocks that follow each other add to different words, so that an addition need not wait for the last one.
constexpr std::array<const char*, 4> kCounters{"16", "kasuri_count1@GOT", "kasuri_count2@GOT",
                                               "kasuri_count3@GOT"};

struct Step {
  std::size_t line;
  Instruction instruction;
  bool is_opaque = false;  // assembly of the program's own: its first line
  bool is_glued = false;   // to the line before
  bool kills = true;       // the flags
  bool reads = false;      // them

  bool live_before(bool live_after) const { return kills ? false : reads ? true : live_after; }
};

struct Block {
  std::string label;         // empty: begins after a jump
  std::size_t begin = 0;     // line of the label, or of the first instruction
  std::vector<Step> steps;
  std::string group;         // of the section, if it has one
  std::size_t next = SIZE_MAX;  // in the same section
  std::size_t before = SIZE_MAX;
  bool live_in = false;
};

bool is_label(const std::string& text) {
  if (!text.ends_with(':') || text[0] == '#') return false;
  return text.find_first_of(" \t\"") == text.npos;
}

// To which code may jump: a function, or GCC's .L with a number; others are for the debugger.
bool is_target(const std::string& label) {
  return !label.starts_with(".L") || label.find_first_not_of("0123456789", 2) == label.npos;
}

// Of the names of one register, that of its 64 bits; empty: none of those for integers.
std::string whole_register(const std::string& operand) {
  if (operand.size() < 3 || operand[0] != '%') return {};
  const std::string r = operand.substr(1);
  static const std::map<std::string, std::string> kOld = [] {
    std::map<std::string, std::string> all;
    for (const char* letter : {"a", "b", "c", "d"}) {
      const std::string l = letter;
      for (const std::string& name : {"r" + l + "x", "e" + l + "x", l + "x", l + "l", l + "h"}) {
        all[name] = "r" + l + "x";
      }
    }
    for (const char* stem : {"si", "di", "bp", "sp"}) {
      const std::string s = stem;
      for (const std::string& name : {"r" + s, "e" + s, s, s + "l"}) all[name] = "r" + s;
    }
    return all;
  }();
  if (const auto found = kOld.find(r); found != kOld.end()) return found->second;
  if (r[0] != 'r' || r.size() < 2 || r[1] < '0' || r[1] > '9') return {};
  return r.find_first_of("dwb", 1) == r.npos ? r : r.substr(0, r.size() - 1);
}

// The index of a loop of one block: a register that one instruction changes, by a constant.
struct Index {
  std::string name;  // its 64 bits
  bool is_short;
  std::int64_t step;
};

class Counting {
 public:
  explicit Counting(const std::vector<std::string>& lines) : lines_(lines) {
    divide();
    find_live_flags();
    for (std::size_t b = 0; b < blocks_.size(); ++b) count(b);
  }

  std::vector<std::string> result() {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      for (std::string& text : before_[i]) out.push_back(std::move(text));
      out.push_back(lines_[i]);
      for (std::string& text : after_[i]) out.push_back(std::move(text));
    }
    return out;
  }

 private:
  void divide();
  void find_live_flags();
  bool live_out(const Block&) const;
  void count(std::size_t);
  std::optional<Index> index_of_loop(const Block&) const;
  bool count_loop(const Block&, const BlockWork&);
  std::vector<std::string> entry(const Block&, const BlockWork&, std::int64_t step);

  const std::vector<std::string>& lines_;
  std::vector<Block> blocks_;
  std::unordered_map<std::string, std::size_t> by_label_;
  std::unordered_map<std::string, int> references_;
  std::unordered_map<std::size_t, std::vector<std::string>> before_, after_;  // by line
  int labels_ = 0;
};

void Counting::divide() {
  AssemblySections sections;
  std::map<AssemblySections::Section, std::size_t> last;  // the block that goes on in a section
  bool is_open = false, is_opaque = false, is_glued = false;
  const auto begin = [&](std::size_t line, std::string label) {
    Block b{.label = std::move(label), .begin = line, .steps = {}, .group = sections.now().group};
    const auto found = last.find(sections.now());
    if (found != last.end()) {
      blocks_[found->second].next = blocks_.size();
      b.before = found->second;
    }
    last[sections.now()] = blocks_.size();
    if (!b.label.empty()) by_label_[b.label] = blocks_.size();
    blocks_.push_back(std::move(b));
    is_open = true;
  };
  const auto refer = [&](const std::string& text) {
    for (std::size_t at = text.find(".L"); at != text.npos; at = text.find(".L", at + 2)) {
      std::size_t end = at + 2;
      while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end]))) ++end;
      ++references_[text.substr(at, end - at)];
    }
  };
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::string text = trimmed(lines_[i]);
    if (text == "#NO_APP") is_opaque = false;
    if (text.empty() || is_opaque) continue;
    if (text == "#APP") {
      is_opaque = true;
      if (!sections.is_text()) continue;
      if (!is_open) begin(i, "");
      blocks_.back().steps.push_back({.line = i, .instruction = {}, .is_opaque = true});
      continue;
    }
    if (text[0] == '#') continue;
    if (is_label(text)) {
      const std::string label = text.substr(0, text.size() - 1);
      if (sections.is_text() && is_target(label)) begin(i, label);
      continue;
    }
    refer(text);
    if (text[0] == '.') {
      const auto before = sections.now().name;
      sections.read(text);
      if (sections.now().name != before) is_open = false;
      is_glued = sections.is_text() && (text.starts_with(".byte") || text.starts_with(".value"));
      continue;
    }
    if (!sections.is_text()) continue;
    if (!is_open) begin(i, "");
    Instruction instruction = Instruction::of(text);
    const bool glues = instruction.is_prefix, ends = instruction.ends_block();
    const bool falls = instruction.is_conditional();
    const bool kills = instruction.kills_flags(), reads = instruction.reads_flags();
    blocks_.back().steps.push_back({i, std::move(instruction), false, is_glued, kills, reads});
    is_glued = glues;
    if (!ends) continue;
    is_open = false;
    if (!falls) last.erase(sections.now());
  }
}

bool Counting::live_out(const Block& b) const {
  bool live = b.next != SIZE_MAX && blocks_[b.next].live_in;
  if (!b.steps.empty() && !b.steps.back().is_opaque) {
    const auto found = by_label_.find(b.steps.back().instruction.target());
    if (found != by_label_.end()) live |= blocks_[found->second].live_in;
  }
  return live;
}

void Counting::find_live_flags() {
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t k = blocks_.size(); k-- > 0;) {
      Block& b = blocks_[k];
      bool live = live_out(b);
      for (std::size_t s = b.steps.size(); s-- > 0;) live = b.steps[s].live_before(live);
      if (live == b.live_in) continue;
      b.live_in = live;
      changes = true;
    }
  }
}

std::vector<std::string> Counting::entry(const Block& b, const BlockWork& work, std::int64_t step) {
  std::vector<std::string> out;
  const std::string label = fmt::format(".Lkasuri{}", labels_++);
  out.push_back(label + ":");
  out.push_back(b.group.empty() ? "\t.pushsection\tkasuri_blocks,\"a\",@progbits"
                                : "\t.pushsection\tkasuri_blocks,\"aG\",@progbits," + b.group + ",comdat");
  out.push_back(fmt::format("\t.long\t{}-4-., {}", label, step));
  std::string counts;
  for (const std::uint16_t n : work) counts += fmt::format("{}{}", counts.empty() ? "" : ",", n);
  out.push_back("\t.short\t" + counts);
  out.push_back("\t.popsection");
  return out;
}

std::optional<Index> Counting::index_of_loop(const Block& b) const {
  std::map<std::string, int> writes;
  std::vector<Index> candidates;
  for (const Step& s : b.steps) {
    const Instruction& i = s.instruction;
    constexpr std::array<std::string_view, 20> kOthers{
        "mul", "div", "idiv", "cqto", "cltd", "cqo", "cltq", "cwtl", "xchg", "xadd", "cmpxchg", "stos",
        "lods", "cpuid", "rdtsc", "loop", "push", "pop", "leave", "cwtd"};
    if (s.is_opaque || s.is_glued || i.is_prefix || i.is_call()) return std::nullopt;
    for (const auto other : kOthers) {
      if (i.name.starts_with(other) && !i.name.starts_with("mulps") && !i.name.starts_with("mulpd") &&
          !i.name.starts_with("mulss") && !i.name.starts_with("mulsd") && !i.name.starts_with("divs") &&
          !i.name.starts_with("divp") && !i.name.starts_with("popcnt")) {
        return std::nullopt;
      }
    }
    if (i.is_jump() || i.name.starts_with("cmp") || i.name.starts_with("test")) continue;
    if (i.operands.empty()) continue;
    if (i.name == "movsl" || i.name == "movsq" || i.name == "movsb" || i.name == "movsw") {
      return std::nullopt;
    }
    if (i.name.starts_with("imul") && i.operands.size() == 1) return std::nullopt;
    const std::string r = whole_register(i.operands.back());
    if (r.empty()) continue;
    ++writes[r];
    const bool is_add = i.name == "addq" || i.name == "addl";
    const bool is_subtract = i.name == "subq" || i.name == "subl";
    if ((!is_add && !is_subtract) || i.operands[0][0] != '$' || r == "rsp") continue;
    std::int64_t step = 0;
    const std::string& text = i.operands[0];
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), step);
    const bool is_read = error == std::errc{} && end == text.data() + text.size();
    if (!is_read || step == 0 || step < -kMostStep || step > kMostStep) continue;
    candidates.push_back({r, i.name.ends_with('l'), is_add ? step : -step});
  }
  for (const Index& c : candidates) {
    if (writes[c.name] == 1) return c;
  }
  return std::nullopt;
}

// Before the loop the index is kept; after it, its change is multiplied by the cost of a turn.
bool Counting::count_loop(const Block& b, const BlockWork& work) {
  if (b.label.empty() || b.steps.empty() || b.before == SIZE_MAX || b.next == SIZE_MAX) return false;
  const Instruction& end = b.steps.back().instruction;
  if (!end.is_conditional() || end.target() != b.label || references_[b.label] != 1) return false;
  const Block& before = blocks_[b.before];
  if (before.steps.empty() || before.steps.back().is_opaque || blocks_[b.next].live_in) return false;
  const std::optional<Index> index = index_of_loop(b);
  if (!index) return false;
  const std::string r = "%" + index->name;
  after_[before.steps.back().line].push_back(fmt::format("\tmovq\t{}, %gs:kasuri_spare1@GOT", r));
  std::vector<std::string>& out = after_[b.steps.back().line];
  out.push_back(fmt::format("\tmovq\t{}, %gs:kasuri_spare2@GOT", r));
  out.push_back(fmt::format("\tsubq\t%gs:kasuri_spare1@GOT, {}", r));
  if (index->is_short) {
    // The upper half is zero after a turn; before the first one, it may be anything.
    out.push_back(fmt::format("\tshlq\t$32, {}", r));
    out.push_back(fmt::format("\tsarq\t$32, {}", r));
  }
  out.push_back(fmt::format("\timulq\t${}, {}, {}", kCost, r, r));
  for (std::string& line : entry(b, work, index->step)) out.push_back(std::move(line));
  out.push_back(fmt::format("\taddq\t{}, %gs:16", r));
  out.push_back(fmt::format("\tmovq\t%gs:kasuri_spare2@GOT, {}", r));
  return true;
}

void Counting::count(std::size_t k) {
  const Block& b = blocks_[k];
  BlockWork work{};
  for (const Step& s : b.steps) {
    if (!s.is_opaque && !s.instruction.is_prefix) s.instruction.add_to(work);
  }
  if (work[0] == 0 || count_loop(b, work)) return;
  bool live = live_out(b);
  std::optional<std::size_t> place;
  for (std::size_t s = b.steps.size(); s-- > 0;) {
    const Step& step = b.steps[s];
    live = step.live_before(live);
    if (!live && !step.is_glued) place = step.line;
  }
  std::vector<std::string>& out = before_[place.value_or(b.steps[0].line)];
  if (place) {
    out.push_back(fmt::format("\taddq\t${}, %gs:{}", kCost, kCounters[k % kCounters.size()]));
    for (std::string& line : entry(b, work, 0)) out.push_back(std::move(line));
    return;
  }
  // Below what a function without a frame of its own may use.
  for (const char* line : {"\tleaq\t-128(%rsp), %rsp", "\tpushq\t%rax", "\tmovq\t%gs:16, %rax"}) {
    out.push_back(line);
  }
  out.push_back(fmt::format("\tleaq\t{}(%rax), %rax", kCost));
  for (std::string& line : entry(b, work, 0)) out.push_back(std::move(line));
  for (const char* line : {"\tmovq\t%rax, %gs:16", "\tpopq\t%rax", "\tleaq\t128(%rsp), %rsp"}) {
    out.push_back(line);
  }
}

}  // namespace

std::vector<std::string> count_blocks(const std::vector<std::string>& lines) {
  return Counting(lines).result();
}

}  // namespace kasuri
