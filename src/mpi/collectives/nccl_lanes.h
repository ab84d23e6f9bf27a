// SPDX-License-Identifier: MIT
// What the lanes of NCCL's channels do, piece by piece: rings, chains, trees and exchanges. All are
// formulas of the piece's number, so that no rank has a list of others.
#pragma once

#include <algorithm>
#include <memory>

#include "mpi/collectives/nccl_channels.h"
#include "mpi/collectives/nccl_topology.h"

namespace kasuri::mpi::nccl {

// Elements that 16 bytes hold, of which threads move multiples.
inline std::int64_t grain_of(std::int64_t element) { return std::max<std::int64_t>(1, 16 / element); }

// A ring's chunk is as long as 4 slots with Simple, in slices of 2; else one slot. With LL and LL128
// receivers see data line by line: pieces of 128 KiB stand for that.
struct RingChunks {
  std::int64_t chunk;  // elements at most
  int slices = 2;
  std::int64_t window = kSlots / 2;  // pieces

  // `longest`: elements of a chunk of the call, if it is shorter.
  RingChunks(NcclProtocol p, std::int64_t element, std::int64_t longest)
      : chunk(std::max<std::int64_t>(1, slot_data(p) * (p == NcclProtocol::simple ? 4 : 1) / element)) {
    if (p == NcclProtocol::simple) return;
    slices = static_cast<int>((std::min(chunk, longest) * element + kStream.n - 1) / kStream.n);
    slices = std::max(1, slices);
    window = kSlots * slices;
  }
};

// Where a ring's chunks are: those of an allreduce behind one another in a channel's share of the vector,
// loop by loop; else each in the block of a rank.
class RingLane final : public Lane {
 public:
  enum class Kind { allreduce, reduce_scatter, allgather };

  struct Setup {
    Kind kind;
    const ServerOrder& order;
    RingOrder ring;
    int ranks;
    void* data;
    std::int64_t element;
    std::int64_t block;  // elements of a rank's block; of an allreduce the vector's
    const Blocks* blocks = nullptr;  // places of blocks, in bytes
  };

  RingLane(int channel, const Setup& s, Share share, NcclProtocol protocol)
      : Lane(channel),
        s_(s),
        share_(share),
        chunks_(protocol, s.element, (share.count + parts() - 1) / parts()),
        q_(s.ring.position()) {
    window = chunks_.window;
    const std::int64_t loop = chunks_.chunk * parts();
    loops_ = share.count == 0 ? 0 : (share.count + loop - 1) / loop;
    if (s.kind != Kind::allgather && share.count > 0) largest = slice_of(each_of(share.count));
    next_ = rank_at(q_ + 1);
    before_ = rank_at(q_ + s.ranks - 1);
  }

  std::int64_t pieces() const override { return loops_ * steps() * chunks_.slices; }

  Piece piece(std::int64_t i) const override {
    const std::int64_t loop = i / (steps() * chunks_.slices);
    const int step = static_cast<int>(i / chunks_.slices % steps());
    const int slice = static_cast<int>(i % chunks_.slices);
    const int n = s_.ranks, last = static_cast<int>(steps()) - 1;
    const int shift = s_.kind == Kind::allgather ? step : step + 1;
    const int chunk = (q_ - shift + 2 * n) % n;
    const auto [at, count] = range(chunk, loop, slice);
    Piece p;
    void* const data = offset(s_.data, at);
    if (step > 0) {
      p.elements = count;
      p.to = data;
      p.combines = s_.kind != Kind::allgather && step < n;
      p.sources[0] = before_;
    }
    if (step < last) {
      p.leaving = count;
      p.from = data;
      p.targets[0] = next_;
    }
    return p;
  }

 private:
  std::int64_t steps() const { return s_.kind == Kind::allreduce ? 2 * s_.ranks - 1 : s_.ranks; }
  int parts() const { return s_.kind == Kind::allreduce ? s_.ranks : 1; }
  int rank_at(int position) const { return s_.order.rank(s_.ring.place(position % s_.ranks)); }

  // Elements of a chunk where so many are left, and of its slices.
  std::int64_t each_of(std::int64_t left) const {
    return std::min(chunks_.chunk, in_grains((left + parts() - 1) / parts()));
  }
  std::int64_t slice_of(std::int64_t each) const {
    return std::min(each, in_grains((each + chunks_.slices - 1) / chunks_.slices));
  }
  std::int64_t in_grains(std::int64_t n) const {
    const std::int64_t grain = grain_of(s_.element);
    return (n + grain - 1) / grain * grain;
  }

  // Bytes from the beginning of the data, and elements.
  std::pair<Bytes, std::int64_t> range(int chunk, std::int64_t loop, int slice) const {
    const std::int64_t done = loop * chunks_.chunk * parts(), left = share_.count - done;
    const std::int64_t each = each_of(left), of_slice = slice_of(each);
    const std::int64_t begin = (parts() > 1 ? chunk * each : 0) + slice * of_slice;
    const std::int64_t end = (parts() > 1 ? chunk * each : 0) + std::min(each, (slice + 1) * of_slice);
    const std::int64_t from = std::min(begin, left), to = std::min(end, left);
    Bytes at{(share_.at + done + from) * s_.element};
    if (s_.kind != Kind::allreduce) at += s_.blocks->at(rank_at(chunk));
    return {at, std::max<std::int64_t>(0, to - from)};
  }

  Setup s_;
  Share share_;
  RingChunks chunks_;
  int q_;
  int next_ = 0, before_ = 0;
  std::int64_t loops_ = 0;
};

// Pieces of one length that pass through a rank: from its sources, to its targets. A broadcast along a
// chain, a reduction along one, and both directions of a tree.
class FlowLane final : public Lane {
 public:
  struct Setup {
    void* data;
    std::int64_t element;
    std::int64_t piece;  // elements
    bool combines = false;
    std::array<int, Piece::kMost> sources{-1, -1, -1}, targets{-1, -1, -1};  // ranks
  };

  FlowLane(int channel, const Setup& s, Share share) : Lane(channel), s_(s), share_(share) {
    // The first source and target stand for all.
    std::ranges::partition(s_.sources, [](int r) { return r >= 0; });
    std::ranges::partition(s_.targets, [](int r) { return r >= 0; });
    if (s.combines) largest = std::min(s.piece, share.count);
    sources = std::ranges::count_if(s_.sources, [](int r) { return r >= 0; });
  }

  std::int64_t pieces() const override { return (share_.count + s_.piece - 1) / s_.piece; }

  Piece piece(std::int64_t i) const override {
    const std::int64_t at = i * s_.piece, count = std::min(s_.piece, share_.count - at);
    void* const data = offset(s_.data, {(share_.at + at) * s_.element});
    Piece p{.to = data, .combines = s_.combines, .sources = s_.sources, .from = data,
            .targets = s_.targets};
    if (s_.sources[0] >= 0) p.elements = count;
    if (s_.targets[0] >= 0) p.leaving = count;
    return p;
  }

 private:
  Setup s_;
  Share share_;
};

// One direction of an exchange of blocks, round by round with other ranks: a group of sends, or of
// receives. `peer(round)` is a rank, `block(round)` the place and the bytes of its block.
template <class Peer, class Block>
class ExchangeLane final : public Lane {
 public:
  struct Setup {
    int first, step, rounds;  // of all rounds, this lane has first, first + step, …
    bool sends;
    bool combines = false;
    std::int64_t piece;    // elements
    std::int64_t element;  // bytes
  };

  ExchangeLane(int channel, const Setup& s, Peer peer, Block block)
      : Lane(channel), s_(s), peer_(std::move(peer)), block_(std::move(block)) {
    for (int r = s.first; r < s.rounds; r += s.step) {
      all_ += pieces_of(r);
      if (s.combines) largest = std::max(largest, std::min(s.piece, elements_of(r)));
    }
    rewind();
  }

  std::int64_t pieces() const override { return all_; }

  // Asked for in ascending order, or again from 0.
  Piece piece(std::int64_t i) const override {
    if (i < begin_) rewind();
    while (i >= begin_ + pieces_of(round_)) {
      begin_ += pieces_of(round_);
      round_ += s_.step;
    }
    const std::int64_t at = (i - begin_) * s_.piece;
    const std::int64_t count = std::min(s_.piece, elements_of(round_) - at);
    void* const data = offset(block_(round_).first, {at * s_.element});
    const std::int64_t fresh = at == 0 ? pieces_of(round_) : -1;
    Piece p;
    if (s_.sends) {
      p.leaving = count;
      p.from = data;
      p.targets[0] = peer_(round_);
      p.leaving_in_all = fresh;
    } else {
      p.elements = count;
      p.to = data;
      p.combines = s_.combines;
      p.sources[0] = peer_(round_);
      p.coming_in_all = fresh;
    }
    return p;
  }

 private:
  std::int64_t elements_of(int round) const { return block_(round).second.n / s_.element; }
  std::int64_t pieces_of(int round) const { return (elements_of(round) + s_.piece - 1) / s_.piece; }
  void rewind() const {
    begin_ = 0;
    round_ = s_.first;
  }

  Setup s_;
  Peer peer_;
  Block block_;
  std::int64_t all_ = 0;
  mutable std::int64_t begin_ = 0;
  mutable int round_ = 0;
};

// The same call with bytes for elements, where nothing is combined.
inline CollectiveCall in_bytes(const CollectiveCall& call) {
  CollectiveCall c = call;
  c.count = call.bytes().n;
  c.type = Type::byte;
  c.user = nullptr;
  return c;
}

}  // namespace kasuri::mpi::nccl
