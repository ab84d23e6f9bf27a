// SPDX-License-Identifier: MIT
// A natural logarithm that gives the same bits on every machine: the C library's may differ in the
// last place from version to version, and simulated times are rounded from it.
#pragma once

#include <cmath>

namespace kasuri {

// ln x for normal x > 0: x = m 2^e with m in [1/sqrt 2, sqrt 2), ln m = 2 artanh((m-1)/(m+1)) by
// its series, whose argument is below 0.172; error below 2 ulp. Only +, *, /: no contraction.
inline double portable_log(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.70710678118654752) {
    m *= 2;
    --e;
  }
  const double s = (m - 1) / (m + 1);
  const double q = s * s;
  double sum = 0;
  for (int k = 21; k >= 1; k -= 2) sum = sum * q + 1.0 / k;
  constexpr double kLn2 = 0.69314718055994531;
  return 2 * s * sum + e * kLn2;
}

}  // namespace kasuri
