/* SPDX-License-Identifier: MIT
 * Datatypes (MPI 4.1, chapter 5). */
#include "check.h"

static MPI_Aint lower, extent;
static int bytes;
static void measure(MPI_Datatype t) {
  MPI_Type_size(t, &bytes);
  MPI_Type_get_extent(t, &lower, &extent);
}
/* The ints that a datatype takes of 0, 1, 2, …, as a number of two digits each. */
static long picked(MPI_Datatype t, int first) {
  int x[64], y[8], position = 0, n;
  char packed[256];
  long all = 0;
  for (int i = 0; i < 64; i++) x[i] = i - first;
  MPI_Pack(x + first, 1, t, packed, sizeof packed, &position, MPI_COMM_WORLD);
  n = position / (int)sizeof(int);
  memcpy(y, packed, position);
  for (int i = 0; i < n; i++) all = all * 100 + y[i];
  return all;
}

TEST(sizes_of_predefined) {
  int s[8];
  MPI_Type_size(MPI_CHAR, &s[0]), MPI_Type_size(MPI_SHORT, &s[1]), MPI_Type_size(MPI_INT, &s[2]);
  MPI_Type_size(MPI_LONG, &s[3]), MPI_Type_size(MPI_FLOAT, &s[4]), MPI_Type_size(MPI_DOUBLE, &s[5]);
  MPI_Type_size(MPI_LONG_DOUBLE, &s[6]), MPI_Type_size(MPI_WCHAR, &s[7]);
  CHECK(s[0] == 1 && s[1] == sizeof(short) && s[2] == sizeof(int) && s[3] == sizeof(long));
  CHECK(s[4] == sizeof(float) && s[5] == sizeof(double) && s[6] == sizeof(long double) &&
      s[7] == sizeof(wchar_t));
}

TEST(contiguous) {
  MPI_Datatype t;
  MPI_Type_contiguous(3, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 12 && lower == 0 && extent == 12 && picked(t, 0) == 102);
  MPI_Type_free(&t);
  CHECK(t == MPI_DATATYPE_NULL);
}

TEST(contiguous_of_nothing) {
  MPI_Datatype t;
  MPI_Type_contiguous(0, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 0 && extent == 0);
  MPI_Type_free(&t);
}

TEST(vector) {
  MPI_Datatype t;
  MPI_Type_vector(2, 2, 3, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 16 && extent == 20 && picked(t, 0) == 10304);
  MPI_Type_free(&t);
}

TEST(vector_with_negative_stride) {
  MPI_Datatype t;
  MPI_Type_vector(3, 1, -2, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 12 && lower == -16 && extent == 20);
  int x[5] = {0, 1, 2, 3, 4}, y[3], position = 0;
  MPI_Pack(x + 4, 1, t, y, sizeof y, &position, MPI_COMM_WORLD);
  CHECK(y[0] == 4 && y[1] == 2 && y[2] == 0);
  MPI_Type_free(&t);
}

TEST(hvector) {
  MPI_Datatype t;
  MPI_Type_create_hvector(3, 1, 8, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 12 && extent == 20 && picked(t, 0) == 204);
  MPI_Type_free(&t);
}

TEST(indexed) {
  MPI_Datatype t;
  int lengths[3] = {1, 0, 2}, places[3] = {5, 0, 1};
  MPI_Type_indexed(3, lengths, places, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 12 && lower == 4 && extent == 20 && picked(t, 0) == 50102);
  MPI_Type_free(&t);
}

TEST(hindexed) {
  MPI_Datatype t;
  int lengths[2] = {1, 1};
  MPI_Aint places[2] = {12, 4};
  MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 8 && lower == 4 && extent == 12 && picked(t, 0) == 301);
  MPI_Type_free(&t);
}

TEST(indexed_blocks) {
  MPI_Datatype t, u;
  int places[2] = {4, 0};
  MPI_Aint bytes_on[2] = {16, 0};
  MPI_Type_create_indexed_block(2, 2, places, MPI_INT, &t);
  MPI_Type_create_hindexed_block(2, 2, bytes_on, MPI_INT, &u);
  MPI_Type_commit(&t);
  MPI_Type_commit(&u);
  CHECK(picked(t, 0) == 4050001 && picked(u, 0) == 4050001);
  MPI_Type_free(&t);
  MPI_Type_free(&u);
}

struct mixed { char c; double d; int i; };
static MPI_Datatype mixed_type(void) {
  MPI_Datatype t, types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  int lengths[3] = {1, 1, 1};
  MPI_Aint places[3] = {offsetof(struct mixed, c), offsetof(struct mixed, d), offsetof(struct mixed, i)};
  MPI_Type_create_struct(3, lengths, places, types, &t);
  MPI_Type_commit(&t);
  return t;
}

TEST(structure) {
  MPI_Datatype t = mixed_type();
  measure(t);
  CHECK(bytes == 13 && lower == 0 && extent == sizeof(struct mixed));
  struct mixed x[2] = {{'a', 1.5, 3}, {'b', 2.5, 4}}, y[2];
  MPI_Sendrecv(x, 2, t, rank, 0, y, 2, t, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(y[1].c == 'b' && y[1].d == 2.5 && y[0].i == 3 && y[1].i == 4);
  MPI_Type_free(&t);
}

TEST(resized) {
  MPI_Datatype t;
  MPI_Type_create_resized(MPI_INT, -4, 16, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 4 && lower == -4 && extent == 16);
  MPI_Aint true_lower, true_extent;
  MPI_Type_get_true_extent(t, &true_lower, &true_extent);
  CHECK(true_lower == 0 && true_extent == 4);
  MPI_Type_free(&t);
}

TEST(subarray) {
  MPI_Datatype t;
  int sizes[2] = {4, 5}, part[2] = {2, 2}, start[2] = {1, 2};
  MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 16 && lower == 0 && extent == 80 && picked(t, 0) == 7081213);
  MPI_Type_free(&t);
}

TEST(subarray_in_the_order_of_fortran) {
  MPI_Datatype t;
  int sizes[2] = {4, 5}, part[2] = {2, 2}, start[2] = {1, 2};
  MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_FORTRAN, MPI_INT, &t);
  MPI_Type_commit(&t);
  CHECK(picked(t, 0) == 9101314);
  MPI_Type_free(&t);
}

TEST(blocks_of_a_distributed_array) {
  MPI_Datatype t;
  int sizes[1] = {7}, distribution[1] = {MPI_DISTRIBUTE_BLOCK}, argument[1] = {MPI_DISTRIBUTE_DFLT_DARG},
      grid[1] = {2};
  MPI_Type_create_darray(2, 0, 1, sizes, distribution, argument, grid, MPI_ORDER_C, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 16 && extent == 28 && picked(t, 0) == 10203);
  MPI_Type_free(&t);
  MPI_Type_create_darray(2, 1, 1, sizes, distribution, argument, grid, MPI_ORDER_C, MPI_INT, &t);
  MPI_Type_commit(&t);
  CHECK(picked(t, 0) == 40506);
  MPI_Type_free(&t);
}

TEST(cycles_of_a_distributed_array) {
  MPI_Datatype t;
  int sizes[1] = {7}, distribution[1] = {MPI_DISTRIBUTE_CYCLIC}, argument[1] = {2}, grid[1] = {2};
  MPI_Type_create_darray(2, 0, 1, sizes, distribution, argument, grid, MPI_ORDER_C, MPI_INT, &t);
  MPI_Type_commit(&t);
  measure(t);
  CHECK(bytes == 16 && extent == 28 && picked(t, 0) == 10405);
  MPI_Type_free(&t);
  MPI_Type_create_darray(2, 1, 1, sizes, distribution, argument, grid, MPI_ORDER_C, MPI_INT, &t);
  MPI_Type_commit(&t);
  CHECK(picked(t, 0) == 20306);
  MPI_Type_free(&t);
}

TEST(distributed_array_of_two_dimensions) {
  MPI_Datatype t;
  int sizes[2] = {4, 4}, distribution[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
  int argument[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {2, 2};
  MPI_Type_create_darray(4, 3, 2, sizes, distribution, argument, grid, MPI_ORDER_C, MPI_INT, &t);
  MPI_Type_commit(&t);
  CHECK(picked(t, 0) == 9111315);
  MPI_Type_free(&t);
  MPI_Type_create_darray(4, 1, 2, sizes, distribution, argument, grid, MPI_ORDER_FORTRAN, MPI_INT, &t);
  MPI_Type_commit(&t);
  CHECK(picked(t, 0) == 4051213);
  MPI_Type_free(&t);
}

TEST(dimension_that_is_not_distributed) {
  MPI_Datatype t;
  int sizes[2] = {2, 3}, distribution[2] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK};
  int argument[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {1, 3};
  MPI_Type_create_darray(3, 1, 2, sizes, distribution, argument, grid, MPI_ORDER_C, MPI_INT, &t);
  MPI_Type_commit(&t);
  CHECK(picked(t, 0) == 104);
  MPI_Type_free(&t);
}

TEST(vector_of_vectors) {
  MPI_Datatype t, u;
  MPI_Type_vector(2, 1, 2, MPI_INT, &t);
  MPI_Type_create_hvector(2, 1, 20, t, &u);
  MPI_Type_commit(&u);
  CHECK(picked(u, 0) == 20507);
  MPI_Type_free(&t);
  CHECK(picked(u, 0) == 20507);
  MPI_Type_free(&u);
}

TEST(duplicate) {
  MPI_Datatype t, u;
  MPI_Type_vector(2, 1, 2, MPI_INT, &t);
  MPI_Type_commit(&t);
  MPI_Type_dup(t, &u);
  MPI_Type_free(&t);
  CHECK(picked(u, 0) == 2);
  MPI_Type_free(&u);
}

TEST(holes_stay_untouched) {
  int x[4] = {1, 2, 3, 4}, y[4] = {-1, -1, -1, -1};
  MPI_Datatype t;
  MPI_Type_vector(2, 1, 2, MPI_INT, &t);
  MPI_Type_commit(&t);
  MPI_Sendrecv(x, 1, t, rank, 0, y, 1, t, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(y[0] == 1 && y[1] == -1 && y[2] == 3 && y[3] == -1);
  MPI_Type_free(&t);
}

TEST(transposition_by_a_message) {
  int x[3][3], y[3][3];
  MPI_Datatype column, columns;
  for (int i = 0; i < 9; i++) x[i / 3][i % 3] = i;
  MPI_Type_vector(3, 1, 3, MPI_INT, &column);
  MPI_Type_create_hvector(3, 1, sizeof(int), column, &columns);
  MPI_Type_commit(&columns);
  MPI_Sendrecv(x, 9, MPI_INT, rank, 0, y, 1, columns, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 9; i++) CHECK(y[i % 3][i / 3] == i);
  MPI_Type_free(&column);
  MPI_Type_free(&columns);
}

TEST(absolute_addresses) {
  int a = rank, b = 2 * rank, c = -1, d = -1, lengths[2] = {1, 1};
  MPI_Datatype out, in, types[2] = {MPI_INT, MPI_INT};
  MPI_Aint places[2];
  MPI_Get_address(&a, &places[0]), MPI_Get_address(&b, &places[1]);
  MPI_Type_create_struct(2, lengths, places, types, &out);
  MPI_Get_address(&c, &places[0]), MPI_Get_address(&d, &places[1]);
  MPI_Type_create_struct(2, lengths, places, types, &in);
  MPI_Type_commit(&out);
  MPI_Type_commit(&in);
  MPI_Sendrecv(MPI_BOTTOM, 1, out, (rank + 1) % size, 0, MPI_BOTTOM, 1, in, (rank + size - 1) % size, 0,
      MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(c == (rank + size - 1) % size && d == 2 * c);
  MPI_Type_free(&out);
  MPI_Type_free(&in);
}

TEST(elements_of_a_partial_message) {
  int x[5] = {0}, count = 0, elements = 0;
  MPI_Status status;
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Sendrecv(x, 3, MPI_INT, rank, 0, x, 2, pair, rank, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, pair, &count);
  MPI_Get_elements(&status, pair, &elements);
  CHECK(count == MPI_UNDEFINED && elements == 3);
  MPI_Type_free(&pair);
}

TEST(pack_and_unpack) {
  char packed[64];
  int i = 7, position = 0, j = 0, n;
  double d[2] = {1.5, 2.5}, e[2];
  MPI_Pack(&i, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
  MPI_Pack(d, 2, MPI_DOUBLE, packed, sizeof packed, &position, MPI_COMM_WORLD);
  n = position;
  MPI_Sendrecv_replace(packed, n, MPI_PACKED, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
      MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  position = 0;
  MPI_Unpack(packed, n, &position, &j, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(packed, n, &position, e, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  CHECK(j == 7 && e[0] == 1.5 && e[1] == 2.5 && position == n);
}

TEST(packed_size_is_enough) {
  int n = 0;
  MPI_Pack_size(3, MPI_DOUBLE, MPI_COMM_WORLD, &n);
  CHECK(n >= 24);
}

TEST(external_representation) {
  unsigned char packed[64];
  int i = 0x01020304, j = 0;
  short s = 0x0506, t = 0;
  double d = 1, e = 0;
  MPI_Aint position = 0, bytes_needed = 0;
  MPI_Pack_external("external32", &i, 1, MPI_INT, packed, sizeof packed, &position);
  CHECK(position == 4 && packed[0] == 1 && packed[3] == 4);
  MPI_Pack_external("external32", &s, 1, MPI_SHORT, packed, sizeof packed, &position);
  CHECK(position == 6 && packed[4] == 5 && packed[5] == 6);
  MPI_Pack_external("external32", &d, 1, MPI_DOUBLE, packed, sizeof packed, &position);
  CHECK(position == 14 && packed[6] == 0x3f && packed[7] == 0xf0);
  position = 0;
  MPI_Unpack_external("external32", packed, sizeof packed, &position, &j, 1, MPI_INT);
  MPI_Unpack_external("external32", packed, sizeof packed, &position, &t, 1, MPI_SHORT);
  MPI_Unpack_external("external32", packed, sizeof packed, &position, &e, 1, MPI_DOUBLE);
  CHECK(i == j && s == t && d == e);
  MPI_Pack_external_size("external32", 3, MPI_INT, &bytes_needed);
  CHECK(bytes_needed == 12);
}

TEST(external_representation_of_a_structure) {
  struct mixed x = {'q', 2.5, 0x0a0b0c0d}, y = {0, 0, 0};
  unsigned char packed[64];
  MPI_Datatype t = mixed_type();
  MPI_Aint position = 0;
  MPI_Pack_external("external32", &x, 1, t, packed, sizeof packed, &position);
  CHECK(position == 13 && packed[0] == 'q' && packed[9] == 0x0a && packed[12] == 0x0d);
  position = 0;
  MPI_Unpack_external("external32", packed, 13, &position, &y, 1, t);
  CHECK(y.c == 'q' && y.d == 2.5 && y.i == 0x0a0b0c0d);
  MPI_Type_free(&t);
}

/* An int and some bytes: what comes ends within the bytes. */
TEST(elements_of_a_part) {
  int lengths[2] = {1, 40}, n = -1, buf[12] = {0};
  MPI_Aint places[2] = {0, sizeof(int)};
  MPI_Datatype types[2] = {MPI_INT, MPI_CHAR}, whole;
  MPI_Status s;
  MPI_Type_create_struct(2, lengths, places, types, &whole);
  MPI_Type_commit(&whole);
  MPI_Sendrecv(buf, 11, MPI_BYTE, rank, 0, buf, 1, whole, rank, 0, MPI_COMM_WORLD, &s);
  MPI_Get_elements(&s, whole, &n);
  CHECK(n == 8);
  MPI_Get_count(&s, whole, &n);
  CHECK(n == MPI_UNDEFINED);
  MPI_Sendrecv(buf, 3, MPI_BYTE, rank, 0, buf, 1, whole, rank, 0, MPI_COMM_WORLD, &s);
  MPI_Get_elements(&s, whole, &n);
  CHECK(n == MPI_UNDEFINED);
  MPI_Type_free(&whole);
}

TEST(negative_extent) {
  int x[4] = {1, 2, 3, 4}, y[3] = {0, 0, 0};
  MPI_Aint lower, extent;
  MPI_Datatype back, three;
  MPI_Type_create_resized(MPI_INT, 0, -(MPI_Aint)sizeof(int), &back);
  MPI_Type_contiguous(3, back, &three);
  MPI_Type_commit(&three);
  MPI_Type_get_extent(three, &lower, &extent);
  CHECK(lower == -2 * (MPI_Aint)sizeof(int) && extent == -(MPI_Aint)sizeof(int) - lower);
  MPI_Sendrecv(&x[3], 1, three, rank, 0, y, 3, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(y[0] == 4 && y[1] == 3 && y[2] == 2);
  MPI_Type_free(&back), MPI_Type_free(&three);
}
