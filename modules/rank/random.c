/* SPDX-License-Identifier: MIT
 * The C library's random numbers, with a state for each rank: MPI programs are linked with these
 * functions, compiled by kasuri mpicc, in place of those of the host. The sequences are those of the GNU C
 * library: rand() and random() add two of the last 31 numbers, drand48() and its like are POSIX's linear
 * congruence.
 */
#include <stdint.h>

enum { kLags = 34, kDiscarded = 310 };
static uint32_t lags[kLags];
static unsigned next_lag;
static int seeded;

static uint32_t next_number(void) {
  const uint32_t x = lags[(next_lag + kLags - 3) % kLags] + lags[(next_lag + kLags - 31) % kLags];
  lags[next_lag] = x;
  next_lag = (next_lag + 1) % kLags;
  return x >> 1;
}

void srandom(unsigned seed) {
  int64_t word = seed ? (int32_t)seed : 1;
  for (unsigned i = 0; i < 31; ++i) {
    lags[i] = (uint32_t)word;
    word = 16807 * word % 2147483647;
    if (word < 0) word += 2147483647;
  }
  for (unsigned i = 31; i < kLags; ++i) lags[i] = lags[i - 31];
  next_lag = 0;
  seeded = 1;
  for (int i = 0; i < kDiscarded; ++i) next_number();
}

long random(void) {
  if (!seeded) srandom(1);
  return (long)next_number();
}

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return (int)random(); }

static const uint64_t kMask = ((uint64_t)1 << 48) - 1;
static uint64_t congruence;

static uint64_t next_congruence(void) {
  congruence = (congruence * 0x5deece66dULL + 0xb) & kMask;
  return congruence;
}

void srand48(long seed) { congruence = (uint64_t)(uint32_t)seed << 16 | 0x330e; }
double drand48(void) { return (double)next_congruence() / (double)((uint64_t)1 << 48); }
long lrand48(void) { return (long)(next_congruence() >> 17); }
long mrand48(void) { return (int32_t)(next_congruence() >> 16); }
