/* SPDX-License-Identifier: MIT
 * Barriers made of puts, and of gets: dissemination, recursive doubling, a binomial tree (the second
 * experiment of NSIM-ACE's English paper).
 *
 *   barriers ALGORITHM BY [TIMES]        dissemination | recursive-doubling | tree; put | get
 *
 * Each rank has a flag for each round in its starter memory. By puts a rank writes the number of the
 * barrier into its partner's flag and watches its own; by gets it writes its own flag and reads its
 * partner's over and over. Exits with 3 if a rank leaves before the last one has come.
 */
#include <mgen.h>
#define KASURI_KEEP_MAIN
#include <acp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kRounds = 22, kRelease = kRounds, kOut, kIn, kWords };

struct Barrier {
  int rank, size, by_get;
  long number;
  volatile long *flag; /* kRounds of others, of the release; what is put; what was got */
};

static acp_ga_t at(int rank, int word) {
  return acp_query_starter_ga(rank) + (acp_ga_t)word * sizeof(long);
}

/* By gets the flags of a round are one's own: others read them. */
static void tell(struct Barrier *b, int partner, int word) {
  if (b->by_get) {
    b->flag[word] = b->number;
  } else {
    b->flag[kOut] = b->number;
    acp_copy(at(partner, word), at(b->rank, kOut), sizeof(long), ACP_HANDLE_NULL);
  }
}

static void hear(struct Barrier *b, int partner, int word) {
  while (!b->by_get && b->flag[word] < b->number) kasuri_acp_wait();
  while (b->by_get) {
    acp_complete(acp_copy(at(b->rank, kIn), at(partner, word), sizeof(long), ACP_HANDLE_NULL));
    if (b->flag[kIn] >= b->number) return;
  }
}

static void dissemination(struct Barrier *b) {
  for (int k = 0; 1 << k < b->size; k++) {
    tell(b, (b->rank + (1 << k)) % b->size, k);
    hear(b, (b->rank + b->size - (1 << k)) % b->size, k);
  }
}

/* Ranks beyond the largest power of two tell one below and wait for its release. */
static void recursive_doubling(struct Barrier *b) {
  int whole = 1;
  while (2 * whole <= b->size) whole *= 2;
  if (b->rank >= whole) {
    tell(b, b->rank - whole, kRounds - 1);
    return hear(b, b->rank - whole, kRelease);
  }
  if (b->rank + whole < b->size) hear(b, b->rank + whole, kRounds - 1);
  for (int k = 0; 1 << k < whole; k++) {
    tell(b, b->rank ^ 1 << k, k);
    hear(b, b->rank ^ 1 << k, k);
  }
  if (b->rank + whole < b->size) tell(b, b->rank + whole, kRelease);
}

static void tree(struct Barrier *b) {
  int k = 0;
  for (; !(b->rank >> k & 1) && 1 << k < b->size; k++) {
    if (b->rank + (1 << k) < b->size) hear(b, b->rank + (1 << k), k);
  }
  if (b->rank > 0) {
    tell(b, b->rank - (1 << k), k);
    hear(b, b->rank - (1 << k), kRelease);
  }
  for (k--; k >= 0; k--) {
    if (b->rank + (1 << k) < b->size) tell(b, b->rank + (1 << k), kRelease);
  }
}

int MGEN_Main(int argc, char **argv) {
  MGEN_Init(&argc, &argv);
  acp_init(&argc, &argv);
  struct Barrier b = {.rank = acp_rank(), .size = acp_procs()};
  const char *algorithm = argc > 1 ? argv[1] : "dissemination", *by = argc > 2 ? argv[2] : "put";
  const int times = argc > 3 ? atoi(argv[3]) : 10;
  b.by_get = !strcmp(by, "get");
  b.flag = acp_query_address(at(b.rank, 0));
  void (*const barrier)(struct Barrier *) = !strcmp(algorithm, "tree") ? tree
                                            : !strcmp(algorithm, "recursive-doubling")
                                                ? recursive_doubling
                                                : dissemination;
  /* Once, with ranks that come late: does it hold them all? */
  b.number = 1;
  MGEN_Comp(1e-7 * (b.rank * 37 % 50));
  double came = MGEN_Wtime(), last = 0;
  barrier(&b);
  const double left = MGEN_Wtime();
  MGEN_Allreduce(&came, &last, 1, MGEN_DOUBLE, MGEN_MAX, MGEN_COMM_WORLD);
  if (left < last) MGEN_Abort(MGEN_COMM_WORLD, 3);

  acp_sync();
  const double start = MGEN_Wtime();
  for (int i = 0; i < times; i++) {
    b.number++;
    barrier(&b);
  }
  double mine = (MGEN_Wtime() - start) / times, slowest = 0;
  MGEN_Allreduce(&mine, &slowest, 1, MGEN_DOUBLE, MGEN_MAX, MGEN_COMM_WORLD);
  if (b.rank == 0) {
    printf("%s by %s: %d ranks, %.3f us\n", algorithm, by, b.size, slowest * 1e6);
  }
  acp_finalize();
  MGEN_Finalize();
  return 0;
}
