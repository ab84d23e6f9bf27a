// SPDX-License-Identifier: MIT
// Data that is not contiguous (derived datatypes): the library moves a stand-in without holes, packed
// before and unpacked afterwards. The CPU takes mpi.eager_copy_rate for both.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "mpi/caller.h"

namespace kasuri::mpi {

// The stand-ins of a collective's buffers, until finish() unpacks what came and ends this object.
struct PackedCall {
  World& world;
  bool payload;
  Bytes bytes{0};  // packed and to be unpacked

  PackedCall(World& w, std::uint32_t rank) : world(w), payload(w.rank(rank).payload) {}

  // A stand-in for `n` blocks of elements; `blocks` (whose element is the extent) becomes the
  // stand-in's. What stands in the buffer is packed; `receives`: unpacked at the end as well.
  // A layout that lives as long as this does.
  const Layout& own(Layout l) { return layouts_.emplace_back(std::move(l)); }
  void* replace(void* buffer, const Layout&, int n, Blocks& blocks, bool receives);
  // Blocks of datatypes of their own.
  struct Piece {
    std::int64_t place;  // in bytes
    std::int64_t count;  // elements
    std::int64_t bytes;
    const Layout* layout;  // null: without holes
  };
  // `blocks` becomes blocks of bytes: of the buffer itself, if they have no holes and numbers of 32 bits
  // tell where they are, else of a stand-in.
  void* replace(void* buffer, std::vector<Piece>, Blocks& blocks, bool receives);
  void finish();

 private:
  struct Side {
    void* original;
    std::byte* stand_in;
    const Layout* layout;
    Blocks blocks;
    int n;
    bool receives;
    std::vector<int> places;
    std::vector<Piece> pieces{};  // if blocks have datatypes of their own
    std::vector<int> sizes{};     // of these, in bytes
  };
  void unpack(const Side&) const;
  std::deque<Side> sides_;
  std::deque<Layout> layouts_;
};

}  // namespace kasuri::mpi
