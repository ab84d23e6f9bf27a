// SPDX-License-Identifier: MIT
#include "workload/traces/codes_file.h"

#include <fmt/format.h>

#include <cctype>

#include "base/core/text_file.h"
#include "workload/traces/lines.h"

namespace kasuri::trace {
namespace {

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : file_(file), text_(read_text(file)) {}

  CodesFile all() {
    CodesFile file;
    read(file.root, 0);
    file.warnings = std::move(warnings_);
    return file;
  }

 private:
  static constexpr int kDeepest = 16;

  CodesPlace place() const { return {line_, at_ - line_begin_ + 1}; }
  [[noreturn]] void fail(std::string_view what) const {
    fail_at(file_, line_, place().column, -1, what);
  }
  char peek() {
    for (;; ++at_) {
      if (at_ == text_.size()) return '\0';
      const char c = text_[at_];
      if (c == '#') {
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      } else if (c == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        if (c == '\0') fail("a zero byte: not a text file");
        return c;
      }
    }
  }
  void expect(char c) {
    if (peek() != c) fail(fmt::format("expected '{}'", c));
    ++at_;
  }
  std::string name() {
    const auto is_part = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '@' ||
             c == '.';
    };
    if (!is_part(peek())) fail("expected a name");
    std::string word;
    while (at_ < text_.size() && is_part(text_[at_])) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_++])));
    }
    return word;
  }
  std::string quoted() {
    expect('"');
    const std::size_t end = text_.find_first_of("\"\n", at_);
    if (end == text_.npos || text_[end] != '"') fail("this value has no end");
    std::string value = text_.substr(at_, end - at_);
    at_ = end + 1;
    return value;
  }
  void read(CodesGroup& group, int depth) {
    for (;;) {
      const char c = peek();
      if (c == '\0') {
        if (depth > 0) fail("expected '}' before the end of the file");
        return;
      }
      if (c == '}' && depth > 0) {
        ++at_;
        if (peek() == ';') ++at_;
        return;
      }
      const CodesPlace begin = place();
      const std::string key = name();
      if (peek() == '{')
        read_group(group, key, begin, depth);
      else
        read_value(group, key, begin);
    }
  }
  void read_group(CodesGroup& group, const std::string& key, CodesPlace begin, int depth) {
    if (depth == kDeepest) fail(fmt::format("groups are nested at most {} deep", kDeepest));
    ++at_;
    const auto [found, fresh] = group.groups.try_emplace(key);
    if (!fresh) {
      warn(begin, fmt::format("{} appears again (first at line {}): both are read as one group",
                              key, found->second.at.line));
    } else {
      found->second.at = begin;
    }
    read(found->second, depth + 1);
  }
  void read_value(CodesGroup& group, const std::string& key, CodesPlace begin) {
    expect('=');
    const auto [found, fresh] = group.values.try_emplace(key);
    if (!fresh) {
      warn(begin, fmt::format("{} is given again (first at line {}): this value is used", key,
                              found->second.at.line));
    }
    CodesValue& value = found->second;
    value = {{}, begin};
    if (peek() == '(') {
      do {
        ++at_;
        value.items.push_back(quoted());
      } while (peek() == ',');
      expect(')');
    } else {
      value.items.push_back(quoted());
    }
    expect(';');
  }
  void warn(CodesPlace at, std::string_view what) {
    constexpr std::size_t kMost = 1000;
    if (warnings_.size() < kMost) warnings_.push_back(codes_warning(file_, at, what));
  }

  std::filesystem::path file_;
  std::string text_;
  std::size_t at_ = 0, line_begin_ = 0;
  std::int64_t line_ = 1;
  std::vector<std::string> warnings_;
};

}  // namespace

CodesFile read_codes(const std::filesystem::path& file) { return Reader(file).all(); }

std::string codes_warning(const std::filesystem::path& file, CodesPlace at, std::string_view what) {
  return fmt::format("{}:{}:{}: warning: {}", file.string(), at.line, at.column, what);
}

}  // namespace kasuri::trace
