// SPDX-License-Identifier: MIT
#include "mpi/ranks/layout.h"

#include <algorithm>
#include <cstring>

namespace kasuri::mpi {
namespace {

// Calls visit(offset, bytes) for each block, in the order of the data; ends when it returns false.
template <class Visit>
bool for_each_block(const Layout& layout, std::size_t depth, std::int64_t at, const Visit& visit) {
  if (depth == layout.loops.size()) {
    if (layout.pieces.empty()) return visit(at, layout.block);
    for (const Layout::Piece& p : layout.pieces) {
      if (!visit(at + p.place, p.bytes)) return false;
    }
    return true;
  }
  const Layout::Loop& loop = layout.loops[depth];
  for (std::int64_t i = 0; i < loop.count; ++i) {
    if (!for_each_block(layout, depth + 1, at + i * loop.stride, visit)) return false;
  }
  return true;
}

}  // namespace

Layout Layout::repeat(std::int64_t count, std::int64_t length, std::int64_t stride) const {
  Layout result;
  result.block = block;
  result.pieces = pieces;
  result.alignment = alignment;
  result.size = size * length * count;
  result.parts = parts * length * count;
  result.part = part;
  // The outermost loop first; one that continues a block makes the block longer.
  std::vector<Loop> all = {{count, stride}, {length, extent}};
  all.insert(all.end(), loops.begin(), loops.end());
  std::erase_if(all, [](const Loop& l) { return l.count == 1; });
  while (pieces.empty() && !all.empty() && all.back().stride == result.block) {
    result.block *= all.back().count;
    all.pop_back();
  }
  if (result.size == 0) {
    all.clear();
    result.block = 0;
    result.pieces.clear();
  }
  result.loops = std::move(all);
  const std::int64_t last = std::max<std::int64_t>(count - 1, 0) * stride;
  const std::int64_t inner = std::max<std::int64_t>(length - 1, 0) * extent;
  result.lower = lower + std::min<std::int64_t>(last, 0) + std::min<std::int64_t>(inner, 0);
  const std::int64_t upper =
      lower + extent + std::max<std::int64_t>(last, 0) + std::max<std::int64_t>(inner, 0);
  result.extent = count * length == 0 ? 0 : upper - result.lower;
  if (count * length == 0) result.lower = 0;
  return result;
}

Layout::Span Layout::true_span() const {
  if (size == 0) return {};
  Span s{0, block};
  if (!pieces.empty()) {
    s = {INT64_MAX, INT64_MIN};
    for (const Piece& p : pieces) {
      s = {std::min(s.begin, p.place), std::max(s.end, p.place + p.bytes)};
    }
  }
  for (const Loop& l : loops) {
    const std::int64_t last = (l.count - 1) * l.stride;
    s = {s.begin + std::min<std::int64_t>(last, 0), s.end + std::max<std::int64_t>(last, 0)};
  }
  return s;
}

Layout Layout::shifted(std::int64_t by) const {
  Layout result = *this;
  if (by == 0 || size == 0) return result;
  if (pieces.empty()) result.pieces = {{0, block}};
  for (Piece& p : result.pieces) p.place += by;
  return result;
}

// Bounds are the least and the greatest of those of all elements (MPI 4.1, section 5.1.7).
Layout Layout::join(std::span<const Part> parts, bool pads) {
  Layout result;
  bool any = false;
  std::int64_t upper = 0;
  for (const Part& part : parts) {
    if (part.length == 0) continue;
    const Layout all = part.of->repeat(1, part.length, 0);
    result.part = result.parts == 0 || result.part == all.part ? all.part : 0;
    result.parts += all.parts;
    for_each_block(all, 0, part.place, [&](std::int64_t at, std::int64_t bytes) {
      if (bytes == 0) return true;
      if (!result.pieces.empty() &&
          result.pieces.back().place + result.pieces.back().bytes == at) {
        result.pieces.back().bytes += bytes;
      } else {
        result.pieces.push_back({at, bytes});
      }
      return true;
    });
    const std::int64_t lower = part.place + all.lower;
    result.lower = any ? std::min(result.lower, lower) : lower;
    upper = any ? std::max(upper, lower + all.extent) : lower + all.extent;
    result.size += all.size;
    result.alignment = std::max(result.alignment, all.alignment);
    any = true;
  }
  result.extent = upper - result.lower;
  if (pads) result.extent = (result.extent + result.alignment - 1) / result.alignment * result.alignment;
  if (result.pieces.size() == 1 && result.pieces[0].place == 0) {
    result.block = result.pieces[0].bytes;
    result.pieces.clear();
  }
  return result;
}

Layout::Span Layout::true_span(std::int64_t count) const {
  Span s = true_span();
  const std::int64_t last = count > 0 ? (count - 1) * extent : 0;
  return {s.begin + std::min<std::int64_t>(last, 0), s.end + std::max<std::int64_t>(last, 0)};
}

// The program's memory lies above the simulator's code, in an executable at a place of the system's
// choice far above all sizes that data can have.
bool Layout::looks_absolute() const {
  constexpr std::int64_t kLeast = std::int64_t{1} << 36;
  return size > 0 && true_span().begin >= kLeast;
}

namespace {

// Calls move(place in the buffer, place in the packed data, bytes) for all that lies in the range.
template <class Move>
void for_range(const Layout& layout, std::int64_t first, std::int64_t end, const Move& move) {
  if (layout.size == 0 || first >= end) return;
  const std::int64_t element = first / layout.size;
  std::int64_t at = element * layout.size;  // in the packed data
  for (std::int64_t i = element; at < end; ++i) {
    for_each_block(layout, 0, i * layout.extent, [&](std::int64_t place, std::int64_t bytes) {
      const std::int64_t from = std::max(at, first), to = std::min(at + bytes, end);
      if (from < to) move(place + (from - at), from - first, static_cast<std::size_t>(to - from));
      at += bytes;
      return at < end;
    });
  }
}

}  // namespace

void Layout::pack(const void* buffer, std::int64_t first, std::int64_t end, std::byte* packed) const {
  const auto base = reinterpret_cast<std::uintptr_t>(buffer);
  for_range(*this, first, end, [&](std::int64_t place, std::int64_t at, std::size_t bytes) {
    std::memcpy(packed + at,
                reinterpret_cast<const void*>(base + static_cast<std::uintptr_t>(place)), bytes);
  });
}

void Layout::unpack(const std::byte* packed, std::int64_t first, std::int64_t end,
                    void* buffer) const {
  const auto base = reinterpret_cast<std::uintptr_t>(buffer);
  for_range(*this, first, end, [&](std::int64_t place, std::int64_t at, std::size_t bytes) {
    std::memcpy(reinterpret_cast<void*>(base + static_cast<std::uintptr_t>(place)), packed + at,
                bytes);
  });
}

std::vector<Layout::Piece> Layout::places(std::int64_t first, std::int64_t end) const {
  std::vector<Piece> all;
  for_range(*this, first, end, [&](std::int64_t place, std::int64_t, std::size_t bytes) {
    const auto n = static_cast<std::int64_t>(bytes);
    if (!all.empty() && all.back().place + all.back().bytes == place) all.back().bytes += n;
    else all.push_back({place, n});
  });
  return all;
}

const Layout* pair_with_holes(Type type) {
  const auto pair = [](Type t) {
    Layout l = Layout::of(size_of(t), alignment_of(t));
    l.extent = extent_of(t);
    l.parts = 2, l.part = 0;
    l.committed = true;
    if (t == Type::i16_i32) l.pieces = {{0, 2}, {4, 4}};
    return l;
  };
  static const Layout double_int = pair(Type::f64_i32), long_int = pair(Type::i64_i32),
                      short_int = pair(Type::i16_i32), long_double_int = pair(Type::f80_i32);
  switch (type) {
    case Type::f64_i32: return &double_int;
    case Type::i64_i32: return &long_int;
    case Type::i16_i32: return &short_int;
    case Type::f80_i32: return &long_double_int;
    default: return nullptr;
  }
}

}  // namespace kasuri::mpi
