/* SPDX-License-Identifier: MIT
 * The random ring of the HPC Challenge (b_eff's bench_lat_bw), by puts, gets or messages.
 *
 *   ring HOW [BYTES [RINGS [RANKS_PER_NODE [NIC_GBPS [SEED [EXCHANGES [START]]]]]]]
 *
 * HOW: put, get, isend, sendrecv; best: the better of the last two, as the benchmark reports.
 * Ranks stand in a ring in random order: for i = 0, 1, … a place is drawn, and if it is taken the next
 * free one. In an iteration each exchanges BYTES (2,000,000) with both neighbours. After one iteration
 * that does not count, two (EXCHANGES) are timed together, with no barrier in between; the time of a
 * ring is elapsed / 4, at the slowest rank, the least of 3 measurements. The bandwidth is BYTES / time,
 * the geometric mean over RINGS (10). With START = "own" (else "together") the exchange that does not
 * count is before each measurement, and a rank's clock starts when it is done with it, as in the
 * benchmark: some start early, and the bound holds no longer.
 * Of more than 4,096 ranks none holds the whole ring: a random bijection (a Feistel network) stands for it.
 *
 * With NIC_GBPS the bound is printed: what the busiest node sends to others through a NIC of that rate, or
 * copies within itself at the same rate, if that is more.
 */
#include <math.h>
#include <mgen.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMeasurements = 3, kLargestList = 4096 };

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static void draw_ring(int *ring, int size, uint64_t seed) {
  for (int i = 0; i < size; i++) ring[i] = -1;
  for (int i = 0; i < size; i++) {
    int place = (int)(mix(seed * 0x9e3779b97f4a7c15u + (uint64_t)i) % (uint64_t)size);
    while (ring[place] >= 0) place = (place + 1) % size;
    ring[place] = i;
  }
}

/* Four rounds over numbers of 2 * half bits, again until the result is below size. */
static uint32_t feistel(uint32_t x, int half, uint64_t seed, int backwards) {
  const uint32_t mask = (1u << half) - 1;
  uint32_t left = x >> half, right = x & mask;
  for (int k = 0; k < 4; k++) {
    const uint32_t other = backwards ? left : right;
    const uint64_t round = (uint64_t)(backwards ? 3 - k : k);
    const uint32_t f = (uint32_t)mix(seed * 4 + round + ((uint64_t)other << 40)) & mask;
    if (backwards) {
      left = right ^ f;
      right = other;
    } else {
      right = left ^ f;
      left = other;
    }
  }
  return left << half | right;
}

static int walk(int x, int size, uint64_t seed, int backwards) {
  int half = 1;
  while (1ll << 2 * half < size) half++;
  uint32_t y = (uint32_t)x;
  do {
    y = feistel(y, half, seed, backwards);
  } while (y >= (uint32_t)size);
  return (int)y;
}

struct Ring {
  int left, right;
  double bound; /* s an iteration takes at least; 0: not known */
};

static struct Ring place_of(int rank, int size, uint64_t seed, int per_node, double nic, int bytes) {
  struct Ring r = {0, 0, 0};
  if (size > kLargestList) {
    const int mine = walk(rank, size, seed, 1);
    r.left = walk((mine + size - 1) % size, size, seed, 0);
    r.right = walk((mine + 1) % size, size, seed, 0);
    if (nic > 0 && per_node == 1) r.bound = 2.0 * bytes / nic;
    return r;
  }
  int *ring = malloc((size_t)size * sizeof(int)), mine = 0;
  int *leaving = calloc((size_t)size, sizeof(int)), *within = calloc((size_t)size, sizeof(int));
  int most = 0;
  draw_ring(ring, size, seed);
  for (int i = 0; i < size; i++) {
    const int from = ring[i] / per_node, to = ring[(i + 1) % size] / per_node;
    if (ring[i] == rank) mine = i;
    int *const way = from == to ? within : leaving;
    way[from]++; /* to the right */
    way[to]++;   /* to the left */
  }
  for (int i = 0; i < size; i++) {
    most = leaving[i] > most ? leaving[i] : most;
    most = within[i] > most ? within[i] : most;
  }
  r.left = ring[(mine + size - 1) % size];
  r.right = ring[(mine + 1) % size];
  if (nic > 0) r.bound = (double)most * bytes / nic;
  free(ring);
  free(leaving);
  free(within);
  return r;
}

static void iterate(const char *how, struct Ring r, int rank, int bytes, char *buffers) {
  const MGEN_Comm world = MGEN_COMM_WORLD;
  char *from_left = buffers, *from_right = buffers ? buffers + bytes : NULL;
  char *out = buffers ? buffers + 2 * (size_t)bytes : NULL;
  if (!strcmp(how, "put")) {
    const MGEN_acp_handle right = MGEN_acp_copy(rank, r.right, bytes);
    const MGEN_acp_handle left = MGEN_acp_copy(rank, r.left, bytes);
    if (r.left != rank) {
      MGEN_Recv(NULL, bytes, MGEN_BYTE, r.left, ACP_PUT_TAG, world, MGEN_STATUS_IGNORE);
      MGEN_Recv(NULL, bytes, MGEN_BYTE, r.right, ACP_PUT_TAG, world, MGEN_STATUS_IGNORE);
    }
    MGEN_acp_complete(right);
    MGEN_acp_complete(left);
  } else if (!strcmp(how, "get")) {
    const MGEN_acp_handle left = MGEN_acp_copy(r.left, rank, bytes);
    const MGEN_acp_handle right = MGEN_acp_copy(r.right, rank, bytes);
    MGEN_acp_complete(left);
    MGEN_acp_complete(right);
  } else if (!strcmp(how, "isend")) {
    MGEN_Request q[4];
    MGEN_Irecv(from_left, bytes, MGEN_BYTE, r.left, 1, world, &q[0]);
    MGEN_Irecv(from_right, bytes, MGEN_BYTE, r.right, 2, world, &q[1]);
    MGEN_Isend(out, bytes, MGEN_BYTE, r.right, 1, world, &q[2]);
    MGEN_Isend(out, bytes, MGEN_BYTE, r.left, 2, world, &q[3]);
    MGEN_Waitall(4, q, MGEN_STATUSES_IGNORE);
  } else {
    MGEN_Sendrecv(out, bytes, MGEN_BYTE, r.right, 1, from_left, bytes, MGEN_BYTE, r.left, 1, world,
                  MGEN_STATUS_IGNORE);
    MGEN_Sendrecv(out, bytes, MGEN_BYTE, r.left, 2, from_right, bytes, MGEN_BYTE, r.right, 2, world,
                  MGEN_STATUS_IGNORE);
  }
}

static double timed(const char *how, struct Ring r, int rank, int bytes, char *buffers,
                    int exchanges, int own_start) {
  if (own_start) iterate(how, r, rank, bytes, buffers);
  const double start = MGEN_Wtime();
  for (int i = 0; i < exchanges; i++) iterate(how, r, rank, bytes, buffers);
  return (MGEN_Wtime() - start) / (2 * exchanges);
}

static double largest(double mine) {
  double all = 0;
  MGEN_Allreduce(&mine, &all, 1, MGEN_DOUBLE, MGEN_MAX, MGEN_COMM_WORLD);
  return all;
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  const char *how = argc > 1 ? argv[1] : "put";
  const int bytes = argc > 2 ? atoi(argv[2]) : 2000000;
  const int rings = argc > 3 ? atoi(argv[3]) : 10;
  const int per_node = argc > 4 ? atoi(argv[4]) : 1;
  const double nic = argc > 5 ? atof(argv[5]) * 1e9 : 0;
  const uint64_t seed = argc > 6 ? strtoull(argv[6], NULL, 10) : 1;
  const int exchanges = argc > 7 ? atoi(argv[7]) : 2;
  const int own_start = argc > 8 && !strcmp(argv[8], "own");
  const int both = !strcmp(how, "best");
  const int one_sided = !strcmp(how, "put") || !strcmp(how, "get");
  const int known = both || one_sided || !strcmp(how, "isend") || !strcmp(how, "sendrecv");
  if (!known || exchanges < 1 || (argc > 8 && !own_start && strcmp(argv[8], "together"))) {
    if (rank == 0) {
      fprintf(stderr, "ring: HOW is put, get, isend, sendrecv or best, EXCHANGES at least 1, START "
                      "together or own\n");
    }
    MGEN_Abort(MGEN_COMM_WORLD, 2);
  }

  char *buffers = one_sided ? NULL : malloc(3 * (size_t)bytes);
  double logs = 0, bounds = 0;
  long within = 0;
  for (int k = 0; k < rings; k++) {
    const struct Ring r =
        place_of(rank, size, seed + (uint64_t)k, per_node, nic, bytes);
    within += (r.left / per_node == rank / per_node) + (r.right / per_node == rank / per_node);
    if (!own_start) iterate(both ? "isend" : how, r, rank, bytes, buffers);
    double best = 1e30;
    for (int m = 0; m < kMeasurements; m++) {
      MGEN_Barrier(MGEN_COMM_WORLD);
      double t = timed(both ? "isend" : how, r, rank, bytes, buffers, exchanges, own_start);
      if (both) {
        MGEN_Barrier(MGEN_COMM_WORLD);
        const double other = timed("sendrecv", r, rank, bytes, buffers, exchanges, own_start);
        t = other < t ? other : t;
      }
      t = largest(t);
      best = t < best ? t : best;
    }
    logs += log(bytes / best);
    bounds += r.bound > 0 ? log(2 * bytes / r.bound) : 0;
  }
  long all_within = 0;
  MGEN_Allreduce(&within, &all_within, 1, MGEN_LONG, MGEN_SUM, MGEN_COMM_WORLD);
  if (rank == 0) {
    printf("%s: %d ranks, %d B, %d ring%s: %.4f GB/s for each rank", how, size, bytes, rings,
           rings == 1 ? "" : "s", exp(logs / rings) / 1e9);
    if (bounds > 0) printf(", bound %.4f GB/s", exp(bounds / rings) / 1e9);
    printf("; %.1f %% of the messages within nodes\n", 50.0 * all_within / size / rings);
  }
  free(buffers);
  MGEN_Finalize();
  return 0;
}
