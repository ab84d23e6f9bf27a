/* SPDX-License-Identifier: MIT
 * Loops of OpenMP (openmp.h) whose iterations are shared out (section 2.11.4). A team of one takes all at
 * once, in order. Bounds of signed and of unsigned loops are kept alike: sums are those modulo 2^64.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "openmp.h"

enum { kRuntime = 0, kStatic = 1, kDynamic = 2, kGuided = 3, kAuto = 4 };
static const unsigned kMonotonic = 1u << 31;

void begin_loop(struct Share *l, int kind, bool is_up, ull begin, ull end, ull step, ull chunk) {
  const struct OpenMp *const s = openmp();
  if (kind == kRuntime) {
    kind = (int)((unsigned)s->controls.schedule & ~kMonotonic);
    chunk = s->controls.chunk > 0 ? (ull)s->controls.chunk : 0;
  }
  if (kind == kAuto || s->team->size == 1) kind = kStatic;
  l->kind = kind;
  l->begin = begin;
  l->end = end;
  l->step = step;
  l->chunk = s->team->size == 1 ? 0 : kind == kStatic || chunk > 0 ? chunk : 1;
  if (is_up) l->n = (ull)end == begin ? 0 : (end - begin - 1) / step + 1;
  else l->n = end == begin ? 0 : (begin - end - 1) / -step + 1;
}

static bool is_empty(bool is_up, long begin, long end) { return is_up ? begin >= end : begin <= end; }

/* Iterations of a piece end in their order. */
void pass_order(struct OpenMp *s) {
  struct Share *const l = s->share;
  if (!l->ordered || !s->has_piece) return;
  turn(1);
  while (l->in_order != s->piece && !l->cancelled) wait_for(&l->waiters, l);
  l->in_order = s->piece_end;
  s->has_piece = false;
  wake_all(&l->waiters);
}

void GOMP_ordered_start(void) {
  const struct OpenMp *const s = openmp();
  struct Share *const l = s->share;
  if (!l || s->team->size == 1) return;
  turn(1);
  while (l->ordered && s->has_piece && l->in_order != s->piece) wait_for(&l->waiters, l);
}
void GOMP_ordered_end(void) {}

static ull least(ull a, ull b) { return a < b ? a : b; }

/* The next piece of this thread, as numbers of iterations. */
static bool take_piece(struct OpenMp *s) {
  struct Share *const l = s->share;
  const ull size = (ull)s->team->size, id = (ull)s->id;
  pass_order(s);
  if (l->kind == kStatic && l->chunk == 0) {
    const ull each = l->n / size, more = l->n % size;
    if (s->trip++ > 0) return false;
    s->piece = id * each + least(id, more);
    s->piece_end = s->piece + each + (id < more);
  } else if (l->kind == kStatic) {
    const ull number = s->trip++ * size + id;
    if (number > l->n / l->chunk) return false;
    s->piece = number * l->chunk;
    s->piece_end = s->piece + least(l->chunk, l->n - s->piece);
  } else {
    turn(1);
    const ull left = l->n - l->at, share = l->kind == kGuided ? (left + size - 1) / size : 0;
    s->piece = l->at;
    l->at = s->piece_end = l->at + least(left, share > l->chunk ? share : l->chunk);
  }
  s->has_piece = s->piece < s->piece_end && !l->cancelled;
  return s->has_piece;
}

static bool next_ull(ull *first, ull *last) {
  struct OpenMp *const s = openmp();
  const struct Share *const l = s->share;
  if (!take_piece(s)) return false;
  *first = l->begin + s->piece * l->step;
  *last = s->piece_end == l->n ? l->end : l->begin + s->piece_end * l->step;
  return true;
}
static bool next(long *first, long *last) { return next_ull((ull *)first, (ull *)last); }

/* Without `first`, the code divides the iterations itself. */
static bool start_ull(int kind, bool ordered, bool up, ull begin, ull end, ull step, ull chunk, ull *first,
                      ull *last, uintptr_t *reductions, void **memory) {
  bool is_first;
  struct Share *const l = begin_share(reductions, memory, &is_first);
  if (is_first) {
    const bool none = up ? begin >= end : begin <= end;
    begin_loop(l, kind, up, begin, none ? begin : end, step, chunk);
    l->ordered = ordered && openmp()->team->size > 1;
  }
  return first ? next_ull(first, last) : true;
}

/* Signed bounds, moved so that they are in order as unsigned ones. */
static bool start(int kind, bool ordered, long begin, long end, long step, long chunk, long *first,
                  long *last, uintptr_t *reductions, void **memory) {
  bool is_first;
  struct Share *const l = begin_share(reductions, memory, &is_first);
  if (is_first) {
    const bool up = step > 0;
    const long last_of_all = is_empty(up, begin, end) ? begin : end;
    begin_loop(l, kind, up, (ull)begin, (ull)last_of_all, (ull)step, (ull)chunk);
    l->ordered = ordered && openmp()->team->size > 1;
  }
  return first ? next(first, last) : true;
}

#define NEXT(kind)                                                                                     \
  bool GOMP_loop_##kind##_next(long *first, long *last) { return next(first, last); }                  \
  bool GOMP_loop_ull_##kind##_next(ull *first, ull *last) { return next_ull(first, last); }

#define LOOP(name, kind, ordered)                                                                      \
  bool GOMP_loop_##name##_start(long begin, long end, long step, long chunk, long *first, long *last) { \
    return start(kind, ordered, begin, end, step, chunk, first, last, NULL, NULL);                     \
  }                                                                                                    \
  bool GOMP_loop_ull_##name##_start(bool up, ull begin, ull end, ull step, ull chunk, ull *first,      \
                                    ull *last) {                                                       \
    return start_ull(kind, ordered, up, begin, end, step, chunk, first, last, NULL, NULL);             \
  }                                                                                                    \
  NEXT(name)
LOOP(static, kStatic, false)
LOOP(dynamic, kDynamic, false)
LOOP(guided, kGuided, false)
LOOP(nonmonotonic_dynamic, kDynamic, false)
LOOP(nonmonotonic_guided, kGuided, false)
LOOP(ordered_static, kStatic, true)
LOOP(ordered_dynamic, kDynamic, true)
LOOP(ordered_guided, kGuided, true)

#define LOOP_RUNTIME(name, ordered)                                                                    \
  bool GOMP_loop_##name##_start(long begin, long end, long step, long *first, long *last) {            \
    return start(kRuntime, ordered, begin, end, step, 0, first, last, NULL, NULL);                     \
  }                                                                                                    \
  bool GOMP_loop_ull_##name##_start(bool up, ull begin, ull end, ull step, ull *first, ull *last) {    \
    return start_ull(kRuntime, ordered, up, begin, end, step, 0, first, last, NULL, NULL);             \
  }                                                                                                    \
  NEXT(name)
LOOP_RUNTIME(runtime, false)
LOOP_RUNTIME(nonmonotonic_runtime, false)
LOOP_RUNTIME(maybe_nonmonotonic_runtime, false)
LOOP_RUNTIME(ordered_runtime, true)

#define LOOP_OF_ALL_KINDS(name, ordered)                                                               \
  bool GOMP_loop_##name##start(long begin, long end, long step, long schedule, long chunk, long *first, \
                               long *last, uintptr_t *reductions, void **memory) {                     \
    const int kind = (int)((unsigned)schedule & ~kMonotonic);                                          \
    return start(kind, ordered, begin, end, step, chunk, first, last, reductions, memory);             \
  }                                                                                                    \
  bool GOMP_loop_ull_##name##start(bool up, ull begin, ull end, ull step, long schedule, ull chunk,    \
                                   ull *first, ull *last, uintptr_t *reductions, void **memory) {      \
    const int kind = (int)((unsigned)schedule & ~kMonotonic);                                          \
    return start_ull(kind, ordered, up, begin, end, step, chunk, first, last, reductions, memory);     \
  }
LOOP_OF_ALL_KINDS(, false)
LOOP_OF_ALL_KINDS(ordered_, true)

/* Iterations that wait for earlier ones (`ordered(n)`): the outermost of the n loops is shared out, and of
 * each of its iterations it is kept how many of the inner ones have been posted.
 */
static bool start_doacross(int kind, unsigned loops, const long *counts, ull chunk, ull *first, ull *last,
                           uintptr_t *reductions, void **memory) {
  bool is_first;
  struct Share *const l = begin_share(reductions, memory, &is_first);
  if (is_first) {
    begin_loop(l, kind, true, 0, (ull)counts[0], 1, chunk);
    l->loops = loops;
    if (openmp()->team->size > 1) {
      l->counts = malloc(loops * sizeof *counts);
      l->posted = calloc((size_t)counts[0] + 1, sizeof *l->posted);
      if (!l->counts || !l->posted) abort();
      for (unsigned i = 0; i < loops; ++i) l->counts[i] = counts[i];
    }
  }
  return first ? next_ull(first, last) : true;
}

#define DOACROSS(name, kind)                                                                           \
  bool GOMP_loop_doacross_##name##_start(unsigned loops, long *counts, long chunk, long *first,        \
                                         long *last) {                                                 \
    return start_doacross(kind, loops, counts, (ull)chunk, (ull *)first, (ull *)last, NULL, NULL);     \
  }                                                                                                    \
  bool GOMP_loop_ull_doacross_##name##_start(unsigned loops, ull *counts, ull chunk, ull *first,       \
                                             ull *last) {                                              \
    return start_doacross(kind, loops, (long *)counts, chunk, first, last, NULL, NULL);                \
  }
DOACROSS(static, kStatic)
DOACROSS(dynamic, kDynamic)
DOACROSS(guided, kGuided)

bool GOMP_loop_doacross_runtime_start(unsigned loops, long *counts, long *first, long *last) {
  return start_doacross(kRuntime, loops, counts, 0, (ull *)first, (ull *)last, NULL, NULL);
}
bool GOMP_loop_ull_doacross_runtime_start(unsigned loops, ull *counts, ull *first, ull *last) {
  return start_doacross(kRuntime, loops, (long *)counts, 0, first, last, NULL, NULL);
}
bool GOMP_loop_doacross_start(unsigned loops, long *counts, long schedule, long chunk, long *first,
                              long *last, uintptr_t *reductions, void **memory) {
  return start_doacross((int)((unsigned)schedule & ~kMonotonic), loops, counts, (ull)chunk, (ull *)first,
                        (ull *)last, reductions, memory);
}
bool GOMP_loop_ull_doacross_start(unsigned loops, ull *counts, long schedule, ull chunk, ull *first,
                                  ull *last, uintptr_t *reductions, void **memory) {
  return start_doacross((int)((unsigned)schedule & ~kMonotonic), loops, (long *)counts, chunk, first, last,
                        reductions, memory);
}

static void post(const long *at) {
  struct Share *const l = openmp()->share;
  if (openmp()->team->size == 1 || !l->posted) return;
  ull inner = 0;
  for (unsigned i = 1; i < l->loops; ++i) inner = inner * (ull)l->counts[i] + (ull)at[i];
  turn(1);
  l->posted[at[0]] = inner + 1;
  wake_all(&l->waiters);
}
void GOMP_doacross_post(long *at) { post(at); }
void GOMP_doacross_ull_post(ull *at) { post((const long *)at); }

/* The numbers of one iteration of each of the loops. */
#define DOACROSS_WAIT(name, type)                                                        \
  void name(type first, ...) {                                                           \
    struct Share *const l = openmp()->share;                                             \
    ull inner = 0;                                                                       \
    if (openmp()->team->size == 1 || !l->posted) return;                                 \
    va_list rest;                                                                        \
    va_start(rest, first);                                                               \
    for (unsigned i = 1; i < l->loops; ++i) inner = inner * (ull)l->counts[i] + (ull)va_arg(rest, type); \
    va_end(rest);                                                                        \
    turn(1);                                                                             \
    while (l->posted[first] < inner + 1) wait_for(&l->waiters, l);                       \
  }
DOACROSS_WAIT(GOMP_doacross_wait, long)
DOACROSS_WAIT(GOMP_doacross_ull_wait, ull)
