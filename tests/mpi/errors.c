/* SPDX-License-Identifier: MIT
 * Errors that are returned, handlers, classes and codes (MPI 4.1, chapter 9). */
#include "check.h"

static MPI_Comm comm;
static int x, y;
static void begin(void) {
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
}
static void end(void) { MPI_Comm_free(&comm); }
#define GIVES(error, call)          \
  do {                              \
    begin();                        \
    CHECK(class_of(call) == error); \
    end();                          \
  } while (0)

TEST(rank_too_large) { GIVES(MPI_ERR_RANK, MPI_Send(&x, 1, MPI_INT, size, 0, comm)); }
TEST(rank_negative) { GIVES(MPI_ERR_RANK, MPI_Send(&x, 1, MPI_INT, -20, 0, comm)); }
TEST(any_source_in_a_send) { GIVES(MPI_ERR_RANK, MPI_Send(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm)); }
TEST(rank_of_a_receive) { GIVES(MPI_ERR_RANK, MPI_Recv(&x, 1, MPI_INT, size, 0, comm, MPI_STATUS_IGNORE));
    }
TEST(tag_negative) { GIVES(MPI_ERR_TAG, MPI_Send(&x, 1, MPI_INT, rank, -9, comm)); }
TEST(tag_of_a_receive) { GIVES(MPI_ERR_TAG, MPI_Recv(&x, 1, MPI_INT, 0, -9, comm, MPI_STATUS_IGNORE)); }
TEST(count_negative) { GIVES(MPI_ERR_COUNT, MPI_Send(&x, -1, MPI_INT, rank, 0, comm)); }
TEST(count_of_a_receive) { GIVES(MPI_ERR_COUNT, MPI_Recv(&x, -1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE));
    }
TEST(type_null) { GIVES(MPI_ERR_TYPE, MPI_Send(&x, 1, MPI_DATATYPE_NULL, rank, 0, comm)); }
TEST(rank_of_a_probe) { GIVES(MPI_ERR_RANK, MPI_Probe(size + 3, 0, comm, MPI_STATUS_IGNORE)); }
TEST(rank_of_an_isend) {
  MPI_Request r;
  GIVES(MPI_ERR_RANK, MPI_Isend(&x, 1, MPI_INT, size, 0, comm, &r));
}
TEST(operation_null) { GIVES(MPI_ERR_OP, MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_OP_NULL, comm)); }
TEST(operation_on_a_wrong_type) { GIVES(MPI_ERR_OP, MPI_Allreduce(&x, &y, 1, MPI_FLOAT, MPI_BAND, comm));
    }

TEST(type_not_committed) {
  MPI_Datatype t;
  MPI_Type_contiguous(1, MPI_INT, &t);
  GIVES(MPI_ERR_TYPE, MPI_Send(&x, 1, t, rank, 0, comm));
  MPI_Type_free(&t);
}

TEST(communicator_null) {
  int n;
  MPI_Errhandler old;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &old);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK(class_of(MPI_Comm_size(MPI_COMM_NULL, &n)) == MPI_ERR_COMM);
  CHECK(class_of(MPI_Barrier(MPI_COMM_NULL)) == MPI_ERR_COMM);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, old);
}

TEST(handler_is_inherited) {
  MPI_Comm copy;
  begin();
  MPI_Comm_dup(comm, &copy);
  CHECK(class_of(MPI_Send(&x, 1, MPI_INT, size, 0, copy)) == MPI_ERR_RANK);
  MPI_Comm_free(&copy);
  MPI_Comm_split(comm, 0, rank, &copy);
  CHECK(class_of(MPI_Send(&x, 1, MPI_INT, size, 0, copy)) == MPI_ERR_RANK);
  MPI_Comm_free(&copy);
  end();
}

static int calls, last;
static MPI_Comm seen;
static void note(MPI_Comm *c, int *code, ...) {
  calls++;
  last = *code;
  seen = *c;
}

TEST(handler_of_the_program) {
  MPI_Errhandler handler, got;
  begin();
  calls = 0;
  MPI_Comm_create_errhandler(note, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Comm_get_errhandler(comm, &got);
  CHECK(got == handler);
  MPI_Send(&x, 1, MPI_INT, size, 0, comm);
  CHECK(calls == 1 && class_of(last) == MPI_ERR_RANK && seen == comm);
  MPI_Errhandler_free(&handler);
  CHECK(handler == MPI_ERRHANDLER_NULL);
  MPI_Send(&x, -1, MPI_INT, 0, 0, comm);
  CHECK(calls == 2 && class_of(last) == MPI_ERR_COUNT);
  end();
}

TEST(handler_called_by_the_program) {
  MPI_Errhandler handler;
  begin();
  calls = 0;
  MPI_Comm_create_errhandler(note, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
  CHECK(calls == 1 && last == MPI_ERR_OTHER);
  MPI_Errhandler_free(&handler);
  end();
}

TEST(get_of_a_handler) {
  MPI_Errhandler got;
  begin();
  MPI_Comm_get_errhandler(comm, &got);
  CHECK(got == MPI_ERRORS_RETURN);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
  CHECK(got == MPI_ERRORS_ARE_FATAL);
  end();
}

TEST(texts) {
  char text[MPI_MAX_ERROR_STRING];
  int length = -1;
  MPI_Error_string(MPI_ERR_TAG, text, &length);
  CHECK(length > 0 && length == (int)strlen(text));
  MPI_Error_string(MPI_SUCCESS, text, &length);
  CHECK(length > 0);
}

TEST(classes_are_codes) {
  CHECK(class_of(MPI_ERR_COMM) == MPI_ERR_COMM && class_of(MPI_SUCCESS) == MPI_SUCCESS &&
      class_of(MPI_ERR_WIN) == MPI_ERR_WIN);
}

TEST(own_classes_and_codes) {
  int class, code, length, *most, flag;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Add_error_class(&class);
  MPI_Add_error_code(class, &code);
  MPI_Add_error_string(code, "out of coffee");
  CHECK(class > MPI_ERR_OTHER && class_of(code) == class);
#ifndef OPEN_MPI /* 4.1 has MPI_ERR_UNKNOWN here, though a class is a code of itself (MPI 4.1, 9.4) */
  CHECK(class_of(class) == class);
#endif
  MPI_Error_string(code, text, &length);
  CHECK(!strcmp(text, "out of coffee"));
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &most, &flag);
  CHECK(flag && *most >= code);
}

static int refuse(MPI_Comm c, int key, void *value, void *extra) {
  (void)c, (void)key, (void)value, (void)extra;
  return MPI_ERR_OTHER;
}

TEST(error_of_an_attribute_function) {
  int key;
  begin();
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuse, &key, NULL);
  MPI_Comm_set_attr(comm, key, &x);
  CHECK(class_of(MPI_Comm_delete_attr(comm, key)) == MPI_ERR_OTHER);
  MPI_Comm_free_keyval(&key);
  end();
}

TEST(key_that_does_not_exist) {
  int flag;
  void *got;
  begin();
  CHECK(MPI_Comm_get_attr(comm, MPI_KEYVAL_INVALID, &got, &flag) != MPI_SUCCESS);
  end();
}

TEST(root_that_does_not_exist) {
  begin();
  int class = class_of(MPI_Bcast(&x, 1, MPI_INT, size, comm));
  CHECK(class == MPI_ERR_ROOT);
  end();
}

TEST(counts_that_are_negative) {
  int *all = malloc(size * sizeof *all), *counts = malloc(size * sizeof *counts);
  begin();
  for (int i = 0; i < size; i++) all[i] = i, counts[i] = -1;
  CHECK(class_of(MPI_Bcast(&x, -1, MPI_INT, 0, comm)) == MPI_ERR_COUNT);
  CHECK(class_of(MPI_Allreduce(&x, &y, -1, MPI_INT, MPI_SUM, comm)) == MPI_ERR_COUNT);
  CHECK(class_of(MPI_Reduce_scatter(all, &y, counts, MPI_INT, MPI_SUM, comm)) == MPI_ERR_COUNT);
  free(all), free(counts);
  end();
}

TEST(no_grid) {
  int n;
  begin();
  int class = class_of(MPI_Cartdim_get(comm, &n));
  CHECK(class == MPI_ERR_TOPOLOGY || class == MPI_ERR_COMM);
  end();
}

TEST(grid_larger_than_the_communicator) {
  MPI_Comm grid;
  int dims[1] = {size + 1}, periods[1] = {0};
  begin();
  CHECK(MPI_Cart_create(comm, 1, dims, periods, 0, &grid) != MPI_SUCCESS);
  end();
}

TEST(calls_after_an_error_work) {
  int sum = 0, one = 1;
  begin();
  MPI_Send(&x, 1, MPI_INT, size, 0, comm);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == size);
  end();
}

#ifdef KASURI_MPI
TEST(results_without_a_variable) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK(class_of(MPI_Comm_size(MPI_COMM_WORLD, NULL)) == MPI_ERR_ARG);
  CHECK(class_of(MPI_Comm_split(MPI_COMM_WORLD, 0, 0, NULL)) == MPI_ERR_ARG);
  CHECK(class_of(MPI_Type_contiguous(2, MPI_INT, NULL)) == MPI_ERR_ARG);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

TEST(keys_of_other_kinds) {
  int of_type, of_window;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &of_type, NULL);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &of_window, NULL);
  CHECK(class_of(MPI_Comm_set_attr(MPI_COMM_WORLD, of_type, NULL)) == MPI_ERR_KEYVAL);
  CHECK(class_of(MPI_Comm_set_attr(MPI_COMM_WORLD, of_window, NULL)) == MPI_ERR_KEYVAL);
  MPI_Type_free_keyval(&of_type);
  MPI_Win_free_keyval(&of_window);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

TEST(errors_removed) {
  int c, code, length;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Add_error_class(&c);
  MPI_Add_error_code(c, &code);
  MPI_Add_error_string(code, "burnt");
  CHECK(MPI_Remove_error_class(c) != MPI_SUCCESS);
  CHECK(MPI_Remove_error_string(code) == MPI_SUCCESS);
  MPI_Error_string(code, text, &length);
  CHECK(length == 0);
  CHECK(MPI_Remove_error_code(code) == MPI_SUCCESS && MPI_Remove_error_class(c) == MPI_SUCCESS);
  CHECK(MPI_Error_string(code, text, &length) != MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}
#endif
