// SPDX-License-Identifier: MIT
#include "mpi/packing.h"

#include <cstring>

namespace kasuri::mpi {

Handle Caller::start_packed_send(const Transfer& t) {
  Transfer packed = t;
  packed.layout = nullptr;
  packed.buffer = nullptr;
  if (!world_.rank(rank()).payload || t.bytes.n == 0) return world_.start_send(rank(), packed);
  std::byte* stand_in = world_.buffers().take(t.bytes);
  t.layout->pack(t.buffer, t.count, stand_in);
  packed.buffer = stand_in;
  const Handle h = world_.start_send(rank(), packed);
  if (is_request(h)) {
    world_.keep_packed(h, {}, stand_in);
  } else {
    world_.buffers().give_back(stand_in);
  }
  return h;
}

Handle Caller::start_packed_receive(const Transfer& t, std::uint32_t early) {
  Transfer packed = t;
  packed.layout = nullptr;
  const bool moves = world_.rank(rank()).payload && t.bytes.n > 0;
  packed.buffer = moves ? world_.buffers().take(t.bytes) : nullptr;
  const Handle h = early == World::kNone ? world_.start_receive(rank(), packed)
                                         : world_.start_receive_taken(rank(), early, packed);
  world_.keep_packed(h, t, static_cast<std::byte*>(packed.buffer));
  return h;
}

void World::keep_packed(Handle h, const Transfer& t, std::byte* stand_in) {
  const std::uint32_t i = index_of(h);
  requests_[i].packed = true;
  packed_[i] = {stand_in, t.buffer, t.layout, t.count};
}

void World::unpack(std::uint32_t request) {
  const auto at = packed_.find(request);
  const Packed p = at->second;
  packed_.erase(at);
  if (!p.stand_in) return;
  const Request& r = requests_[request];
  if (p.layout && !r.cancelled) {
    p.layout->unpack(p.stand_in, r.bytes.n, p.count, in_memory_of(r.key.rank, p.original));
  }
  buffers_.give_back(p.stand_in);
}

void* PackedCall::replace(void* buffer, const Layout& layout, int n, Blocks& blocks, bool receives) {
  Side side{buffer, nullptr, &layout, blocks, n, receives, {}};
  Bytes size{0};
  Blocks packed{.count = blocks.count, .counts = blocks.counts, .element = layout.size};
  int next = 0;
  for (int i = 0; i < n; ++i) {
    size += packed.bytes(i);
    if (!blocks.counts) continue;
    side.places.push_back(next);
    next += blocks.counts[i];
  }
  bytes += size;
  if (payload && size.n > 0) side.stand_in = world.buffers().take(size);
  sides_.push_back(std::move(side));
  const Side& kept = sides_.back();
  if (blocks.counts) packed.places = kept.places.data();
  for (int i = 0; kept.stand_in && i < n; ++i) {
    const std::int64_t elements = blocks.counts ? blocks.counts[i] : blocks.count;
    layout.pack(offset(buffer, blocks.at(i)), elements, kept.stand_in + packed.at(i).n);
  }
  blocks = packed;
  return kept.stand_in;
}

void* PackedCall::replace(void* buffer, std::vector<Piece> pieces, Blocks& blocks, bool receives) {
  Side side{buffer, nullptr, nullptr, {}, static_cast<int>(pieces.size()), receives, {}};
  bool direct = true;
  Bytes size{0};
  for (const Piece& p : pieces) {
    direct &= !p.layout && p.place >= INT32_MIN && p.place <= INT32_MAX;
    size += Bytes{p.bytes};
  }
  if (!direct && size.n > INT32_MAX) {
    throw Error(Exit::limit, "kasuri: error: blocks with holes of more than 2 GiB in one call");
  }
  std::int64_t next = 0;
  for (const Piece& p : pieces) {
    side.places.push_back(static_cast<int>(direct ? p.place : next));
    side.sizes.push_back(static_cast<int>(p.bytes));
    next += p.bytes;
  }
  if (!direct) {
    bytes += size;
    if (payload && size.n > 0) side.stand_in = world.buffers().take(size);
  }
  for (std::size_t i = 0; side.stand_in && i < pieces.size(); ++i) {
    const Piece& p = pieces[i];
    const void* const from = offset(buffer, Bytes{p.place});
    std::byte* const to = side.stand_in + side.places[i];
    if (p.layout) p.layout->pack(from, p.count, to);
    else if (p.bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(p.bytes));
  }
  side.pieces = std::move(pieces);
  const Side& kept = sides_.emplace_back(std::move(side));
  blocks = {.counts = kept.sizes.data(), .places = kept.places.data(), .element = 1};
  return direct ? buffer : kept.stand_in;
}

void PackedCall::unpack(const Side& s) const {
  for (std::size_t i = 0; i < s.pieces.size(); ++i) {
    const Piece& p = s.pieces[i];
    const std::byte* const from = s.stand_in + s.places[i];
    void* const to = offset(s.original, Bytes{p.place});
    if (p.layout) p.layout->unpack(from, p.bytes, p.count, to);
    else if (p.bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(p.bytes));
  }
}

void PackedCall::finish() {
  for (const Side& s : sides_) {
    if (!s.stand_in) continue;
    if (!s.layout) {
      if (s.receives) unpack(s);
      world.buffers().give_back(s.stand_in);
      continue;
    }
    const Blocks packed{.count = s.blocks.count,
                        .counts = s.blocks.counts,
                        .places = s.blocks.counts ? s.places.data() : nullptr,
                        .element = s.layout->size};
    for (int i = 0; s.receives && i < s.n; ++i) {
      const std::int64_t elements = s.blocks.counts ? s.blocks.counts[i] : s.blocks.count;
      s.layout->unpack(s.stand_in + packed.at(i).n, packed.bytes(i).n, elements,
                       offset(s.original, s.blocks.at(i)));
    }
    world.buffers().give_back(s.stand_in);
  }
  delete this;
}

}  // namespace kasuri::mpi
