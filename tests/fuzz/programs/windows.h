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

#endif
