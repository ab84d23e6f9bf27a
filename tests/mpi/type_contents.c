/* SPDX-License-Identifier: MIT
 * How datatypes were made, their names, sizes and attributes (MPI 4.1, sections 5.1 and 7.7). */
#include "check.h"

static MPI_Aint lower, extent;
static int bytes;
static void measure(MPI_Datatype t) {
  MPI_Type_size(t, &bytes);
  MPI_Type_get_extent(t, &lower, &extent);
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

static int ni, na, nd, combiner;
static void envelope(MPI_Datatype t) { MPI_Type_get_envelope(t, &ni, &na, &nd, &combiner); }

TEST(envelope_of_a_predefined_type) {
  envelope(MPI_INT);
  CHECK(combiner == MPI_COMBINER_NAMED && ni == 0 && na == 0 && nd == 0);
}

TEST(contents_of_a_vector) {
  MPI_Datatype t, old;
  int i[3];
  MPI_Aint a[1];
  MPI_Type_vector(4, 2, 3, MPI_DOUBLE, &t);
  envelope(t);
  CHECK(combiner == MPI_COMBINER_VECTOR && ni == 3 && na == 0 && nd == 1);
  MPI_Type_get_contents(t, 3, 0, 1, i, a, &old);
  CHECK(i[0] == 4 && i[1] == 2 && i[2] == 3 && old == MPI_DOUBLE);
  MPI_Type_free(&t);
}

TEST(contents_of_a_structure) {
  MPI_Datatype t = mixed_type(), types[3];
  int i[4];
  MPI_Aint a[3];
  envelope(t);
  CHECK(combiner == MPI_COMBINER_STRUCT && ni == 4 && na == 3 && nd == 3);
  MPI_Type_get_contents(t, 4, 3, 3, i, a, types);
  CHECK(i[0] == 3 && i[3] == 1 && a[1] == offsetof(struct mixed, d) && types[1] == MPI_DOUBLE &&
      types[2] == MPI_INT);
  MPI_Type_free(&t);
}

TEST(contents_of_other_types) {
  MPI_Datatype t, old;
  int i[8], lengths[2] = {1, 2}, places[2] = {0, 4}, sizes[2] = {4, 5}, part[2] = {2, 3}, start[2] = {1,
      0};
  MPI_Aint a[2];
  MPI_Type_indexed(2, lengths, places, MPI_INT, &t);
  envelope(t);
  CHECK(combiner == MPI_COMBINER_INDEXED && ni == 5 && na == 0 && nd == 1);
  MPI_Type_get_contents(t, 5, 0, 1, i, a, &old);
  CHECK(i[0] == 2 && i[2] == 2 && i[4] == 4 && old == MPI_INT);
  MPI_Type_free(&t);
  MPI_Type_create_resized(MPI_INT, 4, 8, &t);
  envelope(t);
  CHECK(combiner == MPI_COMBINER_RESIZED && ni == 0 && na == 2 && nd == 1);
  MPI_Type_get_contents(t, 0, 2, 1, i, a, &old);
  CHECK(a[0] == 4 && a[1] == 8);
  MPI_Type_free(&t);
  MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_INT, &t);
  envelope(t);
  CHECK(combiner == MPI_COMBINER_SUBARRAY && ni == 8 && nd == 1);
  MPI_Type_get_contents(t, 8, 0, 1, i, a, &old);
  CHECK(i[0] == 2 && i[1] == 4 && i[4] == 3 && i[5] == 1 && i[7] == MPI_ORDER_C);
  MPI_Type_free(&t);
}

TEST(contents_of_a_type_of_types) {
  MPI_Datatype t, u, inner;
  int i[1];
  MPI_Aint a[1];
  MPI_Type_vector(2, 1, 2, MPI_INT, &t);
  MPI_Type_contiguous(3, t, &u);
  MPI_Type_free(&t);
  envelope(u);
  CHECK(combiner == MPI_COMBINER_CONTIGUOUS && ni == 1 && nd == 1);
  MPI_Type_get_contents(u, 1, 0, 1, i, a, &inner);
  envelope(inner);
  CHECK(i[0] == 3 && combiner == MPI_COMBINER_VECTOR);
  MPI_Type_free(&inner);
  MPI_Type_dup(u, &t);
  envelope(t);
  CHECK(combiner == MPI_COMBINER_DUP && nd == 1);
  MPI_Type_free(&t);
  MPI_Type_free(&u);
}

TEST(names) {
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Datatype t;
  MPI_Type_get_name(MPI_INT, name, &length);
  CHECK(!strcmp(name, "MPI_INT") && length == 7);
  MPI_Type_contiguous(2, MPI_INT, &t);
  MPI_Type_get_name(t, name, &length);
  CHECK(length == 0);
  MPI_Type_set_name(t, "pair");
  MPI_Type_get_name(t, name, &length);
  CHECK(!strcmp(name, "pair") && length == 4);
  MPI_Type_free(&t);
}

TEST(match_by_size) {
  MPI_Datatype t;
  int s;
  MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &t);
  MPI_Type_size(t, &s);
  CHECK(s == 8);
  MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 4, &t);
  MPI_Type_size(t, &s);
  CHECK(s == 4);
}

TEST(sizes_of_pairs) {
  struct { double d; int i; } x;
  measure(MPI_DOUBLE_INT);
  CHECK(extent == sizeof x);
  measure(MPI_2INT);
  CHECK(bytes == 8 && extent == 8);
}

TEST(sizes_beyond_int) {
  MPI_Datatype t, u;
  MPI_Count n, low, wide;
  MPI_Type_contiguous(1 << 30, MPI_INT, &t);
  MPI_Type_contiguous(4, t, &u);
  MPI_Type_size_x(u, &n);
  CHECK(n == 4LL * 4 << 30);
  MPI_Type_get_extent_x(u, &low, &wide);
  CHECK(low == 0 && wide == n);
  MPI_Type_size(u, &bytes);
  CHECK(bytes == MPI_UNDEFINED);
  MPI_Type_free(&t);
  MPI_Type_free(&u);
}

TEST(addresses) {
  int x[4];
  MPI_Aint a, b;
  MPI_Get_address(&x[0], &a);
  MPI_Get_address(&x[3], &b);
  CHECK(MPI_Aint_diff(b, a) == 12 && MPI_Aint_add(a, 12) == b);
}

static int copied, deleted;
static int copy_attribute(MPI_Datatype t, int key, void *extra, void *value, void *copy, int *flag) {
  copied++;
  *(void **)copy = value;
  *flag = 1;
  (void)t, (void)key, (void)extra;
  return MPI_SUCCESS;
}
static int delete_attribute(MPI_Datatype t, int key, void *value, void *extra) {
  deleted++;
  (void)t, (void)key, (void)value, (void)extra;
  return MPI_SUCCESS;
}

TEST(attributes_follow_a_duplicate) {
  MPI_Datatype t, u;
  int key, flag, value, *got;
  copied = deleted = 0;
  MPI_Type_create_keyval(copy_attribute, delete_attribute, &key, NULL);
  MPI_Type_contiguous(2, MPI_INT, &t);
  MPI_Type_set_attr(t, key, &value);
  MPI_Type_dup(t, &u);
  MPI_Type_get_attr(u, key, &got, &flag);
  CHECK(flag && got == &value && copied == 1);
  MPI_Type_free(&t);
  MPI_Type_free(&u);
  CHECK(deleted == 2);
  MPI_Type_free_keyval(&key);
}
