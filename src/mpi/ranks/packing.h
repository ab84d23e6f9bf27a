// SPDX-License-Identifier: MIT
// Data that is not contiguous (derived datatypes): messages carry it without holes, packed before and
// unpacked afterwards; collectives move a stand-in. The CPU takes mpi.eager_copy_rate for both.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "mpi/ranks/caller.h"

namespace kasuri::mpi {

// The stand-ins of a collective's buffers: temporaries of the team that runs it.
struct PackedCall {
  bool payload;
  Bytes bytes{0};  // packed and to be unpacked

  PackedCall(World& w, std::uint32_t rank) : payload(w.rank(rank).payload) {}

  // What is done with a buffer: what stands there is packed, what comes is unpacked.
  struct Use {
    bool packs, unpacks;
  };
  // A layout that lives as long as this does.
  const Layout& own(Layout l) { return layouts_.emplace_back(std::move(l)); }
  // A stand-in for `n` blocks of elements; `blocks` (whose element is the extent) becomes the
  // stand-in's. Null: the buffer is, and there are no data.
  void* replace(void* buffer, const Layout&, int n, Blocks& blocks, Use);
  // Blocks of datatypes of their own.
  struct Piece {
    std::int64_t place;  // in bytes
    std::int64_t count;  // elements
    std::int64_t bytes;
    const Layout* layout;  // null: without holes
  };
  // `blocks` becomes blocks of bytes: of the buffer itself, if they have no holes, else of a stand-in.
  void* replace(void* buffer, std::vector<Piece>, Blocks& blocks, Use);

  void begin(Team&);
  // Unpacks what came. What the call describes stays, for a recorder.
  void finish(Team&);

 private:
  struct Side {
    void* original = nullptr;
    Bytes size{0};
    Use use{};
    void* address = nullptr;  // of the stand-in; null: there is none
    const Layout* layout = nullptr;
    Blocks blocks{}, packed{};
    int n = 0;
    std::vector<std::int64_t> places{};
    std::vector<Piece> pieces{};  // if blocks have datatypes of their own
    std::vector<std::int64_t> sizes{};  // of these, in bytes
    std::optional<Team::Scratch> stand_in{};
  };
  void* address_for(Side&, bool has_data);
  // Calls move(block's address, its layout or null, its place in the stand-in, bytes) for each.
  template <class Move>
  static void for_each_block(const Side&, const Move&);
  std::deque<Side> sides_;
  std::deque<Layout> layouts_;
};

}  // namespace kasuri::mpi
