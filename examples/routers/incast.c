// SPDX-License-Identifier: MIT
// All ranks send messages to the first one, which takes them in whatever order they come.
//   args: messages of each rank, bytes of each
#include <mgen.h>
#include <stdlib.h>

int MGEN_Main(int argc, char** argv) {
  MGEN_Init(&argc, &argv);
  int rank, size;
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);
  const int messages = argc > 1 ? atoi(argv[1]) : 100, bytes = argc > 2 ? atoi(argv[2]) : 2048;
  char* const data = calloc((size_t)bytes, 1);
  for (int i = 0; i < messages; ++i) {
    if (rank > 0) MGEN_Send(data, bytes, MGEN_BYTE, 0, 0, MGEN_COMM_WORLD);
    for (int k = 1; rank == 0 && k < size; ++k) {
      MGEN_Recv(data, bytes, MGEN_BYTE, MGEN_ANY_SOURCE, 0, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
    }
  }
  free(data);
  MGEN_Finalize();
  return 0;
}
