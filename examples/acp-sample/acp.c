/* SPDX-License-Identifier: MIT
 * The same in ACP, with data: each rank gets its left neighbour's number and puts its own to the right.
 */
#include <acp.h>
#include <stdio.h>

int main(int argc, char **argv) {
  acp_init(&argc, &argv);
  const int rank = acp_rank(), size = acp_procs();
  const int left = (rank - 1 + size) % size, right = (rank + 1) % size;

  /* Of the starter memory: what others get, what this rank has got, what is put here. */
  const acp_ga_t mine = acp_query_starter_ga(rank);
  volatile int *word = acp_query_address(mine);
  word[0] = 100 + rank;
  acp_sync();

  acp_handle_t get = acp_copy(mine + 4, acp_query_starter_ga(left), 4, ACP_HANDLE_NULL);
  acp_complete(get);
  acp_handle_t put = acp_copy(acp_query_starter_ga(right) + 8, mine, 4, ACP_HANDLE_NULL);
  while (word[2] == 0) kasuri_acp_wait();
  acp_complete(put);

  if (word[1] != 100 + left || word[2] != 100 + left) {
    printf("rank %d: got %d, was given %d\n", rank, word[1], word[2]);
    return 1;
  }
  acp_sync();
  if (rank == 0) printf("all %d ranks have their left neighbour's number, twice\n", size);
  acp_finalize();
  return 0;
}
