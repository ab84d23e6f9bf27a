/* SPDX-License-Identifier: MIT
 * Halo exchange on a square of ranks that wraps around: in every step each rank sends its edges to
 * its four neighbours, receives theirs, and computes.
 *
 *   halo SIDE BYTES STEPS
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

static int at(int side, int x, int y) {
  return (y + side) % side * side + (x + side) % side;
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);

  const int side = argc == 4 ? atoi(argv[1]) : 0;
  const int bytes = argc == 4 ? atoi(argv[2]) : 0;
  const int steps = argc == 4 ? atoi(argv[3]) : 0;
  if (side < 1 || bytes < 0 || steps < 1 || side * side != size) {
    if (rank == 0) fprintf(stderr, "usage: halo SIDE BYTES STEPS, on SIDE x SIDE ranks\n");
    return 1;
  }

  const int x = rank % side, y = rank / side;
  const int neighbours[4] = {at(side, x - 1, y), at(side, x + 1, y), at(side, x, y - 1),
                             at(side, x, y + 1)};
  for (int step = 0; step < steps; step++) {
    MGEN_Request requests[8];
    for (int i = 0; i < 4; i++) {
      MGEN_Irecv(NULL, bytes, MGEN_BYTE, neighbours[i], i ^ 1, MGEN_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < 4; i++) {
      MGEN_Isend(NULL, bytes, MGEN_BYTE, neighbours[i], i, MGEN_COMM_WORLD, &requests[4 + i]);
    }
    MGEN_Waitall(8, requests, MGEN_STATUSES_IGNORE);
    MGEN_Comp(5e-6);
  }
  MGEN_Finalize();
  return 0;
}
