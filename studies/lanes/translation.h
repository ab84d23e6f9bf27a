// SPDX-License-Identifier: MIT
// The ROM as code of the host. Each instruction becomes a few vector operations on all 64 lanes of
// a group; jumps become jumps. It is C++, compiled by the host's compiler when a run begins and
// kept in the cache, one object for each ROM and instruction set.
//
// Translated code is for groups whose lanes all do the same, and for accesses at one address to
// memory that is there and that they own. It leaves before any instruction that is something else,
// with the state as it is then; that instruction runs lane by lane (lane_turn-inl.h), and
// translated code goes on at the next entry.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "studies/lanes/lane_code.h"
#include "studies/lanes/translation_frame.h"

namespace kasuri::emu {

extern const std::string_view kTranslationPrelude;

// What a translator needs to know of a ROM.
template <class Core>
struct TranslatorInput {
  const Chip<Core>& chip;
  const LaneCode<Core>& code;
  const std::vector<bool>& kept;  // rows of memory that are written to
};

struct TranslatedText {
  std::string text;
  std::vector<bool> entries;  // by address / unit: where it can be entered
};

TranslatedText translate(const TranslatorInput<Core8080>&);
TranslatedText translate(const TranslatorInput<CoreSh2>&);

class Translation {
 public:
  // Without a compiler it says why there is none. Throws Error only if the user interrupts it.
  template <class Core>
  explicit Translation(const TranslatorInput<Core>&);
  ~Translation();
  Translation(const Translation&) = delete;
  Translation& operator=(const Translation&) = delete;

  translated::Run run() const { return run_; }
  const std::vector<bool>& entries() const { return entries_; }
  const std::string& missing() const { return missing_; }

 private:
  void load(const std::string& text, std::string_view processor);

  void* object_ = nullptr;
  translated::Run run_ = nullptr;
  std::vector<bool> entries_;
  std::string missing_;
};

}  // namespace kasuri::emu
