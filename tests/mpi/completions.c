/* SPDX-License-Identifier: MIT
 * Errors of completions: messages that are cut (MPI 4.1, section 3.2.5), several statuses (section 3.7.5),
 * functions of generalised requests (section 13.2). */
#include "check.h"

#define NEXT ((rank + 1) % size)
#define PREVIOUS ((rank + size - 1) % size)
#define LARGE 100000 /* goes by rendezvous */

static MPI_Comm lenient(void) {
  MPI_Comm c;
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN);
  return c;
}

TEST(a_message_is_cut) {
  MPI_Comm c = lenient();
  MPI_Status s;
  MPI_Request r;
  int out[4] = {rank, 2, 3, 4}, in[4] = {0, 0, -1, -1};
  MPI_Isend(out, 4, MPI_INT, NEXT, 5, c, &r);
  CHECK(class_of(MPI_Recv(in, 2, MPI_INT, PREVIOUS, 5, c, &s)) == MPI_ERR_TRUNCATE);
  CHECK(s.MPI_SOURCE == PREVIOUS && s.MPI_TAG == 5 && in[2] == -1);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Barrier(c);
  MPI_Comm_free(&c);
}

TEST(a_large_message_is_cut) {
  MPI_Comm c = lenient();
  MPI_Request r;
  int *out = calloc(LARGE, sizeof *out), *in = calloc(LARGE, sizeof *in);
  out[0] = rank + 1;
  MPI_Isend(out, LARGE, MPI_INT, NEXT, 5, c, &r);
  CHECK(class_of(MPI_Recv(in, LARGE / 2, MPI_INT, PREVIOUS, 5, c, MPI_STATUS_IGNORE)) == MPI_ERR_TRUNCATE);
  CHECK(in[LARGE / 2] == 0);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  free(out);
  free(in);
  MPI_Comm_free(&c);
}

TEST(data_with_holes_are_cut) {
  MPI_Comm c = lenient();
  MPI_Request r;
  MPI_Datatype every_other;
  int out[4] = {1, 2, 3, 4}, in[4] = {-1, -1, -1, -1};
  MPI_Type_vector(2, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  MPI_Isend(out, 4, MPI_INT, NEXT, 5, c, &r);
  CHECK(class_of(MPI_Recv(in, 1, every_other, PREVIOUS, 5, c, MPI_STATUS_IGNORE)) == MPI_ERR_TRUNCATE);
  CHECK(in[1] == -1 && in[3] == -1);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Type_free(&every_other);
  MPI_Comm_free(&c);
}

TEST(one_of_several_is_cut) {
  MPI_Comm c = lenient();
  MPI_Request r[3];
  MPI_Status s[3];
  int out[4] = {1, 2, 3, 4}, a[4], b = 0;
  MPI_Irecv(a, 4, MPI_INT, PREVIOUS, 1, c, &r[0]);
  MPI_Irecv(&b, 1, MPI_INT, PREVIOUS, 2, c, &r[1]);
  MPI_Isend(out, 4, MPI_INT, NEXT, 1, c, &r[2]);
  MPI_Send(out, 4, MPI_INT, NEXT, 2, c);
  CHECK(class_of(MPI_Waitall(3, r, s)) == MPI_ERR_IN_STATUS);
  CHECK(class_of(s[1].MPI_ERROR) == MPI_ERR_TRUNCATE);
  CHECK(s[0].MPI_ERROR == MPI_SUCCESS && a[3] == 4);
  CHECK(r[0] == MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL);
  MPI_Comm_free(&c);
}

TEST(errors_of_one_completion) {
  MPI_Comm c = lenient();
  MPI_Request r;
  MPI_Status s;
  int out[2] = {1, 2}, in = 0, index = -1, done = 0, code = MPI_SUCCESS;
  MPI_Irecv(&in, 1, MPI_INT, PREVIOUS, 1, c, &r);
  MPI_Send(out, 2, MPI_INT, NEXT, 1, c);
  CHECK(class_of(MPI_Waitany(1, &r, &index, &s)) == MPI_ERR_TRUNCATE && index == 0);
  MPI_Irecv(&in, 1, MPI_INT, PREVIOUS, 1, c, &r);
  MPI_Send(out, 2, MPI_INT, NEXT, 1, c);
  while (!done && code == MPI_SUCCESS) code = MPI_Test(&r, &done, &s);
  CHECK(class_of(code) == MPI_ERR_TRUNCATE && r == MPI_REQUEST_NULL);
  MPI_Barrier(c);
  MPI_Comm_free(&c);
}

static int heard;
static void hear(MPI_Comm *c, int *code, ...) {
  (void)c;
  heard = class_of(*code);
}

TEST(a_handler_hears_of_it) {
  MPI_Comm c = lenient();
  MPI_Errhandler handler;
  MPI_Request r;
  int out[2] = {1, 2}, in = 0;
  MPI_Comm_create_errhandler(hear, &handler);
  MPI_Comm_set_errhandler(c, handler);
  heard = 0;
  MPI_Irecv(&in, 1, MPI_INT, PREVIOUS, 1, c, &r);
  MPI_Send(out, 2, MPI_INT, NEXT, 1, c);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(heard == MPI_ERR_TRUNCATE);
  MPI_Errhandler_free(&handler);
  MPI_Barrier(c);
  MPI_Comm_free(&c);
}

static int queried, freed, answer;
static int query(void *extra, MPI_Status *s) {
  (void)extra;
  queried++;
  MPI_Status_set_elements(s, MPI_INT, 1);
  MPI_Status_set_cancelled(s, 0);
  s->MPI_SOURCE = s->MPI_TAG = MPI_UNDEFINED;
  return answer;
}
static int release(void *extra) {
  (void)extra;
  freed++;
  return MPI_SUCCESS;
}
static int cancel(void *extra, int complete) {
  (void)extra, (void)complete;
  return MPI_SUCCESS;
}

static MPI_Request begin(void) {
  MPI_Request r;
  queried = freed = answer = 0;
  MPI_Grequest_start(query, release, cancel, NULL, &r);
  return r;
}

TEST(a_request_that_is_freed_first) {
  MPI_Request r = begin(), same = r;
  MPI_Request_free(&r);
  CHECK(r == MPI_REQUEST_NULL && freed == 0);
  MPI_Grequest_complete(same);
  CHECK(freed == 1 && queried == 0);
}

TEST(a_request_that_is_complete_first) {
  MPI_Request r = begin();
  MPI_Grequest_complete(r);
  CHECK(freed == 0);
  MPI_Request_free(&r);
  CHECK(freed == 1 && queried == 0);
}

TEST(a_status_of_a_request_that_stays) {
  MPI_Request r = begin();
  MPI_Status s;
  int done = 0, n = 0;
  MPI_Grequest_complete(r);
  MPI_Request_get_status(r, &done, &s);
  MPI_Get_count(&s, MPI_INT, &n);
  CHECK(done && n == 1 && queried == 1 && freed == 0);
  MPI_Wait(&r, &s);
  CHECK(freed == 1);
}

TEST(an_error_of_a_query) {
  MPI_Request r = begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  answer = MPI_ERR_OTHER;
  MPI_Grequest_complete(r);
  CHECK(class_of(MPI_Wait(&r, MPI_STATUS_IGNORE)) == MPI_ERR_OTHER);
  CHECK(freed == 1 && r == MPI_REQUEST_NULL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}
