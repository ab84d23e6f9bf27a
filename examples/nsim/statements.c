/* SPDX-License-Identifier: MIT
 * What the papers on NSIM say of its programs, an experiment for each first argument:
 *
 *   ping TO BYTES   rank 0 sends to another, which prints when it has the message
 *   gaps NS ...     rank 0 sends 2,048 bytes to rank 1, so long after the packet before; how late each is
 *   first [busy]    ranks 0 and 2 send to rank 1, which takes what comes first; with `busy` rank 0 has
 *                   64 KiB more to send
 *   data            rank 1 prints the number that rank 0 has sent
 *   get BYTES       rank 0 gets from rank 1, which computes meanwhile, and puts; how long, and for how long
 *                   the calls keep it
 *   complete        rank 0 puts little to rank 2, much to rank 1, and waits for the one, then the other
 *   order NS        rank 2 gets 64 KiB from rank 0, and rank 1, which is nearer, so much later
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double ns(void) { return MGEN_Wtime() * 1e9; }

static void ping(int rank, int to, int bytes) {
  if (rank == 0) MGEN_Send(NULL, bytes, MGEN_BYTE, to, 0, MGEN_COMM_WORLD);
  if (rank != to) return;
  MGEN_Recv(NULL, bytes, MGEN_BYTE, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  printf("%.3f ns\n", ns());
}

/* After a pause, and a packet that wakes the link, another, and one that counts. A packet takes the link
 * of 5 GB/s for 409.6 ns, and 128 ns from its grant to the link: so long after a grant the gap begins. */
static void gaps(int rank, int n, char **gap) {
  double at = 0;
  for (int i = 0; i < 3 * n; ++i) {
    at += i % 3 == 0 ? 100e-6 : i % 3 == 1 ? 8e-6 : (128 + 409.6 + atof(gap[i / 3])) * 1e-9;
    if (rank == 0) {
      MGEN_Comp(at - MGEN_Wtime());
      MGEN_Send(NULL, 2048, MGEN_BYTE, 1, 0, MGEN_COMM_WORLD);
    } else if (rank == 1) {
      MGEN_Recv(NULL, 2048, MGEN_BYTE, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
      if (i % 3 == 2) printf("%.1f%s", ns() - at * 1e9, i < 3 * n - 1 ? " " : " ns\n");
    }
  }
}

static void first(int rank, int busy) {
  enum { kMessages = 8 };
  MGEN_Request r[kMessages];
  MGEN_Status status;
  if (rank == 2) MGEN_Comp(200e-9);
  for (int k = 0; k < kMessages && busy; ++k) {
    if (rank == 0) MGEN_Isend(NULL, 8192, MGEN_BYTE, 1, 1, MGEN_COMM_WORLD, &r[k]);
    if (rank == 1) MGEN_Irecv(NULL, 8192, MGEN_BYTE, 0, 1, MGEN_COMM_WORLD, &r[k]);
  }
  if (rank == 0 || rank == 2) MGEN_Send(NULL, 2048, MGEN_BYTE, 1, 0, MGEN_COMM_WORLD);
  for (int k = 0; k < 2 && rank == 1; ++k) {
    MGEN_Recv(NULL, 2048, MGEN_BYTE, MGEN_ANY_SOURCE, 0, MGEN_COMM_WORLD, &status);
    if (k == 0) printf("rank %d came first\n", status.MGEN_SOURCE);
  }
  if (busy && rank < 2) MGEN_Waitall(kMessages, r, MGEN_STATUSES_IGNORE);
}

static void data(int rank) {
  int number = rank == 0 ? 42 : 7;
  if (rank == 0) MGEN_Send(&number, 1, MGEN_INT, 1, 0, MGEN_COMM_WORLD);
  if (rank != 1) return;
  MGEN_Recv(&number, 1, MGEN_INT, 0, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
  printf("%d\n", number);
}

static void get(int rank, int bytes) {
  if (rank == 1) MGEN_Comp(0.1);
  if (rank != 0) return;
  for (int put = 0; put < 2; ++put) {
    const double begin = ns();
    MGEN_acp_handle h = put ? MGEN_acp_copy(0, 1, bytes) : MGEN_acp_copy(1, 0, bytes);
    const double called = ns();
    MGEN_acp_complete(h);
    printf("%s %.3f ns, the call %.3f ns\n", put ? "put" : "get", ns() - begin, called - begin);
  }
}

static void complete(int rank) {
  if (rank != 0) return;
  MGEN_acp_handle little = MGEN_acp_copy(0, 2, 64), much = MGEN_acp_copy(0, 1, 1 << 20);
  MGEN_acp_complete(little);
  const double at = ns();
  MGEN_acp_complete(much);
  printf("little after %.1f us, much after %.1f us\n", at * 1e-3, ns() * 1e-3);
}

static void order(int rank, double later) {
  if (rank != 1 && rank != 2) return;
  if (rank == 1) MGEN_Comp(later * 1e-9);
  MGEN_acp_complete(MGEN_acp_copy(0, rank, 65536));
  printf("rank %d: %.1f us\n", rank, ns() * 1e-3);
}

int MGEN_Main(int argc, char **argv) {
  int rank;
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  const char *what = argv[1];
  if (!strcmp(what, "ping")) ping(rank, atoi(argv[2]), atoi(argv[3]));
  if (!strcmp(what, "gaps")) gaps(rank, argc - 2, argv + 2);
  if (!strcmp(what, "first")) first(rank, argc > 2);
  if (!strcmp(what, "data")) data(rank);
  if (!strcmp(what, "get")) get(rank, atoi(argv[2]));
  if (!strcmp(what, "complete")) complete(rank);
  if (!strcmp(what, "order")) order(rank, atof(argv[2]));
  return 0;
}
