// SPDX-License-Identifier: MIT
// A grid of ranks without a rim that closes: halos to the four neighbours, a sum over each row, and a
// maximum over all.
#include "mgen.h"

int MGEN_Main(int argc, char** argv) {
  MGEN_Init(&argc, &argv);
  int extents[2] = {2, 3}, open[2] = {0, 0}, row_only[2] = {0, 1}, low, high;
  double cells[1000], halo[1000], sum[8], all[8];
  MGEN_Comm grid, row;
  MGEN_Cart_create(MGEN_COMM_WORLD, 2, extents, open, 0, &grid);
  MGEN_Cart_sub(grid, row_only, &row);
  for (int i = 0; i < 1000; ++i) cells[i] = i;
  for (int step = 0; step < 4; ++step) {
    MGEN_Comp(20e-6);
    for (int d = 0; d < 2; ++d) {
      MGEN_Request r[4];
      MGEN_Cart_shift(grid, d, 1, &low, &high);
      MGEN_Irecv(halo, 250, MGEN_DOUBLE, low, d, grid, &r[0]);
      MGEN_Irecv(halo + 250, 250, MGEN_DOUBLE, high, d, grid, &r[1]);
      MGEN_Isend(cells, 250, MGEN_DOUBLE, high, d, grid, &r[2]);
      MGEN_Isend(cells + 750, 250, MGEN_DOUBLE, low, d, grid, &r[3]);
      MGEN_Waitall(4, r, MGEN_STATUSES_IGNORE);
    }
    MGEN_Allreduce(cells, sum, 8, MGEN_DOUBLE, MGEN_SUM, row);
    MGEN_Allreduce(sum, all, 8, MGEN_DOUBLE, MGEN_MAX, MGEN_COMM_WORLD);
  }
  MGEN_Finalize();
  return 0;
}
