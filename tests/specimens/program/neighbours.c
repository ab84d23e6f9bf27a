/* SPDX-License-Identifier: MIT
 * Collectives among neighbours: on a ring, blocking, non-blocking and persistent; on a graph that its
 * ranks describe in parts; and an alltoallw. Where payload moves it is checked: exits with 3 if a number
 * is wrong.
 */
#include <mgen.h>
#include <stdlib.h>

static void check(int moves, int ok) {
  if (moves && !ok) MGEN_Abort(MGEN_COMM_WORLD, 3);
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  int one = 1, moves = 0;
  MGEN_Allreduce(&one, &moves, 1, MGEN_INT, MGEN_SUM, MGEN_COMM_WORLD);
  const int below = (rank + size - 1) % size, above = (rank + 1) % size;

  MGEN_Comm ring;
  const int wraps = 1;
  MGEN_Cart_create(MGEN_COMM_WORLD, 1, &size, &wraps, 0, &ring);
  int out[2], in[2];
  MGEN_Request kept;
  MGEN_Neighbor_alltoall_init(out, 1, MGEN_INT, in, 1, MGEN_INT, ring, MGEN_INFO_NULL, &kept);
  for (int round = 0; round < 4; round++) {
    out[0] = 10 * rank + round;
    out[1] = 10 * rank + round + 5;
    in[0] = in[1] = -1;
    MGEN_Comp(1e-7 * ((rank + round) % 3));
    if (round < 2) {
      MGEN_Start(&kept);
      MGEN_Wait(&kept, MGEN_STATUS_IGNORE);
    } else if (round == 2) {
      MGEN_Neighbor_alltoall(out, 1, MGEN_INT, in, 1, MGEN_INT, ring);
    } else {
      MGEN_Request request;
      int done = 0;
      MGEN_Ineighbor_alltoall(out, 1, MGEN_INT, in, 1, MGEN_INT, ring, &request);
      while (!done) MGEN_Test(&request, &done, MGEN_STATUS_IGNORE);
    }
    check(moves, in[0] == 10 * below + round + 5); /* what it sends up */
    check(moves, in[1] == 10 * above + round);
  }
  MGEN_Request_free(&kept);

  /* Each rank says of the one above it that it sends to all before it. */
  MGEN_Comm graph;
  int *before = malloc(sizeof(int) * (size_t)size);
  for (int r = 0; r < above; r++) before[r] = r;
  MGEN_Dist_graph_create(MGEN_COMM_WORLD, 1, &above, &above, before, MGEN_UNWEIGHTED, MGEN_INFO_NULL,
                         0, &graph);
  int indegree, outdegree, weighted;
  MGEN_Dist_graph_neighbors_count(graph, &indegree, &outdegree, &weighted);
  check(1, indegree == size - 1 - rank && outdegree == rank);
  int *sources = malloc(sizeof(int) * (size_t)(2 * size)), *got = sources + size;
  MGEN_Dist_graph_neighbors(graph, indegree, sources, MGEN_UNWEIGHTED, outdegree, before,
                            MGEN_UNWEIGHTED);
  const int mine = 7 * rank;
  MGEN_Neighbor_allgather(&mine, 1, MGEN_INT, got, 1, MGEN_INT, graph);
  for (int i = 0; i < indegree; i++) check(moves, got[i] == 7 * sources[i]);

  /* The upper triangle, as columns. */
  int *counts = malloc(sizeof(int) * (size_t)(4 * size));
  int *places = counts + size, *get = counts + 2 * size, *to = counts + 3 * size;
  MGEN_Datatype *types = malloc(sizeof(MGEN_Datatype) * (size_t)size);
  for (int r = 0; r < size; r++) {
    counts[r] = r >= rank;
    get[r] = r <= rank;
    places[r] = to[r] = (int)sizeof(int) * r;
    types[r] = MGEN_INT;
    before[r] = 100 * rank + r;
    got[r] = -1;
  }
  MGEN_Alltoallw(before, counts, places, types, got, get, to, types, MGEN_COMM_WORLD);
  for (int r = 0; r < size; r++) check(moves, got[r] == (r <= rank ? 100 * r + rank : -1));
  free(types);
  free(counts);
  free(sources);
  free(before);
  MGEN_Comm_free(&graph);
  MGEN_Finalize();
  return 0;
}
