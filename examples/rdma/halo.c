/* SPDX-License-Identifier: MIT
 * A stencil in three dimensions whose halo travels by puts, after or during computation.
 *
 *   halo [OVERLAP [CELLS [STEPS]]]       0 or 1; cells of an edge of a rank's cube, 64; 10
 *
 * A cell has 8 bytes and takes 1 ns. With overlap the inner cells are computed while the faces are on their
 * way, then the outer ones.
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

int MGEN_Main(int argc, char **argv) {
  int size, dims[3] = {0, 0, 0}, periods[3] = {1, 1, 1}, rank, to[6];
  MGEN_Comm grid;
  MGEN_Init(&argc, &argv);
  const int overlap = argc > 1 && atoi(argv[1]);
  const int n = argc > 2 ? atoi(argv[2]) : 64, steps = argc > 3 ? atoi(argv[3]) : 10;
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  MGEN_Dims_create(size, 3, dims);
  MGEN_Cart_create(MGEN_COMM_WORLD, 3, dims, periods, 0, &grid);
  MGEN_Comm_rank(grid, &rank);
  for (int d = 0; d < 3; d++) MGEN_Cart_shift(grid, d, 1, &to[2 * d], &to[2 * d + 1]);
  const double inner = 1e-9 * (n - 2) * (n - 2) * (n - 2), all = 1e-9 * n * n * n;

  MGEN_Barrier(MGEN_COMM_WORLD);
  const double start = MGEN_Wtime();
  double waiting = 0;
  for (int step = 0; step < steps; step++) {
    MGEN_acp_handle put[6];
    for (int f = 0; f < 6; f++) put[f] = MGEN_acp_copy(rank, to[f], 8 * n * n);
    if (overlap) MGEN_Comp(inner);
    const double t = MGEN_Wtime();
    for (int f = 0; f < 6; f++) {
      MGEN_Recv(NULL, 8 * n * n, MGEN_BYTE, to[f], ACP_PUT_TAG, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
    }
    for (int f = 0; f < 6; f++) MGEN_acp_complete(put[f]);
    waiting += MGEN_Wtime() - t;
    MGEN_Comp(overlap ? all - inner : all);
  }
  double mine[2] = {(MGEN_Wtime() - start) / steps, waiting / steps}, most[2];
  MGEN_Reduce(mine, most, 2, MGEN_DOUBLE, MGEN_MAX, 0, MGEN_COMM_WORLD);
  if (rank == 0) {
    printf("%d ranks, cubes of %d^3, %s: a step takes %.2f us, %.2f us of it waiting\n", size, n,
           overlap ? "puts during computation" : "puts, then computation", most[0] * 1e6,
           most[1] * 1e6);
  }
  MGEN_Comm_free(&grid);
  MGEN_Finalize();
  return 0;
}
