/* SPDX-License-Identifier: MIT
 * Reading and writing files (MPI 4.1, section 14.4): the three positions, collective and split forms,
 * requests, views (section 14.3). */
#include "files.h"

/* What rank r has written at place i. */
static int number(int r, int i) { return 1000 * r + i; }

static void fill(int *data, int n, int r) {
  for (int i = 0; i < n; i++) data[i] = number(r, i);
}

static int is_of(const int *data, int n, int r) {
  for (int i = 0; i < n; i++) {
    if (data[i] != number(r, i)) return 0;
  }
  return 1;
}

static int count_of(const MPI_Status *s) {
  int n;
  MPI_Get_count(s, MPI_INT, &n);
  return n;
}

FILE_TEST(explicit_offsets) {
  int out[10], in[10] = {0}, other = (rank + 1) % size;
  fill(out, 10, rank);
  CHECK(MPI_File_write_at(f, rank * 40, out, 10, MPI_INT, &s) == MPI_SUCCESS);
  CHECK(count_of(&s) == 10);
  settle(f);
  CHECK(MPI_File_read_at(f, other * 40, in, 10, MPI_INT, &s) == MPI_SUCCESS);
  CHECK(count_of(&s) == 10 && is_of(in, 10, other));
}

FILE_TEST(explicit_offsets_together) {
  int out[10], in[10] = {0}, other = (rank + 1) % size;
  fill(out, 10, rank);
  MPI_File_write_at_all(f, rank * 40, out, 10, MPI_INT, &s);
  CHECK(count_of(&s) == 10);
  settle(f);
  MPI_File_read_at_all(f, other * 40, in, 10, MPI_INT, &s);
  CHECK(is_of(in, 10, other));
}

FILE_TEST(the_end_of_a_file) {
  int out[4], in[10] = {0};
  fill(out, 4, 7);
  if (rank == 0) MPI_File_write_at(f, 0, out, 4, MPI_INT, &s);
  settle(f);
  CHECK(MPI_File_read_at(f, 4, in, 10, MPI_INT, &s) == MPI_SUCCESS);
  CHECK(count_of(&s) == 3 && in[0] == number(7, 1) && in[3] == 0);
  CHECK(MPI_File_read_at(f, 400, in, 10, MPI_INT, &s) == MPI_SUCCESS);
  CHECK(count_of(&s) == 0);
}

FILE_TEST(nothing_to_move) {
  CHECK(MPI_File_write_at_all(f, 0, NULL, 0, MPI_INT, &s) == MPI_SUCCESS);
  CHECK(count_of(&s) == 0);
  CHECK(class_of(MPI_File_write_at(f, 0, &s, -1, MPI_INT, &s)) == MPI_ERR_COUNT ||
        class_of(MPI_File_write_at(f, 0, &s, -1, MPI_INT, &s)) == MPI_ERR_ARG);
}

FILE_TEST(individual_pointers) {
  MPI_Offset at = -1;
  int out[10], in[10] = {0};
  fill(out, 10, rank);
  MPI_File_seek(f, rank * 40, MPI_SEEK_SET);
  MPI_File_write(f, out, 4, MPI_INT, &s);
  MPI_File_write(f, out + 4, 6, MPI_INT, &s);
  CHECK(count_of(&s) == 6);
  MPI_File_get_position(f, &at);
  CHECK(at == rank * 40 + 40);
  MPI_File_seek(f, -40, MPI_SEEK_CUR);
  MPI_File_read(f, in, 10, MPI_INT, &s);
  CHECK(is_of(in, 10, rank));
  settle(f);
  MPI_File_seek(f, -4, MPI_SEEK_END);
  MPI_File_get_position(f, &at);
  CHECK(at == size * 40 - 4);
}

FILE_TEST(individual_pointers_together) {
  int out[10], in[10] = {0};
  fill(out, 10, rank);
  MPI_File_seek(f, rank * 40, MPI_SEEK_SET);
  MPI_File_write_all(f, out, 10, MPI_INT, &s);
  MPI_File_seek(f, rank * 40, MPI_SEEK_SET);
  settle(f);
  MPI_File_read_all(f, in, 10, MPI_INT, &s);
  CHECK(count_of(&s) == 10 && is_of(in, 10, rank));
}

TEST(requests) {
  MPI_File f = fresh(0);
  MPI_Request r[2];
  MPI_Status s[2];
  int out[10], in[10] = {0}, other = (rank + 1) % size;
  fill(out, 10, rank);
  MPI_File_iwrite_at(f, rank * 40, out, 5, MPI_INT, &r[0]);
  MPI_File_iwrite_at(f, rank * 40 + 20, out + 5, 5, MPI_INT, &r[1]);
  MPI_Waitall(2, r, s);
  CHECK(count_of(&s[0]) == 5 && count_of(&s[1]) == 5);
  settle(f);
  MPI_File_seek(f, other * 40, MPI_SEEK_SET);
  MPI_File_iread(f, in, 10, MPI_INT, &r[0]);
  int done = 0;
  while (!done) MPI_Test(&r[0], &done, &s[0]);
  CHECK(count_of(&s[0]) == 10 && is_of(in, 10, other));
  drop(&f);
}

TEST(collective_requests) {
  MPI_File f = fresh(0);
  MPI_Request r;
  MPI_Status s;
  int out[10], in[10] = {0};
  fill(out, 10, rank);
  MPI_File_iwrite_at_all(f, rank * 40, out, 10, MPI_INT, &r);
  MPI_Wait(&r, &s);
  settle(f);
  MPI_File_iread_at_all(f, rank * 40, in, 10, MPI_INT, &r);
  MPI_Wait(&r, &s);
  CHECK(count_of(&s) == 10 && is_of(in, 10, rank));
  MPI_File_seek(f, rank * 40, MPI_SEEK_SET);
  MPI_File_iread_all(f, in, 10, MPI_INT, &r);
  MPI_Wait(&r, &s);
  CHECK(is_of(in, 10, rank));
  drop(&f);
}

/* Each record is whole, and all are there. */
FILE_TEST(shared_pointers) {
  MPI_Offset at = -1;
  int out[10], in[10] = {0};
  fill(out, 10, rank);
  MPI_File_write_shared(f, out, 10, MPI_INT, &s);
  CHECK(count_of(&s) == 10);
  settle(f);
  MPI_File_get_position_shared(f, &at);
  CHECK(at == size * 40);
  int sum = 0;
  for (int i = 0; i < size; i++) {
    MPI_File_read_at(f, i * 40, in, 10, MPI_INT, &s);
    CHECK(is_of(in, 10, in[0] / 1000));
    sum += in[0] / 1000;
  }
  CHECK(sum == size * (size - 1) / 2);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
  int mine, all;
  MPI_Request r;
  MPI_File_iread_shared(f, in, 10, MPI_INT, &r);
  MPI_Wait(&r, &s);
  mine = in[0] / 1000;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all == size * (size - 1) / 2);
}

FILE_TEST(in_the_order_of_ranks) {
  int out[20], in[20] = {0}, before = 0;
  fill(out, 20, rank);
  MPI_File_write_ordered(f, out, rank + 1, MPI_INT, &s);
  CHECK(count_of(&s) == rank + 1);
  settle(f);
  for (int i = 0; i < size; i++) {
    MPI_File_read_at(f, before * 4, in, i + 1, MPI_INT, &s);
    CHECK(is_of(in, i + 1, i));
    before += i + 1;
  }
  MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
  MPI_File_read_ordered(f, in, rank + 1, MPI_INT, &s);
  CHECK(is_of(in, rank + 1, rank));
}

FILE_TEST(split_operations) {
  int out[10], in[10] = {0};
  fill(out, 10, rank);
  MPI_File_write_at_all_begin(f, rank * 40, out, 10, MPI_INT);
  MPI_File_write_at_all_end(f, out, &s);
  CHECK(count_of(&s) == 10);
  settle(f);
  MPI_File_read_at_all_begin(f, rank * 40, in, 10, MPI_INT);
  MPI_File_read_at_all_end(f, in, &s);
  CHECK(is_of(in, 10, rank));
  MPI_File_seek(f, rank * 40, MPI_SEEK_SET);
  MPI_File_write_all_begin(f, out, 10, MPI_INT);
  MPI_File_write_all_end(f, out, &s);
  settle(f);
  MPI_File_seek(f, rank * 40, MPI_SEEK_SET);
  MPI_File_read_all_begin(f, in, 10, MPI_INT);
  MPI_File_read_all_end(f, in, &s);
  CHECK(is_of(in, 10, rank));
  MPI_File_write_ordered_begin(f, out, 10, MPI_INT);
  MPI_File_write_ordered_end(f, out, &s);
  settle(f);
  MPI_File_seek_shared(f, 0, MPI_SEEK_SET);
  memset(in, 0, sizeof in);
  MPI_File_read_ordered_begin(f, in, 10, MPI_INT);
  MPI_File_read_ordered_end(f, in, &s);
  CHECK(is_of(in, 10, rank));
}

/* Ranks have every size-th integer. */
FILE_TEST(views_with_holes) {
  MPI_Datatype filetype, part, etype, got;
  MPI_Offset at;
  char representation[MPI_MAX_DATAREP_STRING];
  int out[10], in[10] = {0}, whole[3];
  fill(out, 10, rank);
  MPI_Type_contiguous(1, MPI_INT, &part);
  MPI_Type_create_resized(part, 0, 4 * size, &filetype);
  MPI_Type_commit(&filetype);
  CHECK(MPI_File_set_view(f, 8 + 4 * rank, MPI_INT, filetype, "native", MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_File_write_all(f, out, 10, MPI_INT, &s);
  CHECK(count_of(&s) == 10);
  settle(f);
  MPI_File_seek(f, 2, MPI_SEEK_SET);
  MPI_File_read(f, in, 8, MPI_INT, &s);
  CHECK(in[0] == number(rank, 2) && in[7] == number(rank, 9));
  MPI_File_get_byte_offset(f, 3, &at);
  CHECK(at == 8 + 4 * rank + 3 * 4 * size);
  MPI_File_get_view(f, &at, &etype, &got, representation);
  CHECK(at == 8 + 4 * rank && etype == MPI_INT && !strcmp(representation, "native"));
  MPI_Type_free(&got);
  MPI_File_set_view(f, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_read_at(f, 8 + 4 * size, whole, 3, MPI_INT, &s);
  CHECK(whole[0] == number(0, 1) && whole[2] == number(2, 1));
  MPI_Type_free(&part);
  MPI_Type_free(&filetype);
}

FILE_TEST(a_distributed_array) {
  MPI_Datatype block;
  int sizes[2] = {6, 2 * size}, parts[2] = {6, 2}, starts[2] = {0, 2 * rank}, out[12], row[2];
  fill(out, 12, rank);
  MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &block);
  MPI_Type_commit(&block);
  MPI_File_set_view(f, 0, MPI_INT, block, "native", MPI_INFO_NULL);
  MPI_File_write_all(f, out, 12, MPI_INT, &s);
  settle(f);
  MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  const int other = (rank + 1) % size;
  MPI_File_read_at(f, 3 * 2 * size + 2 * other, row, 2, MPI_INT, &s);
  CHECK(row[0] == number(other, 6) && row[1] == number(other, 7));
  MPI_Type_free(&block);
}

FILE_TEST(memory_with_holes) {
  MPI_Datatype every_other;
  int out[10], in[10] = {0};
  fill(out, 10, rank);
  MPI_Type_vector(5, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  MPI_File_write_at(f, rank * 20, out, 1, every_other, &s);
  settle(f);
  MPI_File_read_at(f, rank * 20, in, 5, MPI_INT, &s);
  CHECK(in[0] == number(rank, 0) && in[1] == number(rank, 2) && in[4] == number(rank, 8));
  memset(in, 0, sizeof in);
  MPI_File_read_at(f, rank * 20, in, 1, every_other, &s);
  CHECK(in[2] == number(rank, 2) && in[1] == 0);
  MPI_Type_free(&every_other);
}

#ifdef KASURI_MPI /* Open MPI 4.1 leaves the displacement out */
TEST(the_end_in_a_view) {
  MPI_File f = fresh(0);
  MPI_Datatype filetype;
  MPI_Offset at = -1;
  MPI_File_set_size(f, 80);
  MPI_Type_create_resized(MPI_INT, 0, 8, &filetype);
  MPI_Type_commit(&filetype);
  MPI_File_set_view(f, 8, MPI_INT, filetype, "native", MPI_INFO_NULL);
  MPI_File_seek(f, 0, MPI_SEEK_END);
  MPI_File_get_position(f, &at);
  CHECK(at == 9);
  MPI_Type_free(&filetype);
  drop(&f);
}
#endif

FILE_TEST(external32_in_files) {
  MPI_Aint extent = 0;
  int out[2] = {0x01020304, rank}, in[2] = {0};
  unsigned char bytes[4] = {0};
  CHECK(MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_File_get_type_extent(f, MPI_INT, &extent);
  CHECK(extent == 4);
  MPI_File_write_at(f, 2 * rank, out, 2, MPI_INT, &s);
  settle(f);
  MPI_File_read_at(f, 2 * rank, in, 2, MPI_INT, &s);
  CHECK(in[0] == 0x01020304 && in[1] == rank);
#ifdef KASURI_MPI /* Open MPI 4.1 writes the native form */
  MPI_File_set_view(f, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_read_at(f, 8 * rank, bytes, 4, MPI_BYTE, &s);
  CHECK(bytes[0] == 1 && bytes[3] == 4);
#endif
  (void)bytes;
}

#ifdef KASURI_MPI /* Open MPI 4.1 writes the native form */
/* A long has 4 bytes in the file: places in elements follow, those in bytes stay. */
FILE_TEST(external32_with_holes) {
  MPI_Datatype pairs, spread;
  MPI_Aint extent = 0;
  long out[4] = {1, -2, 3, -4}, in[4] = {0};
  unsigned char bytes[40] = {0};
  MPI_Type_vector(2, 1, 2, MPI_LONG, &pairs);
  MPI_Type_create_resized(pairs, 0, 16, &spread);
  MPI_Type_commit(&spread);
  CHECK(MPI_File_set_view(f, 64 * rank, MPI_LONG, spread, "external32", MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_File_get_type_extent(f, pairs, &extent);
  CHECK(extent == 12);
  MPI_File_write_at(f, 0, out, 4, MPI_LONG, &s);
  settle(f);
  MPI_File_read_at(f, 0, in, 4, MPI_LONG, &s);
  for (int i = 0; i < 4; i++) CHECK(in[i] == out[i]);
  MPI_File_set_view(f, 64 * rank, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_read_at(f, 0, bytes, 28, MPI_BYTE, &s);
  CHECK(bytes[3] == 1 && bytes[7] == 0 && bytes[8] == 0xff && bytes[11] == 0xfe);
  CHECK(bytes[19] == 3 && bytes[24] == 0xff && bytes[27] == 0xfc);
  MPI_Type_free(&pairs);
  MPI_Type_free(&spread);
}

TEST(filetypes_go_forwards) {
  MPI_File f = fresh(0);
  const int lengths[2] = {1, 1}, longer[2] = {3, 1};
  const int back[2] = {3, 0}, over[2] = {0, 1}, before[2] = {-1, 1};
  MPI_Datatype t[3];
  MPI_Type_indexed(2, lengths, back, MPI_INT, &t[0]);
  MPI_Type_indexed(2, longer, over, MPI_INT, &t[1]);
  MPI_Type_indexed(2, lengths, before, MPI_INT, &t[2]);
  for (int i = 0; i < 3; i++) {
    MPI_Type_commit(&t[i]);
    CHECK(class_of(MPI_File_set_view(f, 0, MPI_INT, t[i], "native", MPI_INFO_NULL)) == MPI_ERR_IO);
    CHECK(class_of(MPI_File_set_view(f, 0, t[i], t[i], "native", MPI_INFO_NULL)) == MPI_ERR_IO);
    MPI_Type_free(&t[i]);
  }
  drop(&f);
}
#endif

/* Overlapping writes are whole, whoever is last. */
FILE_TEST(atomic_writes) {
  int out[100], in[100];
  for (int i = 0; i < 100; i++) out[i] = rank;
  MPI_File_set_atomicity(f, 1);
  MPI_File_write_at(f, 0, out, 100, MPI_INT, &s);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at(f, 0, in, 100, MPI_INT, &s);
  for (int i = 1; i < 100; i++) CHECK(in[i] == in[0]);
}
