// SPDX-License-Identifier: MIT
// What all translated code begins with. It uses the vector extensions of GCC and Clang and no
// header but the one for masks, so that it compiles in a moment and for any host.
#include "studies/lanes/translation.h"

namespace kasuri::emu {

const std::string_view kTranslationPrelude = R"cpp(
#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif
using u8 = __UINT8_TYPE__;
using u16 = __UINT16_TYPE__;
using u32 = __UINT32_TYPE__;
using i32 = __INT32_TYPE__;
using u64 = unsigned long long;
#if defined(__AVX512BW__)
#define WIDTH 64
#elif defined(__AVX2__)
#define WIDTH 32
#else
#define WIDTH 16
#endif
#define UNROLL _Pragma("GCC unroll 16")
#define FAST static inline __attribute__((always_inline))
constexpr u64 kAll = ~0ull;

template <class T> struct WideOf;
template <> struct WideOf<u8> { using Type = u16; };
template <> struct WideOf<u32> { using Type = u64; };
template <class T> struct SignedOf;
template <> struct SignedOf<u8> { using Type = signed char; };
template <> struct SignedOf<u32> { using Type = i32; };

template <class T>
struct Lanes {
  typedef T Part __attribute__((vector_size(WIDTH), may_alias));
  typedef typename SignedOf<T>::Type Signed __attribute__((vector_size(WIDTH), may_alias));
  static constexpr int kParts = 64 * sizeof(T) / WIDTH;
  static constexpr int kInPart = WIDTH / sizeof(T);
  Part p[kParts];
};
using V = Lanes<Cell>;

// Top bits of all lanes of a part.
FAST u64 top_bits(Lanes<u8>::Part v) {
#if defined(__AVX512BW__)
  return _mm512_movepi8_mask((__m512i)v);
#elif defined(__AVX2__)
  return (u32)_mm256_movemask_epi8((__m256i)v);
#elif defined(__SSE2__)
  return (u32)_mm_movemask_epi8((__m128i)v);
#else
  u64 bits = 0;
  for (int k = 0; k < WIDTH; ++k) bits |= (u64)(v[k] >> 7) << k;
  return bits;
#endif
}
FAST u64 top_bits(Lanes<u32>::Part v) {
#if defined(__AVX512DQ__)
  return _mm512_movepi32_mask((__m512i)v);
#elif defined(__AVX2__)
  return (u32)_mm256_movemask_ps((__m256)v);
#elif defined(__SSE2__)
  return (u32)_mm_movemask_ps((__m128)v);
#else
  u64 bits = 0;
  for (int k = 0; k < WIDTH / 4; ++k) bits |= (u64)(v[k] >> 31) << k;
  return bits;
#endif
}
FAST u64 zeros_of(Lanes<u8>::Part v) {
#if defined(__AVX512BW__)
  return _mm512_testn_epi8_mask((__m512i)v, (__m512i)v);
#else
  return top_bits((Lanes<u8>::Part)(v == 0));
#endif
}
FAST u64 zeros_of(Lanes<u32>::Part v) {
#if defined(__AVX512DQ__)
  return _mm512_testn_epi32_mask((__m512i)v, (__m512i)v);
#else
  return top_bits((Lanes<u32>::Part)(v == 0));
#endif
}

#define EACH UNROLL for (int k = 0; k < Lanes<T>::kParts; ++k)
template <class T> FAST u64 top(const Lanes<T>& x) {
  u64 bits = 0;
  EACH bits |= top_bits(x.p[k]) << (k * Lanes<T>::kInPart);
  return bits;
}
template <class T> FAST u64 zeros(const Lanes<T>& x) {
  u64 bits = 0;
  EACH bits |= zeros_of(x.p[k]) << (k * Lanes<T>::kInPart);
  return bits;
}
#define BINARY(op)                                                                \
  template <class T> FAST Lanes<T> operator op(const Lanes<T>& x, const Lanes<T>& y) { \
    Lanes<T> v;                                                                   \
    EACH v.p[k] = x.p[k] op y.p[k];                                               \
    return v;                                                                     \
  }
BINARY(+) BINARY(-) BINARY(*) BINARY(&) BINARY(|) BINARY(^)
template <class T> FAST Lanes<T> operator~(const Lanes<T>& x) {
  Lanes<T> v;
  EACH v.p[k] = ~x.p[k];
  return v;
}
template <class T> FAST Lanes<T> operator<<(const Lanes<T>& x, int by) {
  Lanes<T> v;
  EACH v.p[k] = x.p[k] << by;
  return v;
}
template <class T> FAST Lanes<T> operator>>(const Lanes<T>& x, int by) {
  Lanes<T> v;
  EACH v.p[k] = x.p[k] >> by;
  return v;
}
// Shifts copies of the sign in.
template <class T> FAST Lanes<T> sar(const Lanes<T>& x, int by) {
  Lanes<T> v;
  EACH v.p[k] = (typename Lanes<T>::Part)((typename Lanes<T>::Signed)x.p[k] >> by);
  return v;
}
// All ones where it holds, else 0.
#define COMPARE(name, type, op)                                                              \
  template <class T> FAST Lanes<T> name(const Lanes<T>& x, const Lanes<T>& y) {              \
    Lanes<T> v;                                                                              \
    EACH v.p[k] = (typename Lanes<T>::Part)((typename Lanes<T>::type)x.p[k] op               \
                                            (typename Lanes<T>::type)y.p[k]);                \
    return v;                                                                                \
  }
COMPARE(same, Part, ==)
COMPARE(above, Part, >)
COMPARE(greater, Signed, >)

template <class T> FAST Lanes<T> splat_of(T x) {
  Lanes<T> v;
  EACH v.p[k] = typename Lanes<T>::Part{} + x;
  return v;
}
FAST V splat(u32 x) { return splat_of<Cell>((Cell)x); }
template <class T> FAST Lanes<T> get_of(const void* at) {
  Lanes<T> v;
  EACH v.p[k] = ((const typename Lanes<T>::Part*)at)[k];
  return v;
}
FAST V get(const void* at) { return get_of<Cell>(at); }
template <class T> FAST void put(void* at, const Lanes<T>& v) {
  EACH ((typename Lanes<T>::Part*)at)[k] = v.p[k];
}
// Whether all lanes are alike; then x is what they are.
FAST bool alike(const V& v, u32& x) {
  x = v.p[0][0];
  return zeros(v ^ splat(x)) == kAll;
}

// Memory at one address in all lanes. Null or false: not so simple.
constexpr u32 kOnChipAt = 0u - kOnChip;
FAST u32 row_of(u32 at) {
  return (kOnChip && at >= kOnChipAt ? kLocal + (at - kOnChipAt) : at) / sizeof(Cell);
}
FAST bool is_own(Frame* f, u32 at) {
  if (__builtin_expect(at < kInputs, 1)) return true;
  if (at < kLocal) return f->holds[(at - kInputs) / kWindow] == kAll && at % kWindow >= kSync;
  return kOnChip && at >= kOnChipAt;
}
FAST const u8* row(Frame* f, u32 at) {
  if (!is_own(f, at)) return 0;
  const u32 row = row_of(at);
  const int place = f->read_at[row];
  if (__builtin_expect(place >= 0, 1)) return f->rows + place;
  return f->initial ? f->initial + row * (64 * sizeof(Cell)) : 0;
}
FAST u8* row_to_write(Frame* f, u32 at) {
  if (!is_own(f, at)) return 0;
  const int place = f->write_at[row_of(at)];
  return __builtin_expect(place >= 0, 1) ? f->rows + place : 0;
}
FAST bool is_output(Frame* f, u32 at) {
  const u32 offset = at - kLocal;
  return offset < 2 * kWindow && f->wide && f->holds[2 + offset / kWindow] == kAll &&
         at % kWindow >= kSync;
}
typedef typename WideOf<Cell>::Type Wide;
typedef Wide WidePart __attribute__((vector_size(WIDTH), may_alias));
typedef Cell HalfPart __attribute__((vector_size(WIDTH / 2), may_alias));
constexpr int kBits = 8 * sizeof(Cell);
constexpr int kWideParts = 32 * sizeof(Wide) / WIDTH;

FAST u8* output_row(Frame* f, const Piece& p, u32 at) {
  const u32 row = (kInputs + p.port * kWindow + at % kWindow) / sizeof(Cell);
  const int place = f->write_at[row];
  return place >= 0 ? p.rows + place : 0;
}
// Not inline: there is little to gain, and code should fit into its cache.
static __attribute__((noinline)) bool load_output(Frame* f, u32 at, V& v) {
  Cell* const lanes = (Cell*)&v;
  const Piece* pieces = f->pieces[(at - kLocal) / kWindow];
  for (int i = 0; i < 2; ++i) {
    const u8* from = output_row(f, pieces[i], at);
    if (!from) return false;
    UNROLL for (int k = 0; k < kWideParts; ++k) {
      const WidePart x = ((const WidePart*)from)[k] >> (pieces[i].offset ? kBits : 0);
      ((HalfPart*)(lanes + pieces[i].first))[k] = __builtin_convertvector(x, HalfPart);
    }
  }
  return true;
}
// Only bits of `mask`; v has no others.
static __attribute__((noinline)) bool store_output(Frame* f, u32 at, const V& v, Cell mask) {
  const Cell* const lanes = (const Cell*)&v;
  const Piece* pieces = f->pieces[(at - kLocal) / kWindow];
  u8* const to[2] = {output_row(f, pieces[0], at), output_row(f, pieces[1], at)};
  if (!to[0] || !to[1]) return false;
  UNROLL for (int i = 0; i < 2; ++i) {
    const int by = pieces[i].offset ? kBits : 0;
    const Wide kept = ~((Wide)mask << by);
    UNROLL for (int k = 0; k < kWideParts; ++k) {
      const HalfPart half = ((const HalfPart*)(lanes + pieces[i].first))[k];
      WidePart* place = (WidePart*)to[i] + k;
      *place = (*place & kept) | (__builtin_convertvector(half, WidePart) << by);
    }
  }
  return true;
}
FAST bool load(Frame* f, u32 at, V& v) {
  const u8* p = row(f, at);
  if (__builtin_expect(p != 0, 1)) {
    v = get(p);
    return true;
  }
  return is_output(f, at) && load_output(f, at, v);
}
FAST bool store(Frame* f, u32 at, const V& v) {
  u8* p = row_to_write(f, at);
  if (__builtin_expect(p != 0, 1)) {
    put(p, v);
    return true;
  }
  return is_output(f, at) && store_output(f, at, v, (Cell)-1);
}
#define LEAVE(at, clocks_, executed_) \
  do {                                \
    pc = at;                          \
    clocks += clocks_;                \
    executed += executed_;            \
    goto leave;                       \
  } while (0)
)cpp";

}  // namespace kasuri::emu
