/* SPDX-License-Identifier: MIT
 * Steps of computation, each with an allreduce at its end: whoever is late makes all wait.
 *
 *   steps [STEPS [SECONDS]]
 */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

int MGEN_Main(int argc, char **argv) {
  int rank;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  const int steps = argc > 1 ? atoi(argv[1]) : 100;
  const double work = argc > 2 ? atof(argv[2]) : 100e-6;
  const double start = MGEN_Wtime();
  for (int i = 0; i < steps; i++) {
    MGEN_Comp(work);
    MGEN_Allreduce(NULL, NULL, 1, MGEN_DOUBLE, MGEN_SUM, MGEN_COMM_WORLD);
  }
  const double took = MGEN_Wtime() - start;
  if (rank == 0) {
    printf("%d steps of %.0f us: %.1f us each, %.1f %% of it not computation\n", steps, work * 1e6,
           took / steps * 1e6, 100 * (1 - steps * work / took));
  }
  MGEN_Finalize();
  return 0;
}
