/* SPDX-License-Identifier: MIT
 * A farm: rank 0 hands out tasks to whoever asks (any source, any tag, matched probes), the others poll
 * for them. Each result has a length of its own, known by probing. */
#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>

enum { kTasks = 300, kAsk = 1, kResult = 2, kTask = 10, kEnd = 11 };

static int length_of(int task) { return task % 17 + 1; }

static int farm(int workers) {
  int next = 0, bad = 0, done[kTasks] = {0};
  while (workers > 0) {
    MGEN_Status probed, received;
    MGEN_Message message;
    int n;
    MGEN_Mprobe(MGEN_ANY_SOURCE, MGEN_ANY_TAG, MGEN_COMM_WORLD, &message, &probed);
    MGEN_Get_count(&probed, MGEN_INT, &n);
    int *data = malloc(sizeof(int) * (size_t)(n + 1));
    MGEN_Mrecv(data, n, MGEN_INT, &message, &received);
    bad += received.MGEN_SOURCE != probed.MGEN_SOURCE || received.MGEN_TAG != probed.MGEN_TAG ||
           message != MGEN_MESSAGE_NULL;
    if (probed.MGEN_TAG == kResult) {
      bad += n != length_of(data[0]);
      for (int i = 1; i < n; ++i) bad += data[i] != data[0] * i;
      ++done[data[0]];
    }
    free(data);
    if (next < kTasks) {
      MGEN_Send(&next, 1, MGEN_INT, probed.MGEN_SOURCE, kTask, MGEN_COMM_WORLD);
      ++next;
    } else {
      MGEN_Send(NULL, 0, MGEN_INT, probed.MGEN_SOURCE, kEnd, MGEN_COMM_WORLD);
      --workers;
    }
  }
  for (int t = 0; t < kTasks; ++t) bad += done[t] != 1;
  return bad;
}

static void work(void) {
  MGEN_Send(NULL, 0, MGEN_INT, 0, kAsk, MGEN_COMM_WORLD);
  for (;;) {
    MGEN_Status status;
    int flag = 0, task, result[17];
    while (!flag) MGEN_Iprobe(0, MGEN_ANY_TAG, MGEN_COMM_WORLD, &flag, &status);
    if (status.MGEN_TAG == kEnd) break;
    MGEN_Recv(&task, 1, MGEN_INT, 0, kTask, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
    MGEN_Comp(1e-6 * (task % 5 + 1));
    result[0] = task;
    for (int i = 1; i < length_of(task); ++i) result[i] = task * i;
    MGEN_Send(result, length_of(task), MGEN_INT, 0, kResult, MGEN_COMM_WORLD);
  }
  MGEN_Recv(NULL, 0, MGEN_INT, 0, kEnd, MGEN_COMM_WORLD, MGEN_STATUS_IGNORE);
}

int MGEN_Main(int argc, char **argv) {
  int p, rank, bad = 0;
  MGEN_Init(&argc, &argv);
  MGEN_Comm_size(MGEN_COMM_WORLD, &p);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &rank);
  if (rank > 0) work();
  if (rank == 0 && p > 1) bad = farm(p - 1);
  if (rank == 0) printf("%d ranks: %d wrong\n", p, bad);
  MGEN_Finalize();
  return bad != 0;
}
