/* SPDX-License-Identifier: MIT
 * Random numbers of GNU Fortran with a state for each rank. libgfortran has one for each thread of the host: it
 * gets the rank's before each of these calls, which are linked with --wrap. Without RANDOM_SEED, a rank
 * begins with a seed of its own, the same in each run.
 */
#include <stddef.h>
#include <stdint.h>

#include "../rank/fortran_array.h"

int kasuri_rank_number(void);

enum { kWords = 8 };

static int32_t state[kWords];
static int is_seeded;

void __real__gfortran_random_seed_i4(int32_t *size, struct Array *put, struct Array *get);

static struct Array all_of(int32_t *words) {
  return (struct Array){words, 0, sizeof *words, 0, 1, 1, 0, sizeof *words, {{1, 0, kWords - 1}}};
}

static void take(void) {
  if (!is_seeded) {
    uint64_t x = 0x9e3779b97f4a7c15u * (uint64_t)(kasuri_rank_number() + 1);
    for (int i = 0; i < kWords; ++i) {
      x = x * 6364136223846793005u + 1442695040888963407u;
      state[i] = (int32_t)(x >> 32);
    }
    is_seeded = 1;
  }
  struct Array seed = all_of(state);
  __real__gfortran_random_seed_i4(NULL, &seed, NULL);
}

static void keep(void) {
  struct Array seed = all_of(state);
  __real__gfortran_random_seed_i4(NULL, NULL, &seed);
}

#define OF_STATE(name)                              \
  void __real__gfortran_##name(void *);             \
  void __wrap__gfortran_##name(void *to);           \
  void __wrap__gfortran_##name(void *to) {          \
    take();                                         \
    __real__gfortran_##name(to);                    \
    keep();                                         \
  }
OF_STATE(random_r4)
OF_STATE(random_r8)
OF_STATE(random_r10)
OF_STATE(random_r16)
OF_STATE(arandom_r4)
OF_STATE(arandom_r8)
OF_STATE(arandom_r10)
OF_STATE(arandom_r16)

void __wrap__gfortran_random_seed_i4(int32_t *size, struct Array *put, struct Array *get);
void __wrap__gfortran_random_seed_i4(int32_t *size, struct Array *put, struct Array *get) {
  take();
  __real__gfortran_random_seed_i4(size, put, get);
  keep();
}
void __real__gfortran_random_seed_i8(int64_t *size, struct Array *put, struct Array *get);
void __wrap__gfortran_random_seed_i8(int64_t *size, struct Array *put, struct Array *get);
void __wrap__gfortran_random_seed_i8(int64_t *size, struct Array *put, struct Array *get) {
  take();
  __real__gfortran_random_seed_i8(size, put, get);
  keep();
}
void __real__gfortran_random_init(int32_t repeatable, int32_t distinct, int32_t image);
void __wrap__gfortran_random_init(int32_t repeatable, int32_t distinct, int32_t image);
void __wrap__gfortran_random_init(int32_t repeatable, int32_t distinct, int32_t image) {
  take();
  __real__gfortran_random_init(repeatable, distinct, image);
  keep();
}
