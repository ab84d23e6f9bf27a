// SPDX-License-Identifier: MIT
#include "mpi/ranks/datatype.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <type_traits>

#include "base/core/check.h"

namespace kasuri::mpi {
namespace {

// REAL(16) of Fortran.
#if defined(__SIZEOF_FLOAT128__)
__extension__ using Quadruple = __float128;
#else
using Quadruple = long double;
#endif

template <class T, class F>
void apply(const void* in, void* inout, std::int64_t count, F f) {
  const T* a = static_cast<const T*>(in);
  T* b = static_cast<T*>(inout);
  for (std::int64_t i = 0; i < count; ++i) b[i] = static_cast<T>(f(a[i], b[i]));
}

// Arithmetic on signed integers wraps around, as hardware does.
template <class T>
auto wide(T x) {
  if constexpr (std::is_integral_v<T>) return static_cast<std::uint64_t>(x);
  else return x;
}

template <class T>
void combine_as(Op op, const void* in, void* inout, std::int64_t n) {
  if constexpr (std::is_integral_v<T>) {
    switch (op) {
      case Op::land: return apply<T>(in, inout, n, [](T a, T b) { return a && b; });
      case Op::lor: return apply<T>(in, inout, n, [](T a, T b) { return a || b; });
      case Op::lxor: return apply<T>(in, inout, n, [](T a, T b) { return !a != !b; });
      case Op::band: return apply<T>(in, inout, n, [](T a, T b) { return a & b; });
      case Op::bor: return apply<T>(in, inout, n, [](T a, T b) { return a | b; });
      case Op::bxor: return apply<T>(in, inout, n, [](T a, T b) { return a ^ b; });
      default: break;
    }
  }
  switch (op) {
    case Op::sum: return apply<T>(in, inout, n, [](T a, T b) { return wide(a) + wide(b); });
    case Op::prod: return apply<T>(in, inout, n, [](T a, T b) { return wide(a) * wide(b); });
    case Op::max: return apply<T>(in, inout, n, [](T a, T b) { return std::max(a, b); });
    case Op::min: return apply<T>(in, inout, n, [](T a, T b) { return std::min(a, b); });
    default: fail("the operation is defined on the type");
  }
}

// Complex numbers have no order.
template <class T>
void combine_complex(Op op, const void* in, void* inout, std::int64_t n) {
  using C = std::complex<T>;
  if (op == Op::sum) return apply<C>(in, inout, n, [](C a, C b) { return a + b; });
  check(op == Op::prod, "the operation is defined on the type");
  apply<C>(in, inout, n, [](C a, C b) {
    return C(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  });
}

// The library's complex numbers are of C++'s own types alone.
void combine_quadruple_complex(Op op, const void* in, void* inout, std::int64_t n) {
  const auto* a = static_cast<const Quadruple*>(in);
  auto* b = static_cast<Quadruple*>(inout);
  if (op == Op::sum) return combine_as<Quadruple>(op, in, inout, 2 * n);
  check(op == Op::prod, "the operation is defined on the type");
  for (std::int64_t i = 0; i < 2 * n; i += 2) {
    const Quadruple real = a[i] * b[i] - a[i + 1] * b[i + 1];
    b[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
    b[i] = real;
  }
}

template <class T, class Index>
struct [[gnu::packed]] Located {
  T value;
  Index index;
};

// The larger (smaller) value, of equal ones that with the lower index (MPI 4.1, section 6.9.4).
template <class T, class Index = std::int32_t>
void locate(Op op, const void* in, void* inout, std::int64_t n) {
  const auto* a = static_cast<const Located<T, Index>*>(in);
  auto* b = static_cast<Located<T, Index>*>(inout);
  for (std::int64_t i = 0; i < n; ++i) {
    const T x = a[i].value, y = b[i].value;
    const bool better = op == Op::maxloc ? x > y : x < y;
    if (better || (x == y && a[i].index < b[i].index)) b[i] = a[i];
  }
}

bool is_located(Type type) { return type >= Type::f32_i32; }

}  // namespace

bool is_defined(Op op, Type type) {
  if (is_located(type) || op >= Op::maxloc) return is_located(type) && op >= Op::maxloc;
  const bool is_bitwise = op == Op::band || op == Op::bor || op == Op::bxor;
  if (type == Type::byte) return is_bitwise;
  if (type >= Type::c32) return op == Op::sum || op == Op::prod;
  const bool is_float = type == Type::f32 || type == Type::f64 || type == Type::f80 ||
                        type == Type::f128;
  return !is_float || op <= Op::min;
}

void combine(Op op, Type type, const void* in, void* inout, std::int64_t count) {
  switch (type) {
    case Type::byte:
    case Type::u8: return combine_as<std::uint8_t>(op, in, inout, count);
    case Type::i8: return combine_as<std::int8_t>(op, in, inout, count);
    case Type::i16: return combine_as<std::int16_t>(op, in, inout, count);
    case Type::u16: return combine_as<std::uint16_t>(op, in, inout, count);
    case Type::i32: return combine_as<std::int32_t>(op, in, inout, count);
    case Type::u32: return combine_as<std::uint32_t>(op, in, inout, count);
    case Type::i64: return combine_as<std::int64_t>(op, in, inout, count);
    case Type::u64: return combine_as<std::uint64_t>(op, in, inout, count);
    case Type::f32: return combine_as<float>(op, in, inout, count);
    case Type::f64: return combine_as<double>(op, in, inout, count);
    case Type::f80: return combine_as<long double>(op, in, inout, count);
    case Type::f128: return combine_as<Quadruple>(op, in, inout, count);
    case Type::c32: return combine_complex<float>(op, in, inout, count);
    case Type::c64: return combine_complex<double>(op, in, inout, count);
    case Type::c80: return combine_complex<long double>(op, in, inout, count);
    case Type::c128: return combine_quadruple_complex(op, in, inout, count);
    case Type::f32_i32: return locate<float>(op, in, inout, count);
    case Type::f64_i32: return locate<double>(op, in, inout, count);
    case Type::i64_i32: return locate<std::int64_t>(op, in, inout, count);
    case Type::i32_i32: return locate<std::int32_t>(op, in, inout, count);
    case Type::i16_i32: return locate<std::int16_t>(op, in, inout, count);
    case Type::f80_i32: return locate<long double>(op, in, inout, count);
    case Type::f32_f32: return locate<float, float>(op, in, inout, count);
    case Type::f64_f64: return locate<double, double>(op, in, inout, count);
  }
}

}  // namespace kasuri::mpi
