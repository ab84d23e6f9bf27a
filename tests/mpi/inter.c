/* SPDX-License-Identifier: MIT
 * Intercommunicators (MPI 4.1, section 7.6): messages between the ranks of two groups, and collectives over
 * both (section 6.2.2). The groups are the even and the odd ranks. */
#include "check.h"

static MPI_Comm local, inter;
static int me, n, others, odd;

static void begin(void) {
  odd = rank % 2;
  MPI_Comm_split(MPI_COMM_WORLD, odd, rank, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, odd ? 0 : 1, 7, &inter);
  MPI_Comm_rank(inter, &me);
  MPI_Comm_size(inter, &n);
  MPI_Comm_remote_size(inter, &others);
}
static void end(void) {
  MPI_Comm_free(&inter);
  MPI_Comm_free(&local);
}
static int root_of_even(void) { return odd ? 0 : me == 0 ? MPI_ROOT : MPI_PROC_NULL; }

TEST(sizes_and_ranks) {
  begin();
  CHECK(me == rank / 2 && n == (size + 1 - odd) / 2 && others == size - n);
  end();
}

TEST(is_an_intercommunicator) {
  int flag;
  begin();
  MPI_Comm_test_inter(inter, &flag);
  CHECK(flag);
  MPI_Comm_test_inter(local, &flag);
  CHECK(!flag);
  end();
}

TEST(groups) {
  MPI_Group all, mine, theirs;
  int zero = 0, world;
  begin();
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_group(inter, &mine);
  MPI_Comm_remote_group(inter, &theirs);
  MPI_Group_translate_ranks(mine, 1, &zero, all, &world);
  CHECK(world == odd);
  MPI_Group_translate_ranks(theirs, 1, &zero, all, &world);
  CHECK(world == !odd);
  MPI_Group_free(&all);
  MPI_Group_free(&mine);
  MPI_Group_free(&theirs);
  end();
}

TEST(messages_to_the_other_group) {
  int x = rank, got = -1;
  MPI_Status status;
  begin();
  if (me < others) {
    MPI_Sendrecv(&x, 1, MPI_INT, me, 3, &got, 1, MPI_INT, me, 3, inter, &status);
    CHECK(got == (odd ? rank - 1 : rank + 1));
    CHECK(status.MPI_SOURCE == me && status.MPI_TAG == 3);
  }
  end();
}

TEST(any_source_is_of_the_other_group) {
  int x = rank;
  begin();
  if (!odd) MPI_Send(&x, 1, MPI_INT, 0, 1, inter);
  for (int i = 0; odd && me == 0 && i < others; i++) {
    MPI_Status status;
    MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 1, inter, &status);
    CHECK(x == 2 * status.MPI_SOURCE);
  }
  end();
}

TEST(probe) {
  int x = rank, got = -1;
  MPI_Status status;
  begin();
  if (odd && me == 0) MPI_Send(&x, 1, MPI_INT, 0, 5, inter);
  if (!odd && me == 0) {
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, inter, &status);
    CHECK(status.MPI_SOURCE == 0 && status.MPI_TAG == 5);
    MPI_Recv(&got, 1, MPI_INT, 0, 5, inter, &status);
    CHECK(got == 1);
  }
  end();
}

TEST(long_messages) {
  enum { N = 100000 };
  int *x = malloc(N * sizeof *x);
  begin();
  for (int i = 0; i < N; i++) x[i] = odd ? -1 : i;
  if (!odd && me == 0) MPI_Send(x, N, MPI_INT, 0, 0, inter);
  if (odd && me == 0) {
    MPI_Recv(x, N, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
    CHECK(x[0] == 0 && x[N - 1] == N - 1);
  }
  end();
  free(x);
}

TEST(messages_do_not_mix_with_the_world) {
  int x = 100 + rank, y = 200 + rank, a = -1, b = -1;
  MPI_Request r[2];
  begin();
  if (odd && me == 0) {
    MPI_Isend(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(&y, 1, MPI_INT, 0, 0, inter, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  } else if (rank == 0) {
    MPI_Recv(&b, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
    MPI_Recv(&a, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(a == 101 && b == 201);
  }
  end();
}

TEST(barrier) {
  begin();
  MPI_Barrier(inter);
  CHECK(n + others == size);
  end();
}

TEST(bcast) {
  int x[3] = {rank, rank, rank};
  begin();
  if (rank == 0) x[0] = 10, x[1] = 11, x[2] = 12;
  MPI_Bcast(x, 3, MPI_INT, root_of_even(), inter);
  if (odd) CHECK(x[0] == 10 && x[1] == 11 && x[2] == 12);
  else if (rank) CHECK(x[0] == rank);
  end();
}

TEST(bcast_back) {
  int x = -1;
  begin();
  if (odd && me == 1) x = 55;
  MPI_Bcast(&x, 1, MPI_INT, !odd ? 1 : me == 1 ? MPI_ROOT : MPI_PROC_NULL, inter);
  CHECK(x == (odd && me != 1 ? -1 : 55));
  end();
}

TEST(reduce) {
  int x = rank, sum = -1, want = 0;
  begin();
  MPI_Reduce(&x, &sum, 1, MPI_INT, MPI_SUM, root_of_even(), inter);
  for (int i = 1; i < size; i += 2) want += i;
  CHECK(sum == (rank == 0 ? want : -1));
  end();
}

TEST(allreduce) {
  int x[2] = {rank, 1}, sum[2] = {0, 0}, want = 0;
  begin();
  MPI_Allreduce(x, sum, 2, MPI_INT, MPI_SUM, inter);
  for (int i = !odd; i < size; i += 2) want += i;
  CHECK(sum[0] == want && sum[1] == others);
  end();
}

static void swap_halves(void *in, void *inout, int *count, MPI_Datatype *type) {
  int *a = in, *b = inout;
  for (int i = 0; i < *count; i++) b[i] = a[i] * 10 + b[i];
  (void)type;
}

TEST(allreduce_with_own_operation) {
  MPI_Op op;
  int x = rank / 2 + 1, got = -1, want = 0;
  begin();
  MPI_Op_create(swap_halves, 0, &op);
  MPI_Allreduce(&x, &got, 1, MPI_INT, op, inter);
  /* The fold of a[i] * 10 + b[i] in the order of ranks; associativity is not needed from two ranks on. */
  if (others == 2) want = 12;
  if (others == 2) CHECK(got == want);
  CHECK(got > 0);
  MPI_Op_free(&op);
  end();
}

TEST(gather) {
  int x[2] = {rank, -rank}, *all = malloc(2 * size * sizeof *all);
  begin();
  MPI_Gather(x, 2, MPI_INT, all, 2, MPI_INT, root_of_even(), inter);
  for (int i = 0; rank == 0 && i < others; i++) CHECK(all[2 * i] == 2 * i + 1 &&
      all[2 * i + 1] == -2 * i - 1);
  end();
  free(all);
}

TEST(gatherv) {
  int *x = malloc(size * sizeof *x), *all = malloc(size * size * sizeof *all);
  int *counts = malloc(size * sizeof *counts), *places = malloc(size * sizeof *places);
  begin();
  for (int i = 0; i < size; i++) x[i] = rank, counts[i] = i + 1, places[i] = i * size;
  MPI_Gatherv(x, me + 1, MPI_INT, all, counts, places, MPI_INT, root_of_even(), inter);
  for (int i = 0; rank == 0 && i < others; i++) CHECK(all[i * size] == 2 * i + 1 &&
      all[i * size + i] == 2 * i + 1);
  end();
  free(x), free(all), free(counts), free(places);
}

TEST(scatter) {
  int *all = malloc(size * sizeof *all), x = -1;
  begin();
  for (int i = 0; i < size; i++) all[i] = 100 + i;
  MPI_Scatter(all, 1, MPI_INT, &x, 1, MPI_INT, root_of_even(), inter);
  CHECK(x == (odd ? 100 + me : -1));
  end();
  free(all);
}

TEST(scatterv) {
  int *all = malloc(size * size * sizeof *all), *x = calloc(size, sizeof *x);
  int *counts = malloc(size * sizeof *counts), *places = malloc(size * sizeof *places);
  begin();
  for (int i = 0; i < size; i++) counts[i] = i, places[i] = i * size;
  for (int i = 0; i < size * size; i++) all[i] = i;
  MPI_Scatterv(all, counts, places, MPI_INT, x, odd ? me : 0, MPI_INT, root_of_even(), inter);
  for (int i = 0; odd && i < me; i++) CHECK(x[i] == me * size + i);
  CHECK(x[me] == 0);
  end();
  free(all), free(x), free(counts), free(places);
}

TEST(allgather) {
  int x = rank, *all = malloc(size * sizeof *all);
  begin();
  MPI_Allgather(&x, 1, MPI_INT, all, 1, MPI_INT, inter);
  for (int i = 0; i < others; i++) CHECK(all[i] == 2 * i + !odd);
  end();
  free(all);
}

TEST(allgatherv) {
  int *x = malloc(size * sizeof *x), *all = calloc(size * size, sizeof *all);
  int *counts = malloc(size * sizeof *counts), *places = malloc(size * sizeof *places);
  begin();
  for (int i = 0; i < size; i++) x[i] = rank, counts[i] = i + 1, places[i] = i * size;
  MPI_Allgatherv(x, me + 1, MPI_INT, all, counts, places, MPI_INT, inter);
  for (int i = 0; i < others; i++) CHECK(all[i * size] == 2 * i + !odd &&
      all[i * size + i] == 2 * i + !odd);
  end();
  free(x), free(all), free(counts), free(places);
}

TEST(alltoall) {
  int *out = malloc(size * sizeof *out), *in = malloc(size * sizeof *in);
  begin();
  for (int i = 0; i < others; i++) out[i] = 100 * rank + i;
  MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, inter);
  for (int i = 0; i < others; i++) CHECK(in[i] == 100 * (2 * i + !odd) + me);
  end();
  free(out), free(in);
}

TEST(alltoallv) {
  int *out = malloc(size * sizeof *out), *in = calloc(size, sizeof *in);
  int *counts = malloc(size * sizeof *counts), *places = malloc(size * sizeof *places);
  begin();
  for (int i = 0; i < size; i++) out[i] = 10 * rank + i, counts[i] = 1, places[i] = size - 1 - i;
  MPI_Alltoallv(out, counts, places, MPI_INT, in, counts, places, MPI_INT, inter);
  for (int i = 0; i < others; i++) CHECK(in[size - 1 - i] == 10 * (2 * i + !odd) + size - 1 - me);
  end();
  free(out), free(in), free(counts), free(places);
}

TEST(reduce_scatter_block) {
  int x[256], got = -1, want = 0;
  begin();
  for (int i = 0; i < others && i < 256; i++) x[i] = rank + 100 * i;
  for (int i = 0; i < n && i < 256; i++) x[i] = rank + 100 * i;
  if (n == others) {
    MPI_Reduce_scatter_block(x, &got, 1, MPI_INT, MPI_SUM, inter);
    for (int i = 0; i < others; i++) want += 2 * i + !odd + 100 * me;
    CHECK(got == want);
  }
  end();
}

TEST(nonblocking_bcast) {
  int x = rank == 0 ? 31 : 0;
  MPI_Request r;
  begin();
  MPI_Ibcast(&x, 1, MPI_INT, root_of_even(), inter, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  if (odd) CHECK(x == 31);
  end();
}

TEST(nonblocking_allreduce_and_barrier) {
  int x = 1, sum = 0;
  MPI_Request r[2];
  begin();
  MPI_Iallreduce(&x, &sum, 1, MPI_INT, MPI_SUM, inter, &r[0]);
  MPI_Ibarrier(inter, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  CHECK(sum == others);
  end();
}

TEST(merge_low_and_high) {
  MPI_Comm all;
  int r, s;
  begin();
  MPI_Intercomm_merge(inter, odd, &all);
  MPI_Comm_rank(all, &r);
  MPI_Comm_size(all, &s);
  CHECK(s == size && r == (odd ? others + me : me));
  MPI_Comm_free(&all);
  MPI_Intercomm_merge(inter, !odd, &all);
  MPI_Comm_rank(all, &r);
  CHECK(r == (odd ? me : others + me));
  MPI_Comm_free(&all);
  end();
}

TEST(merge_without_order) {
  MPI_Comm all;
  int s, sum = 0, one = 1;
  begin();
  MPI_Intercomm_merge(inter, 0, &all);
  MPI_Comm_size(all, &s);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
  CHECK(s == size && sum == size);
  MPI_Comm_free(&all);
  end();
}

TEST(duplicate) {
  MPI_Comm copy;
  int flag, result, x = 1, sum = 0;
  begin();
  MPI_Comm_dup(inter, &copy);
  MPI_Comm_test_inter(copy, &flag);
  CHECK(flag);
  MPI_Comm_compare(inter, copy, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, copy);
  CHECK(sum == others);
  MPI_Comm_free(&copy);
  end();
}

TEST(compare) {
  int result;
  begin();
  MPI_Comm_compare(inter, inter, &result);
  CHECK(result == MPI_IDENT);
  MPI_Comm_compare(inter, local, &result);
  CHECK(result == MPI_UNEQUAL);
  end();
}

TEST(split) {
  MPI_Comm part;
  begin();
  MPI_Comm_split(inter, me == 0 ? 0 : MPI_UNDEFINED, 0, &part);
  if (me == 0) {
    int s, t, x = rank, got = -1;
    MPI_Comm_size(part, &s);
    MPI_Comm_remote_size(part, &t);
    CHECK(s == 1 && t == 1);
    MPI_Sendrecv(&x, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, part, MPI_STATUS_IGNORE);
    CHECK(got == !odd);
    MPI_Comm_free(&part);
  } else {
    CHECK(part == MPI_COMM_NULL);
  }
  end();
}

TEST(create_of_the_first_ranks) {
  MPI_Comm part;
  MPI_Group mine, first;
  int zero = 0;
  begin();
  MPI_Comm_group(inter, &mine);
  MPI_Group_incl(mine, 1, &zero, &first);
  MPI_Comm_create(inter, first, &part);
  if (me == 0) {
    int t;
    MPI_Comm_remote_size(part, &t);
    CHECK(t == 1);
    MPI_Comm_free(&part);
  } else {
    CHECK(part == MPI_COMM_NULL);
  }
  MPI_Group_free(&mine);
  MPI_Group_free(&first);
  end();
}

TEST(of_a_first_and_the_others) {
  MPI_Comm part, joined;
  int t, x = rank;
  MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &part);
  MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank ? 0 : 1, 1, &joined);
  MPI_Comm_remote_size(joined, &t);
  CHECK(t == (rank ? 1 : size - 1));
  MPI_Bcast(&x, 1, MPI_INT, rank ? 0 : MPI_ROOT, joined);
  CHECK(x == 0);
  MPI_Comm_free(&joined);
  MPI_Comm_free(&part);
}

TEST(leaders_need_not_be_first) {
  MPI_Comm part, joined;
  int low = rank < size / 2, s, t, x = rank, got;
  MPI_Comm_split(MPI_COMM_WORLD, low, 0, &part);
  MPI_Comm_size(part, &s);
  MPI_Intercomm_create(part, s - 1, MPI_COMM_WORLD, low ? size - 1 : size / 2 - 1, 1, &joined);
  MPI_Comm_remote_size(joined, &t);
  CHECK(s + t == size);
  MPI_Allreduce(&x, &got, 1, MPI_INT, MPI_MIN, joined);
  CHECK(got == (low ? size / 2 : 0));
  MPI_Comm_free(&joined);
  MPI_Comm_free(&part);
}

TEST(persistent_and_matched) {
  int x = rank, got = -1;
  MPI_Request r;
  begin();
  if (odd && me == 0) {
    MPI_Send_init(&x, 1, MPI_INT, 0, 2, inter, &r);
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
  } else if (rank == 0) {
    MPI_Message message;
    MPI_Status status;
    MPI_Mprobe(0, 2, inter, &message, &status);
    MPI_Mrecv(&got, 1, MPI_INT, &message, &status);
    CHECK(got == 1 && status.MPI_SOURCE == 0);
  }
  end();
}

#ifndef OPEN_MPI /* 4.1 often hangs with two at once */
TEST(nonblocking_duplicates) {
  MPI_Comm c[2];
  MPI_Request r[2];
  int result, sum = 0;
  begin();
  MPI_Comm_idup(inter, &c[0], &r[0]);
  MPI_Comm_idup(inter, &c[1], &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 2; i++) {
    MPI_Comm_compare(inter, c[i], &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Allreduce(&odd, &sum, 1, MPI_INT, MPI_SUM, c[i]);
    CHECK(sum == (odd ? 0 : others));
    MPI_Comm_free(&c[i]);
  }
  end();
}
#endif

#if MPI_VERSION >= 4
TEST(of_groups_alone) {
  MPI_Comm c;
  int flag, far;
  MPI_Group all, mine, theirs;
  int *ranks = malloc(size * sizeof *ranks), m = 0, k;
  begin();
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  for (int i = odd; i < size; i += 2) ranks[m++] = i;
  MPI_Group_incl(all, m, ranks, &mine);
  MPI_Group_difference(all, mine, &theirs);
  MPI_Intercomm_create_from_groups(mine, 0, theirs, 0, "halves", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &c);
  MPI_Comm_test_inter(c, &flag);
  MPI_Comm_remote_size(c, &far);
  CHECK(flag && far == size - m);
  MPI_Comm_free(&c);
  MPI_Comm_create_from_group(mine, "half", MPI_INFO_NULL, MPI_ERRORS_RETURN, &c);
  MPI_Comm_size(c, &k);
  CHECK(k == m && class_of(MPI_Send(&k, 1, MPI_INT, k, 0, c)) == MPI_ERR_RANK);
  MPI_Comm_free(&c);
  MPI_Group_free(&all), MPI_Group_free(&mine), MPI_Group_free(&theirs);
  free(ranks);
  end();
}
#endif
