/* SPDX-License-Identifier: MIT
 * The sample of NSIM-ACE's paper, repaired: a get from the left, a put to the right. Only sizes travel.
 *
 * What was mended: MGEN_Comm_size's argument is &size; the right neighbour is (rank + 1) % size;
 * MGEN_Recv has its communicator; the request has one name; MGEN_Status st has its semicolon;
 * MGEN_Main returns a value. As NSIM's programs do, it leaves out MGEN_Init and MGEN_Finalize.
 */
#include <mgen.h>
#include <stdio.h>

int MGEN_Main(int argc, char **argv) {
  MGEN_Comm com = MGEN_COMM_WORLD;
  MGEN_acp_handle hg, hp;
  MGEN_Request rq;
  MGEN_Status st;
  t_NsimRoutingInfo info;
  int rank, size;

  MGEN_Comm_rank(com, &rank);
  MGEN_Comm_size(com, &size);
  int l = (rank - 1 + size) % size;
  int r = (rank + 1) % size;

  hg = MGEN_acp_copy(l, rank, 4); /* get */
  MGEN_acp_complete(hg);
  const double got = MGEN_Wtime();

  hp = MGEN_acp_copy(rank, r, 4); /* put */
  MGEN_Recv(NULL, 4, MGEN_BYTE, l, ACP_PUT_TAG, com, &st);
  const double polled = MGEN_Wtime();
  LMGEN_Isend_acp_put_ctrl(l, com, &rq, 0, &info);
  MGEN_acp_complete(hp);
  LMGEN_Wait_ctrl(&rq, &st);
  const double end = MGEN_Wtime();

  if (rank == 0) {
    printf("get %.1f ns, put %.1f ns to be there and %.1f ns to be complete\n", got * 1e9,
           (polled - got) * 1e9, (end - got) * 1e9);
  }
  return 0;
}
