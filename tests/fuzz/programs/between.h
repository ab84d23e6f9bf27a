/* SPDX-License-Identifier: MIT
 * What joins two groups, and what is packed, cancelled or asked for in other ways than messages.h does:
 * inter-communicators, MPI_Pack, requests whose status is looked at, alltoallw, sets of ranks. */
#ifndef BETWEEN_H
#define BETWEEN_H

#include "state.h"

/* The ranks of a communicator below `cut`, and the others. */
static void between_groups(State* s, const Comm* c) {
  const int cut = 1 + below(s, c->size - 1), leads[2] = {below(s, cut), below(s, c->size - cut)},
            distance = below(s, 1000), bytes = 1 + below(s, 20000), high = below(s, 2),
            root = below(s, cut);
  if (c->me < 0 || c->size < 2) return;
  const int side = c->me >= cut, mine = side ? c->size - cut : cut, theirs = c->size - mine,
            first = side ? 0 : cut; /* of the others */
  MGEN_Comm local, inter, merged;
  int size, rank, flag;
  MGEN_Comm_split(c->comm, side, c->me, &local);
  MGEN_Intercomm_create(local, leads[side], c->comm, side ? leads[0] : cut + leads[1], 9, &inter);
  MGEN_Comm_rank(inter, &rank);
  MGEN_Comm_remote_size(inter, &size);
  MGEN_Comm_test_inter(inter, &flag);
  check(s, flag && size == theirs, "size of the other group", size, theirs);
  check(s, rank == c->me - (side ? cut : 0), "rank in a group", rank, c->me);

  const int to = (rank + distance) % theirs;
  u8* const out = empty_buffer(bytes);
  MGEN_Request sent;
  for (int i = 0; i < bytes; i++) out[i] = byte_at(key_of(s, c->me, first + to), i);
  MGEN_Isend(out, bytes, MGEN_BYTE, to, 11, inter, &sent);
  u8 *const in = empty_buffer(bytes), *const expected = empty_buffer(bytes);
  for (int from = 0; from < theirs; from++) {
    if ((from + distance) % mine != rank) continue;
    MGEN_Status st;
    MGEN_Recv(in, bytes, MGEN_BYTE, from, 11, inter, &st);
    for (int i = 0; i < bytes; i++) expected[i] = byte_at(key_of(s, first + from, c->me), i);
    compare(s, in, expected, bytes, "message between groups");
  }
  MGEN_Wait(&sent, MGEN_STATUS_IGNORE);

  /* The root is one of the ranks below the cut. */
  const int role = side ? root : rank == root ? MGEN_ROOT : MGEN_PROC_NULL;
  for (int i = 0; i < bytes; i++) expected[i] = byte_at(key_of(s, 77, 0), i);
  memcpy(in, side ? out : expected, (size_t)bytes);
  MGEN_Bcast(in, bytes, MGEN_BYTE, role, inter);
  compare(s, in, expected, bytes, "bcast between groups");
  long sum = 0, of_others = 0, me = c->me + 1;
  MGEN_Allreduce(&me, &sum, 1, MGEN_LONG, MGEN_SUM, inter);
  for (int i = 0; i < theirs; i++) of_others += first + i + 1;
  check(s, sum == of_others, "allreduce between groups", sum, of_others);

  MGEN_Intercomm_merge(inter, side ^ high, &merged);
  MGEN_Comm_size(merged, &size);
  MGEN_Comm_rank(merged, &rank);
  const int place = !high ? c->me : side ? c->me - cut : c->me + (c->size - cut);
  check(s, size == c->size && rank == place, "rank after a merge", rank, place);
  MGEN_Barrier(merged);
  MGEN_Comm_free(&merged);
  MGEN_Comm_free(&inter);
  MGEN_Comm_free(&local);
  free(out), free(in), free(expected);
}

/* Elements are packed, sent as packed bytes, and received as elements or unpacked. */
static void packed(State* s, const Comm* c) {
  Type t;
  make_type(s, &t);
  const int n = draw_count(s, &t) % 2000, unpacks = one_in(s, 2), distance = below(s, c->size);
  if (c->me >= 0) {
    const int to = (c->me + distance) % c->size, from = (c->me + c->size - distance) % c->size;
    int most = 0, at = 0;
    MGEN_Pack_size(n, t.type, c->comm, &most);
    check(s, most >= n * t.size, "size of a pack", most, n * t.size);
    u8 *const out = full_buffer(&t, n, key_of(s, c->me, 0)), *const pack = empty_buffer(most + kGuard),
       *const got = empty_buffer(most + kGuard), *const in = empty_buffer(bytes_of(&t, n)),
       *const expected = full_buffer(&t, n, key_of(s, from, 0));
    MGEN_Pack(out, n / 2, t.type, pack, most, &at, c->comm);
    MGEN_Pack(out + (long)(n / 2) * t.extent, n - n / 2, t.type, pack, most, &at, c->comm);
    if (unpacks) {
      MGEN_Sendrecv(pack, at, MGEN_PACKED, to, 13, got, most, MGEN_PACKED, from, 13, c->comm,
                    MGEN_STATUS_IGNORE);
      int place = 0;
      MGEN_Unpack(got, at, &place, in, n, t.type, c->comm);
      check(s, place == at, "end of what is unpacked", place, at);
    } else {
      MGEN_Sendrecv(pack, at, MGEN_PACKED, to, 13, in, n, t.type, from, 13, c->comm, MGEN_STATUS_IGNORE);
    }
    compare(s, in, expected, bytes_of(&t, n), "what was packed");
    free(out), free(pack), free(got), free(in), free(expected);
  }
  free_type(&t);
}

/* A receive that nobody sends to is taken back; an exchange is looked at until it is complete. */
static void looked_at(State* s, const Comm* c) {
  const int distance = below(s, c->size), bytes = 1 + below(s, 30000), cancels = one_in(s, 2);
  if (c->me < 0) return;
  const int to = (c->me + distance) % c->size, from = (c->me + c->size - distance) % c->size;
  u8 *const out = empty_buffer(bytes), *const in = empty_buffer(bytes),
     *const expected = empty_buffer(bytes), nothing[16], untouched[16];
  memset(nothing, kHole, sizeof nothing);
  memset(untouched, kHole, sizeof untouched);
  for (int i = 0; i < bytes; i++) {
    out[i] = byte_at(key_of(s, c->me, 1), i);
    expected[i] = byte_at(key_of(s, from, 1), i);
  }
  MGEN_Request r, never = MGEN_REQUEST_NULL;
  MGEN_Status st;
  int flag = 0;
  if (cancels) MGEN_Irecv(nothing, sizeof nothing, MGEN_BYTE, MGEN_ANY_SOURCE, 31999, c->comm, &never);
  MGEN_Isendrecv(out, bytes, MGEN_BYTE, to, 17, in, bytes, MGEN_BYTE, from, 17, c->comm, &r);
  while (!flag) MGEN_Request_get_status(r, &flag, &st);
  check(s, st.MGEN_SOURCE == from, "source of what was looked at", st.MGEN_SOURCE, from);
  MGEN_Wait(&r, MGEN_STATUS_IGNORE);
  compare(s, in, expected, bytes, "what was looked at");
  if (cancels) {
    MGEN_Cancel(&never);
    MGEN_Wait(&never, &st);
    MGEN_Test_cancelled(&st, &flag);
    check(s, flag, "a receive that was taken back", flag, 1);
    compare(s, nothing, untouched, sizeof nothing, "buffer of a receive that was taken back");
  }
  free(out), free(in), free(expected);
}

/* Each pair of ranks with a count and a datatype of its own. */
static int pair_count(const State* s, int from, int to) {
  return (int)(hash(key_of(s, from, to), 3) % 40) * (hash(key_of(s, from, to), 4) % 3 != 0);
}
static void alltoallw(State* s, const Comm* c) {
  Type kinds[2];
  for (int k = 0; k < 2; k++) make_type(s, &kinds[k]);
  const int later = one_in(s, 2);
  if (c->me >= 0) {
    int out_counts[kMostRanks], in_counts[kMostRanks], out_at[kMostRanks], in_at[kMostRanks];
    MGEN_Datatype out_types[kMostRanks], in_types[kMostRanks];
    long out_bytes = 0, in_bytes = 0;
    for (int i = 0; i < c->size; i++) {
      const Type* t = &kinds[(i + c->me) % 2];
      out_counts[i] = pair_count(s, c->me, i), in_counts[i] = pair_count(s, i, c->me);
      out_at[i] = (int)out_bytes, in_at[i] = (int)in_bytes;
      out_types[i] = in_types[i] = t->type;
      out_bytes += bytes_of(t, out_counts[i]), in_bytes += bytes_of(t, in_counts[i]);
    }
    u8 *const out = empty_buffer(out_bytes), *const in = empty_buffer(in_bytes),
       *const expected = empty_buffer(in_bytes);
    for (int i = 0; i < c->size; i++) {
      const Type* t = &kinds[(i + c->me) % 2];
      put(t, out + out_at[i], out_counts[i], key_of(s, c->me, i));
      put(t, expected + in_at[i], in_counts[i], key_of(s, i, c->me));
    }
    if (later) {
      MGEN_Request r;
      MGEN_Ialltoallw(out, out_counts, out_at, out_types, in, in_counts, in_at, in_types, c->comm, &r);
      MGEN_Wait(&r, MGEN_STATUS_IGNORE);
    } else {
      MGEN_Alltoallw(out, out_counts, out_at, out_types, in, in_counts, in_at, in_types, c->comm);
    }
    compare(s, in, expected, in_bytes, "alltoallw");
    free(out), free(in), free(expected);
  }
  for (int k = 0; k < 2; k++) free_type(&kinds[k]);
}

/* Even ranks and multiples of three. */
static void sets(const State* s, const Comm* c) {
  MGEN_Group all, parts[2], both[3];
  int chosen[2][kMostRanks], n[2] = {0, 0};
  MGEN_Comm_group(c->comm, &all);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < c->size; i += 2 + k) chosen[k][n[k]++] = i;
    MGEN_Group_incl(all, n[k], chosen[k], &parts[k]);
  }
  MGEN_Group_union(parts[0], parts[1], &both[0]);
  MGEN_Group_intersection(parts[0], parts[1], &both[1]);
  MGEN_Group_difference(parts[0], parts[1], &both[2]);
  for (int k = 0; k < 3; k++) {
    int size = 0, expected = 0, ranks[kMostRanks], places[kMostRanks];
    for (int i = 0; i < c->size; i++) {
      const int even = i % 2 == 0, third = i % 3 == 0;
      expected += k == 0 ? even || third : k == 1 ? even && third : even && !third;
    }
    MGEN_Group_size(both[k], &size);
    check(s, size == expected, "size of a set of ranks", size, expected);
    for (int i = 0; i < size; i++) ranks[i] = i;
    MGEN_Group_translate_ranks(both[k], size, ranks, all, places);
    for (int i = 0; i < size; i++) {
      const int p = places[i], even = p % 2 == 0, third = p % 3 == 0;
      check(s, k == 0 ? even || third : k == 1 ? even && third : even && !third, "a member of a set", p, k);
    }
    MGEN_Group_free(&both[k]);
  }
  for (int k = 0; k < 2; k++) MGEN_Group_free(&parts[k]);
  MGEN_Group_free(&all);
}

static void between(State* s, const Comm* c) {
  switch (below(s, 6)) {
    case 0:
    case 1: between_groups(s, c); break;
    case 2: packed(s, c); break;
    case 3: looked_at(s, c); break;
    case 4: alltoallw(s, c); break;
    default:
      if (c->me >= 0) sets(s, c);
  }
}

#endif
