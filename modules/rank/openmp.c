/* SPDX-License-Identifier: MIT
 * Regions, worksharing and synchronisation of OpenMP (openmp.h). The functions are those that GCC 12 and
 * later call; the simulator refuses a program that needs another of libgomp.
 */
#include "openmp.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* The mark by which the simulator knows that the program has regions. */
__attribute__((visibility("default"))) const int kasuri_openmp_1 = 1;

static __thread struct OpenMp state;

struct OpenMp *openmp(void) {
  struct OpenMp *const s = &state;
  if (!s->is_ready) {
    static int32_t threads;
    s->is_ready = true;
    s->controls = (struct Controls){.schedule = 2, .chunk = 1, .levels = 1};
    s->number = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
  }
  return s;
}

void run_part(Part *part, void *data, bool is_region) {
  struct OpenMp *const s = openmp();
  const struct OpenMp outer = *s;
  if (is_region) {
    ++s->level;
    s->group = NULL;
    s->section = s->sections = 0;
    s->memory = NULL;
  }
  part(data);
  *s = outer;
}

bool may_cancel(void) {
  const char *const wish = getenv("OMP_CANCELLATION");
  return wish && (!strcmp(wish, "true") || !strcmp(wish, "TRUE") || !strcmp(wish, "1"));
}

/* Of a worksharing construct. `memory`: how much it wants, and where that is. */
void begin_shared(uintptr_t *reductions, void **memory) {
  struct OpenMp *const s = openmp();
  s->has_range = false;
  if (reductions) {
    GOMP_taskgroup_start();
    GOMP_taskgroup_reduction_register(reductions);
  }
  if (memory) *memory = s->memory = calloc(1, (size_t)(uintptr_t)*memory);
}

static void end_shared(void) {
  struct OpenMp *const s = openmp();
  free(s->memory);
  s->memory = NULL;
}

/* ---- Regions ---- */

void GOMP_parallel(Part *part, void *data, unsigned threads, unsigned flags) {
  (void)threads, (void)flags;
  run_part(part, data, true);
}

/* Their data begin with a pointer to what is reduced. */
unsigned GOMP_parallel_reductions(Part *part, void *data, unsigned threads, unsigned flags) {
  struct OpenMp *const s = openmp();
  struct TaskGroup group = {NULL, NULL, false};
  const struct OpenMp outer = *s;
  (void)threads, (void)flags;
  ++s->level;
  s->section = s->sections = 0;
  s->memory = NULL;
  s->group = &group;
  GOMP_taskgroup_reduction_register(*(uintptr_t **)data);
  part(data);
  *s = outer;
  return 1;
}

struct Combined {
  Part *part;
  void *data;
  long begin, end, step;
  unsigned sections;
};

static void begin_combined(void *given) {
  const struct Combined *const c = given;
  struct OpenMp *const s = openmp();
  s->has_range = c->sections == 0;
  s->begin = c->begin;
  s->end = c->end;
  s->step = c->step;
  s->sections = c->sections;
  c->part(c->data);
}

#define PARALLEL_LOOP(kind)                                                                            \
  void GOMP_parallel_loop_##kind(Part *part, void *data, unsigned threads, long begin, long end,       \
                                 long step, long chunk, unsigned flags) {                              \
    struct Combined c = {part, data, begin, end, step, 0};                                             \
    (void)threads, (void)chunk, (void)flags;                                                           \
    run_part(&begin_combined, &c, true);                                                               \
  }
PARALLEL_LOOP(static)
PARALLEL_LOOP(dynamic)
PARALLEL_LOOP(guided)
PARALLEL_LOOP(nonmonotonic_dynamic)
PARALLEL_LOOP(nonmonotonic_guided)

#define PARALLEL_LOOP_RUNTIME(kind)                                                                    \
  void GOMP_parallel_loop_##kind(Part *part, void *data, unsigned threads, long begin, long end,       \
                                 long step, unsigned flags) {                                          \
    struct Combined c = {part, data, begin, end, step, 0};                                             \
    (void)threads, (void)flags;                                                                        \
    run_part(&begin_combined, &c, true);                                                               \
  }
PARALLEL_LOOP_RUNTIME(runtime)
PARALLEL_LOOP_RUNTIME(nonmonotonic_runtime)
PARALLEL_LOOP_RUNTIME(maybe_nonmonotonic_runtime)

void GOMP_parallel_sections(Part *part, void *data, unsigned threads, unsigned count, unsigned flags) {
  struct Combined c = {part, data, 0, 0, 0, count};
  (void)threads, (void)flags;
  if (count == 0) {
    run_part(part, data, true);
  } else {
    run_part(&begin_combined, &c, true);
  }
}

void GOMP_teams_reg(Part *part, void *data, unsigned teams, unsigned limit, unsigned flags) {
  (void)teams, (void)limit, (void)flags;
  run_part(part, data, false);
}

/* ---- Sections ---- */

unsigned GOMP_sections_next(void) {
  struct OpenMp *const s = openmp();
  return s->section < s->sections ? ++s->section : 0;
}

unsigned GOMP_sections2_start(unsigned count, uintptr_t *reductions, void **memory) {
  begin_shared(reductions, memory);
  openmp()->section = 0;
  openmp()->sections = count;
  return GOMP_sections_next();
}

unsigned GOMP_sections_start(unsigned count) { return GOMP_sections2_start(count, NULL, NULL); }
void GOMP_sections_end(void) { end_shared(); }
void GOMP_sections_end_nowait(void) { end_shared(); }
bool GOMP_sections_end_cancel(void) {
  end_shared();
  return false;
}

void GOMP_scope_start(uintptr_t *reductions) { begin_shared(reductions, NULL); }
bool GOMP_single_start(void) { return true; }
void *GOMP_single_copy_start(void) { return NULL; }
void GOMP_single_copy_end(void *data) { (void)data; }

void GOMP_loop_end(void) { end_shared(); }
void GOMP_loop_end_nowait(void) { end_shared(); }
bool GOMP_loop_end_cancel(void) {
  end_shared();
  return false;
}

/* ---- Synchronisation: with threads that the rank has made ---- */

static void lock_word(void **word) {
  while (__atomic_exchange_n(word, (void *)word, __ATOMIC_ACQUIRE)) sched_yield();
}
static void unlock_word(void **word) { __atomic_store_n(word, NULL, __ATOMIC_RELEASE); }

static void *critical, *atomic_update;
void GOMP_critical_start(void) { lock_word(&critical); }
void GOMP_critical_end(void) { unlock_word(&critical); }
void GOMP_critical_name_start(void **name) { lock_word(name); }
void GOMP_critical_name_end(void **name) { unlock_word(name); }
void GOMP_atomic_start(void) { lock_word(&atomic_update); }
void GOMP_atomic_end(void) { unlock_word(&atomic_update); }

void GOMP_barrier(void) {}
bool GOMP_barrier_cancel(void) { return false; }
void GOMP_ordered_start(void) {}
void GOMP_ordered_end(void) {}
void GOMP_doacross_post(long *counts) { (void)counts; }
void GOMP_doacross_wait(long first, ...) { (void)first; }
void GOMP_doacross_ull_post(unsigned long long *counts) { (void)counts; }
void GOMP_doacross_ull_wait(unsigned long long first, ...) { (void)first; }
