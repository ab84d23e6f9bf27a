// SPDX-License-Identifier: MIT
// What the translators of both processors have in common: which instructions get labels, how clocks
// are summed up along straight code, and how translated code is left.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "studies/lanes/translation.h"

namespace kasuri::emu {

template <class Core>
class TranslateWriter {
 public:
  static constexpr std::uint32_t kUnit = Core::kCodeUnit;

  explicit TranslateWriter(const TranslatorInput<Core>& in)
      : in_(in), memory_(in.chip.initial().data()), entries_(in.code.lines.size()) {}

 protected:
  bool reachable(std::uint32_t pc) const {
    return pc < Core::kInputs && pc % kUnit == 0 && in_.code.lines[pc / kUnit].reachable;
  }
  const CodeLine& line(std::uint32_t pc) const { return in_.code.lines[pc / kUnit]; }
  // A place where known addresses are forgotten and translated code can be entered.
  void mark(std::uint32_t pc) {
    if (reachable(pc)) entries_[pc / kUnit] = true;
  }
  bool is_entry(std::uint32_t pc) const { return reachable(pc) && entries_[pc / kUnit]; }

  template <class... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }
  // Leaves before the instruction that is being translated.
  std::string leave() const {
    return fmt::format("LEAVE({}, {}, {});", pc_, clocks_, executed_);
  }
  void count(unsigned clocks) {
    clocks_ += clocks;
    ++executed_;
  }
  void commit() {
    if (executed_) put("clocks += {}; executed += {};\n", clocks_, executed_);
    clocks_ = executed_ = 0;
  }
  // Statements that go on at `target`, at the end of an instruction that takes `clocks` more.
  std::string go_to(std::uint32_t target, unsigned clocks, unsigned executed) const {
    if (!is_entry(target)) return leave();
    std::string text = fmt::format("clocks += {}; executed += {};", clocks_ + clocks,
                                   executed_ + executed);
    if (target <= pc_) text += fmt::format(" if (--budget < 0) LEAVE({}, 0, 0);", target);
    return text + fmt::format(" goto L{};", target);
  }
  std::string dispatch() const {
    std::string text = "dispatch:\n  switch (pc) {\n";
    for (std::uint32_t pc = 0; pc < Core::kInputs; pc += kUnit) {
      if (is_entry(pc)) text += fmt::format("    case {0}: goto L{0};\n", pc);
    }
    return text + "    default: goto leave;\n  }\n";
  }

  const TranslatorInput<Core>& in_;
  const std::uint8_t* memory_;
  std::vector<bool> entries_;
  std::string out_;
  std::uint32_t pc_ = 0;
  unsigned clocks_ = 0;    // since the last commit
  unsigned executed_ = 0;
};

}  // namespace kasuri::emu
