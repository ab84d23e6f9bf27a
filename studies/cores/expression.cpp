// SPDX-License-Identifier: MIT
#include "studies/cores/expression.h"

#include <fmt/format.h>

#include <cctype>
#include <string>

#include "studies/cores/words.h"

namespace kasuri::emu {
namespace {

struct Operator {
  std::string_view symbol;
  int precedence;
};
// Longer symbols first, so that << is not read as <.
constexpr Operator kOperators[] = {{"<<", 4}, {">>", 4}, {"|", 1}, {"^", 2}, {"&", 3},
                                   {"+", 5},  {"-", 5},  {"*", 6}, {"/", 6}, {"%", 6}};
constexpr int kMaxDepth = 100;

class Parser {
 public:
  Parser(std::string_view text, const std::function<std::int64_t(std::string_view)>& lookup)
      : rest_(text), lookup_(lookup) {}

  std::int64_t whole() {
    const std::int64_t v = binary(1);
    skip_blanks();
    if (!rest_.empty()) throw SyntaxError{fmt::format("'{}' is not expected here", rest_)};
    return v;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0])))
      rest_.remove_prefix(1);
  }
  bool eat(std::string_view symbol) {
    skip_blanks();
    if (!rest_.starts_with(symbol)) return false;
    rest_.remove_prefix(symbol.size());
    return true;
  }

  std::int64_t binary(int least) {
    std::int64_t left = unary();
    for (;;) {
      skip_blanks();
      const Operator* found = nullptr;
      for (const Operator& o : kOperators) {
        if (!found && rest_.starts_with(o.symbol)) found = &o;
      }
      if (!found || found->precedence < least) return left;
      rest_.remove_prefix(found->symbol.size());
      left = apply(found->symbol, left, binary(found->precedence + 1));
    }
  }

  static std::int64_t apply(std::string_view symbol, std::int64_t a, std::int64_t b) {
    const auto ua = static_cast<std::uint64_t>(a);
    const auto ub = static_cast<std::uint64_t>(b);
    if (symbol == "+") return static_cast<std::int64_t>(ua + ub);
    if (symbol == "-") return static_cast<std::int64_t>(ua - ub);
    if (symbol == "*") return static_cast<std::int64_t>(ua * ub);
    if (symbol == "|") return a | b;
    if (symbol == "^") return a ^ b;
    if (symbol == "&") return a & b;
    if (symbol == "<<") return ub > 63 ? 0 : static_cast<std::int64_t>(ua << ub);
    if (symbol == ">>") return ub > 63 ? 0 : static_cast<std::int64_t>(ua >> ub);
    if (b == 0) throw SyntaxError{"division by zero"};
    if (b == -1) return symbol == "/" ? static_cast<std::int64_t>(0 - ua) : 0;
    return symbol == "/" ? a / b : a % b;
  }

  std::int64_t unary() {
    if (++depth_ > kMaxDepth) throw SyntaxError{"the expression is nested too deeply"};
    struct Leave {
      int& depth;
      ~Leave() { --depth; }
    } leave{depth_};
    if (eat("-")) return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(unary()));
    if (eat("+")) return unary();
    if (eat("~")) return ~unary();
    if (eat("(")) {
      const std::int64_t v = binary(1);
      if (!eat(")")) throw SyntaxError{"')' is missing"};
      return v;
    }
    if (rest_.empty()) throw SyntaxError{"a value is missing"};
    if (rest_[0] == '\'') return character();
    if (eat("$")) return lookup_("$");
    return word();
  }

  std::int64_t character() {
    if (rest_.size() < 3 || rest_[2] != '\'') throw SyntaxError{"a character is written 'c'"};
    const auto v = static_cast<unsigned char>(rest_[1]);
    rest_.remove_prefix(3);
    return v;
  }

  std::int64_t word() {
    std::size_t n = 0;
    while (n < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[n])) ||
                                rest_[n] == '_' || rest_[n] == '.')) {
      ++n;
    }
    const std::string_view w = rest_.substr(0, n);
    if (w.empty()) throw SyntaxError{fmt::format("'{}' is not a value", rest_)};
    rest_.remove_prefix(n);
    return std::isdigit(static_cast<unsigned char>(w[0])) ? number(w) : lookup_(w);
  }

  static std::int64_t number(std::string_view w) {
    const std::string u = upper(w);
    std::string_view digits = u;
    int base = 10;
    if (digits.starts_with("0X")) base = 16, digits.remove_prefix(2);
    else if (digits.ends_with('H')) base = 16, digits.remove_suffix(1);
    else if (digits.starts_with("0B")) base = 2, digits.remove_prefix(2);
    std::uint64_t v = 0;
    if (digits.empty() || digits.size() > 20)
      throw SyntaxError{fmt::format("'{}' is not a number", w)};
    for (const char c : digits) {
      const int d = std::isdigit(static_cast<unsigned char>(c)) ? c - '0'
                    : c >= 'A' && c <= 'F'                      ? c - 'A' + 10
                                                                : 99;
      if (d >= base) throw SyntaxError{fmt::format("'{}' is not a number", w)};
      v = v * static_cast<unsigned>(base) + static_cast<unsigned>(d);
    }
    return static_cast<std::int64_t>(v);
  }

  std::string_view rest_;
  const std::function<std::int64_t(std::string_view)>& lookup_;
  int depth_ = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view text,
                      const std::function<std::int64_t(std::string_view)>& lookup) {
  return Parser(text, lookup).whole();
}

}  // namespace kasuri::emu
