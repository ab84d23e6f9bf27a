/* SPDX-License-Identifier: MIT
 * A bit of everything, with payload that is checked: a ring of small and of large messages, receives
 * with wildcards, collectives, uneven computing. Exits with 3 if a byte is wrong.
 */
#include <mgen.h>
#include <stdlib.h>

enum { kSmall = 100, kLarge = 70000 };

static void check(int ok) {
  if (!ok) MGEN_Abort(MGEN_COMM_WORLD, 3);
}

static void shift(int rank, int size, int distance, int bytes) {
  char *out = malloc(bytes), *in = malloc(bytes);
  for (int i = 0; i < bytes; i++) out[i] = (char)(rank * 7 + i + distance);
  const int to = (rank + distance) % size, from = (rank + size - distance % size) % size;
  MGEN_Request requests[2];
  MGEN_Irecv(in, bytes, MGEN_BYTE, from, distance, MGEN_COMM_WORLD, &requests[0]);
  MGEN_Isend(out, bytes, MGEN_BYTE, to, distance, MGEN_COMM_WORLD, &requests[1]);
  MGEN_Comp(1e-7 * (rank % 5));
  MGEN_Waitall(2, requests, MGEN_STATUSES_IGNORE);
  for (int i = 0; i < bytes; i++) check(in[i] == (char)(from * 7 + i + distance));
  free(out);
  free(in);
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);

  for (int distance = 1; distance < size; distance += 1 + size / 5) {
    shift(rank, size, distance, kSmall);
    shift(rank, size, distance, kLarge);
  }

  /* Who comes first is received first: the order depends on every picosecond. */
  long order = 0;
  if (rank == 0) {
    for (int i = 1; i < size; i++) {
      int value;
      MGEN_Status status;
      MGEN_Recv(&value, 1, MGEN_INT, MGEN_ANY_SOURCE, MGEN_ANY_TAG, MGEN_COMM_WORLD, &status);
      check(value == status.MGEN_SOURCE * 3);
      order = (order * 31 + status.MGEN_SOURCE) % 100003;
      MGEN_Comp(1e-9 * (double)(status.MGEN_SOURCE * 37 % 11));
    }
  } else {
    const int value = rank * 3;
    MGEN_Send(&value, 1, MGEN_INT, 0, rank % 3, MGEN_COMM_WORLD);
  }
  MGEN_Bcast(&order, 1, MGEN_LONG, 0, MGEN_COMM_WORLD);
  MGEN_Comp(1e-9 * (double)(order % 1000)); /* so that it shows in the run's time */

  long sum = rank;
  MGEN_Allreduce(MGEN_IN_PLACE, &sum, 1, MGEN_LONG, MGEN_SUM, MGEN_COMM_WORLD);
  check(sum == (long)size * (size - 1) / 2);
  int *out = malloc(size * sizeof(int)), *in = malloc(size * sizeof(int));
  for (int i = 0; i < size; i++) out[i] = rank * 1000 + i;
  MGEN_Alltoall(out, 1, MGEN_INT, in, 1, MGEN_INT, MGEN_COMM_WORLD);
  for (int i = 0; i < size; i++) check(in[i] == i * 1000 + rank);
  MGEN_Barrier(MGEN_COMM_WORLD);
  free(out);
  free(in);
  MGEN_Finalize();
  return 0;
}
