/* SPDX-License-Identifier: MIT
 * Tasks of OpenMP (openmp.h): each runs where it is made, which keeps all dependences.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openmp.h"

enum { kFinal = 1 << 1, kUp = 1 << 8, kGrainSize = 1 << 9, kNoGroup = 1 << 11, kReduction = 1 << 12,
       kDetach = 1 << 13, kStrict = 1 << 14 };
enum { kCancelTaskGroup = 8 };

typedef void Copy(void *to, void *from);

/* A task's data: its own copy. */
static void run_task(Part *part, void *data, Copy *copy, long bytes, long alignment, bool is_final,
                     const void *bounds, size_t bounds_bytes) {
  struct OpenMp *const s = openmp();
  const bool outer = s->is_final;
  const size_t mask = (size_t)(alignment > 0 ? alignment : 1) - 1;
  char room[(size_t)bytes + mask + 1];
  void *const own = (void *)(((uintptr_t)room + mask) & ~(uintptr_t)mask);
  if (copy) {
    copy(own, data);
  } else {
    memcpy(own, data, (size_t)bytes);
  }
  memcpy(own, bounds, bounds_bytes);
  s->is_final = outer || is_final;
  run_part(part, own, false);
  s->is_final = outer;
}

void GOMP_task(Part *part, void *data, Copy *copy, long bytes, long alignment, bool at_once, unsigned flags,
               void **depend, int priority, void *detach) {
  struct OpenMp *const s = openmp();
  (void)depend, (void)priority, (void)detach;
  if (flags & kDetach) {
    fprintf(stderr, "kasuri: OpenMP regions run with one thread here, and a task with the clause detach may "
                    "need another one\n");
    abort();
  }
  if (s->group && s->group->cancelled) return;
  if (!at_once && !copy) { /* shares the data of its maker's frame */
    const bool outer = s->is_final;
    s->is_final = outer || (flags & kFinal);
    run_part(part, data, false);
    s->is_final = outer;
    return;
  }
  run_task(part, data, copy, bytes, alignment, flags & kFinal, "", 0);
}

void GOMP_taskwait(void) {}
void GOMP_taskwait_depend(void **depend) { (void)depend; }
void GOMP_taskwait_depend_nowait(void **depend) { (void)depend; }
void GOMP_taskyield(void) {}

void GOMP_taskgroup_start(void) {
  struct OpenMp *const s = openmp();
  struct TaskGroup *const group = malloc(sizeof *group);
  if (!group) abort();
  *group = (struct TaskGroup){s->group, s->group ? s->group->reductions : NULL, false};
  s->group = group;
}

void GOMP_taskgroup_end(void) {
  struct OpenMp *const s = openmp();
  struct TaskGroup *const group = s->group;
  if (!group) return;
  s->group = group->outer;
  free(group);
}

/* ---- Cancellation ---- */

bool GOMP_cancel(int what, bool does) {
  struct OpenMp *const s = openmp();
  if (!may_cancel() || !does) return false;
  if (what != kCancelTaskGroup) return true;
  if (s->group) s->group->cancelled = true;
  return true;
}

bool GOMP_cancellation_point(int what) {
  const struct OpenMp *const s = openmp();
  return may_cancel() && what == kCancelTaskGroup && s->group && s->group->cancelled;
}

/* ---- Taskloops: their data begin with the bounds, then perhaps a pointer to what is reduced ---- */

/* How many iterations the tasks have: `first_tasks` of them `more`, the others `less`. */
struct Division {
  unsigned long long tasks, first_tasks, more, less;
};

static struct Division divide(unsigned long long n, unsigned flags, unsigned long long wish) {
  if (flags & kGrainSize) {
    if (flags & kStrict) return (struct Division){(n + wish - 1) / wish, n / wish, wish, n % wish};
    wish = n / wish;
  }
  const unsigned long long tasks = wish == 0 ? 1 : wish < n ? wish : n;
  return (struct Division){tasks, n % tasks, n / tasks + 1, n / tasks};
}

static uintptr_t *reductions_of(const void *data) {
  uintptr_t *reductions;
  memcpy(&reductions, (const char *)data + 2 * sizeof(long long), sizeof reductions);
  return reductions;
}

static void run_taskloop(Part *part, void *data, Copy *copy, long bytes, long alignment, unsigned flags,
                         unsigned long wish, unsigned long long n, unsigned long long begin,
                         unsigned long long step) {
  struct OpenMp *const s = openmp();
  const bool has_group = !(flags & kNoGroup);
  if (n == 0) { /* the code asks whether it was registered */
    if (has_group && (flags & kReduction)) reductions_of(data)[2] = 0;
    return;
  }
  if (has_group) GOMP_taskgroup_start();
  if (has_group && (flags & kReduction)) GOMP_taskgroup_reduction_register(reductions_of(data));
  const struct Division d = divide(n, flags, wish);
  for (unsigned long long t = 0; t < d.tasks; ++t) {
    const unsigned long long end = begin + step * (t < d.first_tasks ? d.more : d.less);
    const unsigned long long bounds[2] = {begin, end};
    begin = end;
    if (s->group && s->group->cancelled) continue;
    run_task(part, data, copy, bytes, alignment, flags & kFinal, bounds, sizeof bounds);
  }
  if (has_group) GOMP_taskgroup_end();
}

void GOMP_taskloop(Part *part, void *data, Copy *copy, long bytes, long alignment, unsigned flags,
                   unsigned long wish, int priority, long begin, long end, long step) {
  unsigned long long n = 0;
  (void)priority;
  if (step > 0 && begin < end) {
    n = ((unsigned long)end - (unsigned long)begin - 1) / (unsigned long)step + 1;
  } else if (step < 0 && begin > end) {
    n = ((unsigned long)begin - (unsigned long)end - 1) / -(unsigned long)step + 1;
  }
  run_taskloop(part, data, copy, bytes, alignment, flags, wish, n, (unsigned long long)begin,
               (unsigned long long)step);
}

void GOMP_taskloop_ull(Part *part, void *data, Copy *copy, long bytes, long alignment, unsigned flags,
                       unsigned long wish, int priority, unsigned long long begin, unsigned long long end,
                       unsigned long long step) {
  unsigned long long n = 0;
  (void)priority;
  if ((flags & kUp) && begin < end) n = (end - begin - 1) / step + 1;
  if (!(flags & kUp) && begin > end) n = (begin - end - 1) / -step + 1;
  run_taskloop(part, data, copy, bytes, alignment, flags, wish, n, begin, step);
}

/* ---- Reductions of tasks ----
 * GCC's code describes what is reduced in words: [0] variables, [1] bytes for a thread, [2] alignment, from
 * here on the address of the memory, [4] the next such description, at last that of the outer group, [5]
 * whether it is the first of a group, [6] the end of the memory, [7 + 3 i] address of a variable, [8 + 3 i]
 * its place in the memory.
 */
void GOMP_taskgroup_reduction_register(uintptr_t *data) {
  struct TaskGroup *const group = openmp()->group;
  uintptr_t *d = data;
  for (;; d = (uintptr_t *)d[4]) {
    const size_t alignment = d[2] < 16 ? 16 : d[2];
    void *const memory = aligned_alloc(alignment, (d[1] + alignment) / alignment * alignment);
    if (!memory) abort();
    memset(memory, 0, d[1]);
    d[2] = (uintptr_t)memory;
    d[5] = 0;
    d[6] = d[2] + d[1];
    if (!d[4]) break;
  }
  d[4] = (uintptr_t)(group ? group->reductions : NULL);
  data[5] = 1;
  if (group) group->reductions = data;
}

void GOMP_taskgroup_reduction_unregister(uintptr_t *data) {
  uintptr_t *d = data;
  do {
    free((void *)d[2]);
    d = (uintptr_t *)d[4];
  } while (d && !d[5]);
}

void GOMP_workshare_task_reduction_unregister(bool cancelled) {
  struct TaskGroup *const group = openmp()->group;
  uintptr_t *const data = group ? group->reductions : NULL;
  (void)cancelled;
  GOMP_taskgroup_end();
  if (data) GOMP_taskgroup_reduction_unregister(data);
}

/* The memory of a variable, by its address or by one in that memory. */
static const uintptr_t *find_reduced(uintptr_t address, uintptr_t **of) {
  for (uintptr_t *d = openmp()->group ? openmp()->group->reductions : NULL; d; d = (uintptr_t *)d[4]) {
    for (uintptr_t i = 0; i < d[0]; ++i) {
      const uintptr_t *const v = d + 7 + 3 * i;
      const bool is_inside = address >= d[2] && address < d[6] && address - d[2] == v[1];
      if (v[0] != address && !is_inside) continue;
      *of = d;
      return v;
    }
  }
  return NULL;
}

void GOMP_task_reduction_remap(size_t count, size_t originals, void **places) {
  for (size_t i = 0; i < count; ++i) {
    uintptr_t *of = NULL;
    const uintptr_t *const v = find_reduced((uintptr_t)places[i], &of);
    if (!v) {
      fprintf(stderr, "kasuri: an OpenMP task takes part in a reduction that has not begun\n");
      abort();
    }
    places[i] = (void *)(of[2] + v[1]);
    if (i < originals) places[count + i] = (void *)v[0];
  }
}
