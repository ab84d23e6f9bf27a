/* SPDX-License-Identifier: MIT
 * Loops of OpenMP (openmp.h) whose iterations are shared out: the one thread takes all at once, in order.
 * Then no piece is left.
 */
#include "openmp.h"

typedef unsigned long long ull;

static bool all(long begin, long end, long step, long *first, long *last) {
  if (step > 0 ? begin >= end : begin <= end) return false;
  *first = begin;
  *last = end;
  return true;
}

static bool all_ull(bool up, ull begin, ull end, ull *first, ull *last) {
  if (up ? begin >= end : begin <= end) return false;
  *first = begin;
  *last = end;
  return true;
}

/* The first piece of a combined construct (GOMP_parallel_loop_…), or none. */
static bool next(long *first, long *last) {
  struct OpenMp *const s = openmp();
  if (!s->has_range) return false;
  s->has_range = false;
  return all(s->begin, s->end, s->step, first, last);
}

static bool start(long begin, long end, long step, long *first, long *last) {
  begin_shared(NULL, NULL);
  return all(begin, end, step, first, last);
}

static bool start_ull(bool up, ull begin, ull end, ull *first, ull *last) {
  begin_shared(NULL, NULL);
  return all_ull(up, begin, end, first, last);
}

#define NEXT(kind)                                                                                     \
  bool GOMP_loop_##kind##_next(long *first, long *last) { return next(first, last); }                  \
  bool GOMP_loop_ull_##kind##_next(ull *first, ull *last) {                                            \
    (void)first, (void)last;                                                                           \
    return false;                                                                                      \
  }

#define LOOP(kind)                                                                                     \
  bool GOMP_loop_##kind##_start(long begin, long end, long step, long chunk, long *first, long *last) { \
    (void)chunk;                                                                                       \
    return start(begin, end, step, first, last);                                                       \
  }                                                                                                    \
  bool GOMP_loop_ull_##kind##_start(bool up, ull begin, ull end, ull step, ull chunk, ull *first,      \
                                    ull *last) {                                                       \
    (void)step, (void)chunk;                                                                           \
    return start_ull(up, begin, end, first, last);                                                     \
  }                                                                                                    \
  NEXT(kind)
LOOP(static)
LOOP(dynamic)
LOOP(guided)
LOOP(nonmonotonic_dynamic)
LOOP(nonmonotonic_guided)
LOOP(ordered_static)
LOOP(ordered_dynamic)
LOOP(ordered_guided)

#define LOOP_RUNTIME(kind)                                                                             \
  bool GOMP_loop_##kind##_start(long begin, long end, long step, long *first, long *last) {            \
    return start(begin, end, step, first, last);                                                       \
  }                                                                                                    \
  bool GOMP_loop_ull_##kind##_start(bool up, ull begin, ull end, ull step, ull *first, ull *last) {    \
    (void)step;                                                                                        \
    return start_ull(up, begin, end, first, last);                                                     \
  }                                                                                                    \
  NEXT(kind)
LOOP_RUNTIME(runtime)
LOOP_RUNTIME(nonmonotonic_runtime)
LOOP_RUNTIME(maybe_nonmonotonic_runtime)
LOOP_RUNTIME(ordered_runtime)

/* Without `first`, the code divides the iterations itself. */
#define LOOP_OF_ALL_KINDS(name)                                                                        \
  bool GOMP_loop_##name##start(long begin, long end, long step, long schedule, long chunk, long *first, \
                               long *last, uintptr_t *reductions, void **memory) {                     \
    (void)schedule, (void)chunk;                                                                       \
    begin_shared(reductions, memory);                                                                  \
    return first ? all(begin, end, step, first, last) : true;                                          \
  }                                                                                                    \
  bool GOMP_loop_ull_##name##start(bool up, ull begin, ull end, ull step, long schedule, ull chunk,    \
                                   ull *first, ull *last, uintptr_t *reductions, void **memory) {      \
    (void)step, (void)schedule, (void)chunk;                                                           \
    begin_shared(reductions, memory);                                                                  \
    return first ? all_ull(up, begin, end, first, last) : true;                                        \
  }
LOOP_OF_ALL_KINDS()
LOOP_OF_ALL_KINDS(ordered_)

/* Iterations that wait for earlier ones (`ordered(n)`): the outermost of the n loops is shared out. */
#define DOACROSS(kind)                                                                                 \
  bool GOMP_loop_doacross_##kind##_start(unsigned loops, long *counts, long chunk, long *first,        \
                                         long *last) {                                                 \
    (void)loops, (void)chunk;                                                                          \
    return start(0, counts[0], 1, first, last);                                                        \
  }                                                                                                    \
  bool GOMP_loop_ull_doacross_##kind##_start(unsigned loops, ull *counts, ull chunk, ull *first,       \
                                             ull *last) {                                              \
    (void)loops, (void)chunk;                                                                          \
    return start_ull(true, 0, counts[0], first, last);                                                 \
  }
DOACROSS(static)
DOACROSS(dynamic)
DOACROSS(guided)

bool GOMP_loop_doacross_runtime_start(unsigned loops, long *counts, long *first, long *last) {
  (void)loops;
  return start(0, counts[0], 1, first, last);
}
bool GOMP_loop_ull_doacross_runtime_start(unsigned loops, ull *counts, ull *first, ull *last) {
  (void)loops;
  return start_ull(true, 0, counts[0], first, last);
}
bool GOMP_loop_doacross_start(unsigned loops, long *counts, long schedule, long chunk, long *first,
                              long *last, uintptr_t *reductions, void **memory) {
  (void)loops, (void)schedule, (void)chunk;
  begin_shared(reductions, memory);
  return all(0, counts[0], 1, first, last);
}
bool GOMP_loop_ull_doacross_start(unsigned loops, ull *counts, long schedule, ull chunk, ull *first,
                                  ull *last, uintptr_t *reductions, void **memory) {
  (void)loops, (void)schedule, (void)chunk;
  begin_shared(reductions, memory);
  return all_ull(true, 0, counts[0], first, last);
}
