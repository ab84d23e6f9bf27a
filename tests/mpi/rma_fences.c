/* SPDX-License-Identifier: MIT
 * Operations on windows between fences (MPI 4.1, sections 12.3 and 12.5.1). */
#include "window.h"

TEST(put_between_fences) {
  int x = rank + 7;
  begin_fenced(4);
  MPI_Put(&x, 1, MPI_INT, NEXT, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(base[2] == PREVIOUS + 7);
  CHECK(base[1] == 1000 * rank + 1 && base[3] == 1000 * rank + 3);
  end();
}

TEST(get_between_fences) {
  int x[2] = {-1, -1};
  begin_fenced(4);
  MPI_Get(x, 2, MPI_INT, NEXT, 1, 2, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(x[0] == 1000 * NEXT + 1 && x[1] == 1000 * NEXT + 2);
  end();
}

TEST(put_to_itself) {
  int x = 5;
  begin_fenced(2);
  MPI_Put(&x, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(base[1] == 5);
  end();
}

TEST(get_from_itself) {
  int x = 0;
  begin_fenced(2);
  MPI_Get(&x, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(x == 1000 * rank + 1);
  end();
}

TEST(put_to_nobody) {
  int x = 5;
  begin_fenced(2);
  MPI_Put(&x, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Get(&x, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Accumulate(&x, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  CHECK(base[0] == 1000 * rank && x == 5);
  end();
}

TEST(put_of_nothing) {
  begin_fenced(1);
  MPI_Put(NULL, 0, MPI_INT, NEXT, 0, 0, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(base[0] == 1000 * rank);
  end();
}

TEST(put_of_many) {
  enum { N = 100000 };
  int *x = malloc(N * sizeof *x);
  begin(N);
  for (int i = 0; i < N; i++) x[i] = i * 3 + rank;
  MPI_Win_fence(0, win);
  MPI_Put(x, N, MPI_INT, NEXT, 0, N, MPI_INT, win);
  MPI_Win_fence(0, win);
  int right = 0;
  for (int i = 0; i < N; i++) right += base[i] == i * 3 + PREVIOUS;
  CHECK(right == N);
  end();
  free(x);
}

TEST(puts_by_all_to_one) {
  int x = rank;
  begin_fenced(size);
  MPI_Put(&x, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; rank == 0 && i < size; i++) CHECK(base[i] == i);
  end();
}

TEST(gets_of_all_from_all) {
  int *x = calloc(size, sizeof *x);
  begin_fenced(1);
  for (int i = 0; i < size; i++) MPI_Get(&x[i], 1, MPI_INT, i, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < size; i++) CHECK(x[i] == 1000 * i);
  end();
  free(x);
}

TEST(displacement_units_differ) {
  char memory[64];
  int unit = rank % 2 ? 1 : 4, x = 99 + rank;
  MPI_Win w;
  memset(memory, 0, sizeof memory);
  MPI_Win_create(memory, sizeof memory, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  MPI_Put(&x, 1, MPI_INT, NEXT, NEXT % 2 ? 8 : 2, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  int got;
  memcpy(&got, memory + 8, sizeof got);
  CHECK(got == 99 + PREVIOUS);
  MPI_Win_free(&w);
  CHECK(w == MPI_WIN_NULL);
}

TEST(sizes_differ) {
  int memory[3] = {1, 2, 3}, x = 42;
  MPI_Win w;
  MPI_Win_create(rank == 1 ? memory : NULL, rank == 1 ? sizeof memory : 0, sizeof(int), MPI_INFO_NULL,
      MPI_COMM_WORLD, &w);
  MPI_Win_fence(0, w);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 2, 1, MPI_INT, w);
  MPI_Win_fence(0, w);
  CHECK(memory[2] == (rank == 1 ? 42 : 3));
  MPI_Win_free(&w);
}

TEST(accumulate_sums) {
  int x = rank + 1;
  begin(1);
  base[0] = 100;
  MPI_Win_fence(0, win);
  MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  CHECK(base[0] == (rank ? 100 : 100 + size * (size + 1) / 2));
  end();
}

static void accumulate_with(MPI_Op op, int old, int (*expected)(int, int)) {
  int x = rank + 1, want = old;
  begin(1);
  base[0] = old;
  MPI_Win_fence(0, win);
  MPI_Accumulate(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < size; i++) want = expected(want, i + 1);
  if (rank == 0) CHECK(base[0] == want);
  end();
}
static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }
static int product(int a, int b) { return a * b; }
static int both(int a, int b) { return a & b; }
static int either(int a, int b) { return a | b; }
static int one_only(int a, int b) { return a ^ b; }
static int and_then(int a, int b) { return a && b; }
static int or_else(int a, int b) { return a || b; }
static int unequal(int a, int b) { return !a != !b; }
TEST(accumulate_max) { accumulate_with(MPI_MAX, 3, larger); }
TEST(accumulate_min) { accumulate_with(MPI_MIN, 3, smaller); }
TEST(accumulate_product) { accumulate_with(MPI_PROD, 1, product); }
TEST(accumulate_band) { accumulate_with(MPI_BAND, 255, both); }
TEST(accumulate_bor) { accumulate_with(MPI_BOR, 64, either); }
TEST(accumulate_bxor) { accumulate_with(MPI_BXOR, 5, one_only); }
TEST(accumulate_land) { accumulate_with(MPI_LAND, 1, and_then); }
TEST(accumulate_lor) { accumulate_with(MPI_LOR, 0, or_else); }
TEST(accumulate_lxor) { accumulate_with(MPI_LXOR, 0, unequal); }

TEST(accumulate_replaces) {
  int x[2] = {rank + 50, rank + 60};
  begin_fenced(2);
  MPI_Accumulate(x, 2, MPI_INT, NEXT, 0, 2, MPI_INT, MPI_REPLACE, win);
  MPI_Win_fence(0, win);
  CHECK(base[0] == PREVIOUS + 50 && base[1] == PREVIOUS + 60);
  end();
}

TEST(accumulate_of_doubles) {
  double *memory, x[3] = {0.5, 1.5, 2.5};
  MPI_Win w;
  MPI_Win_allocate(3 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &w);
  for (int i = 0; i < 3; i++) memory[i] = i;
  MPI_Win_fence(0, w);
  for (int i = 0; i < size; i++) MPI_Accumulate(x, 3, MPI_DOUBLE, i, 0, 3, MPI_DOUBLE, MPI_SUM, w);
  MPI_Win_fence(0, w);
  for (int i = 0; i < 3; i++) CHECK(memory[i] == i + size * (i + 0.5));
  MPI_Win_free(&w);
}

TEST(accumulate_min_location) {
  struct { int value, index; } *memory, x = {100 - rank, rank};
  MPI_Win w;
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &w);
  memory->value = 1000, memory->index = -1;
  MPI_Win_fence(0, w);
  MPI_Accumulate(&x, 1, MPI_2INT, 0, 0, 1, MPI_2INT, MPI_MINLOC, w);
  MPI_Win_fence(0, w);
  if (rank == 0) CHECK(memory->value == 101 - size && memory->index == size - 1);
  MPI_Win_free(&w);
}

TEST(accumulates_in_order) {
  begin_fenced(1);
  for (int i = 0; i < 20; i++) {
    static int x[20];
    x[i] = 100 * rank + i;
    MPI_Accumulate(&x[i], 1, MPI_INT, NEXT, 0, 1, MPI_INT, MPI_REPLACE, win);
  }
  MPI_Win_fence(0, win);
  CHECK(base[0] == 100 * PREVIOUS + 19);
  end();
}

TEST(put_with_strides) {
  int x[6] = {1, 2, 3, 4, 5, 6};
  MPI_Datatype every_second;
  MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  begin_fenced(6);
  MPI_Put(x, 1, every_second, NEXT, 1, 1, every_second, win);
  MPI_Win_fence(0, win);
  CHECK(base[0] == 1000 * rank && base[1] == 1 && base[2] == 1000 * rank + 2);
  CHECK(base[3] == 3 && base[4] == 1000 * rank + 4 && base[5] == 5);
  end();
  MPI_Type_free(&every_second);
}

TEST(put_of_a_row_as_a_column) {
  int row[3] = {7, 8, 9};
  MPI_Datatype column;
  MPI_Type_vector(3, 1, 3, MPI_INT, &column);
  MPI_Type_commit(&column);
  begin_fenced(9);
  MPI_Put(row, 3, MPI_INT, NEXT, 1, 1, column, win);
  MPI_Win_fence(0, win);
  CHECK(base[1] == 7 && base[4] == 8 && base[7] == 9 && base[2] == 1000 * rank + 2);
  end();
  MPI_Type_free(&column);
}

TEST(get_of_a_column_as_a_row) {
  int row[3] = {0};
  MPI_Datatype column;
  MPI_Type_vector(3, 1, 3, MPI_INT, &column);
  MPI_Type_commit(&column);
  begin_fenced(9);
  MPI_Get(row, 3, MPI_INT, NEXT, 2, 1, column, win);
  MPI_Win_fence(0, win);
  CHECK(row[0] == 1000 * NEXT + 2 && row[1] == 1000 * NEXT + 5 && row[2] == 1000 * NEXT + 8);
  end();
  MPI_Type_free(&column);
}

TEST(get_with_indexed_type) {
  int x[5] = {0}, lengths[2] = {2, 1}, places[2] = {3, 0};
  MPI_Datatype pieces;
  MPI_Type_indexed(2, lengths, places, MPI_INT, &pieces);
  MPI_Type_commit(&pieces);
  begin_fenced(5);
  MPI_Get(x, 3, MPI_INT, NEXT, 0, 1, pieces, win);
  MPI_Win_fence(0, win);
  CHECK(x[0] == 1000 * NEXT + 3 && x[1] == 1000 * NEXT + 4 && x[2] == 1000 * NEXT && x[3] == 0);
  end();
  MPI_Type_free(&pieces);
}

TEST(type_freed_before_the_end_of_the_epoch) {
  int x[2] = {3, 4};
  MPI_Datatype pair;
  MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  begin_fenced(3);
  MPI_Put(x, 2, MPI_INT, NEXT, 0, 1, pair, win);
  MPI_Type_free(&pair);
  MPI_Win_fence(0, win);
  CHECK(base[0] == 3 && base[1] == 1000 * rank + 1 && base[2] == 4);
  end();
}

TEST(accumulate_with_strides) {
  int x[2] = {10, 20};
  MPI_Datatype every_second;
  MPI_Type_vector(2, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  begin(3);
  for (int i = 0; i < 3; i++) base[i] = i;
  MPI_Win_fence(0, win);
  for (int i = 0; i < size; i++) MPI_Accumulate(x, 2, MPI_INT, i, 0, 1, every_second, MPI_SUM, win);
  MPI_Win_fence(0, win);
  CHECK(base[0] == 10 * size && base[1] == 1 && base[2] == 2 + 20 * size);
  end();
  MPI_Type_free(&every_second);
}

/* More data than a target copies at once; what follows comes after them. */
TEST(many_large_gets) {
  enum { kInts = 16384, kGets = 300 };
  int *const got = calloc(kInts, sizeof(int)), one = 1;
  begin_fenced(kInts);
  for (int i = 0; rank == 0 && i < kGets; i++) MPI_Get(got, kInts, MPI_INT, 1, 0, kInts, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    CHECK(got[0] == 1000 && got[kInts - 1] == 1000 + kInts - 1);
    memset(got, 0, sizeof(int) * kInts);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    for (int i = 0; i < kGets; i++) MPI_Get(got, kInts, MPI_INT, 1, 0, kInts, MPI_INT, win);
    MPI_Win_flush(1, win);
    CHECK(got[0] == 1000 && got[kInts - 1] == 1000 + kInts - 1);
    for (int i = 0; i < kGets; i++) MPI_Get(got, kInts, MPI_INT, 1, 0, kInts, MPI_INT, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(1, win);
    CHECK(got[kInts - 1] == 1000 + kInts - 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) CHECK(base[0] == 1001);
  end();
  free(got);
}
