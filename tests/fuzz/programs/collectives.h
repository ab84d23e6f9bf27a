/* SPDX-License-Identifier: MIT
 * Collectives of all kinds: blocking, non-blocking and persistent, with what they must leave
 * behind.
 */
#ifndef COLLECTIVES_H
#define COLLECTIVES_H

#include "messages.h"
#include "reductions.h"

enum { kBlocking, kNonBlocking, kPersistent, kMostOwned = 12 };

/* A collective that has begun: what is to be compared when it has ended. */
typedef struct {
  const char* name;
  MGEN_Request request;
  u8 *got, *expected;
  long bytes;
  void* owned[kMostOwned];
  int nowned;
  Type type;
  int typed;
} Call;

static void* own(Call* k, void* p) { return k->owned[k->nowned++] = p; }
static int* own_ints(Call* k, int n) { return own(k, malloc((size_t)(n + 1) * sizeof(int))); }

/* NAME(…, comm) in one of its three forms. */
#define RUN(NAME, INAME, ...)                                                \
  do {                                                                       \
    k->name = #NAME;                                                         \
    if (form == kBlocking)                                                   \
      MGEN_##NAME(__VA_ARGS__, c->comm);                                     \
    else if (form == kNonBlocking)                                           \
      MGEN_##INAME(__VA_ARGS__, c->comm, &k->request);                       \
    else                                                                     \
      MGEN_##NAME##_init(__VA_ARGS__, c->comm, MGEN_INFO_NULL, &k->request); \
  } while (0)

static u64 block_key(const State* s, int from, int to) { return key_of(s, from, to + 1000); }

/* Counts of blocks and where they lie: one behind another, with gaps, at times from behind. */
static void draw_blocks(State* s, int n, int most, int* counts, int* places) {
  const int backwards = one_in(s, 3), gap = below(s, 3);
  int at = 0;
  for (int i = 0; i < n; i++) counts[i] = below(s, most + 1);
  for (int j = 0; j < n; j++) {
    const int i = backwards ? n - 1 - j : j;
    places[i] = at;
    at += counts[i] + gap;
  }
  places[n] = at;
}

static u8* block(const Type* t, u8* buffer, int element) {
  return buffer + (long)element * t->extent;
}

static void take(Call* k, u8* got, u8* expected, long bytes) {
  k->got = own(k, got);
  k->expected = own(k, expected);
  k->bytes = bytes;
}

/* ---- To or from a root ---- */

static void bcast(State* s, const Comm* c, Call* k, int form) {
  const int root = below(s, c->size), n = draw_count(s, &k->type);
  if (c->me < 0) return;
  const long bytes = bytes_of(&k->type, n);
  const u64 key = block_key(s, root, 0);
  take(k, c->me == root ? full_buffer(&k->type, n, key) : empty_buffer(bytes),
       full_buffer(&k->type, n, key), bytes);
  RUN(Bcast, Ibcast, k->got, n, k->type.type, root);
}

static void gather(State* s, const Comm* c, Call* k, int form) {
  const Type* t = &k->type;
  const int root = below(s, c->size), various = one_in(s, 2), n = below(s, 9),
            in_place = one_in(s, 4) && form != kPersistent;
  int *counts = own_ints(k, c->size), *places = own_ints(k, c->size);
  draw_blocks(s, c->size, 8, counts, places);
  for (int i = 0; !various && i <= c->size; i++) counts[i] = n, places[i] = i * n;
  if (c->me < 0) return;
  const long bytes = bytes_of(t, places[c->size]);
  u8* out = own(k, full_buffer(t, counts[c->me], block_key(s, c->me, 0)));
  u8 *in = empty_buffer(bytes), *expected = empty_buffer(bytes);
  const int here = in_place && c->me == root;
  for (int r = 0; c->me == root && r < c->size; r++)
    put(t, block(t, expected, places[r]), counts[r], block_key(s, r, 0));
  if (here) put(t, block(t, in, places[root]), counts[root], block_key(s, root, 0));
  take(k, in, expected, bytes);
  const void* from = here ? MGEN_IN_PLACE : out;
  if (various)
    RUN(Gatherv, Igatherv, from, counts[c->me], t->type, in, counts, places, t->type, root);
  else
    RUN(Gather, Igather, from, n, t->type, in, n, t->type, root);
}

static void scatter(State* s, const Comm* c, Call* k, int form) {
  const Type* t = &k->type;
  const int root = below(s, c->size), various = one_in(s, 2), n = below(s, 9);
  int *counts = own_ints(k, c->size), *places = own_ints(k, c->size);
  draw_blocks(s, c->size, 8, counts, places);
  for (int i = 0; !various && i <= c->size; i++) counts[i] = n, places[i] = i * n;
  if (c->me < 0) return;
  u8* out = own(k, empty_buffer(bytes_of(t, places[c->size])));
  for (int r = 0; c->me == root && r < c->size; r++)
    put(t, block(t, out, places[r]), counts[r], block_key(s, r, 0));
  const int mine = counts[c->me];
  take(k, empty_buffer(bytes_of(t, mine)), full_buffer(t, mine, block_key(s, c->me, 0)),
       bytes_of(t, mine));
  if (various)
    RUN(Scatterv, Iscatterv, out, counts, places, t->type, k->got, mine, t->type, root);
  else
    RUN(Scatter, Iscatter, out, n, t->type, k->got, n, t->type, root);
}

/* ---- From all to all ---- */

static void allgather(State* s, const Comm* c, Call* k, int form) {
  const Type* t = &k->type;
  const int various = one_in(s, 2), n = below(s, 9), in_place = one_in(s, 4) && form != kPersistent;
  int *counts = own_ints(k, c->size), *places = own_ints(k, c->size);
  draw_blocks(s, c->size, 8, counts, places);
  for (int i = 0; !various && i <= c->size; i++) counts[i] = n, places[i] = i * n;
  if (c->me < 0) return;
  const long bytes = bytes_of(t, places[c->size]);
  const int mine = counts[c->me];
  u8 *in = empty_buffer(bytes), *expected = empty_buffer(bytes);
  for (int r = 0; r < c->size; r++)
    put(t, block(t, expected, places[r]), counts[r], block_key(s, r, 0));
  if (in_place) put(t, block(t, in, places[c->me]), mine, block_key(s, c->me, 0));
  take(k, in, expected, bytes);
  const void* out = in_place ? MGEN_IN_PLACE : own(k, full_buffer(t, mine, block_key(s, c->me, 0)));
  if (various)
    RUN(Allgatherv, Iallgatherv, out, mine, t->type, in, counts, places, t->type);
  else
    RUN(Allgather, Iallgather, out, n, t->type, in, n, t->type);
}

static int cell(const State* s, int from, int to, int most) {
  return (int)(hash(key_of(s, from, to), 3) % (u64)(most + 1));
}

static void alltoall(State* s, const Comm* c, Call* k, int form) {
  const Type* t = &k->type;
  const int kind = below(s, 3), n = below(s, 9), most = below(s, 9),
            in_place = kind == 0 && one_in(s, 3) && form != kPersistent;
  if (c->me < 0) return;
  int *out_counts = own_ints(k, c->size), *out_places = own_ints(k, c->size);
  int *in_counts = own_ints(k, c->size), *in_places = own_ints(k, c->size);
  int out_end = 0, in_end = 0;
  for (int r = 0; r < c->size; r++) {
    out_counts[r] = kind == 0 ? n : cell(s, c->me, r, most);
    in_counts[r] = kind == 0 ? n : cell(s, r, c->me, most);
    out_places[r] = out_end;
    in_places[r] = in_end;
    out_end += out_counts[r];
    in_end += in_counts[r];
  }
  u8* out = own(k, empty_buffer(bytes_of(t, out_end)));
  u8 *in = empty_buffer(bytes_of(t, in_end)), *expected = empty_buffer(bytes_of(t, in_end));
  for (int r = 0; r < c->size; r++) {
    put(t, block(t, in_place ? in : out, out_places[r]), out_counts[r], block_key(s, c->me, r));
    put(t, block(t, expected, in_places[r]), in_counts[r], block_key(s, r, c->me));
  }
  take(k, in, expected, bytes_of(t, in_end));
  if (kind == 0) {
    RUN(Alltoall, Ialltoall, in_place ? MGEN_IN_PLACE : out, n, t->type, in, n, t->type);
  } else if (kind == 1) {
    RUN(Alltoallv, Ialltoallv, out, out_counts, out_places, t->type, in, in_counts, in_places,
        t->type);
  } else {
    MGEN_Datatype* types = own(k, malloc((size_t)c->size * sizeof *types));
    for (int r = 0; r < c->size; r++) {
      types[r] = t->type;
      out_places[r] *= t->extent;
      in_places[r] *= t->extent;
    }
    RUN(Alltoallw, Ialltoallw, out, out_counts, out_places, types, in, in_counts, in_places, types);
  }
}

/* ---- Reductions ---- */

static void reduce(State* s, const Comm* c, Call* k, int form) {
  const int kind = below(s, 6), root = below(s, c->size),
            in_place = one_in(s, 4) && form != kPersistent;
  const Reduction op = draw_reduction(s);
  const int n = kind == 3 ? 1 + below(s, 5) : below(s, one_in(s, 10) ? 3000 : 30);
  int *counts = own_ints(k, c->size), *places = own_ints(k, c->size);
  draw_blocks(s, c->size, 5, counts, places);
  places[0] = 0;
  for (int r = 0; r < c->size; r++)
    places[r + 1] = places[r] + (kind == 3 ? counts[r] = n : counts[r]);
  if (c->me < 0) return;
  const int all = kind == 2 || kind == 3 ? places[c->size] : n;
  const long whole = all * op.width + kGuard;
  u8* out = own(k, empty_buffer(whole));
  fill_values(s, &op, out, c->me, all);
  u8 *in = empty_buffer(whole), *expected = empty_buffer(whole);
  /* What comes: which part of the vector, of which ranks. */
  int first = 0, count = all, ranks = c->size;
  if (kind == 0 && c->me != root) count = 0;
  if (kind == 2 || kind == 3) first = places[c->me], count = counts[c->me];
  if (kind == 4) ranks = c->me + 1;
  if (kind == 5) ranks = c->me;
  if (ranks == 0) count = 0; /* rank 0 of an exscan: its buffer is undefined */
  const int here = in_place && (kind != 0 || c->me == root);
  if (here) memcpy(in, out, (size_t)whole), memcpy(expected, out, (size_t)whole);
  fold_values(s, &op, expected, ranks, first, count);
  const int undefined = kind == 5 && c->me == 0;
  take(k, in, expected,
       undefined                      ? 0
       : here && kind < 4 && kind > 1 ? (long)count * op.width
                                      : whole);
  const void* from = here ? MGEN_IN_PLACE : out;
  switch (kind) {
    case 0: RUN(Reduce, Ireduce, from, in, n, op.type, op.op, root); break;
    case 1: RUN(Allreduce, Iallreduce, from, in, n, op.type, op.op); break;
    case 2: RUN(Reduce_scatter, Ireduce_scatter, from, in, counts, op.type, op.op); break;
    case 3: RUN(Reduce_scatter_block, Ireduce_scatter_block, from, in, n, op.type, op.op); break;
    case 4: RUN(Scan, Iscan, from, in, n, op.type, op.op); break;
    default: RUN(Exscan, Iexscan, from, in, n, op.type, op.op); break;
  }
}

/* ---- Among neighbours ---- */

/* Neighbours whose blocks come and go, and for each incoming block the number of the sender's
 * outgoing one. */
static int cart_neighbours(const State* s, const Comm* c, int* from, int* to, int* place) {
  for (int d = 0; d < c->ndims; d++) {
    MGEN_Cart_shift(c->comm, d, 1, &from[2 * d], &to[2 * d + 1]);
    to[2 * d] = from[2 * d];
    from[2 * d + 1] = to[2 * d + 1];
    place[2 * d] = 2 * d + 1;
    place[2 * d + 1] = 2 * d;
  }
  check(s, c->ndims <= 3, "dimensions", c->ndims, 3);
  return 2 * c->ndims;
}

static void neighbours(State* s, const Comm* c, Call* k, int form) {
  const Type* t = &k->type;
  const int kind = below(s, 4), n = below(s, 9);
  if (c->me < 0) return;
  int from[kMostDegree], to[kMostDegree], place[kMostDegree], in_n = c->in, out_n = c->out;
  if (c->kind == kCart) {
    in_n = out_n = cart_neighbours(s, c, from, to, place);
  } else {
    memcpy(from, c->sources, sizeof from);
    memcpy(to, c->targets, sizeof to);
  }
  int *counts = own_ints(k, kMostDegree), *places = own_ints(k, kMostDegree);
  for (int i = 0; i <= (in_n > out_n ? in_n : out_n); i++) counts[i] = n, places[i] = i * (n + 1);
  const int gather = kind < 2, gap = kind == 1 || kind == 3;
  const long bytes = bytes_of(t, (long)(in_n + 1) * (n + 1));
  u8* out = own(k, empty_buffer(bytes_of(t, (long)(out_n + 1) * (n + 1))));
  u8 *in = empty_buffer(bytes), *expected = empty_buffer(bytes);
  const int step = gap ? n + 1 : n;
  if (gather) put(t, out, n, block_key(s, c->me, 0));
  for (int i = 0; !gather && i < out_n; i++) {
    const int mark = c->kind == kCart ? i : to[i];
    put(t, block(t, out, i * step), n, block_key(s, c->me, mark));
  }
  for (int i = 0; i < in_n; i++) {
    if (from[i] == MGEN_PROC_NULL) continue;
    const int mark = gather ? 0 : c->kind == kCart ? place[i] : c->me;
    put(t, block(t, expected, i * step), n, block_key(s, from[i], mark));
  }
  take(k, in, expected, bytes);
  switch (kind) {
    case 0: RUN(Neighbor_allgather, Ineighbor_allgather, out, n, t->type, in, n, t->type); break;
    case 1:
      RUN(Neighbor_allgatherv, Ineighbor_allgatherv, out, n, t->type, in, counts, places, t->type);
      break;
    case 2: RUN(Neighbor_alltoall, Ineighbor_alltoall, out, n, t->type, in, n, t->type); break;
    default:
      RUN(Neighbor_alltoallv, Ineighbor_alltoallv, out, counts, places, t->type, in, counts, places,
          t->type);
  }
}

/* ---- Several at once ---- */

static void begin(State* s, const Comm* c, Call* k, int form) {
  memset(k, 0, sizeof *k);
  k->request = MGEN_REQUEST_NULL;
  make_type(s, &k->type);
  switch (below(s, c->kind == kPlain ? 8 : 11)) {
    case 0: bcast(s, c, k, form); break;
    case 1: gather(s, c, k, form); break;
    case 2: scatter(s, c, k, form); break;
    case 3: allgather(s, c, k, form); break;
    case 4: alltoall(s, c, k, form); break;
    case 5:
    case 6:
    case 7: reduce(s, c, k, form); break;
    default: neighbours(s, c, k, form); break;
  }
  s->op++; /* data of its own */
}

static void end(State* s, const Comm* c, Call* k) {
  if (c->me >= 0 && k->bytes) compare(s, k->got, k->expected, k->bytes, k->name);
  for (int i = 0; i < k->nowned; i++) free(k->owned[i]);
  free_type(&k->type);
}

static void collectives(State* s, const Comm* c) {
  const int form = below(s, 3), n = form == kBlocking ? 1 : 1 + below(s, 3), twice = one_in(s, 2);
  const int overlap = one_in(s, 2);
  Call calls[3];
  for (int i = 0; i < n; i++) begin(s, c, &calls[i], form);
  if (overlap) messages(s, c); /* meanwhile */
  if (c->me >= 0 && form != kBlocking) {
    MGEN_Request requests[3];
    for (int i = 0; i < n; i++) requests[i] = calls[i].request;
    for (int round = 0; round < (form == kPersistent && twice ? 2 : 1); round++) {
      if (form == kPersistent) MGEN_Startall(n, requests);
      MGEN_Comp(1e-8 * (double)(hash(s->op, (u64)s->rank) % 200));
      if (n > 1)
        MGEN_Waitall(n, requests, MGEN_STATUSES_IGNORE);
      else
        MGEN_Wait(&requests[0], MGEN_STATUS_IGNORE);
      /* The second round finds in its buffers what the first one left: the same comes again where
         nothing is taken from them. */
      if (form == kPersistent && round == 0) {
        for (int i = 0; i < n; i++) {
          if (calls[i].bytes)
            compare(s, calls[i].got, calls[i].expected, calls[i].bytes, calls[i].name);
        }
      }
    }
    for (int i = 0; form == kPersistent && i < n; i++) MGEN_Request_free(&requests[i]);
  }
  for (int i = 0; i < n; i++) end(s, c, &calls[i]);
}

#endif
