// SPDX-License-Identifier: MIT
// Functions of libraries that are charged by name and size where computation is counted: programs are
// linked with --wrap for each, and find __wrap_NAME in modules/rank/charged_*.c.
#pragma once

namespace kasuri {

inline constexpr const char* kChargedCalls[] = {
    "memcpy", "memmove", "memset", "memcmp", "exp", "exp2", "expm1", "log", "log2", "log10",
    "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh",
    "atanh", "cbrt", "erf", "erfc", "tgamma", "lgamma", "pow", "atan2", "fmod", "hypot",
    "remainder", "sincos", "expf", "exp2f", "expm1f", "logf", "log2f", "log10f", "log1pf", "sinf",
    "cosf", "tanf", "asinf", "acosf", "atanf", "sinhf", "coshf", "tanhf", "asinhf", "acoshf",
    "atanhf", "cbrtf", "erff", "erfcf", "tgammaf", "lgammaf", "powf", "atan2f", "fmodf", "hypotf",
    "remainderf", "sincosf", "sgemm_", "dgemm_", "cgemm_", "zgemm_", "sgemv_", "dgemv_", "zgemv_",
    "daxpy_", "saxpy_", "ddot_", "dscal_", "dcopy_", "dnrm2_", "dasum_"};

}  // namespace kasuri
