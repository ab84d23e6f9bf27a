/* SPDX-License-Identifier: MIT
 * What the five programs share: whole numbers from the command line, random numbers by counter, and
 * communicators of lines of ranks.
 */
#ifndef TRACERP_ARGUMENTS_H
#define TRACERP_ARGUMENTS_H

#include <mgen.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads exactly n numbers, none below its least; returns whether that is what was given. */
static inline int numbers(int argc, char **argv, int n, const int *least, int *value) {
  if (argc != n + 1) return 0;
  for (int i = 0; i < n; i++) {
    value[i] = atoi(argv[i + 1]);
    if (value[i] < least[i]) return 0;
  }
  return 1;
}

/* 64 bits that depend on x alone (SplitMix64: Steele, Lea & Flood, OOPSLA 2014). */
static inline uint64_t hash(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static inline int below(uint64_t bits, int n) { return (int)(bits % (uint64_t)n); }

/* Between two repetitions each rank computes for so many microseconds. */
static inline void compute(int microseconds) {
  if (microseconds > 0) MGEN_Comp(1e-6 * microseconds);
}

/* The communicator of ranks first, first + stride, …: count of them, who alone talk to each other for
 * that (splitting the whole world would be traffic of its own). */
static inline MGEN_Comm line_of(int first, int stride, int count) {
  MGEN_Group world, line;
  MGEN_Comm comm;
  int range[1][3] = {{first, first + stride * (count - 1), stride}};
  MGEN_Comm_group(MGEN_COMM_WORLD, &world);
  MGEN_Group_range_incl(world, 1, range, &line);
  MGEN_Comm_create_group(MGEN_COMM_WORLD, line, stride, &comm);
  MGEN_Group_free(&line);
  MGEN_Group_free(&world);
  return comm;
}

static inline int usage(int rank, const char *text) {
  if (rank == 0) fprintf(stderr, "usage: %s\n", text);
  return 1;
}

#endif
