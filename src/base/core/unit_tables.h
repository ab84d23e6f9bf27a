// SPDX-License-Identifier: MIT
// The units of text, for reading (parse_units.cpp) and writing (units.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kasuri {

// `scale` base units, as a fraction for bits: 1 Gb/s is 10^9 / 8 bytes per second.
struct Unit {
  std::string_view name;
  std::int64_t scale;
  std::int64_t divisor = 1;
};

inline constexpr std::int64_t kKilo = 1'000, kMega = 1'000'000, kGiga = 1'000'000'000,
                              kTera = 1'000'000'000'000;
inline constexpr std::int64_t kKibi = 1 << 10, kMebi = 1 << 20, kGibi = 1 << 30,
                              kTebi = kGibi << 10;

inline constexpr Unit kTimeUnits[] = {{"ps", 1},     {"ns", kKilo}, {"us", kMega},
                                      {"µs", kMega}, {"μs", kMega}, {"ms", kGiga},
                                      {"s", kTera},  {"min", 60 * kTera}};
inline constexpr Unit kBytesUnits[] = {{"B", 1},       {"kB", kKilo},  {"MB", kMega},
                                       {"GB", kGiga},  {"TB", kTera},  {"KiB", kKibi},
                                       {"MiB", kMebi}, {"GiB", kGibi}, {"TiB", kTebi}};
inline constexpr Unit kRateUnits[] = {
    {"B/s", 1},          {"kB/s", kKilo},      {"MB/s", kMega},      {"GB/s", kGiga},
    {"TB/s", kTera},     {"KiB/s", kKibi},     {"MiB/s", kMebi},     {"GiB/s", kGibi},
    {"TiB/s", kTebi},    {"b/s", 1, 8},        {"kb/s", kKilo, 8},   {"Mb/s", kMega, 8},
    {"Gb/s", kGiga, 8},  {"Tb/s", kTera, 8},   {"Kib/s", kKibi, 8},  {"Mib/s", kMebi, 8},
    {"Gib/s", kGibi, 8}, {"Tib/s", kTebi, 8}};
inline constexpr std::string_view kUnlimitedText = "unlimited";

// For writing: without the second names of the same unit, and without minutes and bits.
inline constexpr Unit kTimeSteps[] = {
    {"ps", 1}, {"ns", kKilo}, {"us", kMega}, {"ms", kGiga}, {"s", kTera}};
inline constexpr auto kDecimalBytes = std::span(kBytesUnits).first(5);
inline constexpr auto kDecimalRates = std::span(kRateUnits).first(5);
inline constexpr auto kByteRates = std::span(kRateUnits).first(9);

}  // namespace kasuri
