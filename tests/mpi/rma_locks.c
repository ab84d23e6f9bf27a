/* SPDX-License-Identifier: MIT
 * Locks, atomic operations, requests, and the epochs of pairs of ranks (MPI 4.1,
 * sections 12.3 to 12.5). */
#include "window.h"

TEST(lock_and_put) {
  int x = rank;
  begin(size);
  MPI_Win_lock(MPI_LOCK_SHARED, NEXT, 0, win);
  MPI_Put(&x, 1, MPI_INT, NEXT, rank, 1, MPI_INT, win);
  MPI_Win_unlock(NEXT, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  CHECK(base[PREVIOUS] == PREVIOUS);
  MPI_Win_unlock(rank, win);
  end();
}

TEST(exclusive_lock_keeps_others_out) {
  begin(1);
  if (rank == 0) base[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 5; i++) {
    int x;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    x++;
    MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (rank == 0) CHECK(base[0] == 5 * size);
  MPI_Win_unlock(0, win);
  end();
}

TEST(unlock_completes_at_the_target) {
  int x = 77, token = 0;
  begin(1);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    CHECK(base[0] == 77);
    MPI_Win_unlock(1, win);
  }
  end();
}

TEST(lock_without_check) {
  int x = rank;
  begin(size);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win);
  MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size; i++) CHECK(base[i] == i);
  end();
}

TEST(locks_of_several_targets) {
  int x = rank + 1;
  begin(size);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Put(&x, 1, MPI_INT, 1, rank, 1, MPI_INT, win);
  MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Win_unlock(1, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; rank < 2 && i < size; i++) CHECK(base[i] == i + 1);
  end();
}

TEST(lock_all_and_flush) {
  int x = rank, got = -1;
  begin(size);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < size; i++) MPI_Put(&x, 1, MPI_INT, i, rank, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Get(&got, 1, MPI_INT, NEXT, PREVIOUS, 1, MPI_INT, win);
  MPI_Win_flush(NEXT, win);
  CHECK(got == PREVIOUS);
  MPI_Win_unlock_all(win);
  end();
}

TEST(lock_all_without_check) {
  int x = rank + 4;
  begin(1);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Put(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(base[0] == PREVIOUS + 4);
  end();
}

TEST(local_flush_frees_the_buffer) {
  int x = 1;
  begin(2);
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(NEXT, win);
  x = 2;
  MPI_Put(&x, 1, MPI_INT, NEXT, 1, 1, MPI_INT, win);
  MPI_Win_flush_local_all(win);
  x = 3;
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(base[0] == 1 && base[1] == 2);
  end();
}

TEST(fetch_and_add) {
  int one = 1, ticket = -1, seen = 0, all = 0;
  begin(1);
  if (rank == 0) base[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
  MPI_Win_unlock_all(win);
  CHECK(ticket >= 0 && ticket < size);
  seen = 1 << ticket;
  MPI_Allreduce(&seen, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all == (1 << size) - 1);
  end();
}

TEST(fetch_without_change) {
  int got = 0;
  begin_fenced(3);
  MPI_Fetch_and_op(NULL, &got, MPI_INT, NEXT, 2, MPI_NO_OP, win);
  MPI_Win_fence(0, win);
  CHECK(got == 1000 * NEXT + 2 && base[2] == 1000 * rank + 2);
  end();
}

TEST(fetch_and_replace) {
  int fresh = -rank, old = 1;
  begin_fenced(1);
  MPI_Fetch_and_op(&fresh, &old, MPI_INT, NEXT, 0, MPI_REPLACE, win);
  MPI_Win_fence(0, win);
  CHECK(old == 1000 * NEXT && base[0] == -PREVIOUS);
  end();
}

TEST(compare_and_swap_by_all) {
  int mine = rank + 1, expected = 0, old = -1, winners = 0, won;
  begin(1);
  if (rank == 0) base[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Compare_and_swap(&mine, &expected, &old, MPI_INT, 0, 0, win);
  MPI_Win_unlock_all(win);
  won = old == 0;
  MPI_Allreduce(&won, &winners, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(winners == 1);
  MPI_Bcast(&base[0], 1, MPI_INT, 0, MPI_COMM_WORLD);
  CHECK(won == (base[0] == mine));
  end();
}

TEST(compare_and_swap_of_long) {
  long *memory, mine = 5, expected = 17, old = 0;
  MPI_Win w;
  MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &w);
  *memory = rank == 1 ? 17 : 18;
  MPI_Win_fence(0, w);
  MPI_Compare_and_swap(&mine, &expected, &old, MPI_LONG, NEXT, 0, w);
  MPI_Win_fence(0, w);
  CHECK(old == (NEXT == 1 ? 17 : 18) && *memory == (rank == 1 ? 5 : 18));
  MPI_Win_free(&w);
}

TEST(get_accumulate_sums) {
  int x[2] = {1, 2}, old[2] = {0, 0};
  begin_fenced(2);
  MPI_Get_accumulate(x, 2, MPI_INT, old, 2, MPI_INT, NEXT, 0, 2, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  CHECK(old[0] == 1000 * NEXT && old[1] == 1000 * NEXT + 1);
  CHECK(base[0] == 1000 * rank + 1 && base[1] == 1000 * rank + 3);
  end();
}

TEST(get_accumulate_only_gets) {
  int old[2] = {0, 0};
  begin_fenced(2);
  MPI_Get_accumulate(NULL, 0, MPI_INT, old, 2, MPI_INT, NEXT, 0, 2, MPI_INT, MPI_NO_OP, win);
  MPI_Win_fence(0, win);
  CHECK(old[0] == 1000 * NEXT && old[1] == 1000 * NEXT + 1 && base[1] == 1000 * rank + 1);
  end();
}

TEST(get_accumulate_with_strides) {
  int x[2] = {5, 6}, old[4] = {0};
  MPI_Datatype every_second;
  MPI_Type_vector(2, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  begin_fenced(4);
  MPI_Get_accumulate(x, 2, MPI_INT, old, 1, every_second, NEXT, 1, 1, every_second, MPI_SUM, win);
  MPI_Win_fence(0, win);
  CHECK(old[0] == 1000 * NEXT + 1 && old[1] == 0 && old[2] == 1000 * NEXT + 3);
  CHECK(base[1] == 1000 * rank + 6 && base[2] == 1000 * rank + 2 && base[3] == 1000 * rank + 9);
  end();
  MPI_Type_free(&every_second);
}

TEST(request_of_a_put) {
  int x = rank + 1;
  MPI_Request r;
  begin(1);
  MPI_Win_lock_all(0, win);
  MPI_Rput(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(r == MPI_REQUEST_NULL);
  x = -1;
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(base[0] == PREVIOUS + 1);
  end();
}

TEST(request_of_a_get) {
  int x = -1, y = -1;
  MPI_Request r[2];
  begin(2);
  MPI_Win_lock_all(0, win);
  MPI_Rget(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win, &r[0]);
  MPI_Rget(&y, 1, MPI_INT, PREVIOUS, 1, 1, MPI_INT, win, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  CHECK(x == 1000 * NEXT && y == 1000 * PREVIOUS + 1);
  MPI_Win_unlock_all(win);
  end();
}

TEST(request_tested) {
  int x = -1, done = 0;
  MPI_Request r;
  begin(1);
  MPI_Win_lock_all(0, win);
  MPI_Rget(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win, &r);
  while (!done) MPI_Test(&r, &done, MPI_STATUS_IGNORE);
  CHECK(x == 1000 * NEXT);
  MPI_Win_unlock_all(win);
  end();
}

TEST(request_of_an_accumulate) {
  int x = 2;
  MPI_Request r;
  begin(1);
  base[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Raccumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) CHECK(base[0] == 2 * size);
  end();
}

TEST(request_of_a_get_accumulate) {
  int x = 3, old = -1;
  MPI_Request r;
  begin(1);
  MPI_Win_lock_all(0, win);
  MPI_Rget_accumulate(&x, 1, MPI_INT, &old, 1, MPI_INT, NEXT, 0, 1, MPI_INT, MPI_SUM, win, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(old == 1000 * NEXT);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(base[0] == 1000 * rank + 3);
  end();
}

static MPI_Group one_rank(int r) {
  MPI_Group all, one;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &r, &one);
  MPI_Group_free(&all);
  return one;
}

TEST(post_start_complete_wait) {
  int x = rank + 30;
  MPI_Group from = one_rank(PREVIOUS), to = one_rank(NEXT);
  begin(1);
  MPI_Win_post(from, 0, win);
  MPI_Win_start(to, 0, win);
  MPI_Put(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  CHECK(base[0] == PREVIOUS + 30);
  end();
  MPI_Group_free(&from);
  MPI_Group_free(&to);
}

TEST(post_start_ten_times) {
  MPI_Group from = one_rank(PREVIOUS), to = one_rank(NEXT);
  begin(1);
  for (int i = 0; i < 10; i++) {
    int x = 100 * i + rank;
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    CHECK(base[0] == 100 * i + PREVIOUS);
  }
  end();
  MPI_Group_free(&from);
  MPI_Group_free(&to);
}

TEST(test_of_an_exposure) {
  int x = rank, flag = 0, tries = 0;
  MPI_Group from = one_rank(PREVIOUS), to = one_rank(NEXT);
  begin(1);
  MPI_Win_post(from, 0, win);
  MPI_Win_start(to, 0, win);
  MPI_Put(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  while (!flag) {
    MPI_Win_test(win, &flag);
    tries++;
  }
  CHECK(base[0] == PREVIOUS && tries > 0);
  end();
  MPI_Group_free(&from);
  MPI_Group_free(&to);
}

TEST(one_target_many_origins) {
  int x = rank;
  MPI_Group all, others, zero = one_rank(0);
  int none[1] = {0};
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_excl(all, 1, none, &others);
  begin(size);
  if (rank == 0) {
    MPI_Win_post(others, 0, win);
    MPI_Win_wait(win);
    for (int i = 1; i < size; i++) CHECK(base[i] == i);
  } else {
    MPI_Win_start(zero, 0, win);
    MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_complete(win);
  }
  end();
  MPI_Group_free(&all);
  MPI_Group_free(&others);
  MPI_Group_free(&zero);
}

TEST(start_of_an_empty_group) {
  begin(1);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_complete(win);
  MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_wait(win);
  CHECK(base[0] == 1000 * rank);
  end();
}

TEST(gets_in_a_started_epoch) {
  int x = -1;
  MPI_Group from = one_rank(PREVIOUS), to = one_rank(NEXT);
  begin(1);
  MPI_Win_post(from, MPI_MODE_NOPUT, win);
  MPI_Win_start(to, 0, win);
  MPI_Get(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  CHECK(x == 1000 * NEXT);
  MPI_Win_wait(win);
  end();
  MPI_Group_free(&from);
  MPI_Group_free(&to);
}

TEST(fence_assertions) {
  int x = rank;
  begin(1);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
  CHECK(base[0] == PREVIOUS);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  MPI_Win_unlock(rank, win);
  end();
}

TEST(many_fences) {
  begin_fenced(1);
  for (int i = 0; i < 20; i++) {
    int x = i + rank;
    MPI_Put(&x, 1, MPI_INT, NEXT, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(base[0] == i + PREVIOUS);
    MPI_Win_fence(0, win);
  }
  end();
}

/* What a rank does to its own window, in each kind of epoch. */
TEST(accesses_to_oneself) {
  MPI_Group all, me;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &rank, &me);
  for (int mode = 0; mode < 5; mode++) {
    int x = 10 * rank + mode, one = 1, old = -1, next = -1, first = -1, got[3000], big[3000];
    for (int i = 0; i < 3000; i++) big[i] = i ^ rank;
    begin(3010);
    base[1] = 5;
    if (mode == 0) MPI_Win_fence(0, win);
    if (mode == 1) MPI_Win_post(me, 0, win), MPI_Win_start(me, 0, win);
    if (mode == 2) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    if (mode == 3) MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    if (mode == 4) MPI_Win_lock_all(0, win);
    MPI_Put(&x, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Accumulate(&one, 1, MPI_INT, rank, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&one, &old, MPI_INT, rank, 1, MPI_SUM, win);
    MPI_Compare_and_swap(&one, &x, &next, MPI_INT, rank, 2, win);
    MPI_Get(&first, 1, MPI_INT, rank, 3, 1, MPI_INT, win);
    MPI_Put(big, 3000, MPI_INT, rank, 10, 3000, MPI_INT, win);
    if (mode > 1) {
      MPI_Request r;
      MPI_Win_flush(rank, win);
      CHECK(old == 6 && base[0] == x);
      MPI_Rget(got, 3000, MPI_INT, rank, 10, 3000, MPI_INT, win, &r);
      MPI_Wait(&r, MPI_STATUS_IGNORE);
      CHECK(got[2999] == big[2999]);
    }
    if (mode == 0) MPI_Win_fence(0, win);
    if (mode == 1) MPI_Win_complete(win), MPI_Win_wait(win);
    if (mode == 2 || mode == 3) MPI_Win_unlock(rank, win);
    if (mode == 4) MPI_Win_unlock_all(win);
    CHECK(base[0] == x && base[1] == 7 && old == 6);
    CHECK(first == 1000 * rank + 3 && next == 1000 * rank + 2 && base[2009] == big[1999]);
    end();
  }
  MPI_Group_free(&all);
  MPI_Group_free(&me);
}
