/* SPDX-License-Identifier: MIT
 * Tasks of OpenMP (openmp.h). In a team of one each runs where it is made, which keeps all dependences.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openmp.h"

enum { kMayWait = 1 << 10, kFinal = 1 << 1, kUp = 1 << 8, kGrainSize = 1 << 9, kNoGroup = 1 << 11,
       kReduction = 1 << 12,       kDetach = 1 << 13, kDepend = 1 << 3, kStrict = 1 << 14 };

typedef void Copy(void *to, void *from);

/* Where a task's own copy of its data is, in a room with as many bytes more as the alignment. */
static void *copy_data(char *room, void *data, Copy *copy, long bytes, long alignment, const void *bounds,
                       size_t bounds_bytes) {
  const size_t mask = (size_t)(alignment > 0 ? alignment : 1) - 1;
  void *const own = (void *)(((uintptr_t)room + mask) & ~(uintptr_t)mask);
  if (copy) {
    copy(own, data);
  } else {
    memcpy(own, data, (size_t)bytes);
  }
  memcpy(own, bounds, bounds_bytes);
  return own;
}

/* Where it is made. */
static void run_now(Part *part, void *data, bool is_final) {
  struct OpenMp *const s = openmp();
  const bool outer = s->is_final;
  s->is_final = outer || is_final;
  run_part(part, data);
  s->is_final = outer;
}

/* ---- Tasks that any thread of the team may run ---- */

static void make_ready(struct Team *team, struct Task *t) {
  t->before = team->newest;
  t->next = NULL;
  if (team->newest) team->newest->next = t;
  else team->ready = t;
  team->newest = t;
  wake_one(&team->idle, t->parent);
}

static void remove_ready(struct Team *team, struct Task *t) {
  if (t->before) t->before->next = t->next;
  else team->ready = t->next;
  if (t->next) t->next->before = t->before;
  else team->newest = t->before;
}

static void release_task(struct Task *t) {
  if (!t->has_ended || t->children > 0 || !t->part) return; /* others have it as their parent */
  free(t->needs);
  free(t->follower);
  free(t);
}

/* Behind those made before it by the same task that use the same memory, one of them to write. */
static void await_earlier(struct Task *t) {
  for (struct Task *e = t->parent->dependent; e; e = e->next_dependent) {
    bool conflicts = false;
    for (size_t i = 0; i < e->needed && !conflicts; ++i) {
      for (size_t k = 0; k < t->needed && !conflicts; ++k) {
        const bool same = e->needs[i].address == t->needs[k].address || !e->needs[i].address ||
                          !t->needs[k].address; /* null: all memory */
        conflicts = same && (e->needs[i].writes || t->needs[k].writes);
      }
    }
    if (!conflicts) continue;
    if (e->followers == e->room) {
      e->room = 2 * e->room + 2;
      e->follower = realloc(e->follower, e->room * sizeof *e->follower);
      if (!e->follower) abort();
    }
    e->follower[e->followers++] = t;
    ++t->waits;
  }
}

/* GCC's list: [0] their number, [1] how many of them are written; or 0, their number, those that are
 * written, those written by one task after the other, those that are read; then addresses, at last those
 * of objects that hold an address and a kind.
 */
static void read_dependences(struct Task *t, void **list) {
  enum { kRead = 1 };
  const bool is_short = list[0] != NULL;
  const size_t n = (uintptr_t)list[is_short ? 0 : 1];
  const size_t written = is_short ? (uintptr_t)list[1] : (uintptr_t)list[2] + (uintptr_t)list[3];
  const size_t plain = is_short ? n : written + (uintptr_t)list[4];
  void **const from = list + (is_short ? 2 : 5);
  t->needs = malloc((n + 1) * sizeof *t->needs);
  if (!t->needs) abort();
  for (size_t i = 0; i < n; ++i) {
    void **const object = from[i];
    t->needs[i] = i < plain ? (struct Dependence){from[i], i < written}
                            : (struct Dependence){object[0], (uintptr_t)object[1] != kRead};
  }
  t->needed = n;
}

static void end_task(struct Team *team, struct Task *t) {
  turn(1);
  struct Task *const parent = t->parent;
  t->has_ended = true;
  if (t->needed) {
    struct Task **place = &parent->dependent;
    while (*place != t) place = &(*place)->next_dependent;
    *place = t->next_dependent;
  }
  for (size_t i = 0; i < t->followers; ++i) {
    if (--t->follower[i]->waits == 0) make_ready(team, t->follower[i]);
  }
  --team->tasks;
  if (t->group) --t->group->tasks;
  --parent->children;
  release_task(parent);
  release_task(t);
  wake_all(&team->idle); /* who waits for tasks looks again */
  release_if_over(team);
}

static bool is_cancelled(const struct Team *team, const struct TaskGroup *group) {
  return team->cancelled || (group && group->cancelled);
}

/* One that is ready: of a parent, the newest; of a group; or any. False: there is none. */
bool run_a_task(struct Team *team, const struct Task *parent, const struct TaskGroup *group) {
  struct Task *t = parent || group ? team->newest : team->ready;
  while (t && ((parent && t->parent != parent) || (group && t->group != group))) t = t->before;
  if (!t) return false;
  remove_ready(team, t);
  struct OpenMp *const s = openmp();
  const struct OpenMp outer = *s;
  s->task = t;
  s->group = t->group;
  s->controls = t->controls;
  s->is_final = t->is_final;
  if (!is_cancelled(team, t->group)) t->part(t->data);
  *s = outer;
  end_task(team, t);
  return true;
}

static void make_task(Part *part, void *data, Copy *copy, long bytes, long alignment, bool is_final,
                      const void *bounds, size_t bounds_bytes, void **depend) {
  struct OpenMp *const s = openmp();
  struct Team *const team = s->team;
  struct Task *const t = calloc(1, sizeof *t + (size_t)bytes + (size_t)alignment);
  if (!t) abort();
  turn(1);
  *t = (struct Task){.parent = s->task, .part = part, .group = s->group, .controls = s->controls,
                     .is_final = is_final};
  t->data = copy_data((char *)(t + 1), data, copy, bytes, alignment, bounds, bounds_bytes);
  ++s->task->children;
  ++team->tasks;
  if (t->group) ++t->group->tasks;
  if (depend) {
    read_dependences(t, depend);
    await_earlier(t);
    t->next_dependent = s->task->dependent;
    s->task->dependent = t;
  }
  if (t->waits == 0) make_ready(team, t);
}

/* Ready or running ones are left to others; as soon as there are many, a task runs where it is made. */
static bool is_shared(const struct OpenMp *s) {
  return s->team->size > 1 && !s->is_final && s->team->tasks < 64 * s->team->size;
}

void GOMP_taskwait(void) {
  struct OpenMp *const s = openmp();
  if (s->team->size == 1) return;
  turn(1);
  while (s->task->children > 0) {
    if (!run_a_task(s->team, s->task, NULL)) wait_for(&s->team->idle, s->task);
  }
}
/* For all of them, which is enough. */
void GOMP_taskwait_depend(void **depend) { (void)depend, GOMP_taskwait(); }
void GOMP_taskwait_depend_nowait(void **depend) { GOMP_taskwait_depend(depend); }
void GOMP_taskyield(void) { turn(1); }

void GOMP_task(Part *part, void *data, Copy *copy, long bytes, long alignment, bool may_wait, unsigned flags,
               void **depend, int priority, void *detach) {
  struct OpenMp *const s = openmp();
  (void)priority, (void)detach;
  if (flags & kDetach) {
    fprintf(stderr, "kasuri: an OpenMP task with the clause detach, whose end is an event, is not "
                    "simulated\n");
    abort();
  }
  void **const needs = flags & kDepend ? depend : NULL;
  if (is_cancelled(s->team, s->group)) return;
  if (may_wait && !(flags & kFinal) && (is_shared(s) || (needs && s->team->size > 1 && !s->is_final))) {
    return make_task(part, data, copy, bytes, alignment, false, "", 0, needs);
  }
  if (needs) GOMP_taskwait();
  if (!may_wait && !copy) return run_now(part, data, flags & kFinal); /* shares its maker's data */
  char room[(size_t)bytes + (size_t)alignment + 1];
  run_now(part, copy_data(room, data, copy, bytes, alignment, "", 0), flags & kFinal);
}

void GOMP_taskgroup_start(void) {
  struct OpenMp *const s = openmp();
  struct TaskGroup *const group = malloc(sizeof *group);
  if (!group) abort();
  *group = (struct TaskGroup){s->group, s->group ? s->group->reductions : NULL, false, 0};
  s->group = group;
}

void GOMP_taskgroup_end(void) {
  struct OpenMp *const s = openmp();
  struct TaskGroup *const group = s->group;
  if (!group) return;
  turn(1);
  while (group->tasks > 0) {
    if (!run_a_task(s->team, NULL, group)) wait_for(&s->team->idle, group);
  }
  s->group = group->outer;
  free(group);
}

/* ---- Cancellation ---- */

enum { kCancelRegion = 1, kCancelTaskGroup = 8 };

bool GOMP_cancel(int what, bool does) {
  struct OpenMp *const s = openmp();
  if (!may_cancel() || !does) return false;
  turn(1);
  if (what == kCancelTaskGroup) {
    if (s->group) s->group->cancelled = true;
  } else if (what == kCancelRegion) {
    s->team->cancelled = s->team->size > 1;
    wake_all(&s->team->idle);
  } else if (s->share) {
    s->share->cancelled = true;
    wake_all(&s->share->waiters);
  }
  return true;
}

bool GOMP_cancellation_point(int what) {
  const struct OpenMp *const s = openmp();
  if (!may_cancel()) return false;
  turn(1);
  if (what == kCancelTaskGroup) return is_cancelled(s->team, s->group);
  return s->team->cancelled || (what != kCancelRegion && s->share && s->share->cancelled);
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
    if (is_cancelled(s->team, s->group)) continue;
    if ((flags & kMayWait) && !(flags & kFinal) && is_shared(s)) {
      make_task(part, data, copy, bytes, alignment, false, bounds, sizeof bounds, NULL);
    } else {
      char room[(size_t)bytes + (size_t)alignment + 1];
      run_now(part, copy_data(room, data, copy, bytes, alignment, bounds, sizeof bounds), flags & kFinal);
    }
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
void register_reductions(uintptr_t *data, struct TaskGroup *group, int threads) {
  uintptr_t *d = data;
  for (;; d = (uintptr_t *)d[4]) {
    const size_t alignment = d[2] < 16 ? 16 : d[2], bytes = d[1] * (size_t)threads;
    void *const memory = aligned_alloc(alignment, (bytes + alignment) / alignment * alignment);
    if (!memory) abort();
    memset(memory, 0, bytes);
    d[2] = (uintptr_t)memory;
    d[5] = 0;
    d[6] = d[2] + bytes;
    if (!d[4]) break;
  }
  d[4] = (uintptr_t)(group ? group->reductions : NULL);
  data[5] = 1;
  if (group) group->reductions = data;
}

void GOMP_taskgroup_reduction_register(uintptr_t *data) {
  register_reductions(data, openmp()->group, openmp()->team->size);
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
  GOMP_taskgroup_end();
  if (!cancelled) GOMP_barrier();
  if (data && openmp()->id == 0) GOMP_taskgroup_reduction_unregister(data);
}

/* The memory of a variable, by its address or by one in that memory. */
static const uintptr_t *find_reduced(uintptr_t address, uintptr_t **of) {
  for (uintptr_t *d = openmp()->group ? openmp()->group->reductions : NULL; d; d = (uintptr_t *)d[4]) {
    for (uintptr_t i = 0; i < d[0]; ++i) {
      const uintptr_t *const v = d + 7 + 3 * i;
      const bool is_inside = address >= d[2] && address < d[6] && (address - d[2]) % d[1] == v[1];
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
    places[i] = (void *)(of[2] + of[1] * (uintptr_t)openmp()->id + v[1]);
    if (i < originals) places[count + i] = (void *)v[0];
  }
}
