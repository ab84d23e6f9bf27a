/* SPDX-License-Identifier: MIT
 * Two rounds of an uneven computation, an exchange of blocks among all ranks and a reduction.
 */
#include <mgen.h>
#include <stddef.h>

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  for (int round = 0; round < 2; round++) {
    MGEN_Comp(1e-6 * (5 + (rank * 7 + round * 3) % 11));
    MGEN_Alltoall(NULL, 4096, MGEN_BYTE, NULL, 4096, MGEN_BYTE, MGEN_COMM_WORLD);
    MGEN_Allreduce(NULL, NULL, 128, MGEN_DOUBLE, MGEN_SUM, MGEN_COMM_WORLD);
  }
  MGEN_Finalize();
  return 0;
}
