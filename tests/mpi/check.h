/* SPDX-License-Identifier: MIT
 * Many small tests in one program: TEST(name) { … CHECK(condition); … }. All ranks run all of them in the
 * order of the file, or those that the command line names. They are written from the standard (MPI 4.1),
 * for any number of ranks from 4 on.
 */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test {
  const char *name;
  void (*run)(void);
  struct test *next;
};
static struct test *first_test, **next_test = &first_test;
static const char *test_name;
static int rank, size, failures;

#define TEST(name)                                                                  \
  static void test_##name(void);                                                    \
  static struct test the_##name = {#name, test_##name, NULL};                       \
  __attribute__((constructor)) static void enlist_##name(void) {                    \
    *next_test = &the_##name;                                                       \
    next_test = &the_##name.next;                                                   \
  }                                                                                 \
  static void test_##name(void)

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) {                                                             \
      failures++;                                                                   \
      printf("%s, line %d, rank %d: %s\n", test_name, __LINE__, rank, #condition);  \
      fflush(stdout);                                                               \
    }                                                                               \
  } while (0)

/* The class of an error. */
__attribute__((unused)) static int class_of(int code) {
  int result;
  MPI_Error_class(code, &result);
  return result;
}

int main(int argc, char **argv) {
  int run = 0, failed = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (struct test *t = first_test; t; t = t->next) {
    int chosen = argc < 2, all = 0;
    for (int i = 1; i < argc; i++) chosen |= !strcmp(argv[i], t->name);
    if (!chosen) continue;
    failures = 0;
    test_name = t->name;
    MPI_Barrier(MPI_COMM_WORLD);
    t->run();
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    run++;
    failed += all > 0;
    if (rank == 0) printf("%s %s\n", all ? "FAILED" : "ok", t->name);
  }
  if (rank == 0) printf("%d tests, %d failed\n", run, failed);
  MPI_Finalize();
  return failed > 0 || run == 0;
}
