// SPDX-License-Identifier: MIT
// What an algorithm of a collective operation may ask of its rank: messages within the team, and
// the arithmetic of reductions.
#include <cstring>

#include "mpi/caller.h"
#include "mpi/collective.h"

namespace kasuri::mpi {
namespace {

Transfer transfer(const Communicator& comm, int peer, const void* data, Bytes size) {
  return {.buffer = const_cast<void*>(data),
          .bytes = size,
          .peer = peer,
          .tag = 0,
          .comm = &comm,
          .collective = true};
}

}  // namespace

Team::Team(World& world, std::uint32_t strand, const Communicator& comm)
    : world_(world),
      strand_(strand),
      comm_(comm),
      rank_(comm.group.index_of(world.strand(strand).rank)),
      size_(comm.size()) {}

void Team::send(int to, const void* data, Bytes size) {
  Caller(world_, strand_).send(transfer(comm_, to, data, size));
}

void Team::receive(int from, void* data, Bytes size) {
  Caller(world_, strand_).receive(transfer(comm_, from, data, size));
}

void Team::exchange(int to, const void* data, Bytes size, int from, void* room, Bytes room_size) {
  Caller(world_, strand_).exchange(transfer(comm_, to, data, size),
                                   transfer(comm_, from, room, room_size));
}

Handle Team::isend(int to, const void* data, Bytes size) {
  return Caller(world_, strand_).isend(transfer(comm_, to, data, size));
}

Handle Team::ireceive(int from, void* data, Bytes size) {
  return Caller(world_, strand_).ireceive(transfer(comm_, from, data, size));
}

void Team::wait_all(std::span<Handle> all) {
  Caller(world_, strand_).wait(all);
  for (const Handle h : all) world_.collect(h);
}

void Team::copy(const void* from, void* to, Bytes size) {
  if (!world_.rank_of(strand_).payload || from == to || size.n == 0) return;
  std::memcpy(to, from, static_cast<std::size_t>(size.n));
}

void Team::combine(const CollectiveCall& call, const void* in, void* inout) {
  if (!world_.rank_of(strand_).payload) return;
  mpi::combine(call.op, call.type, in, inout, call.count);
}

Team::Scratch::Scratch(Team& team, Bytes size, bool always) : world_(team.world_) {
  if (always || world_.rank_of(team.strand_).payload) data_ = world_.buffers().take(size);
}

Team::Scratch::~Scratch() {
  if (data_) world_.buffers().give_back(data_);
}

void World::run_collective(Team& team, Collective which, const CollectiveCall& call) const {
  const auto& algorithm = [&]() -> const Algorithm& {
    switch (which) {
      case Collective::barrier: return *algorithms_.barrier;
      case Collective::bcast: return *algorithms_.bcast;
      case Collective::reduce: return *algorithms_.reduce;
      case Collective::allreduce: return *algorithms_.allreduce;
      default: return *algorithms_.alltoall;
    }
  }();
  algorithm.run(team, call);
}

}  // namespace kasuri::mpi
