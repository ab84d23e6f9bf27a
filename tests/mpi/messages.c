/* SPDX-License-Identifier: MIT
 * Blocking messages between two ranks (MPI 4.1, chapter 3). */
#include "check.h"

#define NEXT ((rank + 1) % size)
#define PREVIOUS ((rank + size - 1) % size)
static MPI_Status status;

TEST(send_and_receive) {
  int x = 17;
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
  if (rank == 1) {
    x = 0;
    MPI_Recv(&x, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &status);
    CHECK(x == 17 && status.MPI_SOURCE == 0 && status.MPI_TAG == 4);
  }
}

TEST(receive_from_any) {
  int x = rank, sum = 0;
  if (rank) MPI_Send(&x, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
  for (int i = 1; rank == 0 && i < size; i++) {
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    CHECK(x == status.MPI_SOURCE && x == status.MPI_TAG);
    sum += x;
  }
  if (rank == 0) CHECK(sum == size * (size - 1) / 2);
}

TEST(messages_do_not_overtake) {
  for (int i = 0; i < 30; i++) {
    int x = i;
    if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
      MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(x == i);
    }
  }
}

TEST(tags_select) {
  int a = 1, b = 2;
  if (rank == 0) {
    MPI_Send(&a, 1, MPI_INT, 1, 10, MPI_COMM_WORLD);
    MPI_Send(&b, 1, MPI_INT, 1, 20, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(&b, 1, MPI_INT, 0, 20, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(b == 2);
    MPI_Recv(&a, 1, MPI_INT, 0, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(a == 1);
  }
}

TEST(largest_tag) {
  int *upper, flag, x = 3;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &flag);
  CHECK(flag && *upper >= 32767);
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, *upper, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Recv(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_TAG == *upper);
  }
}

TEST(message_shorter_than_its_receive) {
  int x[4] = {1, 2, 3, 4}, count;
  if (rank == 0) MPI_Send(x, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    x[2] = 33;
    MPI_Recv(x, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 2 && x[2] == 33);
  }
}

TEST(count_that_is_no_multiple) {
  char x[7] = {0};
  int count;
  if (rank == 0) MPI_Send(x, 7, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Recv(x, 7, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == MPI_UNDEFINED);
  }
}

TEST(empty_message) {
  int count = -1;
  if (rank == 0) MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 0);
  }
}

TEST(message_to_itself) {
  int x = rank, y = -1;
  MPI_Request r;
  MPI_Irecv(&y, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &r);
  MPI_Send(&x, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&r, &status);
  CHECK(y == rank && status.MPI_SOURCE == rank);
}

TEST(message_to_nobody) {
  int x = 5, count;
  MPI_Send(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv(&x, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(x == 5 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG && count == 0);
}

static void ring(int n, int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm)) {
  int *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), right = 0;
  MPI_Request r;
  for (int i = 0; i < n; i++) x[i] = rank * 7 + i;
  MPI_Irecv(y, n, MPI_INT, PREVIOUS, 0, MPI_COMM_WORLD, &r);
  MPI_Barrier(MPI_COMM_WORLD);
  send(x, n, MPI_INT, NEXT, 0, MPI_COMM_WORLD);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++) right += y[i] == PREVIOUS * 7 + i;
  CHECK(right == n);
  free(x), free(y);
}
TEST(ring_of_short_messages) { ring(10, MPI_Send); }
TEST(ring_of_long_messages) { ring(200000, MPI_Send); }
TEST(ring_of_synchronous_messages) { ring(10, MPI_Ssend); }
TEST(ring_of_long_synchronous_messages) { ring(50000, MPI_Ssend); }
TEST(ring_of_ready_messages) { ring(10, MPI_Rsend); }
TEST(ring_of_long_ready_messages) { ring(50000, MPI_Rsend); }

TEST(ring_of_buffered_messages) {
  enum { N = 1000 };
  int bytes = N * sizeof(int) + MPI_BSEND_OVERHEAD, got;
  void *buffer = malloc(bytes), *old;
  MPI_Buffer_attach(buffer, bytes);
  ring(N, MPI_Bsend);
  MPI_Buffer_detach(&old, &got);
  CHECK(old == buffer && got == bytes);
  free(buffer);
}

TEST(sendrecv) {
  int x = rank, y = -1;
  MPI_Sendrecv(&x, 1, MPI_INT, NEXT, 1, &y, 1, MPI_INT, PREVIOUS, 1, MPI_COMM_WORLD, &status);
  CHECK(y == PREVIOUS && status.MPI_SOURCE == PREVIOUS);
}

TEST(sendrecv_replace) {
  int x[3] = {rank, rank + 1, rank + 2};
  MPI_Sendrecv_replace(x, 3, MPI_INT, NEXT, 1, PREVIOUS, 1, MPI_COMM_WORLD, &status);
  CHECK(x[0] == PREVIOUS && x[2] == PREVIOUS + 2);
}

TEST(sendrecv_at_the_ends_of_a_line) {
  int x = rank, y = -1;
  int to = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, from = rank ? rank - 1 : MPI_PROC_NULL;
  MPI_Sendrecv(&x, 1, MPI_INT, to, 0, &y, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(y == rank - 1);
}

#if MPI_VERSION >= 4
TEST(isendrecv_around_a_ring) {
  int x = rank, y = -1;
  MPI_Request r;
  MPI_Status s;
  MPI_Isendrecv(&x, 1, MPI_INT, (rank + 1) % size, 3, &y, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                MPI_COMM_WORLD, &r);
  MPI_Wait(&r, &s);
  CHECK(y == (rank + size - 1) % size && s.MPI_SOURCE == y && s.MPI_TAG == 3 && r == MPI_REQUEST_NULL);
}

/* Long enough for a rendezvous: the request ends when both messages have. */
TEST(isendrecv_of_long_messages) {
  enum { N = 100000 };
  int *x = malloc(2 * N * sizeof *x), *y = x + N, count = 0, good = 1, done = 0;
  MPI_Request r;
  MPI_Status s;
  for (int i = 0; i < N; i++) x[i] = rank + i, y[i] = -1;
  MPI_Isendrecv(x, N, MPI_INT, (rank + 1) % size, 0, y, N, MPI_INT, (rank + size - 1) % size, 0,
                MPI_COMM_WORLD, &r);
  while (!done) MPI_Test(&r, &done, &s);
  MPI_Get_count(&s, MPI_INT, &count);
  for (int i = 0; i < N; i++) good &= y[i] == (rank + size - 1) % size + i && x[i] == rank + i;
  CHECK(good && count == N);
  free(x);
}

TEST(isendrecv_replace) {
  MPI_Datatype pair;
  MPI_Request r[2];
  int y[4] = {rank, -1, rank + 100, -1}, z = rank;
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Isendrecv_replace(y, 1, pair, next, 1, previous, 1, MPI_COMM_WORLD, &r[0]);
  MPI_Isendrecv_replace(&z, 1, MPI_INT, next, 2, previous, 2, MPI_COMM_WORLD, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  CHECK(y[0] == previous && y[1] == -1 && y[2] == previous + 100 && y[3] == -1 && z == previous);
  MPI_Type_free(&pair);
}

TEST(isendrecv_with_nobody) {
  int x = rank, y = -1;
  MPI_Request r;
  MPI_Status s;
  MPI_Isendrecv(&x, 1, MPI_INT, MPI_PROC_NULL, 0, &y, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, &s);
  CHECK(y == -1 && s.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Isendrecv(&x, 1, MPI_INT, rank == 0 ? 1 : MPI_PROC_NULL, 0, &y, 1, MPI_INT,
                rank == 1 ? 0 : MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, &s);
  CHECK(y == (rank == 1 ? 0 : -1) && s.MPI_SOURCE == (rank == 1 ? 0 : MPI_PROC_NULL));
}
#endif

/* A call with one status leaves its error as it was (section 3.2.5). */
TEST(error_of_a_status_is_kept) {
  int y;
  MPI_Status s;
  MPI_Message m;
  s.MPI_ERROR = MPI_ERR_DIMS;
  if (rank == 0) MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank != 1) return;
  MPI_Probe(0, 0, MPI_COMM_WORLD, &s);
  CHECK(s.MPI_ERROR == MPI_ERR_DIMS);
  MPI_Mprobe(0, 0, MPI_COMM_WORLD, &m, &s);
  MPI_Mrecv(&y, 1, MPI_INT, &m, &s);
  CHECK(s.MPI_ERROR == MPI_ERR_DIMS);
}
