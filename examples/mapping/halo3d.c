/* SPDX-License-Identifier: MIT
 * Halo exchange on a box of ranks that wraps around: in every step each rank sends its faces to its six
 * neighbours, receives theirs, and computes. Rank r stands at x + X (y + Y z).
 *
 *   halo3d X Y Z BYTES STEPS
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);

  int n[3] = {0, 0, 0};
  for (int d = 0; d < 3 && argc == 6; d++) n[d] = atoi(argv[1 + d]);
  const int bytes = argc == 6 ? atoi(argv[4]) : 0, steps = argc == 6 ? atoi(argv[5]) : 0;
  if (bytes < 0 || steps < 1 || n[0] < 1 || n[1] < 1 || n[0] * n[1] * n[2] != size) {
    if (rank == 0) fprintf(stderr, "usage: halo3d X Y Z BYTES STEPS, on X*Y*Z ranks\n");
    return 1;
  }

  int neighbours[6];
  for (int d = 0, stride = 1; d < 3; stride *= n[d++]) {
    const int at = rank / stride % n[d];
    neighbours[2 * d] = rank + ((at + n[d] - 1) % n[d] - at) * stride;
    neighbours[2 * d + 1] = rank + ((at + 1) % n[d] - at) * stride;
  }
  for (int step = 0; step < steps; step++) {
    MGEN_Request requests[12];
    for (int i = 0; i < 6; i++) {
      MGEN_Irecv(NULL, bytes, MGEN_BYTE, neighbours[i], i ^ 1, MGEN_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < 6; i++) {
      MGEN_Isend(NULL, bytes, MGEN_BYTE, neighbours[i], i, MGEN_COMM_WORLD, &requests[6 + i]);
    }
    MGEN_Waitall(12, requests, MGEN_STATUSES_IGNORE);
    MGEN_Comp(5e-6);
  }
  MGEN_Finalize();
  return 0;
}
