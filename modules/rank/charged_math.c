/* SPDX-License-Identifier: MIT
 * Functions of the mathematical library, charged by call (prices.h). Compilers write sqrt, fabs, floor
 * and the like as instructions, which are counted.
 */
#include "prices.h"

#define ONE(name, T)            \
  T __real_##name(T);           \
  T __wrap_##name(T x);         \
  T __wrap_##name(T x) {        \
    charge_function();          \
    return __real_##name(x);    \
  }
#define TWO(name, T)            \
  T __real_##name(T, T);        \
  T __wrap_##name(T x, T y);    \
  T __wrap_##name(T x, T y) {   \
    charge_function();          \
    return __real_##name(x, y); \
  }
#define ONES(name) ONE(name, double) ONE(name##f, float)
#define TWOS(name) TWO(name, double) TWO(name##f, float)
ONES(exp) ONES(exp2) ONES(expm1) ONES(log) ONES(log2) ONES(log10) ONES(log1p)
ONES(sin) ONES(cos) ONES(tan) ONES(asin) ONES(acos) ONES(atan)
ONES(sinh) ONES(cosh) ONES(tanh) ONES(asinh) ONES(acosh) ONES(atanh)
ONES(cbrt) ONES(erf) ONES(erfc) ONES(tgamma) ONES(lgamma)
TWOS(pow) TWOS(atan2) TWOS(fmod) TWOS(hypot) TWOS(remainder)

#define BOTH(name, T)                  \
  void __real_##name(T, T *, T *);     \
  void __wrap_##name(T x, T *s, T *c); \
  void __wrap_##name(T x, T *s, T *c) { \
    charge_function();                 \
    charge_function();                 \
    __real_##name(x, s, c);            \
  }
BOTH(sincos, double)
BOTH(sincosf, float)
