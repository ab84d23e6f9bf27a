/* SPDX-License-Identifier: MIT
 * A window of some ints for each test of windows. */
#include "check.h"

static int *base;
static MPI_Win win;
#define NEXT ((rank + 1) % size)
#define PREVIOUS ((rank + size - 1) % size)

static void begin(int n) {
  MPI_Win_allocate(n * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  for (int i = 0; i < n; i++) base[i] = 1000 * rank + i;
  MPI_Barrier(MPI_COMM_WORLD);
}
static inline void begin_fenced(int n) {
  begin(n);
  MPI_Win_fence(0, win);
}
static void end(void) { MPI_Win_free(&win); }
