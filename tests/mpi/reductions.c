/* SPDX-License-Identifier: MIT
 * Broadcasts and reductions (MPI 4.1, chapter 6). */
#include "check.h"

static int *room(int n) {
  int *x = malloc((n + 1) * sizeof *x);
  for (int i = 0; i <= n; i++) x[i] = -1;
  return x;
}
static int sum_to(int n) { return n * (n - 1) / 2; }

TEST(barrier_and_its_request) {
  MPI_Request r;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Ibarrier(MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(r == MPI_REQUEST_NULL);
}

TEST(bcast_from_each_root) {
  for (int root = 0; root < size; root++) {
    int x[3] = {rank, rank + root, 5};
    MPI_Bcast(x, 3, MPI_INT, root, MPI_COMM_WORLD);
    CHECK(x[0] == root && x[1] == 2 * root);
  }
}

TEST(bcast_of_many) {
  enum { N = 100000 };
  int *x = room(N), right = 0;
  for (int i = 0; i < N; i++) x[i] = rank == 1 ? i : 0;
  MPI_Bcast(x, N, MPI_INT, 1, MPI_COMM_WORLD);
  for (int i = 0; i < N; i++) right += x[i] == i;
  CHECK(right == N);
  free(x);
}

TEST(bcast_of_nothing) {
  MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
  CHECK(size > 0);
}

TEST(bcast_with_types_of_one_signature) {
  int x[6] = {1, 2, 3, 4, 5, 6}, y[3] = {0};
  MPI_Datatype every_second;
  MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  if (rank == 0) MPI_Bcast(x, 1, every_second, 0, MPI_COMM_WORLD);
  else MPI_Bcast(y, 3, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank) CHECK(y[0] == 1 && y[1] == 3 && y[2] == 5);
  MPI_Type_free(&every_second);
}

TEST(reduce_to_each_root) {
  for (int root = 0; root < size; root++) {
    int x = rank + root, y = -1;
    MPI_Reduce(&x, &y, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    CHECK(y == (rank == root ? sum_to(size) + size * root : -1));
  }
}

TEST(reduce_in_place) {
  int x = rank + 1;
  if (rank == 0) MPI_Reduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  else MPI_Reduce(&x, NULL, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  CHECK(x == (rank ? rank + 1 : size));
}

#define REDUCTION(name, type, datatype, op, mine, expected)               \
  TEST(name) {                                                            \
    type x = (type)(mine), y = (type)0;                                   \
    MPI_Allreduce(&x, &y, 1, datatype, op, MPI_COMM_WORLD);               \
    CHECK(y == (type)(expected));                                         \
  }
REDUCTION(sum_of_char, signed char, MPI_SIGNED_CHAR, MPI_SUM, 1, size)
REDUCTION(sum_of_short, short, MPI_SHORT, MPI_SUM, rank, sum_to(size))
REDUCTION(sum_of_long, long, MPI_LONG, MPI_SUM, rank * 10000000000L, sum_to(size) * 10000000000L)
REDUCTION(sum_of_unsigned, unsigned, MPI_UNSIGNED, MPI_SUM, rank, sum_to(size))
REDUCTION(sum_of_unsigned_long_long, unsigned long long, MPI_UNSIGNED_LONG_LONG, MPI_SUM, rank,
    sum_to(size))
REDUCTION(sum_of_float, float, MPI_FLOAT, MPI_SUM, 0.5f, 0.5f * size)
REDUCTION(sum_of_double, double, MPI_DOUBLE, MPI_SUM, rank + 0.25, sum_to(size) + 0.25 * size)
REDUCTION(sum_of_long_double, long double, MPI_LONG_DOUBLE, MPI_SUM, 1.5L, 1.5L * size)
REDUCTION(product_of_int, int, MPI_INT, MPI_PROD, 2, 1 << size)
REDUCTION(product_of_double, double, MPI_DOUBLE, MPI_PROD, 0.5, 1.0 / (1 << size))
REDUCTION(max_of_double, double, MPI_DOUBLE, MPI_MAX, -rank - 1.5, -1.5)
REDUCTION(min_of_short, short, MPI_SHORT, MPI_MIN, 5 - rank, 6 - size)
REDUCTION(max_of_unsigned_char, unsigned char, MPI_UNSIGNED_CHAR, MPI_MAX, 200 + rank, 199 + size)
REDUCTION(land_of_int, int, MPI_INT, MPI_LAND, rank != 1, 0)
REDUCTION(lor_of_int, int, MPI_INT, MPI_LOR, rank == 1, 1)
REDUCTION(lxor_of_int, int, MPI_INT, MPI_LXOR, rank < 3, 1)
REDUCTION(band_of_int, int, MPI_INT, MPI_BAND, ~(1 << rank), ~((1 << size) - 1))
REDUCTION(bor_of_uint64, uint64_t, MPI_UINT64_T, MPI_BOR, 1ull << (rank + 32), ((1ull << size) - 1) << 32)
REDUCTION(bxor_of_byte, unsigned char, MPI_BYTE, MPI_BXOR, 1 << (rank % 2),
    ((size + 1) / 2 % 2) | (size / 2 % 2) << 1)
REDUCTION(sum_of_aint, MPI_Aint, MPI_AINT, MPI_SUM, rank, sum_to(size))
REDUCTION(sum_of_int8, int8_t, MPI_INT8_T, MPI_SUM, -1, -size)
REDUCTION(max_of_int16, int16_t, MPI_INT16_T, MPI_MAX, rank, size - 1)

TEST(sum_of_complex) {
  double x[2] = {rank, -1}, y[2];
  MPI_Allreduce(x, y, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
  CHECK(y[0] == sum_to(size) && y[1] == -size);
}

TEST(product_of_complex) {
  float x[2] = {0, 1}, y[2];
  int turns = size % 4;
  MPI_Allreduce(x, y, 1, MPI_C_FLOAT_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
  CHECK(y[0] == (turns == 0 ? 1 : turns == 2 ? -1 : 0) && y[1] == (turns == 1 ? 1 : turns == 3 ? -1 : 0));
}

TEST(place_of_the_largest) {
  struct { double value; int place; } x = {rank == 2 || rank == 3 ? 9 : rank * 0.1, rank}, y;
  MPI_Allreduce(&x, &y, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
  CHECK(y.value == 9 && y.place == 2);
}

TEST(place_of_the_smallest) {
  struct { float value; int place; } x = {rank == 1 ? -1 : 1, rank}, y;
  struct { short value; int place; } s = {rank == 1 ? -1 : 1, rank}, t;
  struct { long value; int place; } u = {rank == 1 ? -1 : 1, rank}, v;
  MPI_Allreduce(&x, &y, 1, MPI_FLOAT_INT, MPI_MINLOC, MPI_COMM_WORLD);
  MPI_Allreduce(&s, &t, 1, MPI_SHORT_INT, MPI_MINLOC, MPI_COMM_WORLD);
  MPI_Allreduce(&u, &v, 1, MPI_LONG_INT, MPI_MINLOC, MPI_COMM_WORLD);
  CHECK(y.value == -1 && y.place == 1 && t.value == -1 && t.place == 1 && v.value == -1 && v.place == 1);
}

TEST(allreduce_of_many) {
  enum { N = 30000 };
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  int right = 0;
  for (int i = 0; i < N; i++) x[i] = i + rank;
  MPI_Allreduce(x, y, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < N; i++) right += y[i] == (double)i * size + sum_to(size);
  CHECK(right == N);
  free(x), free(y);
}

TEST(allreduce_in_place) {
  int x[2] = {rank, 1};
  MPI_Allreduce(MPI_IN_PLACE, x, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(x[0] == sum_to(size) && x[1] == size);
}

static void compose(void *in, void *inout, int *n, MPI_Datatype *type) {
  int *a = in, *b = inout;  /* 2x2 matrices: order matters */
  for (int i = 0; i < *n; i++, a += 4, b += 4) {
    int c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3]};
    memcpy(b, c, sizeof c);
  }
  (void)type;
}
static void matrix_of(int r, int *m) { m[0] = 1, m[1] = r + 1, m[2] = r % 2, m[3] = 1; }

TEST(operation_that_does_not_commute) {
  MPI_Op op;
  MPI_Datatype matrix;
  int x[4], y[4], want[4], next[4];
  MPI_Type_contiguous(4, MPI_INT, &matrix);
  MPI_Type_commit(&matrix);
  MPI_Op_create(compose, 0, &op);
  matrix_of(0, want);
  for (int i = 1; i < size; i++) {
    int one = 1;
    matrix_of(i, next);
    compose(want, next, &one, NULL);
    memcpy(want, next, sizeof want);
  }
  matrix_of(rank, x);
  MPI_Allreduce(x, y, 1, matrix, op, MPI_COMM_WORLD);
  CHECK(!memcmp(y, want, sizeof y));
  memset(y, 0, sizeof y);
  MPI_Reduce(x, y, 1, matrix, op, size - 1, MPI_COMM_WORLD);
  if (rank == size - 1) CHECK(!memcmp(y, want, sizeof y));
  MPI_Op_free(&op);
  CHECK(op == MPI_OP_NULL);
  MPI_Type_free(&matrix);
}

TEST(scan_that_does_not_commute) {
  MPI_Op op;
  MPI_Datatype matrix;
  int x[4], y[4], want[4], next[4], one = 1;
  MPI_Type_contiguous(4, MPI_INT, &matrix);
  MPI_Type_commit(&matrix);
  MPI_Op_create(compose, 0, &op);
  matrix_of(0, want);
  for (int i = 1; i <= rank; i++) {
    matrix_of(i, next);
    compose(want, next, &one, NULL);
    memcpy(want, next, sizeof want);
  }
  matrix_of(rank, x);
  MPI_Scan(x, y, 1, matrix, op, MPI_COMM_WORLD);
  CHECK(!memcmp(y, want, sizeof y));
  MPI_Op_free(&op);
  MPI_Type_free(&matrix);
}

TEST(commutative_operations) {
  MPI_Op op;
  int flag;
  MPI_Op_create(compose, 1, &op);
  MPI_Op_commutative(op, &flag);
  CHECK(flag);
  MPI_Op_free(&op);
  MPI_Op_create(compose, 0, &op);
  MPI_Op_commutative(op, &flag);
  CHECK(!flag);
  MPI_Op_free(&op);
  MPI_Op_commutative(MPI_SUM, &flag);
  CHECK(flag);
}

TEST(reduce_local) {
  int x[2] = {3, 4}, y[2] = {10, 2};
  MPI_Reduce_local(x, y, 2, MPI_INT, MPI_MAX);
  CHECK(y[0] == 10 && y[1] == 4);
}
