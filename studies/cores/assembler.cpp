// SPDX-License-Identifier: MIT
#include "studies/cores/assembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/core/errors.h"
#include "studies/cores/words.h"

namespace kasuri::emu {
namespace {

constexpr int kMaxPasses = 20;
constexpr std::size_t kMaxImage = std::size_t{1} << 24;
constexpr std::int64_t kAddresses = std::int64_t{1} << 32;

bool is_name(std::string_view s) {
  return !s.empty() && !std::isdigit(static_cast<unsigned char>(s[0])) &&
         std::ranges::all_of(s, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
         });
}

std::string_view without_comment(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\'') quoted = !quoted;
    if (line[i] == ';' && !quoted) return line.substr(0, i);
  }
  return line;
}

std::string_view take_word(std::string_view& line) {
  line = trim(line);
  const auto end = std::ranges::find_if(line, is_blank);
  const std::string_view word(line.begin(), end);
  line = trim(line.substr(word.size()));
  return word;
}

class Assembly {
 public:
  Assembly(const InstructionSet& set, std::string_view name, const Symbols& predefined)
      : set_(set), name_(name), predefined_(predefined) {
    image_.symbols = predefined;
  }

  Image run(std::string_view source) {
    // A forward reference is first guessed; a line that the guess does not fit is left out, which
    // moves what follows. After a few passes nothing moves, and what is still wrong is an error.
    for (int passes = 0; passes < kMaxPasses; ++passes) {
      const Symbols before = image_.symbols;
      pass(source);
      errors_.clear();
      if (image_.symbols == before) break;
    }
    final_ = true;
    pass(source);
    if (!errors_.empty()) {
      errors_.pop_back();  // the last line's end
      throw Error::of_lines(Exit::usage, errors_);
    }
    return std::move(image_);
  }

 private:
  void pass(std::string_view source) {
    image_.bytes.clear();
    defined_.clear();
    wanted_.clear();
    placed_ = false;
    ended_ = false;
    at_ = 0;
    int number = 0;
    while (!source.empty() && !ended_) {
      ++number;
      const std::size_t end = std::min(source.find('\n'), source.size());
      try {
        line(without_comment(source.substr(0, end)));
      } catch (const SyntaxError& e) {
        errors_ += fmt::format("{}:{}: error: {}\n", name_, number, e.message);
      }
      source.remove_prefix(std::min(end + 1, source.size()));
    }
  }

  void line(std::string_view rest) {
    std::string_view word = take_word(rest);
    if (conditional(upper(word), rest)) return;
    if (word.ends_with(':')) {
      define(word.substr(0, word.size() - 1), at_);
      word = take_word(rest);
    }
    if (word.empty()) return;
    std::string_view after = rest;
    if (std::string next = upper(take_word(after)); next == "EQU" || next == ".EQU") {
      define(word, value(after));
      return;
    }
    std::string mnemonic = upper(word);
    const auto operands = split_operands(rest);
    if (!directive(mnemonic.starts_with('.') ? mnemonic.substr(1) : mnemonic, operands)) {
      emit(set_.encode(mnemonic, operands, at_, [this](std::string_view e) { return value(e); }));
    }
  }

  // IF, ENDIF, and what stands between them without being wanted.
  bool conditional(std::string_view word, std::string_view condition) {
    if (word == "ENDIF") {
      if (wanted_.empty()) throw SyntaxError{"ENDIF without IF"};
      wanted_.pop_back();
      return true;
    }
    const bool wanted = wanted_.empty() || wanted_.back();
    if (word == "IF") wanted_.push_back(wanted && value(condition) != 0);
    return word == "IF" || !wanted;
  }

  bool directive(std::string_view name, const std::vector<std::string_view>& operands) {
    const auto only = [&] {
      if (operands.size() != 1) throw SyntaxError{fmt::format("{} takes one value", name)};
      return value(operands[0]);
    };
    if (name == "ORG") move_to(only());
    else if (name == "ALIGN") {
      const std::int64_t n = only();
      if (n <= 0 || n > UINT32_MAX) throw SyntaxError{"ALIGN takes a positive number of 32 bits"};
      move_to((at_ + n - 1) / n * n);
    }
    else if (name == "DS") move_to(at_ + std::clamp(only(), -kAddresses, kAddresses));
    else if (name == "DB") data(operands, 1);
    else if (name == "DW") data(operands, 2);
    else if (name == "DL") data(operands, 4);
    else if (name == "END") ended_ = true;
    else return false;
    return true;
  }

  void data(const std::vector<std::string_view>& operands, unsigned size) {
    std::vector<std::uint8_t> bytes;
    for (const std::string_view o : operands) {
      if (size == 1 && o.size() > 3 && o.starts_with('\'') && o.ends_with('\'')) {
        for (const char c : o.substr(1, o.size() - 2))
          bytes.push_back(static_cast<std::uint8_t>(c));
        continue;
      }
      const auto v = value(o);
      const std::int64_t limit = std::int64_t{1} << (8 * size);
      if (v >= limit || v < -limit / 2) {
        throw SyntaxError{fmt::format("{} does not fit into {} bits", v, 8 * size)};
      }
      for (unsigned k = 0; k < size; ++k) {
        const unsigned shift = 8 * (set_.big_endian ? size - 1 - k : k);
        bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(v) >> shift));
      }
    }
    emit(bytes);
  }

  void move_to(std::int64_t address) {
    if (address < 0 || address >= kAddresses) throw SyntaxError{"the address is out of range"};
    if (placed_ && address < at_) throw SyntaxError{"the address is before the assembled code"};
    if (placed_ && static_cast<std::size_t>(address) - image_.origin > kMaxImage) {
      throw SyntaxError{"the image is larger than 16 MiB"};
    }
    at_ = static_cast<std::uint32_t>(address);
  }

  void emit(const std::vector<std::uint8_t>& bytes) {
    if (at_ + std::uint64_t{bytes.size()} >= kAddresses) throw SyntaxError{"the address is out of range"};
    if (!placed_) {
      image_.origin = at_;
      placed_ = true;
    }
    image_.bytes.resize(at_ - image_.origin);  // what ORG, ALIGN and DS left out is zero
    image_.bytes.insert(image_.bytes.end(), bytes.begin(), bytes.end());
    at_ += static_cast<std::uint32_t>(bytes.size());
  }

  void define(std::string_view name, std::int64_t v) {
    if (!is_name(name)) throw SyntaxError{fmt::format("'{}' is not a name", name)};
    // Given from outside: the source's own value is only its default.
    if (predefined_.contains(name)) return;
    if (!defined_.emplace(name).second)
      throw SyntaxError{fmt::format("'{}' is defined twice", name)};
    image_.symbols[std::string(name)] = v;
  }

  std::int64_t value(std::string_view expression) {
    return evaluate(expression, [this](std::string_view name) -> std::int64_t {
      if (name == "$") return at_;
      const auto it = image_.symbols.find(name);
      if (it != image_.symbols.end()) return it->second;
      if (final_) throw SyntaxError{fmt::format("unknown name '{}'", name)};
      return at_;
    });
  }

  const InstructionSet& set_;
  std::string_view name_;
  const Symbols& predefined_;
  Image image_;
  std::set<std::string, std::less<>> defined_;  // in this pass
  std::vector<bool> wanted_;                        // of the IFs around this line
  std::string errors_;
  std::uint32_t at_ = 0;
  bool placed_ = false;
  bool ended_ = false;
  bool final_ = false;
};

}  // namespace

Image assemble(std::string_view source, const InstructionSet& set, std::string_view name,
               const Symbols& predefined) {
  return Assembly(set, name, predefined).run(source);
}

}  // namespace kasuri::emu
