// SPDX-License-Identifier: MIT
// Units as text. Oracle: integer arithmetic, and that reading undoes writing.
#include "base/core/units.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/core/parse_units.h"

namespace kasuri {
namespace units_test {

using namespace literals;

TEST(Units, ReadsTimesExactly) {
  const std::vector<std::pair<std::string_view, std::int64_t>> table = {
      {"0.6 ns", 600},          {"100 ns", 100'000},     {"1ps", 1},
      {"1.5us", 1'500'000},     {"2 µs", 2'000'000},     {"2 μs", 2'000'000},
      {"3 ms", 3'000'000'000},  {"1 s", 1'000'000'000'000},
      {"1 min", 60'000'000'000'000}, {"0 ps", 0},        {"0.0000 s", 0},
      {"-0 ns", 0},             {"+7 ps", 7},            {"  7   ps ", 7},
      {"1e3 ps", 1000},         {"1e-3 ns", 1},          {"1.25E1 ns", 12'500},
      {"0.000000000001 s", 1},  {"9223372036854775806 ps", INT64_MAX - 1},
      {"9223372.036854775806 s", INT64_MAX - 1},         {"000000000000000000000000001 ps", 1},
      {"1.000000000000000000000000000 ps", 1},           {"unlimited", INT64_MAX}};
  for (const auto& [text, ps] : table) {
    const auto p = parse_time(text);
    EXPECT_EQ(p.error, "") << text;
    EXPECT_EQ(p.value.ps, ps) << text;
  }
}

TEST(Units, ReadsSizesAndRatesExactly) {
  EXPECT_EQ(parse_bytes("2048 B").value, 2048_B);
  EXPECT_EQ(parse_bytes("2 KiB").value, 2048_B);
  EXPECT_EQ(parse_bytes("2 kB").value, 2000_B);
  EXPECT_EQ(parse_bytes("0.5 KiB").value, 512_B);
  EXPECT_EQ(parse_bytes("1 TiB").value.n, std::int64_t{1} << 40);
  EXPECT_EQ(parse_bytes("1.5 MiB").value.n, 1'572'864);
  EXPECT_EQ(parse_rate("5 GB/s").value, 5_GBps);
  EXPECT_EQ(parse_rate("200 Gb/s").value, 25_GBps);
  EXPECT_EQ(parse_rate("8 b/s").value.n, 1);
  EXPECT_EQ(parse_rate("1 Gib/s").value.n, (1 << 30) / 8);
  EXPECT_EQ(parse_rate("1 KiB/s").value.n, 1024);
  EXPECT_EQ(parse_rate("unlimited").value, kUnlimited);
}

TEST(Units, SaysWhatIsWrong) {
  const std::vector<std::pair<std::string_view, std::string_view>> table = {
      {"", "'' is not a number with a unit; units: ps, ns, us, ms, s, min"},
      {"ns", "'ns' is not a number with a unit; units: ps, ns, us, ms, s, min"},
      {"5", "'5' has no unit; units: ps, ns, us, ms, s, min"},
      {"5 m", "'5 m' has the unknown unit 'm'; units: ps, ns, us, ms, s, min"},
      {"5 NS", "'5 NS' has the unknown unit 'NS'; did you mean ns?; units: ps, ns, us, ms, s, min"},
      {"-5 ns", "'-5 ns' is negative"},
      {"0.0001 ps", "'0.0001 ps' is not a whole number of picoseconds"},
      {"1e-9999999999999 s", "'1e-9999999999999 s' is not a whole number of picoseconds"},
      {"1e30 s", "'1e30 s' is too large"},
      {"9223372036854775807 ps", "'9223372036854775807 ps' is too large"},
      {"1e99999999999 ps", "'1e99999999999 ps' is too large"},
      {"123456789012345678901234567 s", "'123456789012345678901234567 s' has too many digits"},
      {"1.2.3 ns", "'1.2.3 ns' is not a decimal number with a unit"},
      {". ns", "'. ns' is not a decimal number with a unit"},
      {".5 ns", "'.5 ns' is not a decimal number with a unit"},
      {"5. ns", "'5. ns' is not a decimal number with a unit"},
      {"nan ns", "'nan ns' is not a number with a unit; units: ps, ns, us, ms, s, min"},
      {"0x5 ns", "'0x5 ns' has the unknown unit 'x5 ns'; units: ps, ns, us, ms, s, min"}};
  for (const auto& [text, error] : table) {
    EXPECT_EQ(parse_time(text).error, error);
  }
  EXPECT_EQ(parse_bytes("5 KB").error,
            "'5 KB' has the unknown unit 'KB'; did you mean kB?; units: B, kB, MB, GB, TB, KiB, "
            "MiB, GiB, TiB");
  EXPECT_EQ(parse_bytes("0.3 B").error, "'0.3 B' is not a whole number of bytes");
  EXPECT_EQ(parse_rate("1 b/s").error, "'1 b/s' is not a whole number of bytes per second");
  EXPECT_EQ(parse_rate("200 Gbps").error.substr(0, 66),
            "'200 Gbps' has the unknown unit 'Gbps'; did you mean GB/s or Gb/s?");
}

TEST(Units, ReadsQuantities) {
  EXPECT_EQ(parse_quantity("0.25", "").value, 0.25);
  EXPECT_EQ(parse_quantity("12.5 %", "").value, 0.125);
  EXPECT_EQ(parse_quantity("-1e-3", "").value, -1e-3);
  EXPECT_EQ(parse_quantity("250 mW", "W").value, 0.25);
  EXPECT_EQ(parse_quantity("1.2 kW", "W").value, 1200);
  EXPECT_EQ(parse_quantity("15 pJ/b", "J/b").value, 15e-12);
  EXPECT_EQ(parse_quantity("0.15e1 mW", "W").value, 0.0015);
  EXPECT_EQ(parse_quantity("1e-2147483648 W", "W").error, "'1e-2147483648 W' has too large an exponent");
  EXPECT_EQ(parse_quantity("5", "W").error, "'5' has no unit; units: W, mW, kW and so on");
  EXPECT_EQ(parse_quantity("5 J", "W").error,
            "'5 J' has the unknown unit 'J'; units: W, mW, kW and so on");
  EXPECT_EQ(parse_quantity("5 W", "").error,
            "'5 W' has the unknown unit 'W'; a number may have % or no unit");
  EXPECT_EQ(parse_quantity("1e999 W", "W").error, "'1e999 W' is out of range of a number");
  EXPECT_EQ(parse_quantity("nan", "").error,
            "'nan' is not a number; a number may have % or no unit");
}

TEST(Units, WritesForPeople) {
  EXPECT_EQ(to_string(Time{140'600}), "140.6 ns");
  EXPECT_EQ(to_string(Time{0}), "0 ps");
  EXPECT_EQ(to_string(Time{999}), "999 ps");
  EXPECT_EQ(to_string(Time{999'960}), "1 us");
  EXPECT_EQ(to_string(Time{-1500}), "-1.5 ns");
  EXPECT_EQ(to_string(kNever), "never");
  EXPECT_EQ(to_string(Time{123'456'000'000'000'000}), "123456 s");
  EXPECT_EQ(to_string(Bytes{12'560'123}), "12.56 MB");
  EXPECT_EQ(to_string(5_GBps), "5 GB/s");
  EXPECT_EQ(to_string(kUnlimited), "unlimited");
}

TEST(Units, WritesExactly) {
  EXPECT_EQ(exact(Time{140'600}), "140.6 ns");
  EXPECT_EQ(exact(Time{600}), "600 ps");
  EXPECT_EQ(exact(Time{0}), "0 s");
  EXPECT_EQ(exact(Time{-1500}), "-1.5 ns");
  EXPECT_EQ(exact(2048_B), "2 KiB");
  EXPECT_EQ(exact(2000_B), "2 kB");
  EXPECT_EQ(exact(2047_B), "2047 B");
  EXPECT_EQ(exact(25_GBps), "25 GB/s");
  EXPECT_EQ(exact(kUnlimited), "unlimited");
}

// For every scale of number: reading undoes exact writing, and no shorter unit was negligible.
TEST(Units, ReadingUndoesExactWriting) {
  std::mt19937_64 random(1);  // any bits do; the values are printed on failure
  for (int i = 0; i < 200'000; ++i) {
    std::int64_t x = static_cast<std::int64_t>(random() >> (1 + random() % 62));
    if (i % 3 == 0) x -= x % 1000;
    if (i % 7 == 0) x -= x % 1024;
    if (i < 8) x = INT64_MAX - i;
    ASSERT_EQ(parse_time(exact(Time{x})).value.ps, x) << exact(Time{x});
    ASSERT_EQ(parse_bytes(exact(Bytes{x})).value.n, x) << exact(Bytes{x});
    ASSERT_EQ(parse_rate(exact(BytesPerSecond{x})).value.n, x) << exact(BytesPerSecond{x});
    ASSERT_LE(exact(Bytes{x}).size(), std::to_string(x).size() + 2);
  }
}

}  // namespace units_test
}  // namespace kasuri
