/* SPDX-License-Identifier: MIT
 * The C library's functions that move bytes, charged by their number (prices.h).
 */
#include "prices.h"

#include <stddef.h>
#include <string.h>

#define COPY(name, to_type, from_type)                                     \
  void *__real_##name(void *, from_type, size_t);                          \
  void *__wrap_##name(void *to, from_type from, size_t n);                 \
  void *__wrap_##name(void *to, from_type from, size_t n) {                \
    charge_bytes(n);                                                       \
    return __real_##name(to, from, n);                                     \
  }
COPY(memcpy, void *, const void *)
COPY(memmove, void *, const void *)
COPY(memset, void *, int)

int __real_memcmp(const void *, const void *, size_t);
int __wrap_memcmp(const void *a, const void *b, size_t n);
int __wrap_memcmp(const void *a, const void *b, size_t n) {
  charge_bytes(n);
  return __real_memcmp(a, b, n);
}
