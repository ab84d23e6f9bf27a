/* SPDX-License-Identifier: MIT
 * Files: opening, sizes, errors, handlers (MPI 4.1, sections 14.2, 14.6, 14.7). */
#include "files.h"

TEST(open_and_close) {
  MPI_File f = fresh(0);
  int amode;
  MPI_Offset bytes = -1;
  MPI_File_get_amode(f, &amode);
  CHECK(amode == (MPI_MODE_CREATE | MPI_MODE_RDWR));
  MPI_File_get_size(f, &bytes);
  CHECK(bytes == 0);
  drop(&f);
}

TEST(no_such_file) {
  MPI_File f;
  const char *const name = "there/is/no/such.file";
  const int code = MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
  CHECK(class_of(code) == MPI_ERR_NO_SUCH_FILE);
  CHECK(class_of(MPI_File_delete("there/is/no/such.file", MPI_INFO_NULL)) == MPI_ERR_NO_SUCH_FILE);
}

TEST(a_file_that_exists) {
  MPI_File f = fresh(0), g;
  MPI_File_close(&f);
  const int code = MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR,
                                 MPI_INFO_NULL, &g);
  CHECK(class_of(code) == MPI_ERR_FILE_EXISTS);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_File_delete(file_name, MPI_INFO_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST(modes_that_contradict) {
  MPI_File f;
  const int modes[] = {MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_MODE_RDONLY | MPI_MODE_CREATE};
  for (int i = 0; i < 2; i++) {
    const int code = MPI_File_open(MPI_COMM_WORLD, "x", modes[i], MPI_INFO_NULL, &f);
    CHECK(class_of(code) == MPI_ERR_AMODE);
  }
}

TEST(a_file_that_ends_when_it_is_closed) {
  MPI_File f = fresh(MPI_MODE_DELETE_ON_CLOSE), g;
  MPI_File_close(&f);
  MPI_Barrier(MPI_COMM_WORLD);
  const int code = MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDONLY, MPI_INFO_NULL, &g);
  CHECK(class_of(code) == MPI_ERR_NO_SUCH_FILE);
}

TEST(sizes) {
  MPI_File f = fresh(0);
  MPI_Offset bytes = 0;
  CHECK(MPI_File_set_size(f, 1000) == MPI_SUCCESS);
  MPI_File_get_size(f, &bytes);
  CHECK(bytes == 1000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_size(f, 10);
  MPI_File_get_size(f, &bytes);
  CHECK(bytes == 10);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_preallocate(f, 5000);
  MPI_File_get_size(f, &bytes);
  CHECK(bytes == 5000);
  drop(&f);
}

TEST(appending) {
  MPI_File f = fresh(0);
  MPI_Offset at = -1;
  MPI_File_set_size(f, 12);
  MPI_File_close(&f);
  MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDWR | MPI_MODE_APPEND, MPI_INFO_NULL, &f);
  MPI_File_get_position(f, &at);
  CHECK(at == 12);
  MPI_File_get_position_shared(f, &at);
  CHECK(at == 12);
  drop(&f);
}

TEST(only_for_reading) {
  MPI_File f = fresh(0);
  int n = 0;
  MPI_File_close(&f);
  MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
  CHECK(class_of(MPI_File_write_at(f, 0, &n, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_READ_ONLY);
  drop(&f);
}

TEST(only_for_writing) {
  MPI_File f = fresh(0);
  int n = 0;
  MPI_File_close(&f);
  MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_WRONLY, MPI_INFO_NULL, &f);
  CHECK(class_of(MPI_File_read_at(f, 0, &n, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_ACCESS);
  drop(&f);
}

TEST(the_group_of_a_file) {
  MPI_Comm half;
  MPI_File f;
  MPI_Group group, own;
  int result;
  char name[32];
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  snprintf(name, sizeof name, "half%d.data", rank % 2);
  MPI_File_open(half, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
  MPI_File_get_group(f, &group);
  MPI_Comm_group(half, &own);
  MPI_Group_compare(group, own, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&own);
  MPI_File_close(&f);
  MPI_Comm_free(&half);
}

TEST(infos_of_files) {
  MPI_Info info, got;
  MPI_File f;
  int n = -1;
  MPI_Info_create(&info);
  MPI_Info_set(info, "access_style", "write_once");
  const int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
  MPI_File_open(MPI_COMM_WORLD, "info.data", mode, info, &f);
  CHECK(MPI_File_get_info(f, &got) == MPI_SUCCESS);
  MPI_Info_get_nkeys(got, &n);
  CHECK(n >= 0);
  MPI_Info_free(&got);
  CHECK(MPI_File_set_info(f, info) == MPI_SUCCESS);
  MPI_Info_free(&info);
  MPI_File_close(&f);
}

TEST(atomicity) {
  MPI_File f = fresh(0);
  int flag = -1;
  MPI_File_get_atomicity(f, &flag);
  CHECK(flag == 0);
  MPI_File_set_atomicity(f, 1);
  MPI_File_get_atomicity(f, &flag);
  CHECK(flag);
  drop(&f);
}

static int heard;
static void hear(MPI_File *f, int *code, ...) {
  (void)f;
  heard = class_of(*code);
}

TEST(error_handlers_of_files) {
  MPI_File f = fresh(0);
  MPI_Errhandler handler, got;
  MPI_File_get_errhandler(f, &got);
  CHECK(got == MPI_ERRORS_RETURN);
  MPI_File_create_errhandler(hear, &handler);
  MPI_File_set_errhandler(f, handler);
  heard = 0;
  MPI_File_call_errhandler(f, MPI_ERR_IO);
  CHECK(heard == MPI_ERR_IO);
#ifdef KASURI_MPI /* Open MPI 4.1 seeks there */
  heard = 0;
  CHECK(class_of(MPI_File_seek(f, -1, MPI_SEEK_SET)) == MPI_ERR_ARG);
  CHECK(heard == MPI_ERR_ARG);
#endif
  MPI_Errhandler_free(&handler);
  drop(&f);
}

TEST(the_handler_of_no_file) {
  MPI_Errhandler handler, got;
  MPI_File f;
  MPI_File_create_errhandler(hear, &handler);
  MPI_File_set_errhandler(MPI_FILE_NULL, handler);
  heard = 0;
  MPI_File_open(MPI_COMM_WORLD, "there/is/no/such.file", MPI_MODE_RDONLY, MPI_INFO_NULL, &f);
  CHECK(heard == MPI_ERR_NO_SUCH_FILE);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  MPI_File_get_errhandler(MPI_FILE_NULL, &got);
  CHECK(got == MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&handler);
}

TEST(a_file_as_a_number) {
  MPI_File f = fresh(0);
  CHECK(MPI_File_f2c(MPI_File_c2f(f)) == f);
  CHECK(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL);
  drop(&f);
}

TEST(representations) {
  MPI_File f = fresh(0);
  CHECK(class_of(MPI_File_set_view(f, 0, MPI_INT, MPI_INT, "no such", MPI_INFO_NULL)) ==
        MPI_ERR_UNSUPPORTED_DATAREP);
  drop(&f);
}
