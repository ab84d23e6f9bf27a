/* SPDX-License-Identifier: MIT
 * Making communicators in all manners. Every rank knows the members of all of them, also of those
 * in which it is not.
 */
#ifndef COMMUNICATORS_H
#define COMMUNICATORS_H

#include "state.h"

static int position(const Comm* c, int world_rank) {
  for (int i = 0; i < c->size; i++) {
    if (c->world[i] == world_rank) return i;
  }
  return -1;
}

/* The library's opinion of a communicator. */
static void check_comm(const State* s, const Comm* c) {
  check(s, (c->me >= 0) == (c->comm != MGEN_COMM_NULL), "membership of a communicator", c->me,
        c->size);
  if (c->me < 0) return;
  int size, rank, places[kMostRanks], result;
  MGEN_Comm_size(c->comm, &size);
  MGEN_Comm_rank(c->comm, &rank);
  check(s, size == c->size && rank == c->me, "size and rank of a communicator", size, rank);
  MGEN_Group mine, world;
  MGEN_Comm_group(c->comm, &mine);
  MGEN_Comm_group(MGEN_COMM_WORLD, &world);
  int ranks[kMostRanks];
  for (int i = 0; i < size; i++) ranks[i] = i;
  MGEN_Group_translate_ranks(mine, size, ranks, world, places);
  for (int i = 0; i < size; i++)
    check(s, places[i] == c->world[i], "member of a communicator", places[i], c->world[i]);
  MGEN_Group_compare(mine, world, &result);
  check(s, size == s->size || result == MGEN_UNEQUAL, "comparison of groups", result, size);
  MGEN_Group_free(&mine);
  MGEN_Group_free(&world);
}

static void add(State* s, Comm* c) {
  c->me = position(c, s->rank);
  check_comm(s, c);
  s->comms[s->ncomms++] = *c;
}

static void drop(State* s, int i) {
  if (s->comms[i].me >= 0) MGEN_Comm_free(&s->comms[i].comm);
  s->comms[i] = s->comms[--s->ncomms];
}

static void duplicate(State* s, const Comm* c) {
  const int beside = one_in(s, 2);
  Comm n = *c;
  if (c->me >= 0) {
    MGEN_Request r;
    if (beside) {
      MGEN_Comm_idup(c->comm, &n.comm, &r);
      MGEN_Wait(&r, MGEN_STATUS_IGNORE);
    } else {
      MGEN_Comm_dup(c->comm, &n.comm);
    }
  }
  add(s, &n);
}

/* One of the parts is kept. */
static void split(State* s, const Comm* c) {
  const int colours = 1 + below(s, 3), none = one_in(s, 2), kept = below(s, colours);
  int colour[kMostRanks], key[kMostRanks];
  for (int i = 0; i < c->size; i++) {
    colour[i] = none && one_in(s, 5) ? MGEN_UNDEFINED : below(s, colours);
    key[i] = below(s, c->size);
  }
  Comm n = {.comm = MGEN_COMM_NULL};
  for (int k = 0; k < c->size; k++) {
    for (int i = 0; i < c->size; i++) {
      if (colour[i] == kept && key[i] == k) n.world[n.size++] = c->world[i];
    }
  }
  if (c->me >= 0) {
    MGEN_Comm made;
    MGEN_Comm_split(c->comm, colour[c->me], key[c->me], &made);
    check(s, (made == MGEN_COMM_NULL) == (colour[c->me] == MGEN_UNDEFINED), "a part of none",
          colour[c->me], kept);
    if (colour[c->me] == kept)
      n.comm = made;
    else if (made != MGEN_COMM_NULL)
      MGEN_Comm_free(&made);
  }
  if (n.size) add(s, &n);
}

/* Of a group that is drawn: by a list, by what is left out, by ranges. */
static void create(State* s, const Comm* c) {
  const int how = below(s, 3), alone = one_in(s, 2), first = below(s, c->size),
            stride = 1 + below(s, 3);
  int ranks[kMostRanks], n = 0, order[kMostRanks];
  for (int i = 0; i < c->size; i++) order[i] = i;
  for (int i = c->size; i-- > 1;) {
    const int j = below(s, i + 1), t = order[i];
    order[i] = order[j];
    order[j] = t;
  }
  n = 1 + below(s, c->size);
  Comm made = {.comm = MGEN_COMM_NULL};
  if (how == 1) n = below(s, c->size); /* these are left out */
  for (int i = 0; i < n; i++) ranks[i] = order[i];
  int ranges[1][3] = {{first, c->size - 1, stride}};
  for (int i = 0; how == 0 && i < n; i++) made.world[made.size++] = c->world[ranks[i]];
  for (int i = 0; how == 1 && i < c->size; i++) {
    int out = 0;
    for (int j = 0; j < n; j++) out |= ranks[j] == i;
    if (!out) made.world[made.size++] = c->world[i];
  }
  for (int i = first; how == 2 && i < c->size; i += stride) made.world[made.size++] = c->world[i];
  if (c->me >= 0) {
    MGEN_Group all, some;
    MGEN_Comm_group(c->comm, &all);
    if (how == 0)
      MGEN_Group_incl(all, n, ranks, &some);
    else if (how == 1)
      MGEN_Group_excl(all, n, ranks, &some);
    else
      MGEN_Group_range_incl(all, 1, ranges, &some);
    int size;
    MGEN_Group_size(some, &size);
    check(s, size == made.size, "size of a group", size, made.size);
    if (!alone)
      MGEN_Comm_create(c->comm, some, &made.comm);
    else if (position(&made, s->rank) >= 0)
      MGEN_Comm_create_group(c->comm, some, 9, &made.comm);
    MGEN_Group_free(&all);
    MGEN_Group_free(&some);
  }
  add(s, &made);
}

static void cartesian(State* s, const Comm* c) {
  Comm n = {.comm = MGEN_COMM_NULL, .kind = kCart};
  n.ndims = 1 + below(s, 3);
  const int whole = one_in(s, 2), sub = one_in(s, 3), away = below(s, n.ndims);
  for (int d = 0; d < n.ndims; d++) n.periods[d] = below(s, 2);
  n.size = 1;
  for (int d = 0; d < n.ndims && !whole; d++) {
    n.dims[d] = 1 + below(s, c->size / n.size < 5 ? c->size / n.size : 5);
    n.size *= n.dims[d];
  }
  if (whole) {
    n.size = c->size;
    MGEN_Dims_create(c->size, n.ndims, n.dims);
  }
  memcpy(n.world, c->world, sizeof n.world);
  if (c->me >= 0) MGEN_Cart_create(c->comm, n.ndims, n.dims, n.periods, 0, &n.comm);
  n.me = position(&n, s->rank);
  check_comm(s, &n);
  if (n.me >= 0) {
    int coords[3], back;
    MGEN_Cart_coords(n.comm, n.me, n.ndims, coords);
    MGEN_Cart_rank(n.comm, coords, &back);
    check(s, back == n.me, "rank by coordinates", back, n.me);
  }
  if (!sub || n.ndims == 1) {
    s->comms[s->ncomms++] = n;
    return;
  }
  /* Without one dimension: the part that holds the first rank. */
  Comm part = {.comm = MGEN_COMM_NULL, .kind = kCart};
  int remain[3], stride = 1;
  for (int d = 0; d < n.ndims; d++) {
    remain[d] = d != away;
    if (!remain[d]) continue;
    part.dims[part.ndims] = n.dims[d];
    part.periods[part.ndims++] = n.periods[d];
  }
  for (int d = away + 1; d < n.ndims; d++) stride *= n.dims[d];
  for (int r = 0; r < n.size; r++) {
    if (r / stride % n.dims[away] == 0) part.world[part.size++] = n.world[r];
  }
  if (n.me >= 0) {
    MGEN_Comm made;
    MGEN_Cart_sub(n.comm, remain, &made);
    if (n.me / stride % n.dims[away] == 0)
      part.comm = made;
    else
      MGEN_Comm_free(&made);
    MGEN_Comm_free(&n.comm);
  }
  add(s, &part);
}

static int edge(u64 key, int a, int b) { return hash(hash(key, (u64)a), (u64)b) % 3 == 0; }

static void sort(int n, int* a) {
  for (int i = 1; i < n; i++) {
    for (int j = i; j > 0 && a[j - 1] > a[j]; j--) {
      const int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  }
}

/* Edges by a hash: each rank gives its own, or any rank gives any, or all give all. */
static void graph(State* s, const Comm* c) {
  const int how = below(s, 3);
  const u64 key = throw_dice(s);
  Comm n = *c;
  n.comm = MGEN_COMM_NULL;
  n.kind = kGraph;
  n.in = n.out = 0;
  for (int r = 0; c->me >= 0 && r < c->size; r++) {
    const int both = how == 0 && (edge(key, r, c->me) || edge(key, c->me, r));
    if (both || (how > 0 && edge(key, r, c->me))) n.sources[n.in++] = r;
    if (both || (how > 0 && edge(key, c->me, r))) n.targets[n.out++] = r;
  }
  if (c->me >= 0 && how == 0) {
    int index[kMostRanks], *edges = malloc(kMostRanks * kMostRanks * sizeof *edges), ne = 0;
    for (int a = 0; a < c->size; a++) {
      for (int b = 0; b < c->size; b++) {
        if (edge(key, a, b) || edge(key, b, a)) edges[ne++] = b;
      }
      index[a] = ne;
    }
    MGEN_Graph_create(c->comm, c->size, index, edges, 0, &n.comm);
    int count;
    MGEN_Graph_neighbors_count(n.comm, c->me, &count);
    check(s, count == n.out, "neighbours in a graph", count, n.out);
    free(edges);
  } else if (c->me >= 0 && how == 1) {
    MGEN_Dist_graph_create_adjacent(c->comm, n.in, n.sources, MGEN_UNWEIGHTED, n.out, n.targets,
                                    MGEN_UNWEIGHTED, MGEN_INFO_NULL, 0, &n.comm);
  } else if (c->me >= 0) {
    /* The edges from rank r are given by rank r + 1. */
    const int giver = (c->me + c->size - 1) % c->size;
    int targets[kMostRanks], degree = 0;
    for (int b = 0; b < c->size; b++) {
      if (edge(key, giver, b)) targets[degree++] = b;
    }
    MGEN_Dist_graph_create(c->comm, 1, &giver, &degree, targets, MGEN_UNWEIGHTED, MGEN_INFO_NULL, 0,
                           &n.comm);
    int in, out, weighted, sources[kMostDegree], destinations[kMostDegree];
    MGEN_Dist_graph_neighbors_count(n.comm, &in, &out, &weighted);
    check(s, in == n.in && out == n.out, "degrees in a graph", in, out);
    MGEN_Dist_graph_neighbors(n.comm, in, n.sources, MGEN_UNWEIGHTED, out, n.targets,
                              MGEN_UNWEIGHTED);
    memcpy(sources, n.sources, sizeof sources);
    memcpy(destinations, n.targets, sizeof destinations);
    sort(in, sources);
    sort(out, destinations);
    for (int r = 0, i = 0, o = 0; r < c->size; r++) {
      if (edge(key, r, c->me)) check(s, sources[i] == r, "a source in a graph", sources[i], r), i++;
      if (edge(key, c->me, r))
        check(s, destinations[o] == r, "a destination in a graph", destinations[o], r), o++;
    }
  }
  add(s, &n);
}

static void communicators(State* s, int from) {
  if (s->ncomms == kMostComms) {
    drop(s, 1 + below(s, s->ncomms - 1));
    from = below(s, s->ncomms);
  }
  const Comm c = s->comms[from];
  switch (below(s, 6)) {
    case 0: duplicate(s, &c); break;
    case 1: split(s, &c); break;
    case 2: create(s, &c); break;
    case 3:
    case 4: cartesian(s, &c); break;
    default: graph(s, &c); break;
  }
}

#endif
