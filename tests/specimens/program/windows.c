/* SPDX-License-Identifier: MIT
 * Windows with all three kinds of synchronisation, atomic operations, datatypes with holes, shared memory;
 * and two groups that communicate. The order in which ranks get a lock decides how long they compute.
 * Exits with 3 if a word is wrong. */
#include <mgen.h>
#include <stdlib.h>

enum { kWords = 3000 };
static const int kDone = 0;

static void check(int ok) {
  if (!ok) MGEN_Abort(MGEN_COMM_WORLD, 3);
}

static void fences(int rank, int size, int moves) {
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int *base, *block = malloc(kWords * sizeof(int)), got = -1;
  MGEN_Datatype stripes;
  MGEN_Win win;
  MGEN_Type_vector(kWords / 4, 1, 4, MGEN_INT, &stripes);
  MGEN_Type_commit(&stripes);
  MGEN_Win_allocate(kWords * (MGEN_Aint)sizeof(int), sizeof(int), MGEN_INFO_NULL, MGEN_COMM_WORLD, &base,
      &win);
  for (int i = 0; i < kWords; i++) block[i] = rank * 10000 + i, base[i] = 0;
  MGEN_Win_fence(0, win);
  MGEN_Put(block, kWords / 4, MGEN_INT, right, 1, 1, stripes, win);
  MGEN_Put(block + 9, 1, MGEN_INT, right, 0, 1, MGEN_INT, win);
  for (int i = 0; i < 3; i++) MGEN_Accumulate(&size, 1, MGEN_INT, left, 2, 1, MGEN_INT, MGEN_SUM, win);
  MGEN_Comp(1e-8 * (rank % 5));
  MGEN_Win_fence(0, win);
  MGEN_Get(&got, 1, MGEN_INT, right, 5, 1, MGEN_INT, win);
  MGEN_Win_fence(0, win);
  if (moves) {
    check(base[0] == left * 10000 + 9 && base[5] == left * 10000 + 1 && base[2] == 3 * size &&
        base[3] == 0);
    check(got == rank * 10000 + 1);
  }
  MGEN_Win_free(&win);
  MGEN_Type_free(&stripes);
  free(block);
}

static void locks(int rank, int size, int moves) {
  long *base, one = 1, ticket = 0, mine;
  MGEN_Win win;
  MGEN_Win_allocate(2 * sizeof(long), sizeof(long), MGEN_INFO_NULL, MGEN_COMM_WORLD, &base, &win);
  MGEN_Barrier(MGEN_COMM_WORLD);
  MGEN_Win_lock_all(0, win);
  MGEN_Fetch_and_op(&one, &ticket, MGEN_LONG, 0, 0, MGEN_SUM, win);
  MGEN_Win_flush(0, win);
  MGEN_Comp(1e-9 * (double)ticket);
  MGEN_Win_unlock_all(win);
  MGEN_Win_lock(rank % 3 ? MGEN_LOCK_SHARED : MGEN_LOCK_EXCLUSIVE, 0, 0, win);
  MGEN_Get(&mine, 1, MGEN_LONG, 0, 1, 1, MGEN_LONG, win);
  MGEN_Accumulate(&one, 1, MGEN_LONG, 0, 1, 1, MGEN_LONG, MGEN_SUM, win);
  MGEN_Comp(1e-8 * (rank % 4));
  MGEN_Win_unlock(0, win);
  MGEN_Barrier(MGEN_COMM_WORLD);
  if (moves && rank == 0) check(base[0] == size && base[1] == size);
  MGEN_Win_free(&win);
}

static void epochs(int rank, int size, int moves) {
  int right = (rank + 1) % size, left = (rank + size - 1) % size, x = rank, memory = -1;
  MGEN_Group all, from, to;
  MGEN_Win win;
  MGEN_Comm_group(MGEN_COMM_WORLD, &all);
  MGEN_Group_incl(all, 1, &left, &from);
  MGEN_Group_incl(all, 1, &right, &to);
  MGEN_Win_create(&memory, sizeof memory, sizeof memory, MGEN_INFO_NULL, MGEN_COMM_WORLD, &win);
  for (int i = 0; i < 3; i++) {
    MGEN_Win_post(from, 0, win);
    MGEN_Win_start(to, 0, win);
    x = 10 * i + rank;
    MGEN_Put(&x, 1, MGEN_INT, right, 0, 1, MGEN_INT, win);
    MGEN_Win_complete(win);
    MGEN_Win_wait(win);
    if (moves) check(memory == 10 * i + left);
  }
  MGEN_Win_free(&win);
  MGEN_Group_free(&all);
  MGEN_Group_free(&from);
  MGEN_Group_free(&to);
}

static void shared(int rank, int size, int moves) {
  MGEN_Comm node;
  int me, n, *mine, *theirs, unit;
  MGEN_Aint bytes;
  MGEN_Win win;
  MGEN_Comm_split_type(MGEN_COMM_WORLD, MGEN_COMM_TYPE_SHARED, -rank, MGEN_INFO_NULL, &node);
  MGEN_Comm_rank(node, &me);
  MGEN_Comm_size(node, &n);
  MGEN_Win_allocate_shared((me + 1) * (MGEN_Aint)sizeof(int), sizeof(int), MGEN_INFO_NULL, node, &mine,
      &win);
  mine[me] = rank;
  MGEN_Win_fence(0, win);
  MGEN_Win_shared_query(win, (me + 1) % n, &bytes, &unit, &theirs);
  check(bytes == ((me + 1) % n + 1) * (MGEN_Aint)sizeof(int) && theirs[(me + 1) % n] >= 0 &&
      theirs[(me + 1) % n] < size);
  MGEN_Win_free(&win);
  MGEN_Comm_free(&node);
  (void)moves;
}

static void groups(int rank, int size, int moves) {
  MGEN_Comm own, between, all;
  int x = rank, sum = 0, members = 0, others = 0;
  if (size < 2) return;
  MGEN_Comm_split(MGEN_COMM_WORLD, rank % 2, (rank * 7) % 5, &own);
  int first = rank;
  MGEN_Bcast(&first, 1, MGEN_INT, 0, own);
  int leaders[2] = {0, 0}, told[2] = {rank % 2 ? 0 : first, rank % 2 ? first : 0};
  MGEN_Allreduce(told, leaders, 2, MGEN_INT, MGEN_MAX, MGEN_COMM_WORLD);
  if (moves) {
    MGEN_Intercomm_create(own, 0, MGEN_COMM_WORLD, leaders[rank % 2 == 0], 3, &between);
    MGEN_Comm_size(own, &members);
    MGEN_Comm_remote_size(between, &others);
    MGEN_Allreduce(&x, &sum, 1, MGEN_INT, MGEN_SUM, between);
    int want = 0;
    for (int i = rank % 2 == 0; i < size; i += 2) want += i;
    check(sum == want && members + others == size);
    MGEN_Intercomm_merge(between, rank % 2, &all);
    MGEN_Allreduce(&x, &sum, 1, MGEN_INT, MGEN_SUM, all);
    check(sum == size * (size - 1) / 2);
    MGEN_Comm_free(&all);
    MGEN_Comm_free(&between);
  }
  MGEN_Comm_free(&own);
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  const long one = 1;
  long sum = 0;
  MGEN_Allreduce(&one, &sum, 1, MGEN_LONG, MGEN_SUM, MGEN_COMM_WORLD);
  const int moves = sum == size; /* payload = false: nothing moves */
  fences(rank, size, moves);
  locks(rank, size, moves);
  epochs(rank, size, moves);
  shared(rank, size, moves);
  groups(rank, size, moves);
  MGEN_Finalize();
  return kDone;
}
