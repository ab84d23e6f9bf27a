/* SPDX-License-Identifier: MIT
 * Requests: waiting, testing, probes, persistent and generalised ones (MPI 4.1, sections 3.7 to 3.9,
 * 13.2). */
#include "check.h"

#define NEXT ((rank + 1) % size)
#define PREVIOUS ((rank + size - 1) % size)
static MPI_Status status;

TEST(isend_and_irecv) {
  int x = rank, y = -1;
  MPI_Request r[2];
  MPI_Irecv(&y, 1, MPI_INT, PREVIOUS, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(&x, 1, MPI_INT, NEXT, 0, MPI_COMM_WORLD, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  CHECK(y == PREVIOUS && r[0] == MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL);
}

TEST(statuses_of_waitall) {
  int y[3];
  MPI_Request r[3];
  MPI_Status s[3];
  if (rank == 0) {
    for (int i = 0; i < 3; i++) MPI_Irecv(&y[i], 1, MPI_INT, i + 1, 5 + i, MPI_COMM_WORLD, &r[i]);
    MPI_Waitall(3, r, s);
    for (int i = 0; i < 3; i++) CHECK(s[i].MPI_SOURCE == i + 1 && s[i].MPI_TAG == 5 + i && y[i] == i + 1);
  } else if (rank < 4) {
    MPI_Send(&rank, 1, MPI_INT, 0, 4 + rank, MPI_COMM_WORLD);
  }
}

TEST(waitany_takes_what_is_there) {
  int y[2] = {-1, -1}, which, token = 0;
  MPI_Request r[2];
  if (rank == 0) {
    MPI_Irecv(&y[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(&y[1], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Waitany(2, r, &which, &status);
    CHECK(which == 1 && status.MPI_SOURCE == 2 && r[1] == MPI_REQUEST_NULL);
    MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Waitany(2, r, &which, &status);
    CHECK(which == 0 && y[0] == 1);
  } else if (rank == 1) {
    MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else if (rank == 2) {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
}

TEST(waitany_of_nothing) {
  MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int which = 0;
  MPI_Waitany(2, r, &which, &status);
  CHECK(which == MPI_UNDEFINED && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
}

TEST(waitsome) {
  int *y = malloc(size * sizeof *y), *places = malloc(size * sizeof *places), left = size - 1, seen = 0;
  MPI_Request *r = malloc(size * sizeof *r);
  if (rank == 0) {
    for (int i = 1; i < size; i++) MPI_Irecv(&y[i - 1], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &r[i - 1]);
    while (left) {
      int n;
      MPI_Waitsome(size - 1, r, &n, places, MPI_STATUSES_IGNORE);
      for (int i = 0; i < n; i++) {
        CHECK(y[places[i]] == places[i] + 1);
        seen += y[places[i]];
      }
      left -= n;
    }
    CHECK(seen == size * (size - 1) / 2);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  free(y), free(places), free(r);
}

TEST(waitsome_of_nothing) {
  MPI_Request r = MPI_REQUEST_NULL;
  int n = 0, place;
  MPI_Waitsome(1, &r, &n, &place, MPI_STATUSES_IGNORE);
  CHECK(n == MPI_UNDEFINED);
}

TEST(test_until_done) {
  int y = -1, done = 0;
  MPI_Request r;
  if (rank == 0) {
    MPI_Irecv(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    while (!done) MPI_Test(&r, &done, &status);
    CHECK(y == 1 && r == MPI_REQUEST_NULL);
  } else if (rank == 1) {
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
}

TEST(test_of_a_null_request) {
  MPI_Request r = MPI_REQUEST_NULL;
  int done = 0, count;
  MPI_Test(&r, &done, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(done && count == 0 && status.MPI_SOURCE == MPI_ANY_SOURCE);
}

TEST(testany_without_any_done) {
  int y, which = 5, done = 1;
  MPI_Request r;
  if (rank == 0) {
    MPI_Irecv(&y, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
    MPI_Testany(1, &r, &which, &done, &status);
    CHECK(!done && which == MPI_UNDEFINED);
    MPI_Send(&y, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(&y, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
}

TEST(testall_and_testsome) {
  int y[2] = {-1, -1}, done = 0, n = 0, places[2], left = 2;
  MPI_Request r[2];
  for (int k = 0; k < 2; k++) {
    MPI_Irecv(&y[0], 1, MPI_INT, PREVIOUS, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(&rank, 1, MPI_INT, NEXT, 0, MPI_COMM_WORLD, &r[1]);
    if (k == 0) {
      while (!done) MPI_Testall(2, r, &done, MPI_STATUSES_IGNORE);
    } else {
      while (left) {
        MPI_Testsome(2, r, &n, places, MPI_STATUSES_IGNORE);
        if (n > 0) left -= n;
      }
    }
    CHECK(y[0] == PREVIOUS);
  }
}

TEST(request_get_status_leaves_the_request) {
  int y = -1, done = 0, count = -1;
  MPI_Request r;
  MPI_Irecv(&y, 1, MPI_INT, PREVIOUS, 0, MPI_COMM_WORLD, &r);
  MPI_Send(&rank, 1, MPI_INT, NEXT, 0, MPI_COMM_WORLD);
  while (!done) MPI_Request_get_status(r, &done, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 1 && r != MPI_REQUEST_NULL);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(y == PREVIOUS);
}

TEST(request_free_of_a_send) {
  MPI_Request r;
  int y = -1;
  MPI_Isend(&rank, 1, MPI_INT, NEXT, 0, MPI_COMM_WORLD, &r);
  MPI_Request_free(&r);
  CHECK(r == MPI_REQUEST_NULL);
  MPI_Recv(&y, 1, MPI_INT, PREVIOUS, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(y == PREVIOUS);
}

TEST(probe_then_receive) {
  int x[5] = {1, 2, 3, 4, 5}, count = 0;
  if (rank == 0) MPI_Send(x, 5, MPI_INT, 1, 9, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 5 && status.MPI_SOURCE == 0 && status.MPI_TAG == 9);
    MPI_Recv(x, count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

TEST(iprobe_until_there) {
  int x = 8, flag = 0;
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Iprobe(0, 10, MPI_COMM_WORLD, &flag, &status);
    CHECK(!flag);
    while (!flag) MPI_Iprobe(0, 9, MPI_COMM_WORLD, &flag, &status);
    MPI_Recv(&x, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

TEST(probe_of_nobody) {
  int count = -1;
  MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL && count == 0);
}

TEST(matched_probe) {
  int x = 4, y = 0;
  MPI_Message message;
  if (rank == 0) MPI_Send(&x, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Mprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
    CHECK(message != MPI_MESSAGE_NULL && status.MPI_TAG == 2);
    MPI_Mrecv(&y, 1, MPI_INT, &message, &status);
    CHECK(y == 4 && message == MPI_MESSAGE_NULL);
  }
}

TEST(matched_probe_takes_the_message_away) {
  int x = 1, y = 0, z = 0;
  MPI_Message message;
  MPI_Request r;
  if (rank == 0) {
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    x = 2;
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, &status);
    MPI_Recv(&y, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Imrecv(&z, 1, MPI_INT, &message, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK(y == 2 && z == 1);
  }
}

TEST(improbe_finds_nothing) {
  int flag = 1, y = 0;
  MPI_Message message;
  MPI_Improbe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, &message, &status);
  CHECK(!flag);
  MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
  CHECK(message == MPI_MESSAGE_NO_PROC);
  MPI_Mrecv(&y, 1, MPI_INT, &message, &status);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
}

TEST(cancel_of_a_receive) {
  int y = 3, cancelled = 0;
  MPI_Request r;
  MPI_Irecv(&y, 1, MPI_INT, rank, 99, MPI_COMM_WORLD, &r);
  MPI_Cancel(&r);
  MPI_Wait(&r, &status);
  MPI_Test_cancelled(&status, &cancelled);
  CHECK(cancelled && y == 3);
}

TEST(persistent_ring) {
  int x, y = -1;
  MPI_Request r[2];
  MPI_Recv_init(&y, 1, MPI_INT, PREVIOUS, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Send_init(&x, 1, MPI_INT, NEXT, 0, MPI_COMM_WORLD, &r[1]);
  for (int i = 0; i < 5; i++) {
    x = 10 * i + rank;
    MPI_Startall(2, r);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    CHECK(y == 10 * i + PREVIOUS && r[0] != MPI_REQUEST_NULL);
  }
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
}

TEST(inactive_persistent_request) {
  int y, done = 0;
  MPI_Request r;
  MPI_Recv_init(&y, 1, MPI_INT, PREVIOUS, 0, MPI_COMM_WORLD, &r);
  MPI_Test(&r, &done, &status);
  CHECK(done && status.MPI_SOURCE == MPI_ANY_SOURCE);
  MPI_Wait(&r, &status);
  MPI_Request_free(&r);
}

TEST(persistent_modes) {
  int x = rank, y = -1;
  MPI_Request s, r;
  MPI_Ssend_init(&x, 1, MPI_INT, NEXT, 0, MPI_COMM_WORLD, &s);
  MPI_Recv_init(&y, 1, MPI_INT, PREVIOUS, 0, MPI_COMM_WORLD, &r);
  MPI_Start(&r);
  MPI_Start(&s);
  MPI_Wait(&s, MPI_STATUS_IGNORE);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(y == PREVIOUS);
  MPI_Request_free(&s);
  MPI_Request_free(&r);
}

static int queried, freed;
static int query(void *extra, MPI_Status *s) {
  queried++;
  MPI_Status_set_elements(s, MPI_INT, *(int *)extra);
  MPI_Status_set_cancelled(s, 0);
  s->MPI_SOURCE = 12;
  s->MPI_TAG = 13;
  return MPI_SUCCESS;
}
static int release(void *extra) {
  freed++;
  (void)extra;
  return MPI_SUCCESS;
}
static int cancel(void *extra, int complete) {
  (void)extra, (void)complete;
  return MPI_SUCCESS;
}

TEST(generalised_request) {
  int extra = 6, count = 0, done = 1;
  MPI_Request r;
  queried = freed = 0;
  MPI_Grequest_start(query, release, cancel, &extra, &r);
  MPI_Test(&r, &done, &status);
  CHECK(!done);
  MPI_Grequest_complete(r);
  MPI_Wait(&r, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(queried == 1 && freed == 1 && count == 6 && status.MPI_SOURCE == 12 && status.MPI_TAG == 13);
  CHECK(r == MPI_REQUEST_NULL);
}

TEST(generalised_request_among_others) {
  int extra = 1, y = -1;
  MPI_Request r[2];
  MPI_Status s[2];
  queried = freed = 0;
  MPI_Grequest_start(query, release, cancel, &extra, &r[0]);
  MPI_Irecv(&y, 1, MPI_INT, PREVIOUS, 0, MPI_COMM_WORLD, &r[1]);
  MPI_Grequest_complete(r[0]);
  MPI_Send(&rank, 1, MPI_INT, NEXT, 0, MPI_COMM_WORLD);
  MPI_Waitall(2, r, s);
  CHECK(y == PREVIOUS && queried == 1 && freed == 1 && s[0].MPI_TAG == 13 && s[1].MPI_SOURCE == PREVIOUS);
}

TEST(status_set_by_the_program) {
  int count = 0, cancelled = 0;
  MPI_Count elements = 0;
  MPI_Status_set_elements(&status, MPI_DOUBLE, 3);
  MPI_Get_elements(&status, MPI_DOUBLE, &count);
  MPI_Get_elements_x(&status, MPI_DOUBLE, &elements);
  CHECK(count == 3 && elements == 3);
  MPI_Status_set_cancelled(&status, 1);
  MPI_Test_cancelled(&status, &cancelled);
  CHECK(cancelled);
}

TEST(task_farm) {
  int job = 0, sum = 0, total = 0;
  if (rank == 0) {
    int next = 1, open = size - 1;
    while (open) {
      MPI_Recv(&job, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      int give = next <= 50 ? next++ : 0;
      MPI_Send(&give, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD);
      open -= give == 0;
    }
  } else {
    for (;;) {
      MPI_Send(&job, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      MPI_Recv(&job, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (!job) break;
      sum += job;
    }
  }
  MPI_Reduce(&sum, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) CHECK(total == 1275);
}

TEST(communicators_keep_messages_apart) {
  MPI_Comm other;
  int x = 1, y = 2, a = 0, b = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  if (rank == 0) {
    MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(&y, 1, MPI_INT, 1, 0, other);
  } else if (rank == 1) {
    MPI_Recv(&b, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
    MPI_Recv(&a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(a == 1 && b == 2);
  }
  MPI_Comm_free(&other);
}

TEST(wtime_goes_on) {
  double a = MPI_Wtime();
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_Wtime() >= a && MPI_Wtick() > 0);
}
