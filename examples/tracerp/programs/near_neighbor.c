/* SPDX-License-Identifier: MIT
 * near-neighbor: an unstructured mesh (Chatterbug's unstr-mesh). Ranks stand on a periodic grid; each
 * has MIN to MAX - 1 neighbours, each less than REACH away along every axis, in either direction. A
 * neighbour may come twice, or be the rank itself.
 *
 *   near_neighbor NX NY NZ MIN MAX REACH BYTES COMPUTE_US STEPS
 */
#include "arguments.h"

/* The arguments. */
struct mesh {
  int n[3], least, most, reach, bytes, compute, steps;
};

static int degree_of(const struct mesh *m, int rank) {
  return m->least + below(hash((uint64_t)rank), m->most - m->least);
}

/* Its k-th neighbour. */
static int neighbour(const struct mesh *m, int rank, int k) {
  int to = 0;
  for (int d = 0, stride = 1; d < 3; stride *= m->n[d++]) {
    const uint64_t draw = hash(hash((uint64_t)rank) + (uint64_t)(4 * k + d + 1));
    const int offset = below(draw, m->reach) * (draw >> 63 ? 1 : -1);
    to += ((rank / stride % m->n[d] + offset) % m->n[d] + m->n[d]) % m->n[d] * stride;
  }
  return to;
}

/* How many messages come to a rank: only ranks that are near enough can send any. */
static int messages_to(const struct mesh *m, int rank) {
  const int *n = m->n, reach = m->reach;
  int count = 0, at[3], first[3], wide[3];
  for (int d = 0, stride = 1; d < 3; stride *= n[d++]) {
    at[d] = rank / stride % n[d];
    wide[d] = 2 * reach - 1 < n[d] ? 2 * reach - 1 : n[d];
    first[d] = at[d] - reach + 1 + n[d] * reach;
  }
  for (int z = 0; z < wide[2]; z++) {
    for (int y = 0; y < wide[1]; y++) {
      for (int x = 0; x < wide[0]; x++) {
        const int from = (first[0] + x) % n[0] +
                         n[0] * ((first[1] + y) % n[1] + n[1] * ((first[2] + z) % n[2]));
        for (int k = degree_of(m, from); k-- > 0;) count += neighbour(m, from, k) == rank;
      }
    }
  }
  return count;
}

int MGEN_Main(int argc, char **argv) {
  int rank, size, v[9];
  const int least[9] = {1, 1, 1, 0, 1, 1, 0, 0, 1};
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  if (!numbers(argc, argv, 9, least, v) || v[0] * v[1] * v[2] != size || v[3] >= v[4]) {
    return usage(rank, "near_neighbor NX NY NZ MIN MAX REACH BYTES COMPUTE_US STEPS, on NX*NY*NZ ranks");
  }
  const struct mesh m = {{v[0], v[1], v[2]}, v[3], v[4], v[5], v[6], v[7], v[8]};
  const int out = degree_of(&m, rank), in = messages_to(&m, rank);

  MGEN_Request *requests = malloc((size_t)(in + out + 1) * sizeof *requests);
  for (int step = 0; step < m.steps; step++) {
    for (int k = 0; k < in; k++) {
      MGEN_Irecv(NULL, m.bytes, MGEN_BYTE, MGEN_ANY_SOURCE, step, MGEN_COMM_WORLD, &requests[k]);
    }
    for (int k = 0; k < out; k++) {
      MGEN_Isend(NULL, m.bytes, MGEN_BYTE, neighbour(&m, rank, k), step, MGEN_COMM_WORLD,
                 &requests[in + k]);
    }
    MGEN_Waitall(in + out, requests, MGEN_STATUSES_IGNORE);
    compute(m.compute);
  }
  free(requests);
  MGEN_Finalize();
  return 0;
}
