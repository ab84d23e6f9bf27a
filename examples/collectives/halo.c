/* SPDX-License-Identifier: MIT
 * The faces of a block of a 3-D grid, n^3 doubles a rank, to the six neighbours: by messages written
 * out, one face after the other and all at once, and by one MGEN_Neighbor_alltoallw with datatypes
 * of the faces, blocking and beside computation.
 */
#include <mgen.h>
#include <stdio.h>

enum { kRounds = 10 };

/* The layer next to the border of dimension d, and the one outside of it; side 0 is the lower one. */
static MGEN_Datatype face(int n, int d, int side, int outside) {
  int sizes[3], parts[3], starts[3];
  for (int k = 0; k < 3; k++) {
    sizes[k] = n + 2;
    parts[k] = k == d ? 1 : n;
    starts[k] = k != d ? 1 : side ? n + outside : 1 - outside;
  }
  MGEN_Datatype type;
  MGEN_Type_create_subarray(3, sizes, parts, starts, MGEN_ORDER_C, MGEN_DOUBLE, &type);
  MGEN_Type_commit(&type);
  return type;
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  int dims[3] = {0, 0, 0}, wraps[3] = {1, 1, 1};
  MGEN_Comm grid;
  MGEN_Dims_create(size, 3, dims);
  MGEN_Cart_create(MGEN_COMM_WORLD, 3, dims, wraps, 1, &grid);
  if (rank == 0) {
    printf("halo exchange of %d ranks, us per round\n"
           "   n   bytes a face   in turn    at once  neighbour beside 100 us\n", size);
  }
  for (int n = 8; n <= 128; n *= 4) {
    MGEN_Datatype out[6], in[6];
    int ones[6], peer[6];
    MGEN_Aint zero[6];
    for (int i = 0; i < 6; i++) {
      out[i] = face(n, i / 2, i % 2, 0);
      in[i] = face(n, i / 2, i % 2, 1);
      ones[i] = 1;
      zero[i] = 0;
    }
    for (int d = 0; d < 3; d++) MGEN_Cart_shift(grid, d, 1, &peer[2 * d], &peer[2 * d + 1]);
    double begin[5];
    begin[0] = MGEN_Wtime();
    for (int round = 0; round < kRounds; round++) {
      for (int i = 0; i < 6; i++) { /* out at one side, in at the other */
        MGEN_Sendrecv(NULL, 1, out[i], peer[i], i, NULL, 1, in[i ^ 1], peer[i ^ 1], i, grid,
                      MGEN_STATUS_IGNORE);
      }
    }
    MGEN_Barrier(grid);
    begin[1] = MGEN_Wtime();
    for (int round = 0; round < kRounds; round++) {
      MGEN_Request all[12];
      for (int i = 0; i < 6; i++) MGEN_Irecv(NULL, 1, in[i], peer[i], i ^ 1, grid, &all[i]);
      for (int i = 0; i < 6; i++) MGEN_Isend(NULL, 1, out[i], peer[i], i, grid, &all[6 + i]);
      MGEN_Waitall(12, all, MGEN_STATUSES_IGNORE);
    }
    MGEN_Barrier(grid);
    begin[2] = MGEN_Wtime();
    for (int round = 0; round < kRounds; round++) {
      MGEN_Neighbor_alltoallw(NULL, ones, zero, out, NULL, ones, zero, in, grid);
    }
    MGEN_Barrier(grid);
    begin[3] = MGEN_Wtime();
    for (int round = 0; round < kRounds; round++) {
      MGEN_Request request;
      MGEN_Ineighbor_alltoallw(NULL, ones, zero, out, NULL, ones, zero, in, grid, &request);
      MGEN_Comp(100e-6);
      MGEN_Wait(&request, MGEN_STATUS_IGNORE);
    }
    MGEN_Barrier(grid);
    begin[4] = MGEN_Wtime();
    if (rank == 0) {
      printf("%4d %14ld", n, (long)sizeof(double) * n * n);
      for (int k = 0; k < 4; k++) printf(" %10.3f", (begin[k + 1] - begin[k]) / kRounds * 1e6);
      printf("\n");
    }
    for (int i = 0; i < 6; i++) {
      MGEN_Type_free(&out[i]);
      MGEN_Type_free(&in[i]);
    }
  }
  MGEN_Finalize();
  return 0;
}
