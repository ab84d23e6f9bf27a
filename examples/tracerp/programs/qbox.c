/* SPDX-License-Identifier: MIT
 * qbox: the collectives of first-principles molecular dynamics (Chatterbug's subcom2d-coll, as its
 * documentation says). Ranks stand on a grid; in every step an all-to-all within each row, then an
 * allreduce and a broadcast within each column.
 *
 *   qbox NX NY ALLTOALL ALLREDUCE BCAST COMPUTE_US STEPS        sizes in bytes, 0 skips
 */
#include "arguments.h"

int MGEN_Main(int argc, char **argv) {
  int rank, size, v[7];
  const int least[7] = {1, 1, 0, 0, 0, 0, 1};
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  if (!numbers(argc, argv, 7, least, v) || v[0] * v[1] != size) {
    return usage(rank, "qbox NX NY ALLTOALL ALLREDUCE BCAST COMPUTE_US STEPS, on NX*NY ranks");
  }
  MGEN_Comm row = line_of(rank / v[0] * v[0], 1, v[0]);
  MGEN_Comm column = line_of(rank % v[0], v[0], v[1]);
  for (int step = 0; step < v[6]; step++) {
    if (v[2]) MGEN_Alltoall(NULL, v[2], MGEN_BYTE, NULL, v[2], MGEN_BYTE, row);
    if (v[3]) MGEN_Allreduce(NULL, NULL, v[3] / 8, MGEN_DOUBLE, MGEN_SUM, column);
    if (v[4]) MGEN_Bcast(NULL, v[4], MGEN_BYTE, 0, column);
    compute(v[5]);
  }
  MGEN_Comm_free(&row);
  MGEN_Comm_free(&column);
  MGEN_Finalize();
  return 0;
}
