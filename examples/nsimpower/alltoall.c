/* SPDX-License-Identifier: MIT
 * Personalised all-to-all by the three algorithms of NsimPower's experiments (section 4), with what
 * the paper leaves open as arguments.
 *
 *   alltoall ALGORITHM BYTES [WINDOW [SENDS]]
 *
 *   pairwise       step s = 1 .. P-1: exchange with rank XOR s; P must be a power of two
 *   ring           step s = 1 .. P-1: send to rank + s, receive from rank - s (mod P)
 *   simple-spread  to rank + 1, rank + 2, ... without waiting, but for WINDOW: so many exchanges are
 *                  under way at the most, and the oldest must end before the next one begins;
 *                  0, the default, for all at once. SENDS bounds the sends alone in the same way
 *
 * Only sizes travel, so the buffers are NULL.
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void exchange(int to, int from, int bytes) {
  MGEN_Sendrecv(NULL, bytes, MGEN_BYTE, to, 0, NULL, bytes, MGEN_BYTE, from, 0, MGEN_COMM_WORLD,
                MGEN_STATUS_IGNORE);
}

static void simple_spread(int rank, int size, int bytes, int window, int sends) {
  if (window == 0) window = size - 1;
  if (sends == 0) sends = size - 1;
  MGEN_Request *requests = malloc(2 * (size_t)size * sizeof *requests);
  for (int s = 1; s < size; s++) {
    MGEN_Irecv(NULL, bytes, MGEN_BYTE, (rank - s + size) % size, 0, MGEN_COMM_WORLD,
               &requests[2 * s - 2]);
  }
  for (int s = 1; s < size; s++) {
    if (s > window) MGEN_Waitall(2, &requests[2 * (s - window) - 2], MGEN_STATUSES_IGNORE);
    if (s > sends) MGEN_Wait(&requests[2 * (s - sends) - 1], MGEN_STATUS_IGNORE);
    MGEN_Isend(NULL, bytes, MGEN_BYTE, (rank + s) % size, 0, MGEN_COMM_WORLD,
               &requests[2 * s - 1]);
  }
  const int first = size - 1 > window ? size - window : 1;
  MGEN_Waitall(2 * (size - first), &requests[2 * first - 2], MGEN_STATUSES_IGNORE);
  free(requests);
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  const int bytes = argc > 2 ? atoi(argv[2]) : -1;
  const int window = argc > 3 ? atoi(argv[3]) : 0;
  const int sends = argc > 4 ? atoi(argv[4]) : 0;
  const char *algorithm = argc > 1 ? argv[1] : "";
  int wrong = bytes < 0 || window < 0 || sends < 0;
  if (strcmp(algorithm, "ring") == 0) {
    for (int s = 1; s < size && !wrong; s++) {
      exchange((rank + s) % size, (rank - s + size) % size, bytes);
    }
  } else if (strcmp(algorithm, "pairwise") == 0 && (size & (size - 1)) == 0) {
    for (int s = 1; s < size && !wrong; s++) exchange(rank ^ s, rank ^ s, bytes);
  } else if (strcmp(algorithm, "simple-spread") == 0) {
    if (!wrong) simple_spread(rank, size, bytes, window, sends);
  } else {
    wrong = 1;
  }
  if (wrong && rank == 0) {
    fprintf(stderr, "usage: alltoall pairwise|ring|simple-spread BYTES [WINDOW [SENDS]]\n");
  }
  MGEN_Finalize();
  return wrong;
}
