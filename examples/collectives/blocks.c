/* SPDX-License-Identifier: MIT
 * A made-up solver that uses most of what mgen.h has: a 3-D grid of ranks with communicators for its
 * lines, its planes and every other rank; halo exchange by persistent requests and datatypes with
 * holes; non-blocking collectives beside the computation; blocking ones of every kind.
 *
 *   blocks [ITERATIONS]
 *
 * All numbers are integers, so the digest at the end must be the same whatever the network, the
 * placement and the algorithms of the collectives. The job needs `payload = true`.
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4, CELLS = N * N * N };
typedef unsigned long Word;

static Word mix(Word a, Word b) {
  Word x = (a ^ (b + 0x9e3779b97f4a7c15ul)) * 0xbf58476d1ce4e5b9ul;
  return x ^ (x >> 29);
}

static Word mix_all(Word digest, const Word *data, int n) {
  for (int i = 0; i < n; i++) digest = mix(digest, data[i]);
  return digest;
}

typedef struct {
  int rank, size;              /* in the grid */
  MGEN_Comm grid, line[3], plane, even; /* even: null on odd ranks */
  Word cell[CELLS];
  Word halo[6][N * N];
  MGEN_Request exchange[12];
  Word digest;
} State;

/* The face of the cube of cells towards each side, as a datatype and where it begins. */
static void make_halo(State *s) {
  const int stride[3] = {N * N, N, 1};
  for (int d = 0; d < 3; d++) {
    MGEN_Datatype face;
    if (d == 0) MGEN_Type_contiguous(N * N, MGEN_UNSIGNED_LONG, &face);
    if (d == 1) MGEN_Type_vector(N, N, N * N, MGEN_UNSIGNED_LONG, &face);
    if (d == 2) MGEN_Type_vector(N * N, 1, N, MGEN_UNSIGNED_LONG, &face);
    MGEN_Type_commit(&face);
    int below, above;
    MGEN_Cart_shift(s->grid, d, 1, &below, &above);
    MGEN_Request *r = &s->exchange[4 * d];
    MGEN_Recv_init(s->halo[2 * d], N * N, MGEN_UNSIGNED_LONG, below, 2 * d, s->grid, &r[0]);
    MGEN_Recv_init(s->halo[2 * d + 1], N * N, MGEN_UNSIGNED_LONG, above, 2 * d + 1, s->grid, &r[1]);
    MGEN_Send_init(&s->cell[(N - 1) * stride[d]], 1, face, above, 2 * d, s->grid, &r[2]);
    MGEN_Send_init(&s->cell[0], 1, face, below, 2 * d + 1, s->grid, &r[3]);
    MGEN_Type_free(&face);
  }
}

static void make_communicators(State *s, MGEN_Comm world) {
  int size, extents[3] = {0, 0, 0}, at[3];
  const int wraps[3] = {1, 1, 0};
  MGEN_Comm_size(world, &size);
  MGEN_Dims_create(size, 3, extents);
  MGEN_Cart_create(world, 3, extents, wraps, 1, &s->grid);
  MGEN_Comm_rank(s->grid, &s->rank);
  MGEN_Comm_size(s->grid, &s->size);
  MGEN_Cart_coords(s->grid, s->rank, 3, at);
  for (int d = 0; d < 3; d++) {
    const int remain[3] = {d == 0, d == 1, d == 2};
    MGEN_Cart_sub(s->grid, remain, &s->line[d]);
  }
  MGEN_Comm_split(s->grid, at[0], -s->rank, &s->plane); /* its ranks count backwards */
  MGEN_Group all, half;
  int every_other[1][3] = {{0, size - 1, 2}};
  MGEN_Comm_group(s->grid, &all);
  MGEN_Group_range_incl(all, 1, every_other, &half);
  MGEN_Comm_create(s->grid, half, &s->even);
  MGEN_Group_free(&all);
  MGEN_Group_free(&half);
}

/* Blocks of the vector collectives: rank r of `comm` has r mod 5 words. */
static Word *make_blocks(MGEN_Comm comm, int *counts, int *places, int *total) {
  int p;
  MGEN_Comm_size(comm, &p);
  *total = 0;
  for (int r = 0; r < p; r++) {
    counts[r] = r % 5;
    places[r] = *total;
    *total += counts[r];
  }
  return calloc((size_t)*total + 1, sizeof(Word));
}

static void vector_collectives(State *s, MGEN_Comm comm, int root) {
  int rank, p, total;
  MGEN_Comm_rank(comm, &rank);
  MGEN_Comm_size(comm, &p);
  int *counts = malloc(2 * (size_t)p * sizeof(int)), *places = counts + p;
  Word *all = make_blocks(comm, counts, places, &total);
  Word own[8];
  for (int i = 0; i < 8; i++) own[i] = mix(s->digest, (Word)i);
  MGEN_Gatherv(own, counts[rank], MGEN_UNSIGNED_LONG, all, counts, places, MGEN_UNSIGNED_LONG, root,
               comm);
  for (int i = 0; i < total; i++) all[i] = rank == root ? all[i] * 3 : 0;
  MGEN_Scatterv(all, counts, places, MGEN_UNSIGNED_LONG, own, counts[rank], MGEN_UNSIGNED_LONG, root,
                comm);
  MGEN_Allgatherv(own, counts[rank], MGEN_UNSIGNED_LONG, all, counts, places, MGEN_UNSIGNED_LONG,
                  comm);
  s->digest = mix_all(s->digest, all, total);
  MGEN_Reduce_scatter(all, own, counts, MGEN_UNSIGNED_LONG, MGEN_SUM, comm);
  s->digest = mix_all(s->digest, own, counts[rank]);

  /* To each rank as many words as it has for itself; from each as many as this rank has. */
  int *same = malloc(2 * (size_t)p * sizeof(int)), *there = same + p;
  for (int r = 0; r < p; r++) same[r] = counts[rank], there[r] = r * counts[rank];
  Word *got = calloc((size_t)p * 5 + 1, sizeof(Word));
  MGEN_Alltoallv(all, counts, places, MGEN_UNSIGNED_LONG, got, same, there, MGEN_UNSIGNED_LONG, comm);
  s->digest = mix_all(s->digest, got, p * counts[rank]);
  free(got);
  free(same);
  free(all);
  free(counts);
}

static void plane_collectives(State *s, int root) {
  int p;
  MGEN_Comm_size(s->plane, &p);
  Word *out = malloc(4 * (size_t)p * sizeof(Word)), *in = out + 2 * p;
  Word own[2] = {s->digest, (Word)s->rank}, sum[2] = {0, 0}, before[2] = {0, 0};
  for (int i = 0; i < 2 * p; i++) out[i] = mix(s->digest, (Word)i);

  MGEN_Request r[4];
  MGEN_Ialltoall(out, 2, MGEN_UNSIGNED_LONG, in, 2, MGEN_UNSIGNED_LONG, s->plane, &r[0]);
  MGEN_Iallreduce(own, sum, 2, MGEN_UNSIGNED_LONG, MGEN_SUM, s->plane, &r[1]);
  MGEN_Iexscan(own, before, 2, MGEN_UNSIGNED_LONG, MGEN_MAX, s->plane, &r[2]);
  MGEN_Ibarrier(s->grid, &r[3]);
  MGEN_Comp(2e-6);
  for (int left = 4; left > 0; left--) {
    int which;
    MGEN_Waitany(4, r, &which, MGEN_STATUS_IGNORE);
  }
  s->digest = mix_all(mix_all(mix_all(s->digest, in, 2 * p), sum, 2), before, 2);

  MGEN_Reduce_scatter_block(in, own, 2, MGEN_UNSIGNED_LONG, MGEN_SUM, s->plane);
  MGEN_Gather(own, 2, MGEN_UNSIGNED_LONG, out, 2, MGEN_UNSIGNED_LONG, root % p, s->plane);
  MGEN_Scatter(out, 2, MGEN_UNSIGNED_LONG, sum, 2, MGEN_UNSIGNED_LONG, root % p, s->plane);
  MGEN_Allgather(sum, 2, MGEN_UNSIGNED_LONG, in, 2, MGEN_UNSIGNED_LONG, s->plane);
  s->digest = mix_all(s->digest, in, 2 * p);
  free(out);
}

static void relax(State *s) {
  for (int d = 0; d < 6; d++) {
    for (int i = 0; i < N * N; i++) s->cell[i * N + d % N] = mix(s->cell[i * N + d % N], s->halo[d][i]);
  }
}

int MGEN_Main(int argc, char **argv) {
  MGEN_Init(&argc, &argv);
  const int iterations = argc > 1 ? atoi(argv[1]) : 2;
  State *s = calloc(1, sizeof *s);
  make_communicators(s, MGEN_COMM_WORLD);
  make_halo(s);
  for (int i = 0; i < CELLS; i++) s->cell[i] = mix((Word)s->rank, (Word)i);

  Word largest = 0, residual = 1;
  for (int it = 0; it < iterations; it++) {
    MGEN_Request norm;
    MGEN_Startall(12, s->exchange);
    MGEN_Iallreduce(&residual, &largest, 1, MGEN_UNSIGNED_LONG, MGEN_MAX, s->grid, &norm);
    MGEN_Comp(5e-6); /* the inner cells */
    MGEN_Waitall(12, s->exchange, MGEN_STATUSES_IGNORE);
    relax(s);
    MGEN_Wait(&norm, MGEN_STATUS_IGNORE);
    s->digest = mix(mix_all(s->digest, s->cell, CELLS), largest);

    plane_collectives(s, it);
    for (int d = 0; d < 3; d++) {
      Word sum;
      MGEN_Scan(&s->digest, &sum, 1, MGEN_UNSIGNED_LONG, MGEN_SUM, s->line[d]);
      vector_collectives(s, s->line[d], 0);
      s->digest = mix(s->digest, sum);
    }
    if (s->even != MGEN_COMM_NULL) {
      Word data[40] = {s->digest};
      MGEN_Reduce(s->cell, data, 40, MGEN_UNSIGNED_LONG, MGEN_BXOR, 1, s->even);
      MGEN_Bcast(data, 40, MGEN_UNSIGNED_LONG, 1, s->even);
      s->digest = mix_all(s->digest, data, 40);
    }
    MGEN_Barrier(s->grid);
    residual = s->digest >> 40;
  }

  Word all = 0;
  MGEN_Reduce(&s->digest, &all, 1, MGEN_UNSIGNED_LONG, MGEN_SUM, 0, MGEN_COMM_WORLD);
  if (s->rank == 0) {
    printf("blocks: %d ranks, %d iterations, digest %016lx\n", s->size, iterations, all);
    printf("blocks: %.3f us\n", MGEN_Wtime() * 1e6);
  }
  for (int i = 0; i < 12; i++) MGEN_Request_free(&s->exchange[i]);
  for (int d = 0; d < 3; d++) MGEN_Comm_free(&s->line[d]);
  MGEN_Comm_free(&s->plane);
  if (s->even != MGEN_COMM_NULL) MGEN_Comm_free(&s->even);
  MGEN_Comm_free(&s->grid);
  free(s);
  MGEN_Finalize();
  return 0;
}
