// SPDX-License-Identifier: MIT
#include "mpi/ranks/packing.h"

#include <algorithm>
#include <cstring>

#include "base/core/guarded.h"
#include "network/net/payload.h"

namespace kasuri::mpi {
namespace {

void* at_place(void* buffer, std::int64_t by) {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(buffer) +
                                 static_cast<std::uintptr_t>(by));
}

}  // namespace

std::byte* Requests::pack(std::uint32_t rank, const Transfer& t) {
  const bool has = t.layout ? t.layout->has_data(t.buffer) : t.buffer != nullptr;
  if (!ranks_[rank].payload || t.bytes.n == 0 || !has) return nullptr;
  std::byte* const packed = buffers_.allocate(t.bytes);
  const bool good = without_fault([&] {
    if (t.layout) t.layout->pack(t.buffer, t.count, packed);
    else std::memcpy(packed, t.buffer, static_cast<std::size_t>(t.bytes.n));
  });
  if (!good) mistakes_.fail_access(rank, t.buffer, t.bytes, false);
  return packed;
}

Handle Caller::start_packed_send(const Transfer& t) {
  std::byte* const stand_in = world_.requests().pack(rank(), t);
  Transfer packed = t;
  packed.layout = nullptr;
  packed.buffer = stand_in;
  const Handle h = world_.messages().start_send(rank(), packed);
  if (!stand_in) return h;
  if (is_request(h)) world_.requests().keep_packed(h, {}, stand_in);
  else world_.buffers().free(stand_in);
  return h;
}

Handle Caller::start_packed_receive(const Transfer& t, std::uint32_t early) {
  Transfer packed = t;
  packed.layout = nullptr;
  packed.buffer = nullptr;
  packed.keeps = world_.rank(world_.coroutine(coroutine_).rank).payload;
  if (packed.keeps && t.layout->has_data(t.buffer) && t.bytes.n > 0) {
    const Layout::Span span = t.layout->true_span(t.count);
    const auto bytes = static_cast<std::size_t>(span.end - span.begin);
    if (!can_write(at_place(t.buffer, span.begin), bytes, true)) {
      world_.mistakes().fail_access(rank(), t.buffer, t.bytes, true);
    }
  }
  const Handle h = early == World::kNone ? world_.messages().start_receive(rank(), packed)
                                         : world_.messages().start_receive_taken(rank(), early, packed);
  world_.requests().keep_packed(h, t, nullptr);
  return h;
}

void Requests::keep_packed(Handle h, const Transfer& t, std::byte* stand_in) {
  const std::uint32_t i = index_of(h);
  pool_[i].packed = true;
  packed_[i] = {stand_in, t.buffer, t.layout, t.count};
}

void Requests::unpack(std::uint32_t request) {
  const auto at = packed_.find(request);
  const Packed p = at->second;
  packed_.erase(at);
  if (p.stand_in) return buffers_.free(p.stand_in);
  const Request& r = pool_[request];
  const std::uint32_t rank = r.key.rank;
  const Bytes size = r.bytes;
  const bool wants = p.layout && !r.cancelled && size.n > 0 && p.layout->has_data(p.original);
  std::byte* const payload = r.keeps ? take_kept(handle_of(request)).payload : nullptr;
  if (wants && !payload) ++ranks_[rank].statistics.without_data;
  bool good = true;
  if (wants && payload) {
    // Absolute addresses are those of the rank whose globals are in place.
    PrivateGlobals* const globals = ranks_.globals_of(rank);
    if (globals && !p.original) globals->enter(rank);
    good = without_fault([&] {
      p.layout->unpack(payload, 0, size.n, p.original ? ranks_.in_memory_of(rank, p.original) : nullptr);
    });
  }
  free_payload(payload);
  if (!good) mistakes_.fail_access(rank, p.original, size, true);
}

// ---- Collectives ----

void* PackedCall::address_for(Side& side, bool has_data) {
  bytes += side.size;
  if (!payload || side.size.n == 0 || !has_data) return nullptr;
  side.address = reinterpret_cast<void*>(Team::kStandIns + (std::uint64_t{sides_.size()} << 56));
  return side.address;
}

void* PackedCall::replace(void* buffer, const Layout& layout, int n, Blocks& blocks, Use use) {
  Side& side = sides_.emplace_back();
  side.original = buffer;
  side.use = use;
  side.layout = &layout;
  side.blocks = blocks;
  side.n = n;
  side.packed = {.count = blocks.count, .counts = blocks.counts, .element = layout.size};
  std::int64_t next = 0;
  for (int i = 0; i < n; ++i) {
    side.size += side.packed.bytes(i);
    if (!blocks.counts) continue;
    side.places.push_back(next);
    next += blocks.counts[i];
  }
  if (blocks.counts) side.packed.places = side.places.data();
  blocks = side.packed;
  return address_for(side, layout.has_data(buffer));
}

void* PackedCall::replace(void* buffer, std::vector<Piece> pieces, Blocks& blocks, Use use) {
  Side& side = sides_.emplace_back();
  side.original = buffer;
  side.use = use;
  side.n = static_cast<int>(pieces.size());
  bool direct = true;
  bool has_data = buffer;
  Bytes size{0};
  for (const Piece& p : pieces) {
    direct &= !p.layout;
    has_data |= p.layout && p.layout->absolute;
    size += Bytes{p.bytes};
  }
  std::int64_t next = 0;
  for (const Piece& p : pieces) {
    side.places.push_back(direct ? p.place : next);
    side.sizes.push_back(p.bytes);
    next += p.bytes;
  }
  side.packed = {.counts = side.sizes.data(), .places = side.places.data(), .element = 1};
  side.pieces = std::move(pieces);
  blocks = side.packed;
  if (direct) return buffer;
  side.size = size;
  return address_for(side, has_data);
}

template <class Move>
void PackedCall::for_each_block(const Side& side, const Move& move) {
  for (int i = 0; i < side.n; ++i) {
    const Bytes size = side.packed.bytes(i);
    void* const place = at_place(side.address, side.packed.at(i).n);
    if (size.n == 0) continue;
    if (side.layout) {
      move(at_place(side.original, side.blocks.at(i).n), *side.layout, place, size);
      continue;
    }
    const Piece& p = side.pieces[static_cast<std::size_t>(i)];
    const Layout block = p.layout ? *p.layout : Layout::of(p.bytes);
    if (block.has_data(side.original)) move(at_place(side.original, p.place), block, place, size);
  }
}

void PackedCall::begin(Team& team) {
  for (Side& side : sides_) {
    if (!side.address || !team.moves()) continue;
    side.stand_in.emplace(team, side.size, reinterpret_cast<std::uint64_t>(side.address));
    team.forget(side.address, side.size);
    if (!side.use.packs) continue;
    for_each_block(side, [&](void* from, const Layout& layout, void* place, Bytes size) {
      if (layout.is_contiguous()) return team.copy(from, place, size);
      team.write(place, size, from, [&](std::byte* to) { layout.pack(from, 0, size.n, to); });
    });
  }
}

void PackedCall::finish(Team& team) {
  for (const Side& side : sides_) {
    if (!side.stand_in || !side.use.unpacks) continue;
    for_each_block(side, [&](void* to, const Layout& layout, void* place, Bytes size) {
      team.read(place, size, to, [&](const std::byte* from, std::int64_t at, std::int64_t n) {
        layout.unpack(from, at, at + n, to);
      });
    });
  }
  for (auto side = sides_.rbegin(); side != sides_.rend(); ++side) side->stand_in.reset();  // as a stack
}

}  // namespace kasuri::mpi
