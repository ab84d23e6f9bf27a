/* SPDX-License-Identifier: MIT
 * Regions, worksharing and synchronisation of OpenMP (openmp.h). The functions are those that GCC 12 and
 * later call; the simulator refuses a program that needs another of libgomp.
 */
#define _GNU_SOURCE
#include "openmp.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The mark by which the simulator knows that the program has regions. */
__attribute__((visibility("default"))) const int kasuri_openmp_2 = 1;

enum { kStatic = 1, kDynamic = 2, kGuided = 3 };

static __thread struct OpenMp state;
HIDDEN int kasuri_alive; /* further threads of the rank */

int cores(void) {
  static int all;
  if (all == 0) all = kasuri_cores();
  return kasuri_own_thread() ? 1 : all;
}

/* With one core, regions have one thread. */
int thread_limit(void) { return cores() == 1 ? 1 : 1024; }

struct OpenMp *openmp(void) {
  struct OpenMp *const s = &state;
  if (!s->is_ready) {
    static int32_t threads;
    s->is_ready = true;
    s->controls = (struct Controls){.schedule = kDynamic, .chunk = 1, .levels = 1, .threads = cores()};
    s->number = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
    s->alone = (struct Team){.size = 1, .alive = 1};
    s->team = &s->alone;
    s->task = &s->implicit;
  }
  return s;
}

void run_part(Part *part, void *data) {
  struct OpenMp *const s = openmp();
  const struct OpenMp outer = *s;
  part(data);
  *s = outer;
}

bool may_cancel(void) {
  const char *const wish = getenv("OMP_CANCELLATION");
  return wish && (!strcmp(wish, "true") || !strcmp(wish, "TRUE") || !strcmp(wish, "1"));
}

/* ---- Threads that take turns ---- */

bool has_threads(void) { return kasuri_alive > 0 && !kasuri_own_thread(); }

void turn(int calls) {
  if (has_threads()) kasuri_thread_turn(calls);
}

void wait_for(struct Waiters *all, const void *key) {
  struct Waiter me = {NULL, kasuri_thread_number(), key};
  if (all->last) all->last->next = &me;
  else all->first = &me;
  all->last = &me;
  kasuri_thread_block();
}

static void wake_first(struct Waiters *all, struct Waiter *before, struct Waiter *w) {
  if (before) before->next = w->next;
  else all->first = w->next;
  if (all->last == w) all->last = before;
  kasuri_thread_wake(w->thread);
}

void wake_one(struct Waiters *all, const void *key) {
  for (struct Waiter *before = NULL, *w = all->first; w; before = w, w = w->next) {
    if (key && w->key && w->key != key) continue;
    wake_first(all, before, w);
    return;
  }
}

void wake_all(struct Waiters *all) {
  while (all->first) wake_first(all, NULL, all->first);
}

/* In loops that wait for another thread. */
int sched_yield(void) {
  if (!has_threads()) return (int)syscall(SYS_sched_yield);
  turn(1);
  return 0;
}

/* Called behind each fence of code with regions (src/workload/programs/rebase.cpp): loops that wait for a
 * variable (`#pragma omp flush`) go on only if others do. Keeps all registers. */
HIDDEN void kasuri_flushed(void);
void kasuri_flushed(void) { turn(1); }
__asm__(".text\n.globl kasuri_flush\n.type kasuri_flush, @function\nkasuri_flush:\n"
        "pushfq\npushq %rax\nmovq kasuri_alive@GOTPCREL(%rip), %rax\ncmpl $0, (%rax)\nje 1f\n"
        "pushq %rcx\npushq %rdx\npushq %rsi\npushq %rdi\npushq %r8\npushq %r9\npushq %r10\npushq %r11\n"
        "pushq %rbp\nmovq %rsp, %rbp\nsubq $3072, %rsp\nandq $-64, %rsp\nxorl %eax, %eax\n"
        "movq %rax, 512(%rsp)\nmovq %rax, 520(%rsp)\nmovq %rax, 528(%rsp)\nmovq %rax, 536(%rsp)\n"
        "movq %rax, 544(%rsp)\nmovq %rax, 552(%rsp)\nmovq %rax, 560(%rsp)\nmovq %rax, 568(%rsp)\n"
        "movl $0xe7, %eax\nxorl %edx, %edx\nxsave (%rsp)\ncall kasuri_flushed\n"
        "movl $0xe7, %eax\nxorl %edx, %edx\nxrstor (%rsp)\nmovq %rbp, %rsp\npopq %rbp\n"
        "popq %r11\npopq %r10\npopq %r9\npopq %r8\npopq %rdi\npopq %rsi\npopq %rdx\npopq %rcx\n"
        "1: popq %rax\npopfq\nret\n.size kasuri_flush, . - kasuri_flush\n");

/* Steps in which all of a team hear of something. */
static int steps(int threads) {
  int n = 0;
  while (1 << n < threads) ++n;
  return n;
}

/* ---- Worksharing ---- */

static void share_reductions(uintptr_t *mine, const uintptr_t *first, struct TaskGroup *group) {
  uintptr_t *d = mine;
  for (;; d = (uintptr_t *)d[4], first = (const uintptr_t *)first[4]) {
    d[2] = first[2];
    d[5] = 0;
    d[6] = first[6];
    if (!d[4]) break;
  }
  d[4] = (uintptr_t)group->reductions;
  mine[5] = 1;
  group->reductions = mine;
}

/* The next one of the region. `memory`: how much it wants, and where that is. */
struct Share *begin_share(uintptr_t *reductions, void **memory, bool *is_first) {
  turn(1);
  struct OpenMp *const s = openmp();
  const unsigned number = s->shares++;
  struct Share **place = &s->team->shares;
  while (*place && (*place)->number != number) place = &(*place)->next;
  *is_first = !*place;
  if (!*place) {
    struct Share *const fresh = calloc(1, sizeof *fresh);
    if (!fresh) abort();
    fresh->number = number;
    fresh->left = s->team->size;
    *place = fresh;
  }
  struct Share *const share = *place;
  s->share = share;
  s->has_piece = false;
  s->trip = 0;
  if (reductions) {
    GOMP_taskgroup_start();
    if (*is_first) GOMP_taskgroup_reduction_register(share->reductions = reductions);
    else share_reductions(reductions, share->reductions, s->group);
  }
  if (memory && *is_first) share->memory = calloc(1, (size_t)(uintptr_t)*memory);
  if (memory) *memory = share->memory;
  return share;
}

static void free_share(struct Share *share) {
  free(share->memory);
  free(share->counts);
  free(share->posted);
  free(share);
}

void end_share(void) {
  struct OpenMp *const s = openmp();
  struct Share *const share = s->share;
  if (!share) return;
  pass_order(s);
  s->share = NULL;
  if (--share->left > 0) return;
  struct Share **place = &s->team->shares;
  while (*place != share) place = &(*place)->next;
  *place = share->next;
  free_share(share);
}

/* ---- Regions ---- */

/* All threads come here; all tasks of the region end. */
static void end_of_region(struct Team *team) {
  if (team->size == 1) return;
  turn(steps(team->size));
  ++team->ended;
  release_if_over(team);
  while (team->ended < team->size || team->tasks > 0) {
    if (!run_a_task(team, NULL, NULL)) wait_for(&team->idle, NULL);
  }
}

struct Start {
  struct Team *team;
  int id;
};

static void run_in_team(struct OpenMp *s, struct Team *team, int id) {
  s->controls = team->controls;
  s->team = team;
  s->id = id;
  s->group = team->group;
  s->is_final = false;
  s->shares = 0;
  s->share = NULL;
  struct Task implicit = {.part = NULL};
  s->task = &implicit;
  turn(team->size > 1 ? steps(team->size) : 0);
  team->part(team->data);
  end_of_region(team);
}

static void run_thread(void *given) {
  const struct Start start = *(const struct Start *)given;
  run_in_team(openmp(), start.team, start.id);
  --kasuri_alive;
  if (--start.team->alive == 1) wake_all(&start.team->idle);
}

static int size_of_team(const struct OpenMp *s, unsigned wish) {
  const int limit = s->controls.dynamic ? cores() : thread_limit();
  const int most = cores() == 1 ? 1 : limit - kasuri_alive;
  const int wanted = wish ? (int)(wish < INT32_MAX ? wish : INT32_MAX) : s->controls.threads;
  if (s->team->active_level >= s->controls.levels || most < 1) return 1;
  return wanted < most ? wanted : most;
}

static void run_team(Part *part, void *data, int size, struct TaskGroup *group) {
  struct OpenMp *const s = openmp();
  const struct OpenMp outer = *s;
  struct Team team = {.size = size, .id_of_maker = s->id, .level = s->team->level + 1,
                      .active_level = s->team->active_level + (size > 1), .outer = s->team, .part = part,
                      .data = data, .group = group, .controls = s->controls, .alive = size};
  struct Start starts[size];
  for (int i = 1; i < size; ++i) {
    starts[i] = (struct Start){&team, i};
    ++kasuri_alive;
    start_thread(&run_thread, &starts[i]);
  }
  run_in_team(s, &team, 0);
  while (team.alive > 1) wait_for(&team.idle, &team);
  while (team.shares) {
    struct Share *const left = team.shares;
    team.shares = left->next;
    free_share(left);
  }
  *s = outer;
  if (size > 1) kasuri_thread_join();
}

void GOMP_parallel(Part *part, void *data, unsigned threads, unsigned flags) {
  (void)flags;
  run_team(part, data, size_of_team(openmp(), threads), NULL);
}

/* Their data begin with a pointer to what is reduced. */
unsigned GOMP_parallel_reductions(Part *part, void *data, unsigned threads, unsigned flags) {
  struct TaskGroup group = {NULL, NULL, false, 0};
  const int size = size_of_team(openmp(), threads);
  (void)flags;
  register_reductions(*(uintptr_t **)data, &group, size);
  run_team(part, data, size, &group);
  return (unsigned)size;
}

struct Combined {
  Part *part;
  void *data;
  long begin, end, step, chunk;
  int kind;
  unsigned sections;
};

static void begin_combined(void *given) {
  const struct Combined *const c = given;
  bool is_first;
  struct Share *const share = begin_share(NULL, NULL, &is_first);
  if (is_first) {
    const bool some = c->step > 0 ? c->begin < c->end : c->begin > c->end;
    begin_loop(share, c->kind, c->step > 0, (ull)c->begin, (ull)(some ? c->end : c->begin), (ull)c->step,
               (ull)c->chunk);
    share->sections = c->sections;
  }
  c->part(c->data);
}

#define PARALLEL_LOOP(name, kind)                                                                      \
  void GOMP_parallel_loop_##name(Part *part, void *data, unsigned threads, long begin, long end,       \
                                 long step, long chunk, unsigned flags) {                              \
    struct Combined c = {part, data, begin, end, step, chunk, kind, 0};                                \
    GOMP_parallel(&begin_combined, &c, threads, flags);                                                \
  }
PARALLEL_LOOP(static, kStatic)
PARALLEL_LOOP(dynamic, kDynamic)
PARALLEL_LOOP(guided, kGuided)
PARALLEL_LOOP(nonmonotonic_dynamic, kDynamic)
PARALLEL_LOOP(nonmonotonic_guided, kGuided)

#define PARALLEL_LOOP_RUNTIME(name)                                                                    \
  void GOMP_parallel_loop_##name(Part *part, void *data, unsigned threads, long begin, long end,       \
                                 long step, unsigned flags) {                                          \
    struct Combined c = {part, data, begin, end, step, 0, 0, 0};                                       \
    GOMP_parallel(&begin_combined, &c, threads, flags);                                                \
  }
PARALLEL_LOOP_RUNTIME(runtime)
PARALLEL_LOOP_RUNTIME(nonmonotonic_runtime)
PARALLEL_LOOP_RUNTIME(maybe_nonmonotonic_runtime)

void GOMP_parallel_sections(Part *part, void *data, unsigned threads, unsigned count, unsigned flags) {
  struct Combined c = {part, data, 0, 0, 1, 0, kStatic, count};
  GOMP_parallel(count ? &begin_combined : part, count ? (void *)&c : data, threads, flags);
}

void GOMP_teams_reg(Part *part, void *data, unsigned teams, unsigned limit, unsigned flags) {
  (void)teams, (void)limit, (void)flags;
  run_part(part, data);
}

/* ---- Sections, single, scope ---- */

unsigned GOMP_sections_next(void) {
  struct Share *const share = openmp()->share;
  turn(1);
  return !share->cancelled && share->section < share->sections ? ++share->section : 0;
}

unsigned GOMP_sections2_start(unsigned count, uintptr_t *reductions, void **memory) {
  bool is_first;
  begin_share(reductions, memory, &is_first)->sections = count;
  return GOMP_sections_next();
}

unsigned GOMP_sections_start(unsigned count) { return GOMP_sections2_start(count, NULL, NULL); }
void GOMP_sections_end_nowait(void) { end_share(); }
void GOMP_sections_end(void) {
  end_share();
  GOMP_barrier();
}

void GOMP_scope_start(uintptr_t *reductions) {
  bool is_first;
  if (!reductions) return;
  begin_share(reductions, NULL, &is_first);
  end_share();
}

bool GOMP_single_start(void) {
  bool is_first;
  begin_share(NULL, NULL, &is_first);
  end_share();
  return is_first;
}

/* Of the thread that has it: null; of the others, what that one copies. */
void *GOMP_single_copy_start(void) {
  bool is_first;
  struct Share *const share = begin_share(NULL, NULL, &is_first);
  if (is_first) return NULL;
  GOMP_barrier();
  void *const data = share->copy;
  end_share();
  return data;
}
void GOMP_single_copy_end(void *data) {
  openmp()->share->copy = data;
  GOMP_barrier();
  end_share();
}

void GOMP_loop_end_nowait(void) { end_share(); }
void GOMP_loop_end(void) {
  end_share();
  GOMP_barrier();
}

/* ---- Barriers ---- */

/* Whether the region is cancelled. Tasks run meanwhile, and none is left behind a barrier. */
static bool barrier(bool may_be_cancelled) {
  struct Team *const team = openmp()->team;
  if (team->size == 1) return team->cancelled;
  turn(steps(team->size));
  if (may_be_cancelled && team->cancelled) return true;
  const unsigned phase = team->phase;
  ++team->arrived;
  release_if_over(team);
  while (team->phase == phase) {
    if (may_be_cancelled && team->cancelled) return true;
    if (!run_a_task(team, NULL, NULL)) wait_for(&team->idle, NULL);
  }
  return may_be_cancelled && team->cancelled;
}

void release_if_over(struct Team *team) {
  if (team->tasks > 0) return;
  if (team->arrived == team->size) {
    team->arrived = 0;
    ++team->phase;
    wake_all(&team->idle);
  }
  if (team->ended == team->size) wake_all(&team->idle);
}

void GOMP_barrier(void) { barrier(false); }
bool GOMP_barrier_cancel(void) { return barrier(true); }
bool GOMP_loop_end_cancel(void) {
  end_share();
  return barrier(true);
}
bool GOMP_sections_end_cancel(void) { return GOMP_loop_end_cancel(); }

/* ---- Locks: also between threads that the rank has made by other means ---- */

static struct Waiters lockers;

bool try_lock(int32_t *lock, int32_t owner) {
  int32_t nobody = 0;
  return __atomic_compare_exchange_n(lock, &nobody, owner, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
void take_lock(int32_t *lock, int32_t owner) {
  turn(1);
  while (!try_lock(lock, owner)) {
    if (has_threads()) wait_for(&lockers, lock);
    else sched_yield();
  }
}
void give_lock(int32_t *lock) {
  turn(1);
  __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
  if (has_threads()) wake_one(&lockers, lock);
}

static int32_t critical, atomic_update;
void GOMP_critical_start(void) { take_lock(&critical, 1); }
void GOMP_critical_end(void) { give_lock(&critical); }
void GOMP_critical_name_start(void **name) { take_lock((int32_t *)name, 1); }
void GOMP_critical_name_end(void **name) { give_lock((int32_t *)name); }
void GOMP_atomic_start(void) { take_lock(&atomic_update, 1); }
void GOMP_atomic_end(void) { give_lock(&atomic_update); }
