/* SPDX-License-Identifier: MIT
 * Jacobi's method on a square: a Cartesian grid of ranks, persistent requests in three modes, columns as
 * vectors. The result is gathered as blocks of a matrix and compared with a serial solution. */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

enum { kSide = 48, kSteps = 40 };

static double border(int i, int j) {
  if (i == 0) return 1.0 + j * 0.01;
  if (j == 0) return 0.5;
  if (i == kSide - 1) return -0.3;
  return j == kSide - 1 ? 0.25 * i : 0;
}

static double mean(const double *at, int width) {
  return 0.25 * (at[-width] + at[width] + at[-1] + at[1]);
}

static int differences(const double *result) {
  double *a = malloc(sizeof(double) * kSide * kSide), *b = malloc(sizeof(double) * kSide * kSide);
  int bad = 0;
  for (int k = 0; k < kSide * kSide; ++k) a[k] = b[k] = border(k / kSide, k % kSide);
  for (int step = 0; step < kSteps; ++step) {
    double *swap = a;
    for (int i = 1; i < kSide - 1; ++i) {
      for (int j = 1; j < kSide - 1; ++j) b[i * kSide + j] = mean(&a[i * kSide + j], kSide);
    }
    a = b;
    b = swap;
  }
  for (int k = 0; k < kSide * kSide; ++k) bad += a[k] != result[k];
  free(a);
  free(b);
  return bad;
}

int MGEN_Main(int argc, char **argv) {
  int size, rank, dims[2] = {0, 0}, open[2] = {0, 0}, at[2], up, down, left, right, bad = 0;
  MGEN_Comm grid;
  MGEN_Datatype column, block, slim;
  MGEN_Request all[2][8];
  MGEN_Init(&argc, &argv);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  MGEN_Dims_create(size, 2, dims);
  MGEN_Cart_create(MGEN_COMM_WORLD, 2, dims, open, 1, &grid);
  MGEN_Comm_rank(grid, &rank);
  MGEN_Cart_coords(grid, rank, 2, at);
  MGEN_Cart_shift(grid, 0, 1, &up, &down);
  MGEN_Cart_shift(grid, 1, 1, &left, &right);

  const int rows = kSide / dims[0], columns = kSide / dims[1], width = columns + 2;
  double *fields[2];
  for (int f = 0; f < 2; ++f) {
    double *u = fields[f] = calloc((size_t)(rows + 2) * (size_t)width, sizeof(double));
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        u[(i + 1) * width + j + 1] = border(at[0] * rows + i, at[1] * columns + j);
      }
    }
  }
  MGEN_Type_vector(rows, 1, width, MGEN_DOUBLE, &column);
  MGEN_Type_commit(&column);
  for (int f = 0; f < 2; ++f) {
    double *first = fields[f] + width + 1;
    MGEN_Request *r = all[f];
    MGEN_Recv_init(first - width, columns, MGEN_DOUBLE, up, 0, grid, &r[0]);
    MGEN_Recv_init(first + rows * width, columns, MGEN_DOUBLE, down, 1, grid, &r[1]);
    MGEN_Recv_init(first - 1, 1, column, left, 2, grid, &r[2]);
    MGEN_Recv_init(first + columns, 1, column, right, 3, grid, &r[3]);
    MGEN_Send_init(first, columns, MGEN_DOUBLE, up, 1, grid, &r[4]);
    MGEN_Ssend_init(first + (rows - 1) * width, columns, MGEN_DOUBLE, down, 0, grid, &r[5]);
    MGEN_Send_init(first, 1, column, left, 3, grid, &r[6]);
    MGEN_Rsend_init(first + columns - 1, 1, column, right, 2, grid, &r[7]);
  }
  for (int step = 0; step < kSteps; ++step) {
    const double *u = fields[step % 2];
    double *next = fields[1 - step % 2], change = 0, most = 0;
    MGEN_Startall(4, all[step % 2]);
    MGEN_Barrier(grid); /* for the sends in ready mode */
    MGEN_Startall(4, all[step % 2] + 4);
    MGEN_Waitall(8, all[step % 2], MGEN_STATUSES_IGNORE);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        const int x = at[0] * rows + i, y = at[1] * columns + j, k = (i + 1) * width + j + 1;
        if (x == 0 || y == 0 || x == kSide - 1 || y == kSide - 1) continue;
        next[k] = mean(&u[k], width);
        if (next[k] - u[k] > change) change = next[k] - u[k];
      }
    }
    MGEN_Comp(1e-9 * rows * columns);
    MGEN_Allreduce(&change, &most, 1, MGEN_DOUBLE, MGEN_MAX, grid);
    if (most <= 0) bad += 1000;
  }

  double *whole = rank == 0 ? malloc(sizeof(double) * kSide * kSide) : NULL;
  double *mine = malloc(sizeof(double) * (size_t)rows * (size_t)columns);
  int *counts = malloc(sizeof(int) * (size_t)size), *places = malloc(sizeof(int) * (size_t)size);
  for (int k = 0; k < rows * columns; ++k) {
    mine[k] = fields[kSteps % 2][(k / columns + 1) * width + k % columns + 1];
  }
  MGEN_Type_vector(rows, columns, kSide, MGEN_DOUBLE, &block);
  MGEN_Type_create_resized(block, 0, sizeof(double), &slim);
  MGEN_Type_commit(&slim);
  for (int r = 0; r < size; ++r) {
    MGEN_Cart_coords(grid, r, 2, at);
    counts[r] = 1;
    places[r] = at[0] * rows * kSide + at[1] * columns;
  }
  MGEN_Gatherv(mine, rows * columns, MGEN_DOUBLE, whole, counts, places, slim, 0, grid);
  if (rank == 0) bad += differences(whole);
  for (int k = 0; k < 16; ++k) MGEN_Request_free(&all[k / 8][k % 8]);
  MGEN_Type_free(&column);
  MGEN_Comm_free(&grid);
  if (rank == 0) printf("%d ranks: %d wrong\n", size, bad);
  MGEN_Finalize();
  free(whole), free(mine), free(counts), free(places), free(fields[0]), free(fields[1]);
  return bad != 0;
}
