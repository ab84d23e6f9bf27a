/* SPDX-License-Identifier: MIT
 * A histogram that no rank could hold alone: its bins lie in a window, the same number on each rank. Ranks
 * draw samples and count them with one-sided operations, without the help of the ranks that hold the bins.
 *
 *   histogram SAMPLES BINS [each|block]     of each rank
 *
 *   each   an MPI_Accumulate for every sample, as in the RandomAccess benchmark
 *   block  samples are sorted by their bins first: one MPI_Accumulate for each rank, with a datatype that
 *          names the bins (default)
 *
 * The sum of all bins must be the number of samples.
 */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks, samples, bins;

/* splitmix64: a function of the rank and the number of the sample. */
static double uniform(uint64_t i) {
  uint64_t z = ((uint64_t)rank << 32 | i) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

/* The sum of four numbers: a bell over all bins, so that ranks in the middle get most. */
static int64_t draw(int i) {
  double x = 0;
  for (int k = 0; k < 4; k++) x += uniform(4 * (uint64_t)i + k);
  return (int64_t)floor(x / 4 * bins * ranks);
}

static void count_each(MPI_Win window) {
  const int64_t one = 1;
  for (int i = 0; i < samples; i++) {
    const int64_t bin = draw(i);
    MPI_Accumulate(&one, 1, MPI_INT64_T, (int)(bin / bins), bin % bins, 1, MPI_INT64_T, MPI_SUM, window);
  }
}

static int compare(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* What is sent lasts until the window is flushed. */
static void count_blocks(MPI_Win window, int64_t *drawn, int64_t *counts, int *places) {
  int n = 0;
  for (int i = 0; i < samples; i++) drawn[i] = draw(i);
  qsort(drawn, (size_t)samples, sizeof *drawn, compare);
  for (int i = 0; i < samples;) {
    const int to = (int)(drawn[i] / bins), first = n;
    for (; i < samples && drawn[i] / bins == to; n++) {
      const int64_t bin = drawn[i];
      for (counts[n] = 0; i < samples && drawn[i] == bin; i++) counts[n]++;
      places[n] = (int)(bin % bins);
    }
    MPI_Datatype there;
    MPI_Type_create_indexed_block(n - first, 1, places + first, MPI_INT64_T, &there);
    MPI_Type_commit(&there);
    MPI_Accumulate(counts + first, n - first, MPI_INT64_T, to, 0, 1, there, MPI_SUM, window);
    MPI_Type_free(&there);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  samples = argc > 1 ? atoi(argv[1]) : 1000;
  bins = argc > 2 ? atoi(argv[2]) : 100;
  const int each = argc > 3 && strcmp(argv[3], "each") == 0;
  if (samples < 0 || bins < 1 || (argc > 3 && !each && strcmp(argv[3], "block") != 0)) {
    if (rank == 0) fprintf(stderr, "usage: histogram SAMPLES BINS [each|block]\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }

  int64_t *mine, *drawn = malloc((size_t)samples * sizeof *drawn + 1);
  int64_t *counts = malloc((size_t)samples * sizeof *counts + 1);
  int *places = malloc((size_t)samples * sizeof *places + 1);
  MPI_Win window;
  MPI_Win_allocate((MPI_Aint)bins * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window);
  memset(mine, 0, (size_t)bins * 8);

  MPI_Win_lock_all(0, window);
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = MPI_Wtime();
  if (each) count_each(window);
  else count_blocks(window, drawn, counts, places);
  MPI_Win_flush_all(window);
  MPI_Barrier(MPI_COMM_WORLD);
  const double took = MPI_Wtime() - began;
  MPI_Win_unlock_all(window);

  int64_t local[2] = {0, 0}, sum = 0, most = 0;
  for (int i = 0; i < bins; i++) {
    local[0] += mine[i];
    if (mine[i] > local[1]) local[1] = mine[i];
  }
  MPI_Reduce(&local[0], &sum, 1, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&local[1], &most, 1, MPI_INT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%d ranks, %d samples and %d bins each, %s\n", ranks, samples, bins, each ? "each" : "block");
    printf("all samples are counted: %s, the fullest bin has %lld, %.3f us for a step\n",
           sum == (int64_t)samples * ranks ? "T" : "F", (long long)most, took * 1e6);
  }
  MPI_Win_free(&window);
  free(drawn), free(counts), free(places);
  MPI_Finalize();
  return sum == (int64_t)samples * ranks || rank != 0 ? 0 : 1;
}
