/* SPDX-License-Identifier: MIT
 * Sample sort: splitters from an all-gather, keys by alltoallv with counts from an alltoall, and checks by
 * prefix and other reductions: order across ranks, sums, numbers, the fullest rank. */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int MGEN_Main(int argc, char **argv) {
  int p, rank, bad = 0, anywhere = 0;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_size(MGEN_COMM_WORLD, &p);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  const size_t ranks = (size_t)p;
  const int n = 200 + rank * 37 % 91;
  int *keys = malloc(sizeof(int) * (size_t)n), *samples = malloc(sizeof(int) * ranks),
      *splitters = malloc(sizeof(int) * ranks * ranks);
  unsigned state = 12345u + (unsigned)rank * 777u;
  long long sums[2] = {0, 0}, totals[2] = {0, 0};
  for (int i = 0; i < n; ++i) {
    state = state * 1103515245u + 12345u;
    keys[i] = (int)(state >> 8) % 100000;
    sums[0] += keys[i];
  }
  qsort(keys, (size_t)n, sizeof(int), compare);
  for (int i = 0; i < p; ++i) samples[i] = keys[(long)i * n / p];
  MGEN_Allgather(samples, p, MGEN_INT, splitters, p, MGEN_INT, MGEN_COMM_WORLD);
  qsort(splitters, ranks * ranks, sizeof(int), compare);

  int *gives = calloc(ranks * 4, sizeof(int)), *gets = gives + p, *from = gets + p, *to = from + p;
  for (int i = 0, bucket = 0; i < n; ++i) {
    while (bucket < p - 1 && keys[i] >= splitters[(bucket + 1) * p]) ++bucket;
    ++gives[bucket];
  }
  MGEN_Alltoall(gives, 1, MGEN_INT, gets, 1, MGEN_INT, MGEN_COMM_WORLD);
  int m = gets[0];
  for (int i = 1; i < p; ++i) {
    from[i] = from[i - 1] + gives[i - 1];
    to[i] = m;
    m += gets[i];
  }
  int *sorted = malloc(sizeof(int) * (size_t)(m + 1));
  MGEN_Alltoallv(keys, gives, from, MGEN_INT, sorted, gets, to, MGEN_INT, MGEN_COMM_WORLD);
  qsort(sorted, (size_t)m, sizeof(int), compare);

  int largest = m ? sorted[m - 1] : -1, before = -1, end = 0, all = 0;
  MGEN_Exscan(&largest, &before, 1, MGEN_INT, MGEN_MAX, MGEN_COMM_WORLD);
  if (rank > 0 && m && sorted[0] < before) bad |= 1;
  for (int i = 0; i < m; ++i) sums[1] += sorted[i];
  MGEN_Reduce(sums, totals, 2, MGEN_LONG_LONG, MGEN_SUM, 0, MGEN_COMM_WORLD);
  MGEN_Scan(&m, &end, 1, MGEN_INT, MGEN_SUM, MGEN_COMM_WORLD);
  MGEN_Allreduce(&n, &all, 1, MGEN_INT, MGEN_SUM, MGEN_COMM_WORLD);
  if (rank == p - 1 && end != all) bad |= 2;
  if (rank == 0 && totals[0] != totals[1]) bad |= 4;
  struct {
    int keys, rank;
  } mine = {m, rank}, fullest = {-1, -1};
  MGEN_Allreduce(&mine, &fullest, 1, MGEN_2INT, MGEN_MAXLOC, MGEN_COMM_WORLD);
  if (fullest.keys < m || (fullest.rank == rank && fullest.keys != m)) bad |= 8;
  MGEN_Allreduce(&bad, &anywhere, 1, MGEN_INT, MGEN_BOR, MGEN_COMM_WORLD);
  if (rank == 0) printf("%d ranks: %d wrong\n", p, anywhere);
  MGEN_Finalize();
  free(keys), free(samples), free(splitters), free(gives), free(sorted);
  return bad;
}
