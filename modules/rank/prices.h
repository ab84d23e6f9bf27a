/* SPDX-License-Identifier: MIT
 * What calls of libraries cost where computation is counted: their code is not the program's, so they are
 * charged by name and size. The program is linked with --wrap for each.
 */
#ifndef KASURI_PRICES_H
#define KASURI_PRICES_H

#include <stdint.h>

enum { kPerByte, kPerFunction, kPerMultiply, kPerLoad, kPerCall };
extern int64_t kasuri_prices[8];

/* The rank's counter (src/workload/programs/counting.h). */
static inline void charge(int64_t units) {
  __asm__ volatile("addq %0, %%gs:16" : : "r"(units) : "memory", "cc");
}
static inline void charge_sum(int kind, int64_t n) {
  charge(kasuri_prices[kind] * n + kasuri_prices[kPerCall]);
}
static inline void charge_bytes(uint64_t n) { charge_sum(kPerByte, (int64_t)n); }
static inline void charge_function(void) { charge(kasuri_prices[kPerFunction]); }
static inline void charge_multiplies(int64_t n) { charge_sum(kPerMultiply, n); }
static inline void charge_loads(int64_t n) { charge_sum(kPerLoad, n); }

#endif
