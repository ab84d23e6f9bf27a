/* SPDX-License-Identifier: MIT
 * The exchange of a particle simulation by puts (the third experiment of NSIM-ACE's English paper): each
 * step a rank packs the particles that have left it for its neighbours in three dimensions, one after the
 * other, and puts each pack when it is ready; or a barrier follows the packing and all are put then.
 *
 *   particles [BARRIER [PARTICLES [STEPS]]]       0 or 1; mean number per face, 4,000; 10
 *
 * A particle has 48 bytes and takes 20 ns to pack. Numbers differ from rank to rank and face to face by up
 * to a half.
 */
#include <mgen.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t hash(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

int MGEN_Main(int argc, char **argv) {
  int size, dims[3] = {0, 0, 0}, periods[3] = {1, 1, 1}, rank, to[6];
  MGEN_Comm grid;
  MGEN_Init(&argc, &argv);
  const int barrier = argc > 1 && atoi(argv[1]);
  const int particles = argc > 2 ? atoi(argv[2]) : 4000, steps = argc > 3 ? atoi(argv[3]) : 10;
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  MGEN_Dims_create(size, 3, dims);
  MGEN_Cart_create(MGEN_COMM_WORLD, 3, dims, periods, 0, &grid);
  MGEN_Comm_rank(grid, &rank); /* as in the world */
  for (int d = 0; d < 3; d++) MGEN_Cart_shift(grid, d, 1, &to[2 * d], &to[2 * d + 1]);

  double packing = 0, putting = 0;
  MGEN_Barrier(MGEN_COMM_WORLD);
  const double start = MGEN_Wtime();
  for (int step = 0; step < steps; step++) {
    MGEN_acp_handle put[6];
    int count[6];
    double t = MGEN_Wtime();
    for (int f = 0; f < 6; f++) {
      const uint32_t h = hash((uint32_t)((step * size + rank) * 6 + f));
      count[f] = particles / 2 + (int)(h % (uint32_t)(particles + 1));
      MGEN_Comp(20e-9 * count[f]);
      if (!barrier) put[f] = MGEN_acp_copy(rank, to[f], 48 * count[f]);
    }
    if (barrier) MGEN_Barrier(MGEN_COMM_WORLD);
    packing += MGEN_Wtime() - t;
    t = MGEN_Wtime();
    for (int f = 0; f < 6 && barrier; f++) put[f] = MGEN_acp_copy(rank, to[f], 48 * count[f]);
    for (int f = 0; f < 6; f++) {
      MGEN_Recv(NULL, 1 << 30, MGEN_BYTE, to[f], ACP_PUT_TAG, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
    }
    for (int f = 0; f < 6; f++) MGEN_acp_complete(put[f]);
    putting += MGEN_Wtime() - t;
  }
  double mine[3] = {(MGEN_Wtime() - start) / steps, packing / steps, putting / steps}, all[3];
  MGEN_Reduce(mine, all, 3, MGEN_DOUBLE, MGEN_MAX, 0, MGEN_COMM_WORLD);
  if (rank == 0) {
    printf("%d ranks, %s: a step takes %.2f us; at most %.2f us of packing%s and %.2f us until all puts "
           "are there\n", size, barrier ? "a barrier after packing" : "puts as packs are ready",
           all[0] * 1e6, all[1] * 1e6, barrier ? " and barrier" : "", all[2] * 1e6);
  }
  MGEN_Comm_free(&grid);
  MGEN_Finalize();
  return 0;
}
