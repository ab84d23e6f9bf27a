/* SPDX-License-Identifier: MIT
 * OpenMP 5.1 on one thread: a rank is one core. Programs that `kasuri mpicc -fopenmp` links find here what
 * GCC's code calls of its library (libgomp), whose threads and whose state would be shared by all ranks of
 * the process. Every team has one thread, so a region is a call, a task runs where it is made, and a loop is
 * one piece. The state is that of the thread: of the rank, or of a thread that the rank has made.
 */
#ifndef KASURI_OPENMP_H
#define KASURI_OPENMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HIDDEN __attribute__((visibility("hidden")))

struct TaskGroup {
  struct TaskGroup *outer;
  uintptr_t *reductions; /* as GCC's code lays them out; with those of the outer ones behind it */
  bool cancelled;
};

/* Control variables of a task (section 2.4): a new one has copies. */
struct Controls {
  int schedule, chunk, levels, device;
  bool dynamic;
};

struct OpenMp {
  struct Controls controls;
  int level;       /* regions around this code */
  bool is_final, is_ready;
  int32_t number;  /* of this thread among those that hold locks, from 1 */
  struct TaskGroup *group;
  /* The worksharing construct of the innermost region. */
  unsigned section, sections;
  bool has_range;  /* of a combined loop, that its first piece takes */
  long begin, end, step;
  void *memory;    /* that the construct asked for */
};

HIDDEN struct OpenMp *openmp(void);

/* A part of the program with control variables of its own. */
typedef void Part(void *);
HIDDEN void run_part(Part *part, void *data, bool is_region);

HIDDEN bool may_cancel(void);
HIDDEN void begin_shared(uintptr_t *reductions, void **memory);

void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);
void GOMP_taskgroup_reduction_register(uintptr_t *data);
void GOMP_taskgroup_reduction_unregister(uintptr_t *data);

#endif
