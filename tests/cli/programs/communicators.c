/* SPDX-License-Identifier: MIT
 * Every call that makes a communicator, a group or a topology, on all ranks at once. P is a power of two,
 * 64 at least. Each communicator is used once, by its neighbours' messages or a reduction. */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition)                                      \
  do {                                                          \
    if (!(condition)) {                                         \
      printf("rank %d, line %d: %s\n", me, __LINE__, #condition); \
      exit(1);                                                  \
    }                                                           \
  } while (0)

static void groups(int me, int size) {
  MGEN_Group world, self, others, odd, even, both, part;
  const int first_two[2] = {0, 1};
  int odds[1][3] = {{1, size - 1, 2}}, low[1][3] = {{0, size / 2 - 1, 1}}, rank, n, result;
  MGEN_Comm_group(MGEN_COMM_WORLD, &world);
  MGEN_Group_incl(world, 1, &me, &self);
  MGEN_Group_excl(world, 1, &me, &others); /* a group of its own on each rank */
  MGEN_Group_size(others, &n);
  MGEN_Group_rank(others, &rank);
  REQUIRE(n == size - 1 && rank == MGEN_UNDEFINED);
  MGEN_Group_range_incl(world, 1, odds, &odd);
  MGEN_Group_range_excl(world, 1, odds, &even);
  MGEN_Group_union(even, odd, &both);
  MGEN_Group_compare(both, world, &result);
  REQUIRE(result == MGEN_SIMILAR);
  MGEN_Group_compare(others, world, &result);
  REQUIRE(result == MGEN_UNEQUAL);
  MGEN_Group_translate_ranks(both, 2, first_two, world, odds[0]);
  REQUIRE(odds[0][0] == 0 && odds[0][1] == 2);
  MGEN_Group_free(&both);
  MGEN_Group_difference(world, self, &both);
  MGEN_Group_compare(both, others, &result);
  REQUIRE(result == MGEN_IDENT);
  MGEN_Group_range_incl(world, 1, low, &part);
  MGEN_Group_free(&both);
  MGEN_Group_intersection(others, part, &both);
  MGEN_Group_size(both, &n);
  REQUIRE(n == size / 2 - (me < size / 2));
  MGEN_Group_free(&both);
  MGEN_Group_union(others, self, &both);
  MGEN_Group_size(both, &n);
  REQUIRE(n == size);

  MGEN_Comm comm;
  MGEN_Comm_create(MGEN_COMM_WORLD, even, &comm);
  REQUIRE((comm == MGEN_COMM_NULL) == (me % 2 == 1));
  if (comm != MGEN_COMM_NULL) MGEN_Comm_free(&comm);
  if (me % 2 == 0) {
    MGEN_Comm_create_group(MGEN_COMM_WORLD, even, 7, &comm);
    MGEN_Comm_size(comm, &n);
    REQUIRE(n == size / 2);
    MGEN_Comm_free(&comm);
  }
  MGEN_Comm_create(MGEN_COMM_WORLD, MGEN_GROUP_EMPTY, &comm);
  REQUIRE(comm == MGEN_COMM_NULL);
  MGEN_Group_free(&world);
  MGEN_Group_free(&self);
  MGEN_Group_free(&others);
  MGEN_Group_free(&odd);
  MGEN_Group_free(&even);
  MGEN_Group_free(&both);
  MGEN_Group_free(&part);
}

static void duplicates(int me, int size) {
  MGEN_Comm copy, parts[4], copies[2];
  MGEN_Request requests[2];
  int result, n, rank, wave;
  MGEN_Comm_dup(MGEN_COMM_WORLD, &copy);
  MGEN_Comm_compare(copy, MGEN_COMM_WORLD, &result);
  REQUIRE(result == MGEN_CONGRUENT);
  MGEN_Comm_free(&copy);
  MGEN_Comm_idup(MGEN_COMM_WORLD, &copy, &requests[0]);
  MGEN_Wait(&requests[0], MGEN_STATUS_IGNORE);
  MGEN_Comm_free(&copy);

  MGEN_Comm_split(MGEN_COMM_WORLD, me % 8, 0, &parts[0]);          /* in steps */
  MGEN_Comm_split(MGEN_COMM_WORLD, me / 32, -me, &parts[1]);       /* the other way round */
  MGEN_Comm_split(MGEN_COMM_WORLD, me / 32, me * 11 % 32, &parts[2]); /* lists */
  MGEN_Comm_split_type(MGEN_COMM_WORLD, MGEN_COMM_TYPE_SHARED, 0, MGEN_INFO_NULL, &parts[3]);
  MGEN_Comm_size(parts[0], &n);
  REQUIRE(n == size / 8);
  MGEN_Comm_rank(parts[1], &rank);
  REQUIRE(rank == 31 - me % 32);
  MGEN_Comm_rank(parts[2], &rank);
  REQUIRE(rank == me * 11 % 32);
  /* Crosswise: no rank may wait for another before both have begun. */
  for (wave = 0; wave < 2; ++wave) {
    if (me / 32 % 2 == wave) {
      MGEN_Comm_idup(parts[1 + me % 2], &copies[me % 2], &requests[0]);
      MGEN_Comm_idup(parts[2 - me % 2], &copies[1 - me % 2], &requests[1]);
      MGEN_Waitall(2, requests, MGEN_STATUSES_IGNORE);
      MGEN_Comm_compare(copies[0], parts[1], &result);
      REQUIRE(result == MGEN_CONGRUENT);
      MGEN_Comm_free(&copies[0]);
      MGEN_Comm_free(&copies[1]);
    }
    MGEN_Barrier(MGEN_COMM_WORLD);
  }
  for (n = 0; n < 4; ++n) MGEN_Comm_free(&parts[n]);
}

static void grids(int me, int size) {
  MGEN_Comm grid, sub;
  int dims[3] = {0, 4, 2}, periods[3] = {1, 0, 1}, at[3], source, dest, n, rank;
  char out[6] = {0}, in[6];
  const int planes[3] = {1, 0, 1}, rows[3] = {0, 0, 1}, columns[3] = {1, 0, 0}, none[3] = {0, 0, 0};
  const int *const kept[4] = {planes, rows, columns, none};
  MGEN_Dims_create(size, 3, dims);
  MGEN_Cart_create(MGEN_COMM_WORLD, 3, dims, periods, 1, &grid);
  MGEN_Cart_coords(grid, me, 3, at);
  MGEN_Cart_rank(grid, at, &rank);
  REQUIRE(rank == me);
  MGEN_Cart_shift(grid, 0, 1, &source, &dest);
  MGEN_Sendrecv(&me, 1, MGEN_INT, dest, 0, &n, 1, MGEN_INT, source, 0, grid, MGEN_STATUS_IGNORE);
  REQUIRE(n == source);
  MGEN_Neighbor_alltoall(out, 1, MGEN_BYTE, in, 1, MGEN_BYTE, grid);
  for (n = 0; n < 4; ++n) {
    int extent = 1, d, found;
    for (d = 0; d < 3; ++d) extent *= kept[n][d] ? dims[d] : 1;
    MGEN_Cart_sub(grid, kept[n], &sub);
    MGEN_Comm_size(sub, &found);
    REQUIRE(found == extent);
    MGEN_Comm_free(&sub);
  }
  MGEN_Comm_free(&grid);
  dims[0] = size / 2 - 1, periods[0] = 0;
  MGEN_Cart_map(MGEN_COMM_WORLD, 1, dims, periods, &rank);
  MGEN_Cart_create(MGEN_COMM_WORLD, 1, dims, periods, 0, &grid);
  REQUIRE((grid == MGEN_COMM_NULL) == (rank == MGEN_UNDEFINED));
  if (grid != MGEN_COMM_NULL) MGEN_Comm_free(&grid);
}

/* The graph is the caller's: one for all. */
static void graphs(int me, int size, const int *graph) {
  MGEN_Comm comm;
  const int around[2] = {(me + 1) % size, (me + size - 1) % size};
  const int far[3] = {(me + size / 2) % size, (me * 5 + 3) % size, me}, one = 1, three = 3;
  int in, out, weighted, n, got[6] = {0};
  if (graph) {
    MGEN_Graph_map(MGEN_COMM_WORLD, size, graph, graph + size, &n);
    MGEN_Graph_create(MGEN_COMM_WORLD, size, graph, graph + size, 0, &comm);
    MGEN_Graph_neighbors_count(comm, me, &n);
    REQUIRE(n == 2);
    MGEN_Neighbor_allgather(&me, 1, MGEN_INT, got, 1, MGEN_INT, comm);
    REQUIRE(got[0] == around[0] && got[1] == around[1]);
    MGEN_Comm_free(&comm);
  }
  MGEN_Dist_graph_create_adjacent(MGEN_COMM_WORLD, 2, around, MGEN_UNWEIGHTED, 2, around, MGEN_UNWEIGHTED,
                                  MGEN_INFO_NULL, 0, &comm);
  MGEN_Neighbor_allgather(&me, 1, MGEN_INT, got, 1, MGEN_INT, comm);
  REQUIRE(got[0] == around[0] && got[1] == around[1]);
  MGEN_Comm_free(&comm);
  MGEN_Dist_graph_create(MGEN_COMM_WORLD, one, &me, &three, far, MGEN_UNWEIGHTED, MGEN_INFO_NULL, 0, &comm);
  MGEN_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
  REQUIRE(in == 3 && out == 3 && !weighted);
  MGEN_Neighbor_alltoall(got, 1, MGEN_INT, got + 3, 1, MGEN_INT, comm);
  MGEN_Comm_free(&comm);
}

static const int *ring(int size) {
  int *const graph = malloc(3 * sizeof(int) * (size_t)size), i;
  for (i = 0; i < size; ++i) {
    graph[i] = 2 * (i + 1);
    graph[size + 2 * i] = (i + 1) % size;
    graph[size + 2 * i + 1] = (i + size - 1) % size;
  }
  return graph;
}

int MGEN_Main(int argc, char **argv) {
  int me, size, sum = 0, step;
  const int *graph = NULL;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  /* A call for each letter; "w": the graph that all ranks know whole, too. */
  for (step = 0; argv[1][step]; ++step) {
    if (argv[1][step] == 'g') groups(me, size);
    if (argv[1][step] == 'd') duplicates(me, size);
    if (argv[1][step] == 'c') grids(me, size);
    if (argv[1][step] == 't') graphs(me, size, NULL);
    if (argv[1][step] == 'w') {
      /* Rank 0's graph is read by all, which a real program could not do: its address is sent. */
      if (me == 0) graph = ring(size);
      MGEN_Bcast(&graph, sizeof graph, MGEN_BYTE, 0, MGEN_COMM_WORLD);
      graphs(me, size, graph);
    }
  }
  MGEN_Allreduce(&me, &sum, 1, MGEN_INT, MGEN_MAX, MGEN_COMM_WORLD);
  if (me == 0) printf("made by %d ranks\n", size);
  MGEN_Finalize();
  return 0;
}
