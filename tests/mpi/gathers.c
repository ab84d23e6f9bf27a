/* SPDX-License-Identifier: MIT
 * Collective operations that move blocks, and those that go on beside the program (MPI 4.1,
 * chapter 6). */
#include "check.h"

static int *room(int n) {
  int *x = malloc((n + 1) * sizeof *x);
  for (int i = 0; i <= n; i++) x[i] = -1;
  return x;
}
static int sum_to(int n) { return n * (n - 1) / 2; }

TEST(gather_to_each_root) {
  int *all = room(2 * size), x[2] = {rank, 10 * rank};
  for (int root = 0; root < size; root++) {
    MPI_Gather(x, 2, MPI_INT, all, 2, MPI_INT, root, MPI_COMM_WORLD);
    for (int i = 0; rank == root && i < size; i++) CHECK(all[2 * i] == i && all[2 * i + 1] == 10 * i);
  }
  free(all);
}

TEST(gather_in_place) {
  int *all = room(size), x = rank + 5;
  all[0] = 5;
  if (rank == 0) MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  else MPI_Gather(&x, 1, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size; i++) CHECK(all[i] == i + 5);
  free(all);
}

static void triangle(int *counts, int *places) {
  for (int i = 0; i < size; i++) counts[i] = i, places[i] = i * size;
}

TEST(gatherv) {
  int *x = room(size), *all = room(size * size), *counts = room(size), *places = room(size);
  triangle(counts, places);
  for (int i = 0; i < rank; i++) x[i] = 100 * rank + i;
  MPI_Gatherv(x, rank, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  for (int r = 0; rank == 0 && r < size; r++) {
    for (int i = 0; i < r; i++) CHECK(all[r * size + i] == 100 * r + i);
    CHECK(all[r * size + r] == -1);
  }
  free(x), free(all), free(counts), free(places);
}

TEST(scatter_from_each_root) {
  int *all = room(size), x;
  for (int root = 0; root < size; root++) {
    for (int i = 0; i < size; i++) all[i] = 10 * rank + i;
    MPI_Scatter(all, 1, MPI_INT, &x, 1, MPI_INT, root, MPI_COMM_WORLD);
    CHECK(x == 10 * root + rank);
  }
  free(all);
}

TEST(scatter_in_place) {
  int *all = room(size), x = -1;
  for (int i = 0; i < size; i++) all[i] = i;
  if (rank == 1) MPI_Scatter(all, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, 1, MPI_COMM_WORLD);
  else MPI_Scatter(NULL, 0, MPI_INT, &x, 1, MPI_INT, 1, MPI_COMM_WORLD);
  CHECK(rank == 1 ? all[1] == 1 : x == rank);
  free(all);
}

TEST(scatterv) {
  int *x = room(size), *all = room(size * size), *counts = room(size), *places = room(size);
  triangle(counts, places);
  for (int i = 0; i < size * size; i++) all[i] = i;
  MPI_Scatterv(all, counts, places, MPI_INT, x, rank, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < rank; i++) CHECK(x[i] == rank * size + i);
  CHECK(x[rank] == -1);
  free(x), free(all), free(counts), free(places);
}

TEST(allgather) {
  int *all = room(3 * size), x[3] = {rank, 2 * rank, 3 * rank};
  MPI_Allgather(x, 3, MPI_INT, all, 3, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++) CHECK(all[3 * i + 1] == 2 * i && all[3 * i + 2] == 3 * i);
  free(all);
}

TEST(allgather_in_place) {
  int *all = room(size);
  all[rank] = rank * rank;
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++) CHECK(all[i] == i * i);
  free(all);
}

TEST(allgather_into_columns) {
  int *all = room(2 * size), x = rank;
  MPI_Datatype every_second, wide;
  MPI_Type_contiguous(1, MPI_INT, &every_second);
  MPI_Type_create_resized(every_second, 0, 2 * sizeof(int), &wide);
  MPI_Type_commit(&wide);
  MPI_Allgather(&x, 1, MPI_INT, all, 1, wide, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++) CHECK(all[2 * i] == i && (i + 1 == size || all[2 * i + 1] == -1));
  MPI_Type_free(&every_second);
  MPI_Type_free(&wide);
  free(all);
}

TEST(allgatherv) {
  int *x = room(size), *all = room(size * size), *counts = room(size), *places = room(size);
  triangle(counts, places);
  for (int i = 0; i < rank; i++) x[i] = rank;
  MPI_Allgatherv(x, rank, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < size; r++) {
    for (int i = 0; i < r; i++) CHECK(all[r * size + i] == r);
  }
  free(x), free(all), free(counts), free(places);
}

TEST(alltoall) {
  int *out = room(2 * size), *in = room(2 * size);
  for (int i = 0; i < 2 * size; i++) out[i] = 1000 * rank + i;
  MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++) CHECK(in[2 * i] == 1000 * i + 2 * rank &&
      in[2 * i + 1] == 1000 * i + 2 * rank + 1);
  free(out), free(in);
}

TEST(alltoall_of_many) {
  enum { N = 5000 };
  int *out = room(N * size), *in = room(N * size), right = 0;
  for (int i = 0; i < N * size; i++) out[i] = rank * N * size + i;
  MPI_Alltoall(out, N, MPI_INT, in, N, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < size; r++) {
    for (int i = 0; i < N; i++) right += in[r * N + i] == r * N * size + rank * N + i;
  }
  CHECK(right == N * size);
  free(out), free(in);
}

TEST(alltoall_in_place) {
  int *x = room(size);
  for (int i = 0; i < size; i++) x[i] = 10 * rank + i;
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, x, 1, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++) CHECK(x[i] == 10 * i + rank);
  free(x);
}

TEST(alltoallv) {
  int *out = room(size * size), *in = room(size * size), *sent = room(size), *got = room(size),
      *from = room(size), *to = room(size);
  for (int i = 0; i < size; i++) sent[i] = i, got[i] = rank, from[i] = i * size, to[i] = i * size;
  for (int i = 0; i < size * size; i++) out[i] = 1000 * rank + i;
  MPI_Alltoallv(out, sent, from, MPI_INT, in, got, to, MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < size; r++) {
    for (int i = 0; i < rank; i++) CHECK(in[r * size + i] == 1000 * r + rank * size + i);
  }
  free(out), free(in), free(sent), free(got), free(from), free(to);
}

TEST(alltoallw) {
  int *out = room(size), *in = room(size), *counts = room(size), *places = room(size);
  MPI_Datatype *types = malloc(size * sizeof *types);
  for (int i = 0; i < size; i++) counts[i] = 1, places[i] = 4 * i, types[i] = MPI_INT,
      out[i] = 100 * rank + i;
  MPI_Alltoallw(out, counts, places, types, in, counts, places, types, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++) CHECK(in[i] == 100 * i + rank);
  free(out), free(in), free(counts), free(places), free(types);
}

TEST(reduce_scatter) {
  int *x = room(size * size), *counts = room(size), y[64], n = 0;
  for (int i = 0; i < size; i++) counts[i] = i % 3, n += counts[i];
  for (int i = 0; i < n; i++) x[i] = i + rank;
  MPI_Reduce_scatter(x, y, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  int first = 0;
  for (int i = 0; i < rank; i++) first += counts[i];
  for (int i = 0; i < counts[rank]; i++) CHECK(y[i] == size * (first + i) + sum_to(size));
  free(x), free(counts);
}

TEST(reduce_scatter_block) {
  int *x = room(2 * size), y[2];
  for (int i = 0; i < 2 * size; i++) x[i] = i * (rank + 1);
  MPI_Reduce_scatter_block(x, y, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(y[0] == 2 * rank * sum_to(size + 1) && y[1] == (2 * rank + 1) * sum_to(size + 1));
  free(x);
}

TEST(scan) {
  int x[2] = {rank, 1}, y[2];
  MPI_Scan(x, y, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(y[0] == sum_to(rank + 1) && y[1] == rank + 1);
}

TEST(scan_in_place) {
  int x = rank + 1;
  MPI_Scan(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  CHECK(x == rank + 1);
}

TEST(exscan) {
  int x = rank + 1, y = -5;
  MPI_Exscan(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank) CHECK(y == sum_to(rank + 1));
}

TEST(several_at_once) {
  int x = rank, sum = 0, top = 0, *all = room(size), root = rank == 2 ? 77 : 0;
  MPI_Request r[4];
  MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[0]);
  MPI_Iallreduce(&x, &top, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &r[1]);
  MPI_Iallgather(&x, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &r[2]);
  MPI_Ibcast(&root, 1, MPI_INT, 2, MPI_COMM_WORLD, &r[3]);
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
  CHECK(sum == sum_to(size) && top == size - 1 && all[size - 1] == size - 1 && root == 77);
  free(all);
}

TEST(nonblocking_of_each_kind) {
  int *out = room(size), *in = room(size), x = rank, y = -1, z = -1;
  MPI_Request r;
  for (int i = 0; i < size; i++) out[i] = 10 * rank + i;
  MPI_Igather(&x, 1, MPI_INT, in, 1, MPI_INT, 0, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  if (rank == 0) CHECK(in[size - 1] == size - 1);
  MPI_Iscatter(out, 1, MPI_INT, &y, 1, MPI_INT, 1, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(y == 10 + rank);
  MPI_Ialltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(in[1] == 10 + rank);
  MPI_Ireduce(&x, &z, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  if (rank == 0) CHECK(z == sum_to(size));
  MPI_Iscan(&x, &z, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(z == sum_to(rank + 1));
  MPI_Iexscan(&x, &z, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  if (rank) CHECK(z == sum_to(rank));
  MPI_Ireduce_scatter_block(out, &z, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(z == 10 * sum_to(size) + size * rank);
  free(out), free(in);
}

TEST(computation_beside_a_collective) {
  int x = 1, sum = 0, done = 0, turns = 0;
  MPI_Request r;
  MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
  while (!done) {
    MPI_Test(&r, &done, MPI_STATUS_IGNORE);
    turns++;
  }
  CHECK(sum == size && turns > 0);
}

TEST(collectives_and_messages_do_not_mix) {
  int x = rank, y = -1, sum = 0;
  MPI_Request r;
  MPI_Irecv(&y, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r);
  MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Send(&x, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  CHECK(sum == sum_to(size) && y == (rank + size - 1) % size);
}

TEST(on_part_of_the_ranks) {
  MPI_Comm part;
  int x = rank, sum = -1, want = 0;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &part);
  MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, part);
  for (int i = rank % 3; i < size; i += 3) want += i;
  CHECK(sum == want);
  MPI_Comm_free(&part);
}

TEST(on_one_rank) {
  int x = rank, y = -1, z = -1;
  MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
  MPI_Allgather(&x, 1, MPI_INT, &z, 1, MPI_INT, MPI_COMM_SELF);
  CHECK(y == rank && z == rank);
}

#if MPI_VERSION >= 4
TEST(persistent_allreduce) {
  int x, sum = 0;
  MPI_Request r;
  MPI_Allreduce_init(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
  for (int i = 0; i < 3; i++) {
    x = rank + i;
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK(sum == sum_to(size) + i * size);
  }
  MPI_Request_free(&r);
}

TEST(persistent_bcast_and_barrier) {
  int x = rank == 1 ? 6 : 0;
  MPI_Request r[2];
  MPI_Bcast_init(&x, 1, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
  MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
  MPI_Startall(2, r);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  CHECK(x == 6);
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
}
#endif
