// SPDX-License-Identifier: MIT
// What an algorithm of a collective operation may ask of its rank: messages within the team, and
// the arithmetic of reductions.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "mpi/caller.h"
#include "mpi/collective.h"
#include "mpi/ordered_reduction.h"

namespace kasuri::mpi {

Team::Team(World& world, std::uint32_t strand, const Communicator& comm, std::int32_t tag,
           bool carries)
    : world_(world),
      strand_(strand),
      comm_(comm),
      rank_(comm.group.index_of(world.strand(strand).rank)),
      size_(comm.size()),
      tag_(tag),
      carries_(carries),
      moves_(carries || world.rank_of(strand).payload) {}

Transfer Team::transfer(int peer, const void* data, Bytes size) const {
  return {.buffer = const_cast<void*>(data),
          .bytes = size,
          .peer = peer,
          .tag = tag_,
          .comm = &comm_,
          .collective = true,
          .carries = carries_};
}

void Team::send(int to, const void* data, Bytes size) {
  Caller(world_, strand_).send(transfer(to, data, size));
}

void Team::receive(int from, void* data, Bytes size) {
  Caller(world_, strand_).receive(transfer(from, data, size));
}

void Team::exchange(int to, const void* data, Bytes size, int from, void* room, Bytes room_size) {
  Caller(world_, strand_).exchange(transfer(to, data, size),
                                   transfer(from, room, room_size));
}

Handle Team::isend(int to, const void* data, Bytes size) {
  return Caller(world_, strand_).isend(transfer(to, data, size));
}

Handle Team::ireceive(int from, void* data, Bytes size) {
  return Caller(world_, strand_).ireceive(transfer(from, data, size));
}

void Team::wait_all(std::span<Handle> all) {
  Caller(world_, strand_).wait(all);
  for (const Handle h : all) world_.collect(h);
}

void Team::copy(const void* from, void* to, Bytes size) {
  if (!moves_ || from == to || size.n == 0) return;
  std::memcpy(to, from, static_cast<std::size_t>(size.n));
}

void Team::combine(const CollectiveCall& call, const void* in, void* inout, std::int64_t count) {
  if (!moves_ || count == 0) return;
  if (!call.user) return mpi::combine(call.op, call.type, in, inout, count);
  int n = static_cast<int>(count);
  ::KasuriDatatype* type = call.datatype;
  call.user->function(const_cast<void*>(in), inout, &n, &type);
}

Team::Scratch::Scratch(Team& team, Bytes size, bool always) : world_(team.world_) {
  if (always || team.moves_) data_ = world_.buffers().take(size);
}

Team::Scratch::~Scratch() {
  if (data_) world_.buffers().give_back(data_);
}

void World::run_collective(Team& team, Collective which, const CollectiveCall& call) const {
  if (call.user && !call.user->commutes) return run_in_order(team, which, call, algorithms_);
  const int p = team.size();
  const Algorithm& algorithm = algorithms_.select(which, p, common_size(which, call, p));
  if (!call.in.counts || call.in.places) return algorithm.run(team, call);

  // Of a reduce_scatter the caller gives counts alone: blocks lie behind one another.
  const auto table = places_of({call.in.counts, static_cast<std::size_t>(p)});
  CollectiveCall placed = call;
  placed.in.places = table->places.data();
  algorithm.run(team, placed);
}

// Ranks that give the same sizes share the places of the blocks.
std::shared_ptr<const BlockPlaces> World::places_of(std::span<const int> counts) const {
  const auto is_same = [&](const std::vector<int>& known) {
    return known.size() == counts.size() &&
           std::equal(known.data(), known.data() + known.size(), counts.data());
  };
  if (places_made_ && is_same(places_made_->counts)) return places_made_;
  auto made = std::make_shared<BlockPlaces>();
  made->counts.assign(counts.begin(), counts.end());
  made->places.resize(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), made->places.begin(), 0);
  return places_made_ = std::move(made);
}

}  // namespace kasuri::mpi
