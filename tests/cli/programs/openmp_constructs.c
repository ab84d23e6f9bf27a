/* SPDX-License-Identifier: MIT
 * Constructs of OpenMP, with calls of MPI in their midst, so that other ranks enter their own meanwhile.
 * Each has an exact result; what differs is named. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int rank, size, wrong, most; /* threads of a rank */
static int counter, by_thread = 7;
#pragma omp threadprivate(by_thread)

static void expect(const char *what, long is, long should) {
  if (is == should) return;
  printf("rank %d: %s is %ld, not %ld\n", rank, what, is, should);
  ++wrong;
}

/* All ranks are in the same construct here. */
static int sum_of_ranks(void) {
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

static long fibonacci(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

static void regions(void) {
  const int all = size * (size - 1) / 2;
  long sum = 0;
  const int team = most > 1 ? 3 : 1;
  int threads = 0, seen = 0, ids = 0;
  omp_set_num_threads(4);
  expect("threads to come", omp_get_max_threads(), most > 1 ? 4 : 1);
#pragma omp parallel num_threads(3) reduction(+ : sum, threads, ids)
  {
    int mine = 0;
    ++threads;
    expect("level", omp_get_level(), 1);
    ids += 1 << omp_get_thread_num();
    expect("threads", omp_get_num_threads(), team);
#pragma omp critical(with_call)
    expect("sum in critical", sum_of_ranks(), all);
#pragma omp parallel for schedule(dynamic, 2) num_threads(2) reduction(+ : sum)
    for (int i = 0; i < 10; ++i) {
#pragma omp critical(with_call)
      if (i == 5) expect("sum in nested loop", sum_of_ranks(), all);
      sum += i;
    }
#pragma omp single copyprivate(mine)
    mine = sum_of_ranks();
    seen = mine;
#pragma omp master
    expect("sum in master", sum_of_ranks(), all);
#pragma omp barrier
    by_thread += rank + omp_get_thread_num();
#pragma omp atomic
    ++counter;
  }
  expect("threads of the region", threads, team);
  expect("numbers", ids, (1 << team) - 1);
  expect("sum", sum, 45 * team);
  expect("copied", seen, all);
  expect("counter", counter, team);
  expect("threadprivate", by_thread, 7 + rank);
  expect("level after", omp_get_level(), 0);
#pragma omp parallel num_threads(3)
  expect("threadprivate of a thread", by_thread, 7 + rank + omp_get_thread_num());
  omp_set_num_threads(most);
  omp_set_max_active_levels(2);
  threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : threads)
#pragma omp parallel num_threads(2) reduction(+ : threads)
  {
    threads += 1 + 10 * (omp_get_ancestor_thread_num(1) + 2 * omp_get_thread_num());
    expect("nested level", omp_get_level(), 2);
  }
  expect("nested", threads, most > 1 ? 64 : 1);
  omp_set_max_active_levels(1);
}

static void loops(void) {
  long sum = 0, last = -1, runtime = 0;
  const unsigned long long most = 18446744073709551615ull;
  unsigned long long down = 0;
  int order[8], next = 0;
#pragma omp parallel
  {
#pragma omp for schedule(guided) lastprivate(last) reduction(+ : sum)
    for (int i = 3; i < 30; i += 4) sum += last = i;
#pragma omp for schedule(runtime) reduction(+ : runtime)
    for (long i = 20; i > 0; i -= 3) runtime += i;
#pragma omp for schedule(dynamic, 3) reduction(+ : down)
    for (unsigned long long i = most; i > most - 10; --i) down += i - (most - 15);
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 8; ++i) {
#pragma omp ordered
      order[next++] = i;
    }
  }
  expect("guided", sum, 3 + 7 + 11 + 15 + 19 + 23 + 27);
  expect("last", last, 27);
  expect("runtime", runtime, 20 + 17 + 14 + 11 + 8 + 5 + 2);
  expect("unsigned", (long)down, 15 + 14 + 13 + 12 + 11 + 10 + 9 + 8 + 7 + 6);
  for (int i = 0; i < 8; ++i) expect("order", order[i], i);
  long grid[4][4] = {{0}};
#pragma omp parallel for ordered(2)
  for (int i = 1; i < 4; ++i) {
    for (int j = 1; j < 4; ++j) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      grid[i][j] = grid[i - 1][j] + grid[i][j - 1] + 1;
#pragma omp ordered depend(source)
    }
  }
  expect("doacross", grid[3][3], 19);
}

static void sections(void) {
  int a = 0, b = 0, c = 0;
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    a = sum_of_ranks();
#pragma omp section
    {
#pragma omp parallel sections
      {
#pragma omp section
        b += 1;
#pragma omp section
        b += 2;
      }
    }
#pragma omp section
    c = 3;
  }
  expect("section 1", a, size * (size - 1) / 2);
  expect("sections within", b, 3);
  expect("section 3", c, 3);
#pragma omp parallel
#pragma omp sections reduction(+ : a)
  {
#pragma omp section
    a += 5;
#pragma omp section
    a += 6;
  }
  expect("reduced sections", a, 11 + size * (size - 1) / 2);
}

static void tasks(void) {
  long fib = 0, loop = 0, reduced = 0, group = 0;
  int order[4], next = 0, x = 0;
#pragma omp parallel
#pragma omp single
  {
    fib = fibonacci(12);
#pragma omp taskloop grainsize(3) reduction(+ : loop)
    for (int i = 0; i < 20; ++i) loop += i;
#pragma omp taskgroup task_reduction(+ : reduced)
    for (int i = 0; i < 5; ++i) {
#pragma omp task in_reduction(+ : reduced)
      reduced += i + (i == 2 ? sum_of_ranks() : 0);
    }
#pragma omp taskgroup
#pragma omp task shared(group)
    group = 9;
#pragma omp task depend(out : x) shared(x, order, next)
    x = 1, order[next++] = 1;
#pragma omp task depend(inout : x) shared(x, order, next)
    x *= 10, order[next++] = 2;
#pragma omp task depend(in : x) shared(x, order, next) firstprivate(rank)
    rank += 100, order[next++] = x;
  }
  expect("fibonacci", fib, 144);
  expect("taskloop", loop, 190);
  expect("task reduction", reduced, 10 + size * (size - 1) / 2);
  expect("group", group, 9);
  expect("dependence", order[2], 10);
  long shared_out = 0;
#pragma omp parallel reduction(task, + : shared_out) num_threads(2)
  {
#pragma omp task in_reduction(+ : shared_out)
    shared_out += 4;
  }
  expect("task reduction of a region", shared_out, most < 2 ? 4 : 8);
#pragma omp parallel
  {
#pragma omp for reduction(task, + : shared_out)
    for (int i = 0; i < 3; ++i) {
#pragma omp task in_reduction(+ : shared_out)
      shared_out += i;
    }
  }
  expect("task reduction of a loop", shared_out, (most < 2 ? 4 : 8) + 3);
}

static void others(void) {
  omp_nest_lock_t nest;
  omp_lock_t lock;
  double t = omp_get_wtime();
  omp_init_nest_lock(&nest);
  omp_set_nest_lock(&nest);
  omp_set_nest_lock(&nest);
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  sum_of_ranks(); /* with the locks of all ranks held */
  expect("lock", omp_test_lock(&lock), 0);
  omp_unset_lock(&lock);
  omp_unset_nest_lock(&nest);
  omp_unset_nest_lock(&nest);
  expect("nest lock", omp_test_nest_lock(&nest), 1);
  expect("time", omp_get_wtime() >= t && omp_get_wtime() < 1, 1);
  int scan[6], sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 6; ++i) {
    sum += i;
#pragma omp scan inclusive(sum)
    scan[i] = sum;
  }
  expect("scan", scan[5], 15);
  long teams = 0;
#pragma omp teams num_teams(4) reduction(+ : teams)
  teams += omp_get_num_teams();
  expect("teams", teams, 1);
  char *p = omp_alloc(100, omp_default_mem_alloc);
  memset(p, 1, 100);
  omp_free(p, omp_default_mem_alloc);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  most = omp_get_max_threads();
  regions();
  loops();
  sections();
  tasks();
  others();
  printf("rank %d: %d wrong\n", rank, wrong);
  MPI_Finalize();
  return wrong != 0;
}
