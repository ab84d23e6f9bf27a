/* SPDX-License-Identifier: MIT
 * stencil4d: halo exchange on a periodic grid of four dimensions with eight neighbours, as in lattice
 * QCD (Chatterbug's stencil4d). A face has BYTES, the product of a block's other three extents.
 *
 *   stencil4d NX NY NZ NT BYTES COMPUTE_US STEPS
 */
#include "arguments.h"

int MGEN_Main(int argc, char **argv) {
  int rank, size, v[7];
  const int least[7] = {1, 1, 1, 1, 0, 0, 1};
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  if (!numbers(argc, argv, 7, least, v) || v[0] * v[1] * v[2] * v[3] != size) {
    return usage(rank, "stencil4d NX NY NZ NT BYTES COMPUTE_US STEPS, on NX*NY*NZ*NT ranks");
  }
  int neighbours[8];
  for (int d = 0, stride = 1; d < 4; stride *= v[d++]) {
    const int at = rank / stride % v[d];
    neighbours[2 * d] = rank + ((at + v[d] - 1) % v[d] - at) * stride;
    neighbours[2 * d + 1] = rank + ((at + 1) % v[d] - at) * stride;
  }
  for (int step = 0; step < v[6]; step++) {
    MGEN_Request requests[16];
    for (int i = 0; i < 8; i++) {
      MGEN_Irecv(NULL, v[4], MGEN_BYTE, neighbours[i], i ^ 1, MGEN_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < 8; i++) {
      MGEN_Isend(NULL, v[4], MGEN_BYTE, neighbours[i], i, MGEN_COMM_WORLD, &requests[8 + i]);
    }
    MGEN_Waitall(16, requests, MGEN_STATUSES_IGNORE);
    compute(v[5]);
  }
  MGEN_Finalize();
  return 0;
}
