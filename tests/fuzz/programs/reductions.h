/* SPDX-License-Identifier: MIT
 * Operations of reductions, with the values that ranks give and what comes of them.
 */
#ifndef REDUCTIONS_H
#define REDUCTIONS_H

#include "state.h"

enum {
  kSum,
  kSumLong,
  kProduct,
  kMost,
  kLeast,
  kAnd,
  kOr,
  kXor,
  kAll,
  kAny,
  kOdd,
  kSumDouble,
  kMostAt,
  kLeastAt,
  kMixing,
  kAffine,
  kAffinePadded,
  kReductions
};

typedef struct {
  int kind, width; /* bytes from one to the next */
  MGEN_Datatype type;
  MGEN_Op op;
} Reduction;

static u64 mix(u64 a, u64 b) {
  return (a ^ b) * 1 + (a & b) * 2;
} /* a sum, written so that nobody guesses it */

/* x -> a x + b after x -> c x + d: associative, not commutative. */
static void compose(const unsigned* first, const unsigned* second, unsigned* to) {
  const unsigned a = first[0] * second[0], b = first[0] * second[1] + first[1];
  to[0] = a;
  to[1] = b;
}

static void affine_function(void* in, void* inout, int* n, MGEN_Datatype* type) {
  MGEN_Aint lower, extent;
  MGEN_Type_get_extent(*type, &lower, &extent);
  for (int i = 0; i < *n; i++) {
    unsigned* const to = (unsigned*)((u8*)inout + i * extent);
    compose((const unsigned*)((const u8*)in + i * extent), to, to);
  }
}
static void mixing_function(void* in, void* inout, int* n, MGEN_Datatype* type) {
  (void)type;
  for (int i = 0; i < *n; i++) ((u64*)inout)[i] = mix(((u64*)in)[i], ((u64*)inout)[i]);
}

static Reduction draw_reduction(State* s) {
  const int kind = below(s, s->holes ? kReductions : kAffinePadded);
  switch (kind) {
    case kSum: return (Reduction){kind, 4, MGEN_UNSIGNED, MGEN_SUM};
    case kSumLong: return (Reduction){kind, 8, MGEN_UNSIGNED_LONG, MGEN_SUM};
    case kProduct: return (Reduction){kind, 8, MGEN_UNSIGNED_LONG, MGEN_PROD};
    case kMost: return (Reduction){kind, 4, MGEN_INT, MGEN_MAX};
    case kLeast: return (Reduction){kind, 4, MGEN_INT, MGEN_MIN};
    case kAnd: return (Reduction){kind, 4, MGEN_UNSIGNED, MGEN_BAND};
    case kOr: return (Reduction){kind, 4, MGEN_UNSIGNED, MGEN_BOR};
    case kXor: return (Reduction){kind, 4, MGEN_UNSIGNED, MGEN_BXOR};
    case kAll: return (Reduction){kind, 4, MGEN_INT, MGEN_LAND};
    case kAny: return (Reduction){kind, 4, MGEN_INT, MGEN_LOR};
    case kOdd: return (Reduction){kind, 4, MGEN_INT, MGEN_LXOR};
    case kSumDouble: return (Reduction){kind, 8, MGEN_DOUBLE, MGEN_SUM};
    case kMostAt: return (Reduction){kind, 8, MGEN_2INT, MGEN_MAXLOC};
    case kLeastAt: return (Reduction){kind, 8, MGEN_2INT, MGEN_MINLOC};
    case kMixing: return (Reduction){kind, 8, MGEN_UNSIGNED_LONG, s->mixing};
    case kAffine: return (Reduction){kind, 8, s->pair, s->affine};
    default: return (Reduction){kind, 12, s->padded_pair, s->affine};
  }
}

static void set_value(int kind, u64 x, u8* to) {
  const int small = (int)(x % 5) - 2, pair[2] = {small, (int)(x >> 40) % 7};
  const unsigned affine[2] = {(unsigned)x | 1, (unsigned)(x >> 32)};
  const double real = small;
  switch (kind) {
    case kMost:
    case kLeast: memcpy(to, &small, 4); break;
    case kAll:
    case kAny:
    case kOdd: memcpy(to, &(int){small % 2}, 4); break;
    case kSumDouble: memcpy(to, &real, 8); break;
    case kMostAt:
    case kLeastAt: memcpy(to, pair, 8); break;
    case kAffine:
    case kAffinePadded: memcpy(to, affine, 8); break;
    case kSumLong:
    case kProduct:
    case kMixing: memcpy(to, &x, 8); break;
    default: memcpy(to, &(unsigned){(unsigned)x}, 4); break;
  }
}

/* to = before op to */
static void combine(int kind, const u8* before, u8* to) {
  u64 a = 0, b = 0;
  int i[2], j[2];
  unsigned u[2], v[2];
  double x, y;
  memcpy(i, before, 4), memcpy(j, to, 4);
  memcpy(u, before, 4), memcpy(v, to, 4);
  switch (kind) {
    case kSum: v[0] += u[0]; break;
    case kAnd: v[0] &= u[0]; break;
    case kOr: v[0] |= u[0]; break;
    case kXor: v[0] ^= u[0]; break;
    case kMost: v[0] = (unsigned)(i[0] > j[0] ? i[0] : j[0]); break;
    case kLeast: v[0] = (unsigned)(i[0] < j[0] ? i[0] : j[0]); break;
    case kAll: v[0] = i[0] && j[0]; break;
    case kAny: v[0] = i[0] || j[0]; break;
    case kOdd: v[0] = !i[0] != !j[0]; break;
    case kSumDouble:
      memcpy(&x, before, 8), memcpy(&y, to, 8);
      y += x;
      memcpy(to, &y, 8);
      return;
    case kMostAt:
    case kLeastAt:
      memcpy(i, before, 8), memcpy(j, to, 8);
      if (i[0] == j[0])
        j[1] = i[1] < j[1] ? i[1] : j[1];
      else if ((i[0] > j[0]) == (kind == kMostAt))
        memcpy(j, i, 8);
      memcpy(to, j, 8);
      return;
    case kAffine:
    case kAffinePadded:
      memcpy(u, before, 8), memcpy(v, to, 8);
      compose(u, v, v);
      memcpy(to, v, 8);
      return;
    default:
      memcpy(&a, before, 8), memcpy(&b, to, 8);
      b = kind == kSumLong ? a + b : kind == kProduct ? a * b : mix(a, b);
      memcpy(to, &b, 8);
      return;
  }
  memcpy(to, v, 4);
}

static u64 value_key(const State* s, int rank, int i) {
  return hash(key_of(s, rank, 5000), (u64)i);
}

/* What a rank gives. */
static void fill_values(const State* s, const Reduction* op, u8* to, int rank, int n) {
  for (int i = 0; i < n; i++) set_value(op->kind, value_key(s, rank, i), to + (long)i * op->width);
}

/* What comes of the first `ranks` ranks: elements first to first + n, in the order of ranks. */
static void fold_values(const State* s, const Reduction* op, u8* to, int ranks, int first, int n) {
  for (int i = 0; i < n; i++) {
    u8* const at = to + (long)i * op->width;
    u8 before[8];
    for (int r = ranks; r-- > 0;) {
      if (r == ranks - 1) {
        set_value(op->kind, value_key(s, r, first + i), at);
      } else {
        set_value(op->kind, value_key(s, r, first + i), before);
        combine(op->kind, before, at);
      }
    }
  }
}

static void make_reductions(State* s) {
  MGEN_Op_create(affine_function, 0, &s->affine);
  MGEN_Op_create(mixing_function, 1, &s->mixing);
  MGEN_Type_contiguous(2, MGEN_UNSIGNED, &s->pair);
  MGEN_Type_create_resized(s->pair, 0, 12, &s->padded_pair);
  MGEN_Type_commit(&s->pair);
  MGEN_Type_commit(&s->padded_pair);
}
static void free_reductions(State* s) {
  MGEN_Op_free(&s->affine);
  MGEN_Op_free(&s->mixing);
  MGEN_Type_free(&s->pair);
  MGEN_Type_free(&s->padded_pair);
}

#endif
