/* SPDX-License-Identifier: MIT
 * What NSIM's extensions of MPI are good for: each pair of ranks passes messages to and fro, the data
 * by one NIC, by all NICs at once (striping), or straight from memory to memory (zero copy).
 *
 *   transfer [REPETITIONS]
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

/* Mean time of one message of a ping-pong, in microseconds. */
static double ping_pong(int rank, int bytes, int how, int repetitions) {
  const int partner = rank ^ 1;
  MGEN_Barrier(MGEN_COMM_WORLD);
  const double start = MGEN_Wtime();
  for (int i = 0; i < repetitions; i++) {
    if (rank % 2 == 0) {
      MGEN_Send_by(NULL, bytes, MGEN_BYTE, partner, 0, MGEN_COMM_WORLD, how);
      MGEN_Recv(NULL, bytes, MGEN_BYTE, partner, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
    } else {
      MGEN_Recv(NULL, bytes, MGEN_BYTE, partner, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
      MGEN_Send_by(NULL, bytes, MGEN_BYTE, partner, 0, MGEN_COMM_WORLD, how);
    }
  }
  return (MGEN_Wtime() - start) / repetitions / 2 * 1e6;
}

int MGEN_Main(int argc, char **argv) {
  int rank, nics;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Nics(&nics);
  const int repetitions = argc > 1 ? atoi(argv[1]) : 4;
  if (rank == 0) printf("transfer: us per message, %d NICs in a node\n%12s %10s %10s %10s %10s\n", nics,
                        "bytes", "default", "NIC 0", "all NICs", "zero copy");
  for (int bytes = 64; bytes <= 1 << 22; bytes *= 8) {
    const double usual = ping_pong(rank, bytes, 0, repetitions);
    const double first = ping_pong(rank, bytes, MGEN_NIC(0), repetitions);
    const double striped = ping_pong(rank, bytes, MGEN_ALL_NICS, repetitions);
    const double direct = ping_pong(rank, bytes, MGEN_ZERO_COPY, repetitions);
    if (rank == 0) printf("%12d %10.3f %10.3f %10.3f %10.3f\n", bytes, usual, first, striped, direct);
  }
  MGEN_Finalize();
  return 0;
}
