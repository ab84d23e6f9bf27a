// SPDX-License-Identifier: MIT
#include "workload/traces/goal_statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace kasuri::trace {
namespace {

using StatementKind = GoalStatement::Kind;

constexpr std::int64_t kMostNumber = std::numeric_limits<std::int64_t>::max();
constexpr std::string_view kUnit = "kasuri: calc unit 1 ps";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

void GoalStatements::fail(std::string_view what, std::size_t column) const {
  fail_at(lines_.file().path(), std::max<std::int64_t>(1, lines_.number()), column, rank_, what);
}

// At the start of "//" or "/*". Returns whether the line is at its end.
bool GoalStatements::skip_comment() {
  if (line_[at_ + 1] == '/') {
    if (line_.substr(at_ + 2).find(kUnit) != line_.npos) picoseconds_ = true;
    at_ = line_.size();
    return true;
  }
  at_ += 2;
  const std::int64_t began = lines_.number();
  for (;;) {
    const std::size_t close = line_.find("*/", at_);
    if (close != line_.npos) {
      at_ = close + 2;
      return at_ == line_.size();
    }
    at_ = 0;
    if (lines_.next(line_)) continue;
    line_ = {};
    fail_at(lines_.file().path(), began, 1, rank_, "this comment has no end");
  }
}

// Within the line; false at its end.
bool GoalStatements::skip_to_token() {
  while (at_ < line_.size()) {
    const char c = line_[at_];
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '/' && at_ + 1 < line_.size() && (line_[at_ + 1] == '/' || line_[at_ + 1] == '*')) {
      skip_comment();
    } else {
      return true;
    }
  }
  return false;
}

bool GoalStatements::at_line_end() { return !skip_to_token(); }

GoalStatements::Token GoalStatements::token() {
  if (!skip_to_token()) {
    column_ = at_ + 1;
    return {};
  }
  column_ = at_ + 1;
  const std::size_t from = at_;
  const auto text = [&] { return line_.substr(from, at_ - from); };
  char c = line_[at_];
  if (is_letter(c)) {
    while (at_ < line_.size() && (is_letter(line_[at_]) || is_digit(line_[at_]))) ++at_;
    return {Sort::word, text(), 0};
  }
  if (is_digit(c) || (c == '-' && at_ + 1 < line_.size() && is_digit(line_[at_ + 1]))) {
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(line_.data() + at_, line_.data() + line_.size(), n);
    if (error != std::errc{}) fail("this number is too large", column_);
    at_ = static_cast<std::size_t>(end - line_.data());
    return {Sort::number, text(), n};
  }
  ++at_;
  return {Sort::sign, text(), 0};
}

GoalStatements::Token GoalStatements::expect_word(std::string_view word) {
  const Token t = token();
  if (t.text != word) fail(fmt::format("expected '{}'", word), column_);
  return t;
}

std::int64_t GoalStatements::expect_number(std::string_view what, std::int64_t least,
                                           std::int64_t most) {
  const Token t = token();
  if (t.sort != Sort::number) fail(fmt::format("expected {}, a number", what), column_);
  if (t.number < least || t.number > most) {
    fail(fmt::format("{} must be {} to {}, not {}", what, least, most, t.number), column_);
  }
  return t.number;
}

GoalStatement GoalStatements::message(StatementKind kind) {
  GoalStatement s;
  s.kind = kind;
  const bool is_send = kind == StatementKind::send;
  s.number = static_cast<std::uint64_t>(expect_number("the size", 0, (std::int64_t{1} << 40) - 1));
  expect_word("b");
  expect_word(is_send ? "to" : "from");
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  s.peer = static_cast<std::int32_t>(expect_number("a rank", is_send ? 0 : -1, kMost));
  while (!at_line_end() && is_letter(line_[at_])) {
    const Token t = token();
    if (t.text == "tag") {
      s.tag = static_cast<std::int32_t>(expect_number("the tag", is_send ? 0 : -1, kMost));
    } else if (t.text == "cpu") {
      s.cpu = static_cast<std::uint32_t>(expect_number("the CPU", 0, 255));
    } else if (t.text == "nic") {
      expect_number("the NIC", 0, 255);
    } else {
      fail("expected 'tag', 'cpu', 'nic' or the end of the line", column_);
    }
  }
  return s;
}

GoalStatement GoalStatements::operation(std::string_view word) {
  if (word == "send") return message(StatementKind::send);
  if (word == "recv") return message(StatementKind::receive);
  GoalStatement s;
  s.kind = StatementKind::calc;
  s.number = static_cast<std::uint64_t>(expect_number("the time", 0, kMostNumber));
  if (!at_line_end() && is_letter(line_[at_])) {
    expect_word("cpu");
    s.cpu = static_cast<std::uint32_t>(expect_number("the CPU", 0, 255));
  }
  return s;
}

// Whole lines as programs write them, `l7: send 8b to 1 tag 0` and `l7 requires l6`, with single spaces;
// anything else is left to the tokens. Returns whether it was one.
bool GoalStatements::quick() {
  GoalStatement& s = s_;
  const char* at = line_.data();
  const char* const end = at + line_.size();
  const auto label = [&] {
    const char* const from = at;
    const char* digits = at;
    std::uint64_t n = 0;
    for (; at < end; ++at) {
      if (is_digit(*at)) {
        n = 10 * n + static_cast<std::uint64_t>(*at - '0');
      } else if (is_letter(*at)) {
        digits = at + 1;
        n = 0;
      } else {
        break;
      }
    }
    return GoalLabel({from, static_cast<std::size_t>(at - from)}, digits, n);
  };
  const auto is = [&](std::string_view text) {
    if (static_cast<std::size_t>(end - at) < text.size() ||
        std::memcmp(at, text.data(), text.size()) != 0) return false;
    at += text.size();
    return true;
  };
  // Up to 18 digits, which always fit.
  const auto number = [&](std::uint64_t& n) {
    const char* const from = at;
    n = 0;
    while (at < end && is_digit(*at)) n = 10 * n + static_cast<std::uint64_t>(*at++ - '0');
    return at > from && at - from <= 18;
  };
  constexpr std::uint64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (at == end || !is_letter(*at)) return false;
  s.label = label();
  std::uint64_t peer = 0, tag = 0;
  if (is(": send ") || is(": recv ")) {
    const bool is_send = at[-5] == 's';
    s.kind = is_send ? StatementKind::send : StatementKind::receive;
    if (!number(s.number) || s.number >= std::uint64_t{1} << 40) return false;
    if (!is(is_send ? "b to " : "b from ") || !number(peer) || peer > kMost) return false;
    if (!is(" tag ") || !number(tag) || tag > kMost) return false;
    s.peer = static_cast<std::int32_t>(peer);
    s.tag = static_cast<std::int32_t>(tag);
    s.cpu = 0;
  } else if (is(": calc ")) {
    s.kind = StatementKind::calc;
    if (!number(s.number)) return false;
    s.cpu = 0;
  } else if (is(" requires ") || is(" irequires ")) {
    s.kind = at[-10] == 'i' ? StatementKind::irequires : StatementKind::requires_;
    if (at == end || !is_letter(*at)) return false;
    s.required = label();
  } else {
    return false;
  }
  while (at < end && *at == ' ') ++at;
  if (at != end) return false;
  column_ = 1;
  at_ = line_.size();
  return true;
}

const GoalStatement& GoalStatements::next() {
  GoalStatement& s = s_;
  while (at_line_end()) {
    if (!lines_.next(line_)) return s = {};
    at_ = 0;
    if (quick()) return s;
  }
  s = {};
  const auto is_operation = [](std::string_view w) {
    return w == "send" || w == "recv" || w == "calc";
  };
  const Token first = token();
  const std::size_t column = column_;
  if (first.text == "}") {
    s.kind = StatementKind::close;
  } else if (first.sort != Sort::word) {
    fail("expected an operation, a label, 'rank', 'num_ranks' or '}'", column_);
  } else if (is_operation(first.text)) {
    s = operation(first.text);
  } else if (first.text == "num_ranks") {
    s.kind = StatementKind::num_ranks;
    s.number = static_cast<std::uint64_t>(expect_number("the number of ranks", 1, 1 << 28));
  } else if (first.text == "rank") {
    s.kind = StatementKind::rank;
    s.number = static_cast<std::uint64_t>(expect_number("the rank", 0, 1 << 28));
    expect_word("{");
  } else {
    const Token second = token();
    if (second.text == ":") {
      const Token what = token();
      if (!is_operation(what.text)) fail("expected 'send', 'recv' or 'calc'", column_);
      s = operation(what.text);
    } else if (second.text == "requires" || second.text == "irequires") {
      s.kind = second.text == "requires" ? StatementKind::requires_ : StatementKind::irequires;
      const Token required = token();
      if (required.sort != Sort::word) fail("expected a label", column_);
      s.required = GoalLabel(required.text);
    } else {
      fail("expected ':', 'requires' or 'irequires'", column_);
    }
    s.label = GoalLabel(first.text);
  }
  column_ = column;
  return s;
}

}  // namespace kasuri::trace
