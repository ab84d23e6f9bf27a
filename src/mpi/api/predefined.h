// SPDX-License-Identifier: MIT
// The predefined datatypes and operations of the MPI ABI (MPI 5.0, chapter 20), by the values of their
// handles: names, and what they are to the library. Datatypes of Fortran have the sizes of GNU Fortran.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "mpi/api/implementation.h"
#include "mpi/ranks/datatype.h"

namespace kasuri::mpi {

struct PredefinedType {
  Type type = Type::byte;
  const char* name = nullptr;  // without its prefix; null: there is none of this value
};

inline constexpr std::uintptr_t kFirstDatatype = 0x200;
inline constexpr std::uintptr_t kDatatypes = 0x100;

constexpr std::array<PredefinedType, kDatatypes> predefined_types() {
  using enum Type;
  std::array<PredefinedType, kDatatypes> all{};
  const auto add = [&](std::size_t value, const char* name, Type type) {
    all[value - kFirstDatatype] = {type, name};
  };
  add(0x201, "AINT", i64), add(0x202, "COUNT", i64), add(0x203, "OFFSET", i64), add(0x207, "PACKED", byte);
  add(0x208, "SHORT", i16), add(0x209, "INT", i32), add(0x20a, "LONG", i64);
  add(0x20b, "LONG_LONG_INT", i64);
  add(0x20c, "UNSIGNED_SHORT", u16), add(0x20d, "UNSIGNED", u32), add(0x20e, "UNSIGNED_LONG", u64);
  add(0x20f, "UNSIGNED_LONG_LONG", u64), add(0x210, "FLOAT", f32), add(0x214, "DOUBLE", f64);
  add(0x212, "C_COMPLEX", c32), add(0x213, "CXX_FLOAT_COMPLEX", c32);
  add(0x216, "C_DOUBLE_COMPLEX", c64), add(0x217, "CXX_DOUBLE_COMPLEX", c64);
  add(0x218, "LOGICAL", i32), add(0x219, "INTEGER", i32), add(0x21a, "REAL", f32);
  add(0x21b, "COMPLEX", c32);
  add(0x21c, "DOUBLE_PRECISION", f64), add(0x21d, "DOUBLE_COMPLEX", c64), add(0x21e, "CHARACTER", u8);
  add(0x220, "LONG_DOUBLE", f80), add(0x224, "C_LONG_DOUBLE_COMPLEX", c80);
  add(0x225, "CXX_LONG_DOUBLE_COMPLEX", c80);
  add(0x228, "FLOAT_INT", f32_i32), add(0x229, "DOUBLE_INT", f64_i32), add(0x22a, "LONG_INT", i64_i32);
  add(0x22b, "2INT", i32_i32), add(0x22c, "SHORT_INT", i16_i32), add(0x22d, "LONG_DOUBLE_INT", f80_i32);
  add(0x230, "2REAL", f32_f32), add(0x231, "2DOUBLE_PRECISION", f64_f64), add(0x232, "2INTEGER", i32_i32);
  add(0x238, "C_BOOL", u8), add(0x239, "CXX_BOOL", u8), add(0x23c, "WCHAR", i32);
  add(0x240, "INT8_T", i8), add(0x241, "UINT8_T", u8), add(0x243, "CHAR", i8);
  add(0x244, "SIGNED_CHAR", i8);
  add(0x245, "UNSIGNED_CHAR", u8), add(0x247, "BYTE", byte), add(0x248, "INT16_T", i16);
  add(0x249, "UINT16_T", u16), add(0x250, "INT32_T", i32), add(0x251, "UINT32_T", u32);
  add(0x258, "INT64_T", i64), add(0x259, "UINT64_T", u64);
  add(0x2c0, "LOGICAL1", i8), add(0x2c1, "INTEGER1", i8), add(0x2c8, "LOGICAL2", i16);
  add(0x2c9, "INTEGER2", i16), add(0x2d0, "LOGICAL4", i32), add(0x2d1, "INTEGER4", i32);
  add(0x2d2, "REAL4", f32), add(0x2d8, "LOGICAL8", i64), add(0x2d9, "INTEGER8", i64);
  add(0x2da, "REAL8", f64);
  add(0x2e2, "REAL16", f128), add(0x2eb, "COMPLEX32", c128);
  add(0x2db, "COMPLEX8", c32), add(0x2e3, "COMPLEX16", c64);
  return all;
}
inline constexpr std::array<PredefinedType, kDatatypes> kPredefined = predefined_types();

// Nothing for null, for operations of the program's own, and for those of windows alone.
inline std::optional<Op> predefined_op(MPI_Op handle) {
  if (handle == MPI_SUM) return Op::sum;
  if (handle == MPI_MAX) return Op::max;
  if (handle == MPI_MIN) return Op::min;
  if (handle == MPI_PROD) return Op::prod;
  if (handle == MPI_LAND) return Op::land;
  if (handle == MPI_LOR) return Op::lor;
  if (handle == MPI_LXOR) return Op::lxor;
  if (handle == MPI_BAND) return Op::band;
  if (handle == MPI_BOR) return Op::bor;
  if (handle == MPI_BXOR) return Op::bxor;
  if (handle == MPI_MAXLOC) return Op::maxloc;
  if (handle == MPI_MINLOC) return Op::minloc;
  return std::nullopt;
}

}  // namespace kasuri::mpi
