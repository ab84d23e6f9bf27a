// SPDX-License-Identifier: MIT
// Units from text. Decimal numbers are read as an integer and a power of ten, so that nothing is
// rounded on the way.
#include "base/core/parse_units.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <span>

#include "base/core/unit_tables.h"

namespace kasuri {
namespace {

__extension__ typedef __int128 Wide;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trim(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

// Text cut into a number and a unit, either of which may be empty.
struct Cut {
  std::string_view number, unit;
};

Cut cut(std::string_view text) {
  std::size_t i = !text.empty() && (text[0] == '-' || text[0] == '+');
  while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
  // An exponent, unless the 'e' begins a unit.
  if (i > 0 && i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    std::size_t j = i + 1;
    if (j < text.size() && (text[j] == '-' || text[j] == '+')) ++j;
    if (j < text.size() && is_digit(text[j])) {
      while (j < text.size() && is_digit(text[j])) ++j;
      i = j;
    }
  }
  return {text.substr(0, i), trim(text.substr(i))};
}

// digits * 10^exponent, without trailing zeros in digits.
struct Decimal {
  Wide digits = 0;
  int exponent = 0;
  bool valid = true;
  bool too_long = false;  // more significant digits than any value can have
};

Decimal parse_decimal(std::string_view s) {
  constexpr Wide kMaxDigits = static_cast<Wide>(100'000'000'000) * 100'000'000'000;
  Decimal d;
  int zeros = 0;  // read but not yet known to be followed by another digit
  bool any = false, point = false;
  std::size_t i = 0;
  for (; i < s.size() && s[i] != 'e' && s[i] != 'E'; ++i) {
    if (s[i] == '.') {
      if (point || !any || i + 1 == s.size() || !is_digit(s[i + 1])) d.valid = false;
      point = true;
      continue;
    }
    if (!is_digit(s[i])) {
      d.valid = false;
      break;
    }
    any = true;
    if (point) --d.exponent;
    if (s[i] == '0') {
      ++zeros;
      continue;
    }
    for (; zeros >= 0; --zeros) {
      if (d.digits >= kMaxDigits) d.too_long = true;
      if (!d.too_long) d.digits *= 10;
    }
    zeros = 0;
    d.digits += s[i] - '0';
  }
  d.valid = d.valid && any;
  d.exponent += zeros;
  if (d.valid && i < s.size()) {
    int e = 0;
    std::string_view power = s.substr(i + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    const auto [end, failure] = std::from_chars(power.data(), power.data() + power.size(), e);
    if (failure == std::errc::result_out_of_range || e > 9999 || e < -9999) {
      e = power.starts_with('-') ? -9999 : 9999;
    }
    d.exponent += e;
  }
  return d;
}

// "; did you mean GB/s or Gb/s?" for "gb/s", "GBPS" or "gbps": the units that differ in case only.
std::string meant(std::string_view written, std::span<const Unit> units) {
  const auto lower = [](std::string_view s) {
    std::string l(s);
    for (char& c : l) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return l;
  };
  std::string word = lower(written);
  if (word.size() > 2 && word.ends_with("ps")) word.replace(word.size() - 2, 2, "/s");
  std::string found;
  for (const Unit& u : units) {
    if (lower(u.name) == word) found += fmt::format("{}{}", found.empty() ? "" : " or ", u.name);
  }
  return found.empty() ? "" : fmt::format("; did you mean {}?", found);
}

// Number and unit to an integer count of `granule`s.
Parsed<std::int64_t> parse_exact(std::string_view text, std::span<const Unit> units,
                                 std::string_view legal, std::string_view granule) {
  text = trim(text);
  if (text == kUnlimitedText) return {INT64_MAX, ""};
  const auto wrong = [&](std::string_view what) {
    return Parsed<std::int64_t>{0, fmt::format("'{}' {}", text, what)};
  };
  auto [number, unit_name] = cut(text);
  const bool negative = number.starts_with('-');
  if (negative || number.starts_with('+')) number.remove_prefix(1);
  if (number.empty()) return wrong(fmt::format("is not a number with a unit; units: {}", legal));
  const Decimal d = parse_decimal(number);
  if (!d.valid) return wrong("is not a decimal number with a unit");
  if (unit_name.empty()) return wrong(fmt::format("has no unit; units: {}", legal));
  const Unit* unit = nullptr;
  for (const Unit& u : units) {
    if (u.name == unit_name) unit = &u;
  }
  if (!unit) {
    return wrong(fmt::format("has the unknown unit '{}'{}; units: {}", unit_name,
                             meant(unit_name, units), legal));
  }
  if (negative && d.digits != 0) return wrong("is negative");

  const auto fraction = [&] {
    return wrong(fmt::format("is not a whole number of {}", granule));
  };
  const auto too_large = [&] { return wrong("is too large"); };
  if (d.too_long) return wrong("has too many digits");
  if (d.digits == 0) return {0, ""};
  Wide value = d.digits * unit->scale;  // below 10^23 * 6 * 10^13 < 2^127
  for (int e = d.exponent; e < 0; ++e) {
    if (value % 10 != 0) return fraction();
    value /= 10;
  }
  for (int e = d.exponent; e > 0; --e) {
    if (value > INT64_MAX) return too_large();
    value *= 10;
  }
  if (value / unit->divisor >= INT64_MAX) return too_large();
  if (value % unit->divisor != 0) return fraction();
  return {static_cast<std::int64_t>(value / unit->divisor), ""};
}

}  // namespace

std::string_view time_units() { return "ps, ns, us, ms, s, min"; }
std::string_view bytes_units() { return "B, kB, MB, GB, TB, KiB, MiB, GiB, TiB"; }
std::string_view rate_units() {
  return "B/s, kB/s, MB/s, GB/s, TB/s, KiB/s ... TiB/s; in bits b/s, kb/s, Mb/s, Gb/s, Tb/s, "
         "Kib/s ... Tib/s";
}

Parsed<Time> parse_time(std::string_view text) {
  auto p = parse_exact(text, kTimeUnits, time_units(), "picoseconds");
  return {{p.value}, std::move(p.error)};
}

Parsed<Bytes> parse_bytes(std::string_view text) {
  auto p = parse_exact(text, kBytesUnits, bytes_units(), "bytes");
  return {{p.value}, std::move(p.error)};
}

Parsed<BytesPerSecond> parse_rate(std::string_view text) {
  auto p = parse_exact(text, kRateUnits, rate_units(), "bytes per second");
  return {{p.value}, std::move(p.error)};
}

Parsed<double> parse_quantity(std::string_view text, std::string_view unit) {
  struct Prefix {
    std::string_view name;
    int exponent;
  };
  static constexpr Prefix kPrefixes[] = {{"", 0},   {"f", -15}, {"p", -12}, {"n", -9},
                                         {"u", -6}, {"µ", -6},  {"μ", -6},  {"m", -3},
                                         {"k", 3},  {"M", 6},   {"G", 9},   {"T", 12},
                                         {"P", 15}};
  text = trim(text);
  const auto wrong = [&](std::string_view what) {
    return Parsed<double>{0, fmt::format("'{}' {}", text, what)};
  };
  const std::string legal = unit.empty() ? "a number may have % or no unit"
                                         : fmt::format("units: {0}, m{0}, k{0} and so on", unit);
  auto [number, unit_name] = cut(text);
  if (number.starts_with('+')) number.remove_prefix(1);
  if (number.empty()) return wrong(fmt::format("is not a number; {}", legal));
  const Decimal d = parse_decimal(number.starts_with('-') ? number.substr(1) : number);
  if (!d.valid) return wrong("is not a decimal number");
  int exponent = INT32_MAX;
  if (unit.empty()) {
    if (unit_name.empty()) exponent = 0;
    if (unit_name == "%") exponent = -2;
  } else {
    if (unit_name.empty()) return wrong(fmt::format("has no unit; {}", legal));
    for (const Prefix& p : kPrefixes) {
      if (unit_name.size() == p.name.size() + unit.size() && unit_name.starts_with(p.name) &&
          unit_name.ends_with(unit)) {
        exponent = p.exponent;
      }
    }
  }
  if (exponent == INT32_MAX) {
    return wrong(fmt::format("has the unknown unit '{}'; {}", unit_name, legal));
  }
  // Scaled in the text, not by multiplication, so that "0.15 mW" is the double nearest to 0.00015.
  std::string scaled(number);
  const auto e = scaled.find_first_of("eE");
  if (e != std::string::npos) {
    int own = 0;
    const std::size_t from = e + 1 + (scaled[e + 1] == '+');
    if (std::from_chars(scaled.data() + from, scaled.data() + scaled.size(), own).ec !=
            std::errc{} ||
        own < -9999 || own > 9999) {
      return wrong("has too large an exponent");
    }
    exponent += own;
    scaled.resize(e);
  }
  scaled += fmt::format("e{}", exponent);
  double value = 0;
  const auto read = std::from_chars(scaled.data(), scaled.data() + scaled.size(), value);
  if (read.ec != std::errc{} || !std::isfinite(value)) return wrong("is out of range of a number");
  return {value, ""};
}

}  // namespace kasuri
