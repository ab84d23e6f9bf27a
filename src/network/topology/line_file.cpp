// SPDX-License-Identifier: MIT
#include "network/topology/line_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "base/core/errors.h"
#include "base/core/text_file.h"

namespace kasuri {

namespace {

std::vector<LineFile::Word> words_of(std::string_view line) {
  std::vector<LineFile::Word> words;
  bool inside = false, quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '#' && !quoted) break;
    if (!quoted && (c == ' ' || c == '\t' || c == '\r')) {
      inside = false;
      continue;
    }
    if (!inside) words.push_back({"", i + 1});
    inside = true;
    if (c == '"') {
      quoted = !quoted;
    } else {
      words.back().text += c;
    }
  }
  return words;
}

}  // namespace

void LineFile::read(const std::function<void(std::size_t, std::span<const Word>)>& take) {
  const std::string text = read_text(file_);
  std::size_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    ++number;
    const std::vector<Word> words = words_of(line);
    if (!words.empty()) take(number, words);
  }
}

void LineFile::add(const std::string& text) {
  if (++count_ > kShown) return;
  if (count_ > 1) errors_ += '\n';
  errors_ += text;
}

void LineFile::error(std::size_t line, std::size_t column, std::string_view message) {
  add(fmt::format("{}:{}:{}: error: {}", file_.string(), line, column, message));
}

void LineFile::error(std::string_view message) {
  add(fmt::format("{}: error: {}", file_.string(), message));
}

std::string LineFile::place(std::size_t line) const {
  return fmt::format("{}:{}", file_.string(), line);
}

void LineFile::finish() const {
  if (!count_) return;
  std::string all = errors_;
  if (count_ > kShown) {
    all += fmt::format("\n{}: … and {} more mistakes", file_.string(), count_ - kShown);
  }
  throw Error::of_lines(Exit::usage, all);
}

std::optional<std::uint32_t> parse_index(std::string_view text) {
  std::uint32_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return n;
}

}  // namespace kasuri
