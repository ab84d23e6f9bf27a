/* SPDX-License-Identifier: MIT
 * For tests of files: a file of its own for each test, in the directory of the run. */
#include "check.h"

static char file_name[256];

/* All ranks: a fresh file, open for reading and writing. */
__attribute__((unused)) static MPI_File fresh(int more) {
  MPI_File f = MPI_FILE_NULL;
  snprintf(file_name, sizeof file_name, "%s.data", test_name);
  if (rank == 0) MPI_File_delete(file_name, MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | more;
  CHECK(MPI_File_open(MPI_COMM_WORLD, file_name, mode, MPI_INFO_NULL, &f) == MPI_SUCCESS);
  return f;
}

__attribute__((unused)) static void drop(MPI_File *f) {
  MPI_File_close(f);
  CHECK(*f == MPI_FILE_NULL);
  if (rank == 0) MPI_File_delete(file_name, MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* What a write makes visible to all: section 14.6.1. */
__attribute__((unused)) static void settle(MPI_File f) {
  MPI_File_sync(f);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(f);
}

/* A test with a fresh file, and a status. */
#define FILE_TEST(name)                                                              \
  static void name##_in(MPI_File f, __attribute__((unused)) MPI_Status s);           \
  TEST(name) {                                                                       \
    MPI_Status s = {0};                                                              \
    MPI_File f = fresh(0);                                                           \
    name##_in(f, s);                                                                 \
    drop(&f);                                                                        \
  }                                                                                  \
  static void name##_in(MPI_File f, __attribute__((unused)) MPI_Status s)
