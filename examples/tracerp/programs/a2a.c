/* SPDX-License-Identifier: MIT
 * a2a: an all-to-all along the lines of each dimension of a grid in turn, as in a parallel FFT
 * (Chatterbug's subcom3d-a2a).
 *
 *   a2a NX NY NZ X_BYTES Y_BYTES Z_BYTES COMPUTE_US STEPS        bytes for each pair, 0 skips
 */
#include "arguments.h"

int MGEN_Main(int argc, char **argv) {
  int rank, size, v[8];
  const int least[8] = {1, 1, 1, 0, 0, 0, 0, 1};
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  if (!numbers(argc, argv, 8, least, v) || v[0] * v[1] * v[2] != size) {
    return usage(rank, "a2a NX NY NZ X_BYTES Y_BYTES Z_BYTES COMPUTE_US STEPS, on NX*NY*NZ ranks");
  }
  MGEN_Comm line[3];
  for (int d = 0, stride = 1; d < 3; stride *= v[d++]) {
    line[d] = line_of(rank - rank / stride % v[d] * stride, stride, v[d]);
  }
  for (int step = 0; step < v[7]; step++) {
    for (int d = 0; d < 3; d++) {
      const int bytes = v[3 + d];
      if (bytes) MGEN_Alltoall(NULL, bytes, MGEN_BYTE, NULL, bytes, MGEN_BYTE, line[d]);
    }
    compute(v[6]);
  }
  for (int d = 0; d < 3; d++) MGEN_Comm_free(&line[d]);
  MGEN_Finalize();
  return 0;
}
