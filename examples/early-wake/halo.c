/* SPDX-License-Identifier: MIT
 * A halo exchange on a three-dimensional torus: each rank computes, then sends a face to each of its
 * six neighbours. It says so as long before as its first argument tells, in microseconds; 0: it doesn't. */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSteps = 20, kFace = 8 << 10 };
static const double kStep = 100e-6;

int MGEN_Main(int argc, char **argv) {
  MGEN_Init(&argc, &argv);
  const double lead = argc > 1 ? atof(argv[1]) * 1e-6 : 0;
  if (lead < 0 || lead > kStep) {
    fprintf(stderr, "halo: the hint comes 0 to %.0f us ahead\n", kStep * 1e6);
    MGEN_Abort(MGEN_COMM_WORLD, 2);
  }
  int dims[3] = {0, 0, 0}, periods[3] = {1, 1, 1}, size;
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  MGEN_Dims_create(size, 3, dims);
  MGEN_Comm grid;
  MGEN_Cart_create(MGEN_COMM_WORLD, 3, dims, periods, 0, &grid);
  int to[6];
  for (int d = 0; d < 3; ++d) MGEN_Cart_shift(grid, d, 1, &to[2 * d], &to[2 * d + 1]);

  for (int step = 0; step < kSteps; ++step) {
    MGEN_Comp(kStep - lead);
    if (lead > 0) {
      for (int i = 0; i < 6; ++i) MGEN_Expect_send(to[i], grid);
      MGEN_Comp(lead);
    }
    MGEN_Request all[12];
    for (int i = 0; i < 6; ++i) {
      MGEN_Irecv(NULL, kFace, MGEN_BYTE, to[i], i ^ 1, grid, &all[i]);
    }
    for (int i = 0; i < 6; ++i) {
      MGEN_Isend(NULL, kFace, MGEN_BYTE, to[i], i, grid, &all[6 + i]);
    }
    MGEN_Waitall(12, all, MGEN_STATUSES_IGNORE);
  }
  MGEN_Finalize();
  return 0;
}
