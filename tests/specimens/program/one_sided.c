/* SPDX-License-Identifier: MIT
 * One-sided communication in all forms: puts that are polled for, gets, copies between others, messages
 * in between; then ACP's, with data that are checked: puts in order, atomics, copies under an order,
 * ranks with other numbers.
 * Exits with 3 if a byte is wrong.
 */
#include <mgen.h>
#define KASURI_KEEP_MAIN
#include <acp.h>
#include <stdlib.h>

enum { kWords = 5000, kMine = 0, kOld = 8, kCount = 16, kToken = 24, kAddress = 32, kIn = 40 };

static void check(int ok) {
  if (!ok) MGEN_Abort(MGEN_COMM_WORLD, 3);
}

static void sizes_only(int rank, int size) {
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  const int far = (rank + size / 2) % size;
  MGEN_acp_handle put = MGEN_acp_copy(rank, right, 3000 + rank);
  MGEN_acp_handle get = MGEN_acp_copy(far, rank, 100 * rank);
  MGEN_acp_handle other = MGEN_acp_copy(left, right, 64);
  MGEN_Request ring[2];
  MGEN_Irecv(NULL, 0, MGEN_BYTE, left, 1, MGEN_COMM_WORLD, &ring[0]);
  MGEN_Isend(NULL, 0, MGEN_BYTE, right, 1, MGEN_COMM_WORLD, &ring[1]);
  MGEN_Comp(1e-7 * (rank % 3));
  MGEN_acp_complete(get);
  if (size > 1) {
    MGEN_Status status;
    int bytes;
    MGEN_Recv(NULL, 1 << 20, MGEN_BYTE, left, ACP_PUT_TAG, MGEN_COMM_WORLD, &status);
    MGEN_Get_count(&status, MGEN_BYTE, &bytes);
    MGEN_Comp(1e-9 * bytes);
  }
  MGEN_Waitall(2, ring, MGEN_STATUSES_IGNORE);
  MGEN_acp_complete(other);
  MGEN_acp_complete(put);
}

static void with_data(int rank, int size) {
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  long *block = malloc(kWords * sizeof(long)), *in = malloc(kWords * sizeof(long));
  for (int i = 0; i < kWords; i++) block[i] = rank * 100000L + i;
  const acp_atkey_t block_key = acp_register_memory(block, kWords * sizeof(long), rank % acp_colors());
  const acp_atkey_t in_key = acp_register_memory(in, kWords * sizeof(long), rank % acp_colors());
  const acp_ga_t here = acp_query_starter_ga(rank);
  volatile long *word = acp_query_address(here);

  /* Everybody tells its left neighbour where to put, then puts to its right one. */
  acp_ga_t *address = acp_query_address(here + kAddress);
  *address = acp_query_ga(in_key, in);
  acp_complete(acp_copy(acp_query_starter_ga(left) + kIn, here + kAddress, 8, ACP_HANDLE_NULL));
  acp_sync();
  const acp_ga_t there = *(acp_ga_t *)acp_query_address(here + kIn);
  acp_ga_t mine = acp_query_ga(block_key, block);
  for (int i = 0; i < 4; i++) {
    acp_copy(there + i * 10000, mine + i * 10000, 10000, i ? ACP_HANDLE_CONT : ACP_HANDLE_NULL);
  }
  word[kMine / 8] = rank + 1;
  acp_copy(acp_query_starter_ga(right) + kToken, here + kMine, 8, ACP_HANDLE_CONT);
  while (size > 1 && word[kToken / 8] == 0) kasuri_acp_wait();
  acp_complete(ACP_HANDLE_ALL);
  if (size == 1) check(word[kToken / 8] == 1);
  check(word[kToken / 8] == left + 1);
  for (int i = 0; i < kWords; i++) check(in[i] == left * 100000L + i);

  /* Who comes when at rank 0's counter depends on every picosecond. */
  acp_complete(acp_add8(here + kOld, acp_query_starter_ga(0) + kCount, 1, ACP_HANDLE_NULL));
  MGEN_Comp(1e-9 * (double)word[kOld / 8]);
  acp_sync();
  if (rank == 0) check(word[kCount / 8] == size);
  acp_unregister_memory(in_key);
  acp_unregister_memory(block_key);
  free(block);
  free(in);
}

/* The same ranks by other numbers: each puts its number to the next. */
static void renumbered(int rank, int size) {
  const int number = (rank + 1) % size, next = (number + 1) % size;
  acp_reset(number);
  const acp_ga_t here = acp_query_starter_ga(number);
  long *word = acp_query_address(here);
  check(acp_rank() == number && word[kToken / 8] == 0);
  word[kMine / 8] = number + 1;
  acp_sync();
  acp_complete(acp_copy(acp_query_starter_ga(next) + kToken, here + kMine, 8, ACP_HANDLE_NULL));
  acp_sync();
  check(word[kToken / 8] == (number + size - 1) % size + 1);
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  sizes_only(rank, size);
  acp_init(&argc, &argv);
  /* Without payload no flag could be polled for. */
  const long one = 1;
  long sum = 0;
  MGEN_Allreduce(&one, &sum, 1, MGEN_LONG, MGEN_SUM, MGEN_COMM_WORLD);
  if (sum == size) {
    with_data(rank, size);
    renumbered(rank, size);
  }
  acp_finalize();
  MGEN_Finalize();
  return 0;
}
