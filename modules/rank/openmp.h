/* SPDX-License-Identifier: MIT
 * OpenMP 5.1 on the cores of a rank (threads_per_rank). Programs that `kasuri mpicc -fopenmp` links find
 * here what GCC's code calls of its library (libgomp), whose threads and whose state would be shared by
 * all ranks of the process. Threads of a team take turns (src/mpi/ranks/rank_threads.h): nothing here runs
 * at the same time, and what one does is seen by those with later clocks. In a team of one thread a region
 * is a call, a task runs where it is made, and a loop is one piece. The state is that of the thread: of
 * the rank, or of a thread that the rank has made by other means, which has no teams.
 */
#ifndef KASURI_OPENMP_H
#define KASURI_OPENMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HIDDEN __attribute__((visibility("hidden")))

typedef unsigned long long ull;
typedef void Part(void *); /* of the program */

/* ---- Threads ---- */

int kasuri_cores(void);
void kasuri_thread_turn(int calls);
void kasuri_thread_block(void);
void kasuri_thread_wake(int thread);
int kasuri_thread_number(void);
void kasuri_thread_join(void);
char **kasuri_own_thread(void);
HIDDEN int start_thread(Part *part, void *data); /* thread_local.c */

/* Those that wait for something, in the order of their coming. */
struct Waiter {
  struct Waiter *next;
  int thread;
  const void *key; /* what it waits for */
};
struct Waiters {
  struct Waiter *first, *last;
};
HIDDEN bool has_threads(void);
HIDDEN void turn(int calls); /* of the runtime */
HIDDEN void wait_for(struct Waiters *, const void *key);
HIDDEN void wake_one(struct Waiters *, const void *key); /* null: anyone */
HIDDEN void wake_all(struct Waiters *);
HIDDEN bool try_lock(int32_t *lock, int32_t owner); /* not 0 */
HIDDEN void take_lock(int32_t *lock, int32_t owner);
HIDDEN void give_lock(int32_t *lock);

/* ---- Teams ---- */

struct TaskGroup {
  struct TaskGroup *outer;
  uintptr_t *reductions; /* as GCC's code lays them out; with those of the outer ones behind it */
  bool cancelled;
  int tasks; /* that have not ended */
};

/* Control variables of a task (section 2.4): a new one has copies. */
struct Controls {
  int schedule, chunk, levels, device, threads;
  bool dynamic;
};

struct Dependence {
  const void *address;
  bool writes;
};

struct Task {
  struct Task *parent, *next, *before; /* in the list of those that are ready */
  Part *part;
  void *data;
  struct TaskGroup *group;
  struct Controls controls;
  bool is_final, has_ended;
  int children; /* that have not ended */
  /* Of those, such with dependences; its own, how many tasks it waits for, and who waits for it. */
  struct Task *dependent, *next_dependent;
  struct Dependence *needs;
  size_t needed, followers, room;
  int waits;
  struct Task **follower;
};

/* A worksharing construct of a team. Iterations are numbered from 0. */
struct Share {
  struct Share *next;
  unsigned number;
  int left;          /* threads that have not left it */
  bool cancelled, ordered;
  int kind;
  ull begin, end, step, n, chunk, at;
  ull in_order;      /* iterations before this one have ended */
  struct Waiters waiters;
  unsigned section, sections, loops;
  long *counts;      /* of the loops, whose iterations wait for each other */
  ull *posted;       /* of each iteration of the outermost one, how far it has come */
  void *copy, *memory;
  uintptr_t *reductions;
};

struct Team {
  int size, id_of_maker, level, active_level;
  struct Team *outer;
  Part *part;
  void *data;
  struct TaskGroup *group;
  struct Controls controls;
  struct Share *shares;
  int arrived, ended, alive;
  unsigned phase; /* barriers so far */
  struct Waiters idle;
  struct Task *ready, *newest; /* in the order of their making */
  int tasks;                   /* that have not ended */
  bool cancelled;
};

struct OpenMp {
  struct Controls controls;
  struct Team *team, alone;
  int id;
  bool is_final, is_ready;
  int32_t number;  /* of this thread among those that hold locks, from 1 */
  struct TaskGroup *group;
  struct Task *task, implicit;
  unsigned shares;     /* that it has begun in the region */
  struct Share *share; /* in which it is */
  bool has_piece;
  ull piece, piece_end, trip;
};

HIDDEN struct OpenMp *openmp(void);
HIDDEN int cores(void);
HIDDEN int thread_limit(void); /* of all threads of the rank */

/* A part of the program with control variables of its own. */
HIDDEN void run_part(Part *part, void *data);
HIDDEN bool run_a_task(struct Team *, const struct Task *parent, const struct TaskGroup *);
HIDDEN void release_if_over(struct Team *);

HIDDEN bool may_cancel(void);
HIDDEN struct Share *begin_share(uintptr_t *reductions, void **memory, bool *is_first);
HIDDEN void end_share(void);
HIDDEN void pass_order(struct OpenMp *);
HIDDEN void begin_loop(struct Share *, int kind, bool is_up, ull begin, ull end, ull step, ull chunk);
HIDDEN void register_reductions(uintptr_t *data, struct TaskGroup *, int threads);

void GOMP_barrier(void);
void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);
void GOMP_taskgroup_reduction_register(uintptr_t *data);
void GOMP_taskgroup_reduction_unregister(uintptr_t *data);

#endif
