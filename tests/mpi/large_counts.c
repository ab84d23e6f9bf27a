/* SPDX-License-Identifier: MIT
 * Counts above 2^31 (MPI 4.1, section 2.5.8): of reductions, of constructors of datatypes, of packing.
 * Buffers without data (NULL) and datatypes that are not communicated keep them small.
 */
#include "check.h"

/* Without large counts, as MPI 3 has it. */
TEST(datatypes_of_datatypes) {
  MPI_Datatype row, all;
  MPI_Count size = 0, lower = 1, extent = 0;
  MPI_Type_contiguous(1 << 30, MPI_INT, &row);
  MPI_Type_vector(3, 1, 2, row, &all);
  MPI_Type_size_x(all, &size);
  MPI_Type_get_extent_x(all, &lower, &extent);
  CHECK(size == (MPI_Count)3 << 32);
  CHECK(lower == 0 && extent == (MPI_Count)5 << 32);
  MPI_Type_free(&row);
  MPI_Type_free(&all);
}

#ifdef KASURI_MPI /* Open MPI 4.1 has no large counts */

static const MPI_Count many = ((MPI_Count)1 << 32) + 7;

TEST(reductions) {
  const MPI_Comm self = MPI_COMM_SELF;
  MPI_Request r;
  CHECK(MPI_Allreduce_c(NULL, NULL, many, MPI_BYTE, MPI_BOR, self) == MPI_SUCCESS);
  CHECK(MPI_Reduce_c(NULL, NULL, many, MPI_DOUBLE, MPI_SUM, 0, self) == MPI_SUCCESS);
  CHECK(MPI_Scan_c(NULL, NULL, many, MPI_INT, MPI_MAX, self) == MPI_SUCCESS);
  CHECK(MPI_Exscan_c(NULL, NULL, many, MPI_INT, MPI_MAX, self) == MPI_SUCCESS);
  CHECK(MPI_Reduce_scatter_block_c(NULL, NULL, many, MPI_INT, MPI_MIN, self) == MPI_SUCCESS);
  CHECK(MPI_Reduce_local_c(NULL, NULL, many, MPI_INT, MPI_SUM) == MPI_SUCCESS);
  MPI_Iallreduce_c(NULL, NULL, many, MPI_INT, MPI_SUM, self, &r);
  CHECK(MPI_Wait(&r, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

TEST(persistent_reduction) {
  MPI_Request r;
  MPI_Allreduce_init_c(NULL, NULL, many, MPI_INT, MPI_SUM, MPI_COMM_SELF, MPI_INFO_NULL, &r);
  for (int i = 0; i < 2; i++) {
    MPI_Start(&r);
    CHECK(MPI_Wait(&r, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  }
  MPI_Request_free(&r);
}

/* The time is that of the count, not of one element. */
TEST(a_large_reduction_takes_its_time) {
  double start = MPI_Wtime();
  MPI_Reduce_local_c(NULL, NULL, 1 << 30, MPI_BYTE, MPI_BOR);
  const double small = MPI_Wtime() - start;
  start = MPI_Wtime();
  MPI_Reduce_local_c(NULL, NULL, (MPI_Count)1 << 34, MPI_BYTE, MPI_BOR);
  const double large = MPI_Wtime() - start;
  CHECK(large >= 15.9 * small && large <= 16.1 * small);
}

TEST(a_datatype_of_the_program_is_no_large_count) {
  MPI_Datatype two;
  int a[2] = {1, 2}, b[2] = {0};
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Type_commit(&two);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  CHECK(MPI_Allreduce_c(a, b, 1, two, MPI_SUM, MPI_COMM_SELF) != MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Type_free(&two);
}

static void look(MPI_Datatype type, MPI_Count bytes, MPI_Count span) {
  MPI_Count size = 0, lower = 1, extent = 0;
  MPI_Type_size_c(type, &size);
  MPI_Type_get_extent_c(type, &lower, &extent);
  CHECK(size == bytes);
  CHECK(lower == 0 && extent == span);
  MPI_Type_free(&type);
}

TEST(vectors) {
  MPI_Datatype t;
  MPI_Type_vector_c(3, many, many + 1, MPI_SHORT, &t);
  look(t, 6 * many, 2 * (3 * many + 2));
  MPI_Type_create_hvector_c(many, 1, 2, MPI_BYTE, &t);
  look(t, many, 2 * many - 1);
}

TEST(indexed) {
  const MPI_Count lengths[2] = {many, 1}, places[2] = {0, 2 * many}, ends[2] = {0, many};
  MPI_Datatype t;
  MPI_Type_indexed_c(2, lengths, places, MPI_SHORT, &t);
  look(t, 2 * (many + 1), 2 * (2 * many + 1));
  MPI_Type_create_hindexed_c(2, lengths, places, MPI_BYTE, &t);
  look(t, many + 1, 2 * many + 1);
  MPI_Type_create_indexed_block_c(2, many, ends, MPI_BYTE, &t);
  look(t, 2 * many, 2 * many);
  MPI_Type_create_hindexed_block_c(2, many, ends, MPI_BYTE, &t);
  look(t, 2 * many, 2 * many);
}

TEST(structs) {
  const MPI_Count lengths[2] = {many, 2}, places[2] = {0, 2 * many};
  const MPI_Datatype types[2] = {MPI_BYTE, MPI_CHAR};
  MPI_Datatype t;
  MPI_Type_create_struct_c(2, lengths, places, types, &t);
  look(t, many + 2, 2 * many + 2);
}

/* A vector whose counts are small is the same datatype whichever function makes it. */
TEST(small_counts) {
  MPI_Datatype t;
  int data[6] = {0, 1, 2, 3, 4, 5}, packed[4] = {0};
  MPI_Count position = 0;
  int integers = 0, addresses = 0, types = 0, combiner = 0;
  MPI_Type_vector_c(2, 2, 4, MPI_INT, &t);
  MPI_Type_commit(&t);
  MPI_Type_get_envelope(t, &integers, &addresses, &types, &combiner);
  CHECK(integers == 3 && addresses == 0 && types == 1 && combiner == MPI_COMBINER_VECTOR);
  MPI_Pack_c(data, 1, t, packed, sizeof packed, &position, MPI_COMM_SELF);
  CHECK(position == 16 && packed[0] == 0 && packed[1] == 1 && packed[2] == 4 && packed[3] == 5);
  position = 0;
  memset(data, 0, sizeof data);
  MPI_Unpack_c(packed, sizeof packed, &position, data, 1, t, MPI_COMM_SELF);
  CHECK(position == 16 && data[1] == 1 && data[2] == 0 && data[4] == 4);
  MPI_Type_free(&t);
}

TEST(packing_far_into_a_buffer) {
  MPI_Count size = 0, position = 3 * many;
  char packed = 0;
  MPI_Pack_size_c(many, MPI_INT, MPI_COMM_SELF, &size);
  CHECK(size == 4 * many);
  MPI_Pack_c(NULL, many, MPI_INT, &packed, 7 * many, &position, MPI_COMM_SELF);
  CHECK(position == 7 * many);
  position = 3 * many;
  MPI_Unpack_c(&packed, 7 * many, &position, NULL, many, MPI_INT, MPI_COMM_SELF);
  CHECK(position == 7 * many);
}

TEST(what_is_too_large) {
  const MPI_Count most = (MPI_Count)1 << 61;
  MPI_Datatype t = MPI_DATATYPE_NULL;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK(MPI_Type_vector_c(most, 1, most, MPI_INT, &t) != MPI_SUCCESS);
  CHECK(MPI_Type_vector_c(1, -1, 1, MPI_INT, &t) != MPI_SUCCESS);
  CHECK(MPI_Type_create_hindexed_block_c(-1, 1, NULL, MPI_INT, &t) != MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

#endif
