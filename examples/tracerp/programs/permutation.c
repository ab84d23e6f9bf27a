/* SPDX-License-Identifier: MIT
 * permutation: pairs of ranks exchange messages, as in matrix products and transposes (Chatterbug's
 * pairs). Ranks are shuffled by SEED (0: left in order) and the first half is joined to the second.
 *
 *   permutation BYTES SEED COMPUTE_US STEPS
 */
#include "arguments.h"

/* Every rank comes to the same shuffle by itself. */
static int partner_of(int rank, int size, int seed) {
  int *order = malloc((size_t)size * sizeof *order);
  int at = rank;
  for (int i = 0; i < size; i++) order[i] = i;
  for (int i = size; seed > 0 && i > 1; i--) {
    const int k = below(hash((uint64_t)seed << 32 | (uint64_t)i), i);
    const int other = order[k];
    order[k] = order[i - 1];
    order[i - 1] = other;
  }
  while (order[at] != rank) at = at + 1 < size ? at + 1 : 0;
  const int partner = order[(at + size / 2) % size];
  free(order);
  return partner;
}

int MGEN_Main(int argc, char **argv) {
  int rank, size, v[4];
  const int least[4] = {0, 0, 0, 1};
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  if (!numbers(argc, argv, 4, least, v) || size % 2) {
    return usage(rank, "permutation BYTES SEED COMPUTE_US STEPS, on an even number of ranks");
  }
  const int partner = partner_of(rank, size, v[1]);
  for (int step = 0; step < v[3]; step++) {
    MGEN_Request requests[2];
    MGEN_Irecv(NULL, v[0], MGEN_BYTE, partner, step, MGEN_COMM_WORLD, &requests[0]);
    MGEN_Isend(NULL, v[0], MGEN_BYTE, partner, step, MGEN_COMM_WORLD, &requests[1]);
    MGEN_Waitall(2, requests, MGEN_STATUSES_IGNORE);
    compute(v[2]);
  }
  MGEN_Finalize();
  return 0;
}
