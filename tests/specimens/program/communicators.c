/* SPDX-License-Identifier: MIT
 * Communicators of rows and columns, non-blocking collectives on both at once, persistent requests and
 * polling, with payload that is checked. Exits with 3 if a number is wrong.
 */
#include <mgen.h>
#include <stdlib.h>

static void check(int ok) {
  if (!ok) MGEN_Abort(MGEN_COMM_WORLD, 3);
}

int MGEN_Main(int argc, char **argv) {
  int rank, size;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &size);

  const int width = size < 3 ? 1 : 3;
  MGEN_Comm row, column;
  MGEN_Comm_split(MGEN_COMM_WORLD, rank / width, rank, &row);
  MGEN_Comm_split(MGEN_COMM_WORLD, rank % width, -rank, &column);
  int in_row, row_size, in_column, column_size;
  MGEN_Comm_rank(row, &in_row);
  MGEN_Comm_size(row, &row_size);
  MGEN_Comm_rank(column, &in_column);
  MGEN_Comm_size(column, &column_size);

  for (int round = 0; round < 3; round++) {
    long mine = rank + round, of_row = 0, of_column = 0;
    MGEN_Request both[2];
    MGEN_Iallreduce(&mine, &of_row, 1, MGEN_LONG, MGEN_SUM, row, &both[0]);
    MGEN_Iallreduce(&mine, &of_column, 1, MGEN_LONG, MGEN_SUM, column, &both[1]);
    MGEN_Comp(1e-7 * (rank % 3));
    int done = 0;
    while (!done) MGEN_Testall(2, both, &done, MGEN_STATUSES_IGNORE);
    long expected = 0;
    const int first = rank - in_row;
    for (int i = 0; i < row_size; i++) expected += first + i + round;
    check(of_row == expected);
    expected = 0;
    for (int i = rank % width; i < size; i += width) expected += i + round;
    check(of_column == expected);
  }

  if (column_size > 1) {
    int out = 0, in = 0;
    const int to = (in_column + 1) % column_size, from = (in_column + column_size - 1) % column_size;
    MGEN_Request ring[2];
    MGEN_Recv_init(&in, 1, MGEN_INT, from, 4, column, &ring[0]);
    MGEN_Send_init(&out, 1, MGEN_INT, to, 4, column, &ring[1]);
    for (int round = 0; round < 4; round++) {
      out = in_column * 10 + round;
      MGEN_Startall(2, ring);
      MGEN_Waitall(2, ring, MGEN_STATUSES_IGNORE);
      check(in == from * 10 + round);
    }
    MGEN_Request_free(&ring[0]);
    MGEN_Request_free(&ring[1]);
  }

  MGEN_Request barrier;
  MGEN_Ibarrier(MGEN_COMM_WORLD, &barrier);
  MGEN_Wait(&barrier, MGEN_STATUS_IGNORE);
  MGEN_Comm_free(&row);
  MGEN_Comm_free(&column);
  MGEN_Finalize();
  return 0;
}
