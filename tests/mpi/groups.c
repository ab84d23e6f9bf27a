/* SPDX-License-Identifier: MIT
 * Groups and communicators (MPI 4.1, chapter 7). */
#include "check.h"

static MPI_Group world(void) {
  MPI_Group g;
  MPI_Comm_group(MPI_COMM_WORLD, &g);
  return g;
}
static MPI_Group of(int n, const int *ranks) {
  MPI_Group all = world(), g;
  MPI_Group_incl(all, n, ranks, &g);
  MPI_Group_free(&all);
  return g;
}
static int count_of(MPI_Group g) {
  int n;
  MPI_Group_size(g, &n);
  return n;
}
/* The world's ranks of the members, as digits. */
static int digits(MPI_Group g) {
  MPI_Group all = world();
  int n = count_of(g), number = 0;
  for (int i = 0; i < n; i++) {
    int r;
    MPI_Group_translate_ranks(g, 1, &i, all, &r);
    number = number * 10 + r;
  }
  MPI_Group_free(&all);
  return number;
}

TEST(group_of_the_world) {
  MPI_Group g = world();
  int r;
  MPI_Group_rank(g, &r);
  CHECK(count_of(g) == size && r == rank);
  MPI_Group_free(&g);
  CHECK(g == MPI_GROUP_NULL);
}

TEST(include) {
  int ranks[3] = {3, 0, 2}, r;
  MPI_Group g = of(3, ranks);
  MPI_Group_rank(g, &r);
  CHECK(digits(g) == 302 && r == (rank == 3 ? 0 : rank == 0 ? 1 : rank == 2 ? 2 : MPI_UNDEFINED));
  MPI_Group_free(&g);
}

TEST(include_of_nobody) {
  MPI_Group all = world(), g;
  MPI_Group_incl(all, 0, NULL, &g);
  CHECK(count_of(g) == 0);
  int result;
  MPI_Group_compare(g, MPI_GROUP_EMPTY, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&all);
}

TEST(exclude) {
  MPI_Group all = world(), g;
  int ranks[2] = {1, 3};
  MPI_Group_excl(all, 2, ranks, &g);
  CHECK(count_of(g) == size - 2 && digits(g) / (size == 4 ? 1 : 1) >= 2);
  int two = 1, r;
  MPI_Group_translate_ranks(g, 1, &two, all, &r);
  CHECK(r == 2);
  MPI_Group_free(&g);
  MPI_Group_free(&all);
}

TEST(ranges) {
  MPI_Group all = world(), g;
  int range[2][3] = {{3, 1, -2}, {0, 2, 2}};
  MPI_Group_range_incl(all, 2, range, &g);
  CHECK(digits(g) == 3102);
  MPI_Group_free(&g);
  MPI_Group_range_excl(all, 1, range, &g);
  CHECK(count_of(g) == size - 2);
  MPI_Group_free(&g);
  MPI_Group_free(&all);
}

TEST(set_operations) {
  int a[3] = {0, 1, 2}, b[3] = {3, 2, 1};
  MPI_Group x = of(3, a), y = of(3, b), z;
  MPI_Group_union(x, y, &z);
  CHECK(digits(z) == 123 && count_of(z) == 4);
  MPI_Group_free(&z);
  MPI_Group_intersection(x, y, &z);
  CHECK(digits(z) == 12 && count_of(z) == 2);
  MPI_Group_free(&z);
  MPI_Group_difference(y, x, &z);
  CHECK(digits(z) == 3 && count_of(z) == 1);
  MPI_Group_free(&z);
  MPI_Group_free(&x);
  MPI_Group_free(&y);
}

TEST(comparison) {
  int a[2] = {0, 1}, b[2] = {1, 0}, c[2] = {0, 2}, result;
  MPI_Group x = of(2, a), y = of(2, b), z = of(2, c), w = of(2, a);
  MPI_Group_compare(x, w, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_compare(x, y, &result);
  CHECK(result == MPI_SIMILAR);
  MPI_Group_compare(x, z, &result);
  CHECK(result == MPI_UNEQUAL);
  MPI_Group_free(&x), MPI_Group_free(&y), MPI_Group_free(&z), MPI_Group_free(&w);
}

TEST(translation) {
  int a[2] = {2, 1}, from[3] = {0, 1, MPI_PROC_NULL}, to[3];
  MPI_Group x = of(2, a), all = world();
  MPI_Group_translate_ranks(x, 3, from, all, to);
  CHECK(to[0] == 2 && to[1] == 1 && to[2] == MPI_PROC_NULL);
  MPI_Group_translate_ranks(all, 3, from, x, to);
  CHECK(to[0] == MPI_UNDEFINED && to[1] == 1);
  MPI_Group_free(&x);
  MPI_Group_free(&all);
}

TEST(dup) {
  MPI_Comm c;
  int result, s;
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_compare(MPI_COMM_WORLD, c, &result);
  MPI_Comm_size(c, &s);
  CHECK(result == MPI_CONGRUENT && s == size);
  MPI_Comm_free(&c);
  CHECK(c == MPI_COMM_NULL);
}

TEST(idup) {
  MPI_Comm c[2];
  MPI_Request r[2];
  int sum = 0, one = 1;
  MPI_Comm_idup(MPI_COMM_WORLD, &c[0], &r[0]);
  MPI_Comm_idup(MPI_COMM_WORLD, &c[1], &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, c[1]);
  CHECK(sum == size);
  MPI_Comm_free(&c[0]);
  MPI_Comm_free(&c[1]);
}

TEST(comparisons_of_communicators) {
  int result;
  MPI_Comm back;
  MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
  CHECK(result == MPI_IDENT);
  MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_SELF, &result);
  CHECK(result == MPI_UNEQUAL);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &back);
  MPI_Comm_compare(MPI_COMM_WORLD, back, &result);
  CHECK(result == MPI_SIMILAR);
  MPI_Comm_free(&back);
}

TEST(split_by_colour_and_key) {
  MPI_Comm c;
  int r, s;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, size - rank, &c);
  MPI_Comm_rank(c, &r);
  MPI_Comm_size(c, &s);
  CHECK(s == (size + 1 - rank % 2) / 2 && r == s - 1 - rank / 2);
  MPI_Comm_free(&c);
}

TEST(split_with_equal_keys_keeps_the_order) {
  MPI_Comm c;
  int r;
  MPI_Comm_split(MPI_COMM_WORLD, 3, 5, &c);
  MPI_Comm_rank(c, &r);
  CHECK(r == rank);
  MPI_Comm_free(&c);
}

TEST(split_without_colour) {
  MPI_Comm c;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, 0, &c);
  CHECK((c == MPI_COMM_NULL) == (rank == 0));
  if (c != MPI_COMM_NULL) MPI_Comm_free(&c);
}

TEST(split_by_node) {
  MPI_Comm c;
  char mine[MPI_MAX_PROCESSOR_NAME] = "", first[MPI_MAX_PROCESSOR_NAME];
  int length;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &c);
  MPI_Get_processor_name(mine, &length);
  memcpy(first, mine, sizeof first);
  MPI_Bcast(first, sizeof first, MPI_CHAR, 0, c);
  CHECK(!strcmp(mine, first));
  MPI_Comm_free(&c);
}

TEST(create) {
  MPI_Comm c;
  int ranks[2] = {2, 0}, r, mine[2] = {-1, -1};
  MPI_Group g = of(2, ranks);
  MPI_Comm_create(MPI_COMM_WORLD, g, &c);
  if (rank == 0 || rank == 2) {
    MPI_Comm_rank(c, &r);
    CHECK(r == (rank == 0));
    MPI_Allgather(&rank, 1, MPI_INT, mine, 1, MPI_INT, c);
    CHECK(mine[0] == 2 && mine[1] == 0);
    MPI_Comm_free(&c);
  } else {
    CHECK(c == MPI_COMM_NULL);
  }
  MPI_Group_free(&g);
}

TEST(create_of_disjoint_groups) {
  MPI_Comm c;
  int low[2] = {0, 1}, high[2] = {2, 3}, s = 0;
  MPI_Group g = rank < 2 ? of(2, low) : of(2, high);
  MPI_Comm_create(MPI_COMM_WORLD, g, &c);
  if (rank < 4) {
    MPI_Comm_size(c, &s);
    CHECK(s == 2);
    MPI_Comm_free(&c);
  }
  MPI_Group_free(&g);
}

TEST(create_group_by_its_members) {
  MPI_Comm c;
  int ranks[3] = {0, 1, 3}, s = 0;
  MPI_Group g = of(3, ranks);
  if (rank == 0 || rank == 1 || rank == 3) {
    MPI_Comm_create_group(MPI_COMM_WORLD, g, 17, &c);
    MPI_Comm_size(c, &s);
    CHECK(s == 3);
    MPI_Comm_free(&c);
  }
  MPI_Group_free(&g);
}

TEST(many_communicators) {
  MPI_Comm c[40];
  int sum, one = 1;
  for (int i = 0; i < 40; i++) MPI_Comm_dup(i ? c[i - 1] : MPI_COMM_WORLD, &c[i]);
  for (int i = 0; i < 40; i++) {
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, c[i]);
    CHECK(sum == size);
    MPI_Comm_free(&c[i]);
  }
}

TEST(self) {
  int r, s;
  MPI_Comm_rank(MPI_COMM_SELF, &r);
  MPI_Comm_size(MPI_COMM_SELF, &s);
  CHECK(r == 0 && s == 1);
}

TEST(names_of_communicators) {
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Comm c;
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  CHECK(!strcmp(name, "MPI_COMM_WORLD"));
  MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
  CHECK(!strcmp(name, "MPI_COMM_SELF"));
  MPI_Comm_dup(MPI_COMM_SELF, &c);
  MPI_Comm_set_name(c, "mine");
  MPI_Comm_get_name(c, name, &length);
  CHECK(!strcmp(name, "mine") && length == 4);
  MPI_Comm_free(&c);
}

#if MPI_VERSION >= 4
TEST(split_by_hardware) {
  MPI_Comm c;
  MPI_Info info;
  int n = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, MPI_INFO_NULL, &c);
  CHECK(c == MPI_COMM_NULL);
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_hw_resource_type", "mpi_shared_memory");
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, info, &c);
  CHECK(c != MPI_COMM_NULL);
  MPI_Comm_free(&c);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &c);
  if (c != MPI_COMM_NULL) {
    MPI_Comm_size(c, &n);
    CHECK(n < size);
    MPI_Comm_free(&c);
  }
  MPI_Info_free(&info);
}
#endif
