/* SPDX-License-Identifier: MIT
 * One-sided operations on the memory that each rank has from the start: puts, gets, copies between
 * others and atomic additions, all complete before a barrier, then compared.
 */
#ifndef GLOBAL_MEMORY_H
#define GLOBAL_MEMORY_H

#define KASURI_KEEP_MAIN
#include <acp.h>

#include "state.h"

/* Of the 4 KiB: a place of 80 bytes for each writer, what a rank gives to others, a counter. */
enum {
  kPlace = 80,
  kGiven = 80 * kMostRanks,
  kGivenBytes = 40,
  kCounter = kGiven + 48,
  kOldValue = kCounter + 8
};

static u8* memory_of(const State* s) { return acp_query_address(acp_query_starter_ga(s->rank)); }

static void global_memory(State* s) {
  const int distance = below(s, s->size), other = below(s, s->size), root = below(s, s->size),
            ordered = one_in(s, 2);
  const int bytes = 1 + below(s, kGivenBytes), kind = below(s, 3);
  u8* const memory = memory_of(s);
  for (int i = 0; i < kGivenBytes; i++) memory[kGiven + i] = byte_at(key_of(s, s->rank, 0), i);
  memset(memory, kHole, kGiven);
  acp_sync();
  const int to = (s->rank + distance) % s->size, from = (s->rank + other) % s->size;
  const acp_ga_t here = acp_query_starter_ga(s->rank), there = acp_query_starter_ga(to);
  acp_handle_t h =
      acp_copy(there + (acp_ga_t)(kPlace * s->rank), here + kGiven, (size_t)bytes, ACP_HANDLE_NULL);
  if (kind > 0) {
    /* A get; or, by one that is neither, a copy from there to my neighbour. */
    const acp_ga_t target = kind == 1 ? here : there;
    acp_copy(target + (acp_ga_t)(kPlace * s->rank + kGivenBytes),
             acp_query_starter_ga(from) + kGiven, (size_t)bytes, ordered ? h : ACP_HANDLE_NULL);
  }
  const u64 given = key_of(s, s->rank, 1) % 1000;
  h = acp_add8(here + kOldValue, acp_query_starter_ga(root) + kCounter, given,
               ordered ? ACP_HANDLE_CONT : ACP_HANDLE_NULL);
  acp_complete(h);
  if (!ordered) acp_complete(ACP_HANDLE_ALL);
  acp_sync();
  for (int r = 0; r < s->size; r++) s->counters[root] += key_of(s, r, 1) % 1000;
  u64 counted;
  memcpy(&counted, memory + kCounter, 8);
  check(s, counted == s->counters[s->rank], "sum of atomic additions", (long)counted,
        (long)s->counters[s->rank]);
  u8* const expected = empty_buffer(kGiven);
  for (int w = 0; w < s->size; w++) {
    const int target = (w + distance) % s->size, source = (w + other) % s->size;
    for (int i = 0; i < bytes; i++) {
      if (target == s->rank) expected[kPlace * w + i] = byte_at(key_of(s, w, 0), i);
      if (kind > 0 && (kind == 1 ? w : target) == s->rank) {
        expected[kPlace * w + kGivenBytes + i] = byte_at(key_of(s, source, 0), i);
      }
    }
  }
  compare(s, memory, expected, kGiven, "global memory");
  free(expected);
  acp_sync();
}

#endif
