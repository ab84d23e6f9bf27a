/* SPDX-License-Identifier: MIT
 * Personalised all-to-all: every rank sends a message to every other rank, by one of the three
 * algorithms of NsimPower's experiments.
 *
 *   alltoall ALGORITHM BYTES [ITERATIONS]
 *
 *   pairwise       step s = 1 .. P-1: exchange with rank XOR s
 *   ring           step s = 1 .. P-1: send to rank + s, receive from rank - s (mod P)
 *   simple-spread  everything non-blocking at once, to rank + 1, rank + 2, ...; wait for all
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

/* With P no power of two, partners that do not exist are left out. */
static void pairwise(int rank, int size, int bytes) {
  int steps = 1;
  while (steps < size) steps *= 2;
  for (int s = 1; s < steps; s++) {
    const int partner = rank ^ s;
    if (partner < size) exchange(partner, partner, bytes);
  }
}

static void ring(int rank, int size, int bytes) {
  for (int s = 1; s < size; s++) exchange((rank + s) % size, (rank - s + size) % size, bytes);
}

static void simple_spread(int rank, int size, int bytes) {
  MGEN_Request *requests = malloc(2 * (size_t)size * sizeof *requests);
  int n = 0;
  for (int s = 1; s < size; s++) {
    MGEN_Irecv(NULL, bytes, MGEN_BYTE, (rank - s + size) % size, 0, MGEN_COMM_WORLD,
               &requests[n++]);
  }
  for (int s = 1; s < size; s++) {
    MGEN_Isend(NULL, bytes, MGEN_BYTE, (rank + s) % size, 0, MGEN_COMM_WORLD, &requests[n++]);
  }
  MGEN_Waitall(n, requests, MGEN_STATUSES_IGNORE);
  free(requests);
}

typedef void (*Algorithm)(int rank, int size, int bytes);

static Algorithm find_algorithm(const char *name) {
  if (strcmp(name, "pairwise") == 0) return pairwise;
  if (strcmp(name, "ring") == 0) return ring;
  if (strcmp(name, "simple-spread") == 0) return simple_spread;
  return NULL;
}

/* "2048", "2KiB", "2 MiB"; -1 if it is no size. */
static long parse_bytes(const char *text) {
  char *end;
  const long n = strtol(text, &end, 10);
  long unit = 1;
  while (*end == ' ') end++;
  if (strcmp(end, "KiB") == 0) unit = 1L << 10;
  else if (strcmp(end, "MiB") == 0) unit = 1L << 20;
  else if (*end && strcmp(end, "B") != 0) return -1;
  if (end == text || n < 0 || n > (1L << 30) / unit) return -1;
  return n * unit;
}

static int usage(int rank, const char *what, const char *which) {
  if (rank == 0) {
    fprintf(stderr,
            "alltoall: %s%s\n"
            "usage: alltoall pairwise|ring|simple-spread BYTES [ITERATIONS]\n"
            "       BYTES as 2048 or 2KiB, at most 1024MiB; ITERATIONS from 1 to 1000000\n",
            what, which);
  }
  MGEN_Finalize();
  return 1;
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);

  if (argc < 3 || argc > 4) return usage(rank, "wrong number of arguments", "");
  const Algorithm algorithm = find_algorithm(argv[1]);
  if (!algorithm) return usage(rank, "unknown algorithm ", argv[1]);
  const long bytes = parse_bytes(argv[2]);
  if (bytes < 0) return usage(rank, "not a size: ", argv[2]);
  const long iterations = argc > 3 ? atol(argv[3]) : 1;
  if (iterations < 1 || iterations > 1000000) return usage(rank, "bad iterations: ", argv[3]);

  const double start = MGEN_Wtime();
  for (long i = 0; i < iterations; i++) algorithm(rank, size, (int)bytes);
  if (rank == 0) {
    const double took = MGEN_Wtime() - start;
    printf("alltoall %s: %d ranks, %ld bytes per pair, %ld iteration%s: %.3f us on rank 0\n",
           argv[1], size, bytes, iterations, iterations == 1 ? "" : "s", took * 1e6);
  }
  MGEN_Finalize();
  return 0;
}
