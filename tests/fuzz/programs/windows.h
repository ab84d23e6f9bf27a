/* SPDX-License-Identifier: MIT
 * A window of each rank of a communicator: puts to places of one's own, sums of all at one rank, gets;
 * under fences, locks or lock_all; then compared. */
#ifndef WINDOWS_H
#define WINDOWS_H

#include "state.h"

enum { kSlot = 64 };

static void windows(State* s, const Comm* c) {
  const int distance = below(s, 1000), root = below(s, 1000), kind = below(s, 3), bytes = 1 + below(s,
      kSlot),
            striped = one_in(s, 3), gets = one_in(s, 2),
            exclusive = one_in(s, 2);
  if (c->me < 0) return;
  const int to = (c->me + distance) % c->size, sum_at = root % c->size;
  const int all = kSlot * c->size + 8;
  u8 *memory, given[kSlot], got[kSlot];
  MGEN_Win win;
  MGEN_Datatype stripes;
  MGEN_Win_allocate(all, 1, MGEN_INFO_NULL, c->comm, &memory, &win);
  memset(memory, kHole, (size_t)all);
  memset(memory + kSlot * c->size, 0, 8);
  for (int i = 0; i < kSlot; i++) given[i] = byte_at(key_of(s, s->rank, 0), i), got[i] = kHole;
  const u64 mine = key_of(s, s->rank, 1) % 1000;
  MGEN_Type_vector(kSlot / 2, 1, 2, MGEN_BYTE, &stripes);
  MGEN_Type_commit(&stripes);
  if (kind == 0) MGEN_Win_fence(0, win);
  else MGEN_Barrier(c->comm);
  if (kind == 1) MGEN_Win_lock(exclusive ? MGEN_LOCK_EXCLUSIVE : MGEN_LOCK_SHARED, to, 0, win);
  if (kind == 2) MGEN_Win_lock_all(0, win);
  if (striped) MGEN_Put(given, 1, stripes, to, (MGEN_Aint)kSlot * c->me, 1, stripes, win);
  else MGEN_Put(given, bytes, MGEN_BYTE, to, (MGEN_Aint)kSlot * c->me, bytes, MGEN_BYTE, win);
  if (gets && !striped) {
    if (kind != 0) MGEN_Win_flush(to, win);
    else MGEN_Win_fence(0, win);
    MGEN_Get(got, bytes, MGEN_BYTE, to, (MGEN_Aint)kSlot * c->me, bytes, MGEN_BYTE, win);
  } else if (gets && kind == 0) {
    MGEN_Win_fence(0, win);
  }
  if (kind == 1) {
    MGEN_Win_unlock(to, win);
    MGEN_Win_lock(MGEN_LOCK_SHARED, sum_at, 0, win);
  }
  MGEN_Accumulate(&mine, 1, MGEN_UINT64_T, sum_at, (MGEN_Aint)kSlot * c->size, 1, MGEN_UINT64_T, MGEN_SUM,
      win);
  if (kind == 1) MGEN_Win_unlock(sum_at, win);
  if (kind == 2) MGEN_Win_unlock_all(win);
  if (kind == 0) MGEN_Win_fence(0, win);
  else MGEN_Barrier(c->comm);
  u8* const expected = empty_buffer(all);
  u64 sum = 0, counted;
  for (int w = 0; w < c->size; w++) {
    if (c->me == sum_at) sum += key_of(s, c->world[w], 1) % 1000;
    if ((w + distance) % c->size != c->me) continue;
    for (int i = 0; i < (striped ? kSlot : bytes); i++) {
      if (!striped || i % 2 == 0) expected[kSlot * w + i] = byte_at(key_of(s, c->world[w], 0), i);
    }
  }
  memcpy(&counted, memory + kSlot * c->size, 8);
  check(s, counted == sum, "sum of accumulates", (long)counted, (long)sum);
  memcpy(expected + kSlot * c->size, &sum, 8);
  compare(s, memory, expected, all, "window");
  free(expected);
  if (gets && !striped) compare(s, got, given, bytes, "get from a window");
  MGEN_Win_free(&win);
  MGEN_Type_free(&stripes);
}

/* Atomic words of one rank, which all others change; then a put between neighbours that know of it. */
static void words_of_windows(State* s, const Comm* c) {
  const int owner = below(s, 1000), rounds = 1 + below(s, 4), distance = below(s, 1000),
            later = one_in(s, 2);
  if (c->me < 0) return;
  const int at = owner % c->size, to = (c->me + distance) % c->size,
            from = (c->me + c->size - distance % c->size) % c->size;
  long *words, sum = 0, won = 0, winners = 0;
  MGEN_Win win;
  MGEN_Win_allocate(3 * sizeof(long), sizeof(long), MGEN_INFO_NULL, c->comm, &words, &win);
  words[0] = words[1] = words[2] = 0;
  MGEN_Barrier(c->comm);
  MGEN_Win_lock_all(0, win);
  for (int i = 0; i < rounds; i++) {
    const long add = c->me + 1;
    long before = -1;
    MGEN_Fetch_and_op(&add, &before, MGEN_LONG, at, 0, MGEN_SUM, win);
    MGEN_Win_flush(at, win);
    check(s, before >= sum && before >= add * i, "a sum that only grows", before, sum);
    sum = before;
  }
  const long name = c->me + 1, zero = 0;
  long before = -1;
  MGEN_Compare_and_swap(&name, &zero, &before, MGEN_LONG, at, 1, win);
  MGEN_Win_flush(at, win);
  won = before == 0;
  MGEN_Win_unlock_all(win);
  MGEN_Allreduce(&won, &winners, 1, MGEN_LONG, MGEN_SUM, c->comm);
  check(s, winners == 1, "ranks that swapped first", winners, 1);

  MGEN_Group all, source, target;
  MGEN_Comm_group(c->comm, &all);
  MGEN_Group_incl(all, 1, &from, &source);
  MGEN_Group_incl(all, 1, &to, &target);
  MGEN_Win_post(source, 0, win);
  MGEN_Win_start(target, 0, win);
  const long given = (long)(key_of(s, c->me, 5) >> 1);
  MGEN_Put(&given, 1, MGEN_LONG, to, 2, 1, MGEN_LONG, win);
  MGEN_Win_complete(win);
  if (later) {
    for (int flag = 0; !flag;) MGEN_Win_test(win, &flag);
  } else {
    MGEN_Win_wait(win);
  }
  const long expected = (long)(key_of(s, from, 5) >> 1);
  check(s, words[2] == expected, "put to a neighbour", words[2], expected);
  if (c->me == at) {
    long all_of_it = 0;
    for (int i = 0; i < c->size; i++) all_of_it += (long)rounds * (i + 1);
    check(s, words[0] == all_of_it, "sum of fetch and op", words[0], all_of_it);
    check(s, words[1] >= 1 && words[1] <= c->size, "who swapped", words[1], c->size);
  }
  MGEN_Group_free(&source);
  MGEN_Group_free(&target);
  MGEN_Group_free(&all);
  MGEN_Barrier(c->comm);
  MGEN_Win_free(&win);
}

#endif
