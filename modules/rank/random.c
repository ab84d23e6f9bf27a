/* SPDX-License-Identifier: MIT
 * The C library's random numbers, with a state for each rank: MPI programs are linked with these
 * functions, compiled by kasuri mpicc, in place of those of the host. The sequences are those of the GNU C
 * library, whose functions with an explicit state are behind them.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct random_data sums;
static char usual_state[128];

static struct random_data *state(void) {
  if (!sums.state) initstate_r(1, usual_state, sizeof usual_state, &sums);
  return &sums;
}

void srandom(unsigned seed) { srandom_r(seed, state()); }
void srand(unsigned seed) { srandom_r(seed, state()); }

long random(void) {
  int32_t value;
  random_r(state(), &value);
  return value;
}
int rand(void) { return (int)random(); }

char *initstate(unsigned seed, char *fresh, size_t bytes) {
  char *const before = (char *)(state()->state - 1);
  return initstate_r(seed, fresh, bytes, &sums) == 0 ? before : NULL;
}
char *setstate(char *fresh) {
  char *const before = (char *)(state()->state - 1);
  return setstate_r(fresh, &sums) == 0 ? before : NULL;
}

static struct drand48_data congruence;

#define CONGRUENCE(type, name, behind)        \
  type name(void) {                           \
    type value;                               \
    behind(&congruence, &value);              \
    return value;                             \
  }
CONGRUENCE(double, drand48, drand48_r)
CONGRUENCE(long, lrand48, lrand48_r)
CONGRUENCE(long, mrand48, mrand48_r)

#define OF_SEED(type, name, behind)           \
  type name(unsigned short seed[3]) {         \
    type value;                               \
    behind(seed, &congruence, &value);        \
    return value;                             \
  }
OF_SEED(double, erand48, erand48_r)
OF_SEED(long, nrand48, nrand48_r)
OF_SEED(long, jrand48, jrand48_r)

void srand48(long seed) { srand48_r(seed, &congruence); }
void lcong48(unsigned short parameters[7]) { lcong48_r(parameters, &congruence); }
unsigned short *seed48(unsigned short seed[3]) {
  static unsigned short before[3];
  seed48_r(seed, &congruence);
  memcpy(before, congruence.__old_x, sizeof before);
  return before;
}
