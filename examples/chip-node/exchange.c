/* SPDX-License-Identifier: MIT
 * Blocks of 16 ranks, each a 4 x 4 grid: every rank sends 128 bytes to its neighbours in the grid and 1,024
 * bytes to its mirror image across the diagonal, as for a transposition. The first ranks of the blocks pass
 * 4,096 bytes around a ring. One step, or as many as the argument says.
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSide = 4, kBlock = kSide * kSide, kMost = 6, kLongest = 4096 };

int MGEN_Main(int argc, char **argv) {
  MGEN_Init(&argc, &argv);
  const int steps = argc > 1 ? atoi(argv[1]) : 1;
  int rank, size;
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);

  /* Whom this rank sends to and receives from, and how much. */
  const int first = rank - rank % kBlock, x = rank % kSide, y = rank % kBlock / kSide;
  int to[kMost], from[kMost], bytes[kMost], n = 0;
  for (int k = 0; k < 4; ++k) {
    const int nx = x + (k == 0) - (k == 1), ny = y + (k == 2) - (k == 3);
    if (nx < 0 || ny < 0 || nx >= kSide || ny >= kSide) continue;
    to[n] = from[n] = first + ny * kSide + nx;
    bytes[n++] = 128;
  }
  if (x != y) {
    to[n] = from[n] = first + x * kSide + y;
    bytes[n++] = 1024;
  }
  if (rank == first && size > kBlock) {
    to[n] = (rank + kBlock) % size;
    from[n] = (rank - kBlock + size) % size;
    bytes[n++] = kLongest;
  }

  char *out = calloc(kMost, kLongest), *in = malloc(kMost * kLongest);
  for (int s = 0; s < steps; ++s) {
    MGEN_Request requests[2 * kMost];
    for (int k = 0; k < n; ++k) {
      MGEN_Irecv(in + k * kLongest, bytes[k], MGEN_BYTE, from[k], bytes[k], MGEN_COMM_WORLD,
                 &requests[k]);
    }
    for (int k = 0; k < n; ++k) {
      MGEN_Isend(out + k * kLongest, bytes[k], MGEN_BYTE, to[k], bytes[k], MGEN_COMM_WORLD,
                 &requests[n + k]);
    }
    MGEN_Waitall(2 * n, requests, MGEN_STATUSES_IGNORE);
  }
  free(out);
  free(in);
  if (rank == 0) printf("%d ranks, %d step(s): %.0f ns\n", size, steps, MGEN_Wtime() * 1e9);
  MGEN_Finalize();
  return 0;
}
