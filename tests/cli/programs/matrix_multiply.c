/* SPDX-License-Identifier: MIT
 * A matrix product twice: SUMMA by non-blocking broadcasts along rows and columns, Cannon's algorithm by
 * exchanges in place around a torus. Ranks that find no place in the square look on. */
#include <mgen.h>
#include <stdio.h>
#include <string.h>

enum { kBlock = 6, kAll = kBlock * kBlock };

static double left(int i, int j) { return (i * 7 + j * 3) % 11 - 5; }
static double right(int i, int j) { return (i * 2 + j * 5) % 13 - 6; }

static void multiply_add(const double *a, const double *b, double *c) {
  for (int k = 0; k < kAll; ++k) {
    for (int l = 0; l < kBlock; ++l) c[k] += a[k / kBlock * kBlock + l] * b[l * kBlock + k % kBlock];
  }
}

static void shift(double *block, int dimension, int by, MGEN_Comm torus) {
  int source, dest;
  MGEN_Cart_shift(torus, dimension, by, &source, &dest);
  MGEN_Sendrecv_replace(block, kAll, MGEN_DOUBLE, dest, dimension, source, dimension, torus,
                        MGEN_STATUS_IGNORE);
}

int MGEN_Main(int argc, char **argv) {
  int p, me, q = 1, bad = 0, anywhere = 0;
  MGEN_Comm square, torus, row, column;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_size(MGEN_COMM_WORLD, &p);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &me);
  while ((q + 1) * (q + 1) <= p) ++q;
  MGEN_Comm_split(MGEN_COMM_WORLD, me < q * q ? 0 : MGEN_UNDEFINED, me, &square);
  if (square != MGEN_COMM_NULL) {
    const int dims[] = {q, q}, wraps[] = {1, 1}, along_row[] = {0, 1}, along_column[] = {1, 0};
    int rank, at[2];
    MGEN_Cart_create(square, 2, dims, wraps, 0, &torus);
    MGEN_Comm_rank(torus, &rank);
    MGEN_Cart_coords(torus, rank, 2, at);
    MGEN_Cart_sub(torus, along_row, &row);
    MGEN_Cart_sub(torus, along_column, &column);
    double a[kAll], b[kAll], summa[kAll] = {0}, cannon[kAll] = {0};
    for (int k = 0; k < kAll; ++k) {
      const int i = at[0] * kBlock + k / kBlock, j = at[1] * kBlock + k % kBlock;
      a[k] = left(i, j);
      b[k] = right(i, j);
    }
    for (int step = 0; step < q; ++step) {
      double of_row[kAll], of_column[kAll];
      MGEN_Request both[2];
      memcpy(of_row, a, sizeof a);
      memcpy(of_column, b, sizeof b);
      MGEN_Ibcast(of_row, kAll, MGEN_DOUBLE, step, row, &both[0]);
      MGEN_Ibcast(of_column, kAll, MGEN_DOUBLE, step, column, &both[1]);
      MGEN_Waitall(2, both, MGEN_STATUSES_IGNORE);
      multiply_add(of_row, of_column, summa);
    }
    shift(a, 1, -at[0], torus);
    shift(b, 0, -at[1], torus);
    for (int step = 0; step < q; ++step) {
      multiply_add(a, b, cannon);
      shift(a, 1, -1, torus);
      shift(b, 0, -1, torus);
    }
    for (int k = 0; k < kAll; ++k) {
      const int i = at[0] * kBlock + k / kBlock, j = at[1] * kBlock + k % kBlock;
      double sum = 0;
      for (int l = 0; l < q * kBlock; ++l) sum += left(i, l) * right(l, j);
      bad += (sum != summa[k]) + (sum != cannon[k]);
    }
    MGEN_Comm_free(&row);
    MGEN_Comm_free(&column);
    MGEN_Comm_free(&torus);
    MGEN_Comm_free(&square);
  }
  MGEN_Reduce(&bad, &anywhere, 1, MGEN_INT, MGEN_SUM, 0, MGEN_COMM_WORLD);
  if (me == 0) printf("%d ranks: %d wrong\n", p, anywhere);
  MGEN_Finalize();
  return bad != 0;
}
