// SPDX-License-Identifier: MIT
// Predefined datatypes by representation, and the predefined reductions (MPI 4.1, section 6.9.2).
#pragma once

#include <cstdint>
#include <string_view>

namespace kasuri::mpi {

enum class Type : std::uint8_t { byte, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64, f80, f128, c32, c64,
                                  c80, c128,
                                  // a value and an index, for maxloc and minloc
                                  f32_i32, f64_i32, i64_i32, i32_i32, i16_i32, f80_i32, f32_f32, f64_f64 };
enum class Op : std::uint8_t { sum, prod, max, min, land, lor, lxor, band, bor, bxor,
                                maxloc, minloc };
inline constexpr std::string_view kOperationNames[] = {"sum", "prod", "max",  "min", "land",   "lor",
                                                       "lxor", "band", "bor", "bxor", "maxloc", "minloc"};
constexpr std::string_view name_of(Op op) { return kOperationNames[static_cast<std::size_t>(op)]; }

// Of its data: that of a pair is without the hole between and behind its parts.
constexpr std::int64_t size_of(Type t) {
  constexpr std::int64_t kSizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, sizeof(long double), 16,
                                      8, 16, 2 * sizeof(long double), 32, 8, 12, 12, 8, 6,
                                      sizeof(long double) + 4, 8, 16};
  return kSizes[static_cast<int>(t)];
}

// From one element to the next, in C.
constexpr std::int64_t extent_of(Type t) {
  switch (t) {
    case Type::f64_i32:
    case Type::i64_i32: return 16;
    case Type::i16_i32: return 8;
    case Type::f80_i32: return 2 * sizeof(long double);
    default: return size_of(t);
  }
}

// Of the type in a C struct.
constexpr std::int64_t alignment_of(Type t) {
  constexpr std::int64_t kAlignments[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, alignof(long double), 16,
                                           4, 8, alignof(long double), 16, 4, 8, 8, 4, 4,
                                           alignof(long double),
                                           4, 8};
  return kAlignments[static_cast<int>(t)];
}

// Whether the operation is defined on the type.
bool is_defined(Op, Type);

// inout[i] = in[i] op inout[i] for i < count. Pairs have no holes.
void combine(Op, Type, const void* in, void* inout, std::int64_t count);

}  // namespace kasuri::mpi
