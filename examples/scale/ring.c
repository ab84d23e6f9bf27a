// SPDX-License-Identifier: MIT
/* A ring exchange: every rank sends to its right neighbour and receives from its left one. */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

int MGEN_Main(int argc, char** argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  if (argc != 3) {
    if (rank == 0) fprintf(stderr, "usage: ring BYTES ROUNDS\n");
    return 2;
  }
  const int bytes = atoi(argv[1]);
  const int rounds = atoi(argv[2]);
  const int right = (rank + 1) % size;
  const int left = (rank + size - 1) % size;
  for (int i = 0; i < rounds; ++i) {
    MGEN_Sendrecv(NULL, bytes, MGEN_BYTE, right, 0, NULL, bytes, MGEN_BYTE, left, 0,
                  MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  }
  if (rank == 0) {
    printf("%d ranks, %d rounds of %d bytes: %.3f us\n", size, rounds, bytes, MGEN_Wtime() * 1e6);
  }
  MGEN_Finalize();
  return 0;
}
