/* SPDX-License-Identifier: MIT
 * What every part of the interpreter of seeds uses: dice that all ranks throw alike, data that
 * every rank can compute, communicators with their members, datatypes with the places of their
 * bytes.
 */
#ifndef STATE_H
#define STATE_H

#include <mgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long u64;
typedef unsigned char u8;

enum {
  kMostRanks = 48,
  kMostComms = 6,
  kMostType = 160,
  kHole = 0xa5,
  kGuard = 16,
  kMostDegree = 2 * kMostRanks
};

enum Kind { kPlain, kCart, kGraph };

typedef struct {
  MGEN_Comm comm; /* MGEN_COMM_NULL: this rank is no member */
  int size, me;   /* me: -1 for no member */
  int world[kMostRanks];
  enum Kind kind;
  int ndims, dims[3], periods[3];
  int in, out, sources[kMostDegree], targets[kMostDegree]; /* of this rank in a graph */
} Comm;

typedef struct {
  u64 dice; /* the same on all ranks */
  u64 seed, op;
  int program, rank, size, nics;
  int holes; /* user operations on datatypes with holes too */
  int ncomms;
  Comm comms[kMostComms];
  u64 counters[kMostRanks]; /* words of global memory that all add to */
  MGEN_Op affine, mixing;   /* user operations: the first does not commute */
  MGEN_Datatype pair, padded_pair;
} State;

static u64 hash(u64 a, u64 b) {
  u64 x = (a ^ (b + 0x9e3779b97f4a7c15ull + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9ull;
  x ^= x >> 29;
  x *= 0x94d049bb133111ebull;
  return x ^ (x >> 32);
}

static u64 throw_dice(State* s) { return s->dice = hash(s->dice, 7); }
static int below(State* s, int n) { return n < 2 ? 0 : (int)(throw_dice(s) % (u64)n); }
static int one_in(State* s, int n) { return below(s, n) == 0; }

static void fail(const State* s, const char* what, long a, long b) {
  fprintf(stderr, "random: seed %llu program %d operation %llu rank %d: %s (%ld, %ld)\n", s->seed,
          s->program, s->op, s->rank, what, a, b);
  MGEN_Abort(MGEN_COMM_WORLD, 3);
}
static void check(const State* s, int ok, const char* what, long a, long b) {
  if (!ok) fail(s, what, a, b);
}

/* ---- Data ---- */

static u64 key_of(const State* s, int from, int to) {
  return hash(hash(s->seed + s->op, (u64)from), (u64)to);
}
static u8 byte_at(u64 key, long i) {
  u64 x = key + (u64)i * 0x9e3779b97f4a7c15ull;
  x ^= x >> 31;
  return (u8)((x * 0xff51afd7ed558ccdull) >> 56);
}

/* ---- Datatypes ---- */

typedef struct {
  MGEN_Datatype type;
  int derived;
  int size, extent,
      span; /* bytes of data; from one to the next; from the buffer's begin to its last byte */
  short at[kMostType]; /* where its bytes lie */
} Type;

static void add_block(Type* t, int at, int bytes) {
  for (int i = 0; i < bytes; i++) t->at[t->size++] = (short)(at + i);
  if (at + bytes > t->span) t->span = at + bytes;
}

static void make_struct(State* s, Type* t) {
  const MGEN_Datatype kinds[] = {MGEN_INT, MGEN_CHAR, MGEN_DOUBLE};
  const int widths[] = {4, 1, 8};
  int lengths[3];
  MGEN_Aint displs[3];
  int at = 0;
  for (int i = 0; i < 3; i++) {
    lengths[i] = 1 + below(s, 3);
    at = (at + 7) / 8 * 8 + 8 * below(s, 2);
    if (i == 0) at = 0;
    displs[i] = at;
    add_block(t, at, lengths[i] * widths[i]);
    at += lengths[i] * widths[i];
  }
  MGEN_Datatype plain;
  MGEN_Type_create_struct(3, lengths, displs, kinds, &plain);
  t->extent = (t->span + 7) / 8 * 8;
  MGEN_Type_create_resized(plain, 0, t->extent, &t->type);
  MGEN_Type_free(&plain);
}

static void make_blocks(State* s, Type* t, MGEN_Datatype base, int w) {
  const int n = 1 + below(s, 3), equal = one_in(s, 3), bytes = one_in(s, 2),
            backwards = one_in(s, 3);
  int lengths[3], displs[3];
  MGEN_Aint far[3];
  int at = 0, end = 0;
  const int block = 1 + below(s, 3);
  for (int i = 0; i < n; i++) {
    lengths[i] = equal ? block : 1 + below(s, 3);
    displs[i] = at;
    at += lengths[i] + below(s, 3);
    end = displs[i] + lengths[i];
  }
  if (backwards && n > 1) {
    const int l = lengths[0], d = displs[0];
    lengths[0] = lengths[n - 1], displs[0] = displs[n - 1];
    lengths[n - 1] = l, displs[n - 1] = d;
  }
  for (int i = 0; i < n; i++) {
    far[i] = (MGEN_Aint)displs[i] * w;
    add_block(t, displs[i] * w, lengths[i] * w);
  }
  t->extent = end * w;
  if (equal && bytes)
    MGEN_Type_create_hindexed_block(n, block, far, base, &t->type);
  else if (equal)
    MGEN_Type_create_indexed_block(n, block, displs, base, &t->type);
  else if (bytes)
    MGEN_Type_create_hindexed(n, lengths, far, base, &t->type);
  else
    MGEN_Type_indexed(n, lengths, displs, base, &t->type);
}

static void make_type(State* s, Type* t) {
  const MGEN_Datatype bases[] = {MGEN_BYTE, MGEN_SHORT, MGEN_INT, MGEN_LONG};
  const int b = below(s, 4), w = 1 << b;
  const MGEN_Datatype base = bases[b];
  const int n = 1 + below(s, 4), m = 1 + below(s, 3), gap = below(s, 3);
  memset(t, 0, sizeof *t);
  t->derived = 1;
  switch (below(s, 9)) {
    case 0:
    case 1:
      t->derived = 0;
      t->type = base;
      add_block(t, 0, w);
      t->extent = w;
      return;
    case 2:
      MGEN_Type_contiguous(n, base, &t->type);
      add_block(t, 0, n * w);
      t->extent = n * w;
      break;
    case 3:
      for (int i = 0; i < n; i++) add_block(t, i * (m + gap) * w, m * w);
      t->extent = t->span;
      if (one_in(s, 2))
        MGEN_Type_vector(n, m, m + gap, base, &t->type);
      else
        MGEN_Type_create_hvector(n, m, (MGEN_Aint)(m + gap) * w, base, &t->type);
      break;
    case 4: make_blocks(s, t, base, w); break;
    case 5: make_struct(s, t); break;
    case 6: {
      const int sizes[2] = {n + gap, m + 1}, parts[2] = {n, m}, starts[2] = {gap, below(s, 2)};
      for (int i = 0; i < n; i++) add_block(t, ((starts[0] + i) * sizes[1] + starts[1]) * w, m * w);
      t->extent = sizes[0] * sizes[1] * w;
      MGEN_Type_create_subarray(2, sizes, parts, starts, MGEN_ORDER_C, base, &t->type);
      break;
    }
    case 7: {
      MGEN_Datatype inner;
      MGEN_Type_contiguous(n, base, &inner);
      add_block(t, 0, n * w);
      t->extent = (n + gap) * w;
      MGEN_Type_create_resized(inner, 0, t->extent, &t->type);
      MGEN_Type_free(&inner);
      break;
    }
    default: {
      MGEN_Datatype inner, outer;
      MGEN_Type_vector(2, 1, 2, base, &inner); /* one, a hole, one */
      for (int i = 0; i < n; i++) {
        add_block(t, 3 * i * w, w);
        add_block(t, (3 * i + 2) * w, w);
      }
      t->extent = 3 * n * w;
      MGEN_Type_contiguous(n, inner, &outer);
      MGEN_Type_dup(outer, &t->type);
      MGEN_Type_free(&inner);
      MGEN_Type_free(&outer);
    }
  }
  MGEN_Type_commit(&t->type);
  int size;
  MGEN_Type_size(t->type, &size);
  check(s, size == t->size, "size of a datatype", size, t->size);
  MGEN_Aint lower, extent;
  MGEN_Type_get_extent(t->type, &lower, &extent);
  check(s, lower == 0 && extent == t->extent, "extent of a datatype", extent, t->extent);
}

static void free_type(Type* t) {
  if (t->derived) MGEN_Type_free(&t->type);
}

/* How many elements: mostly few, at times none, at times more than an eager message holds. */
static int draw_count(State* s, const Type* t) {
  const int kinds = below(s, 40), most = kinds == 0   ? 40000
                                         : kinds < 4  ? 5000
                                         : kinds < 10 ? 0
                                                      : 120;
  return below(s, most / t->size + 2);
}

/* ---- Buffers: holes around what is data, and a guard behind ---- */

static long bytes_of(const Type* t, long count) {
  return (count ? (count - 1) * t->extent + t->span : 0) + kGuard;
}
static u8* empty_buffer(long bytes) {
  u8* p = malloc((size_t)bytes);
  memset(p, kHole, (size_t)bytes);
  return p;
}
static void put(const Type* t, u8* to, int count, u64 key) {
  long n = 0;
  for (int e = 0; e < count; e++) {
    for (int i = 0; i < t->size; i++) to[(long)e * t->extent + t->at[i]] = byte_at(key, n++);
  }
}
static u8* full_buffer(const Type* t, int count, u64 key) {
  u8* p = empty_buffer(bytes_of(t, count));
  put(t, p, count, key);
  return p;
}
/* Compares with what should be there, byte by byte, holes and guard included. */
static void compare(const State* s, const u8* got, const u8* expected, long bytes,
                    const char* what) {
  if (memcmp(got, expected, (size_t)bytes) == 0) return;
  long i = 0;
  while (got[i] == expected[i]) i++;
  fprintf(stderr, "random: byte %ld of %ld is %d instead of %d\n", i, bytes, got[i], expected[i]);
  fail(s, what, i, bytes);
}

#endif
