/* SPDX-License-Identifier: MIT
 * Counts above 2^31 (MPI 4.1, section 2.5.8): of reductions, of constructors of datatypes, of packing,
 * of collectives with a count for each rank.
 * Buffers without data (NULL) and datatypes that are not communicated keep them small.
 */
#include "check.h"

#include <sys/mman.h>

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

  const MPI_Comm self = MPI_COMM_SELF;
  const MPI_Count counts[1] = {most};
  const MPI_Aint near[1] = {0}, far[1] = {most};
  const MPI_Datatype types[1] = {MPI_DOUBLE};
  MPI_Comm_set_errhandler(self, MPI_ERRORS_RETURN);
  CHECK(MPI_Gatherv_c(NULL, most, MPI_DOUBLE, NULL, counts, near, MPI_DOUBLE, 0, self) != MPI_SUCCESS);
  CHECK(MPI_Allgatherv_c(NULL, 0, MPI_INT, NULL, (MPI_Count[]){0}, far, MPI_DOUBLE, self) != MPI_SUCCESS);
  CHECK(MPI_Alltoallw_c(NULL, counts, near, types, NULL, counts, near, types, self) != MPI_SUCCESS);
  CHECK(MPI_Reduce_scatter_c(NULL, NULL, counts, MPI_DOUBLE, MPI_SUM, self) != MPI_SUCCESS);
  MPI_Comm_set_errhandler(self, MPI_ERRORS_ARE_FATAL);

  /* What does not fit the integers of the program. */
  int integers[3];
  MPI_Datatype old;
  MPI_Type_vector_c(2, many, many, MPI_BYTE, &t);
  CHECK(MPI_Type_get_contents(t, 3, 0, 1, integers, NULL, &old) != MPI_SUCCESS);
  MPI_Type_free(&t);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/* ---- Collectives with a count for each rank ---- */

/* Nothing has data, and a rank is alone: sizes and places are looked at, and no time is spent on them. */
TEST(sizes_by_rank) {
  const MPI_Comm self = MPI_COMM_SELF;
  const MPI_Count counts[1] = {many};
  const MPI_Aint places[1] = {3 * many};
  const MPI_Datatype types[1] = {MPI_BYTE};
  MPI_Request r;
  CHECK(MPI_Gatherv_c(NULL, many, MPI_BYTE, NULL, counts, places, MPI_BYTE, 0, self) == MPI_SUCCESS);
  CHECK(MPI_Scatterv_c(NULL, counts, places, MPI_BYTE, NULL, many, MPI_BYTE, 0, self) == MPI_SUCCESS);
  CHECK(MPI_Allgatherv_c(NULL, many, MPI_BYTE, NULL, counts, places, MPI_BYTE, self) == MPI_SUCCESS);
  CHECK(MPI_Alltoallv_c(NULL, counts, places, MPI_BYTE, NULL, counts, places, MPI_BYTE, self) ==
        MPI_SUCCESS);
  CHECK(MPI_Alltoallw_c(NULL, counts, places, types, NULL, counts, places, types, self) == MPI_SUCCESS);
  CHECK(MPI_Reduce_scatter_c(NULL, NULL, counts, MPI_INT, MPI_SUM, self) == MPI_SUCCESS);
  MPI_Ireduce_scatter_c(NULL, NULL, counts, MPI_INT, MPI_SUM, self, &r);
  CHECK(MPI_Wait(&r, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

/* A message of many bytes takes as much longer as it is larger. */
TEST(a_large_block_takes_its_time) {
  const MPI_Comm world = MPI_COMM_WORLD;
  const MPI_Count sizes[2] = {(MPI_Count)1 << 27, (MPI_Count)1 << 31};
  double took[2];
  MPI_Count *counts = calloc((size_t)size, sizeof *counts);
  MPI_Aint *places = calloc((size_t)size, sizeof *places);
  for (int k = 0; k < 2; k++) {
    counts[size - 1] = sizes[k];
    MPI_Barrier(world);
    const double start = MPI_Wtime();
    MPI_Gatherv_c(NULL, counts[rank], MPI_BYTE, NULL, counts, places, MPI_BYTE, 0, world);
    MPI_Barrier(world);
    took[k] = MPI_Wtime() - start;
  }
  if (size > 1) CHECK(took[1] > 15 * took[0] && took[1] < 17 * took[0]);
  free(counts);
  free(places);
}

/* Memory that takes none until it is used. */
static char *sparse(size_t length) {
  return mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/* Data at places that numbers of 31 bits do not reach, blocking, non-blocking and persistent. */
TEST(places_far_apart) {
  const size_t length = (size_t)size * (size_t)many;
  char *far = sparse(length);
  if (far == MAP_FAILED) return; /* not on this host */
  MPI_Count *counts = calloc((size_t)size, sizeof *counts);
  MPI_Aint *places = calloc((size_t)size, sizeof *places);
  MPI_Datatype *types = calloc((size_t)size, sizeof *types), pairs;
  MPI_Request r[2];
  MPI_Type_vector(2, 1, 2, MPI_BYTE, &pairs); /* a hole in each */
  MPI_Type_commit(&pairs);
  for (int k = 0; k < size; k++) {
    counts[k] = 1;
    places[k] = k * (many - 5);
    types[k] = k % 2 ? pairs : MPI_SHORT;
    far[places[k]] = (char)(10 * rank + k);
  }
  char mine = (char)rank;
  MPI_Allgatherv_c(&mine, 1, MPI_BYTE, far, counts, places, MPI_BYTE, MPI_COMM_WORLD);
  for (int k = 0; k < size; k++) CHECK(far[places[k]] == k);

  for (int k = 0; k < size; k++) far[places[k]] = (char)(10 * rank + k);
  MPI_Ialltoallv_c(MPI_IN_PLACE, NULL, NULL, MPI_BYTE, far, counts, places, MPI_BYTE, MPI_COMM_WORLD, r);
  MPI_Wait(r, MPI_STATUS_IGNORE);
  for (int k = 0; k < size; k++) CHECK(far[places[k]] == (char)(10 * k + rank));

  /* What a rank gives rank k has the datatype by which k takes it from this one. */
  MPI_Datatype *theirs = calloc((size_t)size, sizeof *theirs);
  for (int k = 0; k < size; k++) theirs[k] = types[rank];
  char *got = calloc((size_t)size, 4);
  MPI_Aint *near = calloc((size_t)size, sizeof *near);
  for (int k = 0; k < size; k++) {
    near[k] = 4 * k;
    for (int b = 0; b < 3; b++) far[places[k] + b] = (char)(10 * rank + k + b);
  }
  MPI_Alltoallw_init_c(far, counts, places, types, got, counts, near, theirs, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &r[1]);
  for (int times = 0; times < 2; times++) {
    memset(got, 0, (size_t)size * 4);
    MPI_Start(&r[1]);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    for (int k = 0; k < size; k++) {
      const int second = rank % 2 ? 2 : 1; /* the place of the second byte */
      CHECK(got[4 * k] == (char)(10 * k + rank));
      CHECK(got[4 * k + second] == (char)(10 * k + rank + second));
      if (second == 2) CHECK(got[4 * k + 1] == 0);
    }
  }
  MPI_Request_free(&r[1]);
  MPI_Type_free(&pairs);
  free(theirs), free(got), free(near), free(counts), free(places), free(types);
  munmap(far, length);
}

TEST(neighbours_far_apart) {
  int dims[1] = {size}, periods[1] = {1}, left, right;
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
  MPI_Cart_shift(ring, 0, 1, &left, &right);
  const size_t length = (size_t)many + 1;
  char *far = sparse(length);
  if (far != MAP_FAILED) {
    const MPI_Count counts[2] = {1, 1};
    const MPI_Aint places[2] = {0, many};
    const char give[2] = {(char)(2 * rank), (char)(2 * rank + 1)};
    const MPI_Aint give_places[2] = {0, 1};
    MPI_Neighbor_alltoallv_c(give, counts, give_places, MPI_BYTE, far, counts, places, MPI_BYTE, ring);
    CHECK(far[0] == (char)(2 * left + 1) && far[many] == (char)(2 * right));
    far[0] = far[many] = -1;
    MPI_Neighbor_allgatherv_c(give, 1, MPI_BYTE, far, counts, places, MPI_BYTE, ring);
    CHECK(far[0] == (char)(2 * left) && far[many] == (char)(2 * right));
    munmap(far, length);
  }
  MPI_Comm_free(&ring);
}

TEST(parts_of_large_arrays) {
  const MPI_Count sizes[2] = {3, many}, parts[2] = {2, many - 1}, starts[2] = {1, 1};
  MPI_Datatype t;
  MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_SHORT, &t);
  look(t, 4 * (many - 1), 6 * many);
  const int how[1] = {MPI_DISTRIBUTE_BLOCK}, by[1] = {MPI_DISTRIBUTE_DFLT_DARG}, ranks[1] = {2};
  MPI_Type_create_darray_c(2, 1, 1, &sizes[1], how, by, ranks, MPI_ORDER_C, MPI_SHORT, &t);
  look(t, 2 * (many - (many + 1) / 2), 2 * many);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const MPI_Count most[2] = {(MPI_Count)1 << 40, (MPI_Count)1 << 40}, one[2] = {1, 1}, none[2] = {0, 0};
  CHECK(MPI_Type_create_subarray_c(2, most, one, none, MPI_ORDER_C, MPI_BYTE, &t) != MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

#endif
