/* SPDX-License-Identifier: MIT
 * Each rank exchanges a message with both of its neighbours, then all meet in a barrier.
 *
 *   million-ranks BYTES ROUNDS
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  const int bytes = argc == 3 ? atoi(argv[1]) : 0, rounds = argc == 3 ? atoi(argv[2]) : 0;
  if (bytes < 1 || rounds < 1) {
    if (rank == 0) fprintf(stderr, "usage: million-ranks BYTES ROUNDS\n");
    return 1;
  }
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  for (int round = 0; round < rounds; round++) {
    MGEN_Request requests[4];
    MGEN_Irecv(NULL, bytes, MGEN_BYTE, left, 0, MGEN_COMM_WORLD, &requests[0]);
    MGEN_Irecv(NULL, bytes, MGEN_BYTE, right, 1, MGEN_COMM_WORLD, &requests[1]);
    MGEN_Isend(NULL, bytes, MGEN_BYTE, right, 0, MGEN_COMM_WORLD, &requests[2]);
    MGEN_Isend(NULL, bytes, MGEN_BYTE, left, 1, MGEN_COMM_WORLD, &requests[3]);
    MGEN_Waitall(4, requests, MGEN_STATUSES_IGNORE);
  }
  MGEN_Barrier(MGEN_COMM_WORLD);
  MGEN_Finalize();
  return 0;
}
