/* SPDX-License-Identifier: MIT
 * An interpreter of seeds: random SEED COUNT OPERATIONS [holes]. Runs COUNT programs of so many
 * operations, one after the other. All ranks throw the same dice, so they agree on what is done,
 * and each can compute what every other one sends: all that is received is compared with that, byte
 * by byte. Exits with 3, and words on stderr, at the first difference.
 */
#include "between.h"
#include "collectives.h"
#include "communicators.h"
#include "global_memory.h"
#include "messages.h"
#include "windows.h"

enum { kBuffer = 1 << 20 };

static void operation(State* s) {
  const int chosen = below(s, s->ncomms);
  const Comm* c = &s->comms[chosen];
  switch (below(s, 15)) {
    case 0:
    case 1:
    case 2: messages(s, c); break;
    case 3:
    case 4:
    case 5:
    case 6: collectives(s, c); break;
    case 7: shift(s, c); break;
    case 8:
    case 9: communicators(s, chosen); break;
    case 10: global_memory(s); break;
    case 11:
      if (one_in(s, 2)) windows(s, c);
      else words_of_windows(s, c);
      break;
    case 12:
    case 13: between(s, c); break;
    default: {
      const double longest = 1e-6 * (1 + below(s, 20));
      if (c->me >= 0) MGEN_Comp(longest * (double)(hash(s->op, (u64)s->rank) % 100) / 100);
      if (one_in(s, 2) && c->me >= 0) MGEN_Barrier(c->comm);
    }
  }
}

static void program(State* s, int operations) {
  s->ncomms = 1;
  s->comms[0] = (Comm){.comm = MGEN_COMM_WORLD, .size = s->size, .me = s->rank};
  for (int i = 0; i < s->size; i++) s->comms[0].world[i] = i;
  for (int i = 0; i < operations; i++) {
    s->op = hash(hash(s->seed, (u64)s->program), (u64)i) >> 8;
    operation(s);
  }
  while (s->ncomms > 1) drop(s, s->ncomms - 1);
}

int MGEN_Main(int argc, char** argv) {
  State* s = calloc(1, sizeof *s);
  MGEN_Init(&argc, &argv);
  acp_init(&argc, &argv);
  MGEN_Comm_rank(MGEN_COMM_WORLD, &s->rank);
  MGEN_Comm_size(MGEN_COMM_WORLD, &s->size);
  MGEN_Nics(&s->nics);
  if (s->size > kMostRanks || argc < 4)
    fail(s, "at most 48 ranks; SEED COUNT OPERATIONS", s->size, argc);
  s->seed = strtoull(argv[1], NULL, 10);
  s->holes = argc > 4;
  void* buffer = malloc(kBuffer);
  int size;
  MGEN_Buffer_attach(buffer, kBuffer);
  make_reductions(s);
  for (s->program = 0; s->program < atoi(argv[2]); s->program++) {
    s->dice = hash(s->seed, (u64)s->program + 17);
    program(s, atoi(argv[3]));
  }
  free_reductions(s);
  MGEN_Buffer_detach(&buffer, &size);
  free(buffer);
  acp_finalize();
  MGEN_Finalize();
  free(s);
  return 0;
}
