/* SPDX-License-Identifier: MIT
 * All sixteen collectives, over the world, a duplicate of it, and lines and planes of a Cartesian grid:
 * blocking, two at a time beside a computation, and persistent; and a ring of persistent messages beside
 * them. Each rank adds up all that it has received, with weights; the first one prints the sum over
 * all ranks, which no algorithm may change.
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 512 };

/* What each rank works with; ranks share globals, so it lives on the heap. */
struct Room {
  long give[2 * kMost], get[2 * kMost], more[2 * kMost], other[2 * kMost];
  int counts[kMost], places[kMost], same[kMost], steps[kMost];
};

static unsigned long sum(unsigned long so_far, const long *data, int n) {
  for (int i = 0; i < n; i++) so_far = so_far * 31 + (unsigned long)data[i];
  return so_far;
}

static void clear(long *data) {
  for (int i = 0; i < 2 * kMost; i++) data[i] = 0;
}

/* Every collective of one communicator. */
static unsigned long all_of_them(MGEN_Comm comm, struct Room *r, unsigned long total) {
  int rank, size;
  MGEN_Comm_rank(comm, &rank);
  MGEN_Comm_size(comm, &size);
  const int root = size / 3;
  for (int i = 0; i < 2 * kMost; i++) r->give[i] = rank * 1000 + i;
  for (int i = 0; i < size; i++) {
    r->counts[i] = i % 3 ? 1 : 0;
    r->places[i] = i;
    r->same[i] = 1;
    r->steps[i] = i;
  }
  const int mine = r->counts[rank];

  MGEN_Barrier(comm);
  long number = rank == root ? 4711 : 0;
  MGEN_Bcast(&number, 1, MGEN_LONG, root, comm);
  total = sum(total, &number, 1);
  clear(r->get);
  MGEN_Reduce(r->give, r->get, 5, MGEN_LONG, MGEN_SUM, root, comm);
  if (rank == root) total = sum(total, r->get, 5);
  MGEN_Allreduce(r->give, r->get, 5, MGEN_LONG, MGEN_MAX, comm);
  total = sum(total, r->get, 5);
  MGEN_Scan(r->give, r->get, 2, MGEN_LONG, MGEN_SUM, comm);
  total = sum(total, r->get, 2);
  clear(r->get);
  MGEN_Exscan(r->give, r->get, 2, MGEN_LONG, MGEN_SUM, comm);
  if (rank > 0) total = sum(total, r->get, 2);

  MGEN_Gather(r->give, 2, MGEN_LONG, r->get, 2, MGEN_LONG, root, comm);
  if (rank == root) total = sum(total, r->get, 2 * size);
  clear(r->get);
  MGEN_Gatherv(r->give, mine, MGEN_LONG, r->get, r->counts, r->places, MGEN_LONG, root, comm);
  if (rank == root) total = sum(total, r->get, size);
  MGEN_Scatter(r->give, 2, MGEN_LONG, r->get, 2, MGEN_LONG, root, comm);
  total = sum(total, r->get, 2);
  MGEN_Scatterv(r->give, r->counts, r->places, MGEN_LONG, r->get, mine, MGEN_LONG, root, comm);
  total = sum(total, r->get, mine);
  MGEN_Allgather(r->give, 2, MGEN_LONG, r->get, 2, MGEN_LONG, comm);
  total = sum(total, r->get, 2 * size);
  clear(r->get);
  MGEN_Allgatherv(r->give, mine, MGEN_LONG, r->get, r->counts, r->places, MGEN_LONG, comm);
  total = sum(total, r->get, size);
  MGEN_Alltoall(r->give, 1, MGEN_LONG, r->get, 1, MGEN_LONG, comm);
  total = sum(total, r->get, size);
  MGEN_Alltoallv(r->give, r->same, r->steps, MGEN_LONG, r->get, r->same, r->steps, MGEN_LONG, comm);
  total = sum(total, r->get, size);
  MGEN_Reduce_scatter(r->give, r->get, r->counts, MGEN_LONG, MGEN_SUM, comm);
  total = sum(total, r->get, mine);
  MGEN_Reduce_scatter_block(r->give, r->get, 1, MGEN_LONG, MGEN_SUM, comm);
  return sum(total, r->get, 1);
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  struct Room *r = malloc(sizeof *r);

  int extents[3] = {0, 0, 0}, periodic[3] = {1, 1, 1};
  MGEN_Comm copy, grid, line, plane;
  MGEN_Comm_dup(MGEN_COMM_WORLD, &copy);
  MGEN_Dims_create(size, 3, extents);
  MGEN_Cart_create(MGEN_COMM_WORLD, 3, extents, periodic, 0, &grid);
  MGEN_Cart_sub(grid, (int[]){0, 0, 1}, &line);
  MGEN_Comm_split(MGEN_COMM_WORLD, rank % extents[2], -rank, &plane);
  int in_line;
  MGEN_Comm_rank(line, &in_line);

  unsigned long total = 0;
  total = all_of_them(MGEN_COMM_WORLD, r, total);
  total = all_of_them(plane, r, total);
  total = all_of_them(line, r, total);

  /* Beside a computation that is longer for some than for others; a ring of messages, too. */
  int left, right;
  MGEN_Cart_shift(grid, 0, 1, &left, &right);
  long out[64], in[64];
  MGEN_Request ring[2], sums;
  MGEN_Recv_init(in, 64, MGEN_LONG, left, 3, grid, &ring[0]);
  MGEN_Send_init(out, 64, MGEN_LONG, right, 3, grid, &ring[1]);
  MGEN_Allreduce_init(out, r->more, 64, MGEN_LONG, MGEN_SUM, plane, MGEN_INFO_NULL, &sums);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 64; i++) out[i] = rank + round * i;
    for (int i = 0; i < 2 * kMost; i++) r->give[i] = rank + round + i;
    MGEN_Request two[2];
    MGEN_Startall(2, ring);
    MGEN_Start(&sums);
    MGEN_Ialltoall(r->give, 1, MGEN_LONG, r->get, 1, MGEN_LONG, copy, &two[0]);
    MGEN_Iallgather(r->give, 1, MGEN_LONG, r->other, 1, MGEN_LONG, line, &two[1]);
    MGEN_Comp(1e-6 * (1 + rank % 5));
    MGEN_Waitall(2, ring, MGEN_STATUSES_IGNORE);
    MGEN_Wait(&sums, MGEN_STATUS_IGNORE);
    MGEN_Waitall(2, two, MGEN_STATUSES_IGNORE);
    total = sum(total, in, 64);
    total = sum(total, r->more, 64);
    total = sum(total, r->get, size);
    total = sum(total, r->other, extents[2]);
  }
  MGEN_Request_free(&ring[0]);
  MGEN_Request_free(&ring[1]);
  MGEN_Request_free(&sums);

  long mine = (long)(total % 1000000007), everybodys = 0;
  MGEN_Reduce(&mine, &everybodys, 1, MGEN_LONG, MGEN_SUM, 0, MGEN_COMM_WORLD);
  if (rank == 0) printf("%d ranks, check sum %ld\n", size, everybodys);
  free(r);
  MGEN_Comm_free(&line);
  MGEN_Comm_free(&plane);
  MGEN_Comm_free(&grid);
  MGEN_Comm_free(&copy);
  MGEN_Finalize();
  return 0;
}
