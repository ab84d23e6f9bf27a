// SPDX-License-Identifier: MIT
// What an algorithm of a collective operation may ask of its rank: messages within the team.
#include <algorithm>
#include <cstring>

#include "mpi/ranks/call_size.h"
#include "mpi/ranks/caller.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/collectives.h"
#include "mpi/ranks/ordered_reduction.h"

namespace kasuri::mpi {

Team::Team(World& world, std::uint32_t coroutine, const Communicator& comm, std::int32_t tag,
           bool carries)
    : world_(world),
      coroutine_(coroutine),
      comm_(&comm),
      rank_(comm.group.index_of(world.coroutine(coroutine).rank)),
      size_(comm.peers().size),
      tag_(tag),
      carries_(carries),
      moves_(carries || world.rank(world.coroutine(coroutine).rank).payload),
      costs_(world.params().has_cpu_costs()) {}

void Team::turn_to(const Communicator& comm) {
  comm_ = &comm;
  rank_ = comm.group.index_of(world_.coroutine(coroutine_).rank);
  size_ = comm.peers().size;
}

Team::Part::Part(Team& team, const ServerOrder& order, Places places, int rank)
    : team_(team), rank_(team.rank_), size_(team.size_) {
  team.part_of_ = &order;
  team.places_ = places;
  team.rank_ = rank;
  team.size_ = places.size;
}

Team::Part::~Part() {
  team_.part_of_ = nullptr;
  team_.rank_ = rank_;
  team_.size_ = size_;
}

// What a rank does before its first message.
void Team::begin() { take(Activity::sending, world_.params().call_overhead); }

// Software that a collective runs through before it sends.
void Team::begin_step() { take(Activity::sending, world_.params().step_overhead); }

void Team::take(Activity what, Time t) {
  if (t > Time{0}) Caller(world_, coroutine_).spend(what, t);
}

// The vector of a reduction, of which parts may be combined one after the other.
Bytes Team::reduced(const CollectiveCall& call) const {
  if (call.in.counts) return call.in.at(size_ - 1) + call.in.bytes(size_ - 1);
  return std::max(call.bytes(), call.in.bytes(0) * size_);
}

Transfer Team::incoming(int from, void* data, Bytes size) const {
  return {.buffer = moves_ ? data : nullptr,
          .bytes = size,
          .peer = peer(from),
          .tag = tag_,
          .comm = comm_,
          .collective = true,
          .carries = carries_,
          .keeps = moves_};
}

Transfer Team::outgoing(int to, const void* data, Bytes size) {
  to = peer(to);
  if (to != last_peer_) ++peers_;
  last_peer_ = to;
  const std::uint32_t most = world_.params().eager_peers;
  Transfer t{.bytes = size,
             .peer = to,
             .tag = tag_,
             .comm = comm_,
             .collective = true,
             .carries = carries_,
             .beyond = most > 0 && peers_ > most};
  if (!moves_ || !data || size.n == 0) return t;
  t.buffer = memory(data);
  if (missing_.empty() || !t.buffer) [[likely]] return t;
  const std::vector<Run> all = runs(data, size);
  if (all.size() > 1) {
    t.buffer = with_gaps(all, size);
    t.prepared = true;
  } else {
    t.buffer = all[0].memory;
  }
  return t;
}

void Team::send(int to, const void* data, Bytes size) {
  begin_step();
  Caller(world_, coroutine_).send(outgoing(to, data, size));
}

void Team::receive(int from, void* data, Bytes size) {
  Caller caller(world_, coroutine_);
  const Handle h = caller.ireceive(incoming(from, data, size));
  caller.wait({&h, 1});
  end(h);
}

void Team::exchange(int to, const void* data, Bytes size, int from, void* room, Bytes room_size) {
  Caller caller(world_, coroutine_);
  begin_step();
  const Handle receive = caller.ireceive(incoming(from, room, room_size));
  const Handle both[] = {receive, caller.isend(outgoing(to, data, size))};
  caller.wait(both);
  world_.requests().collect(both[1]);
  end(receive);
}

Handle Team::isend(int to, const void* data, Bytes size) {
  begin_step();
  return Caller(world_, coroutine_).isend(outgoing(to, data, size));
}

Handle Team::ireceive(int from, void* data, Bytes size) {
  return Caller(world_, coroutine_).ireceive(incoming(from, data, size));
}

// Straight from memory to memory by the NICs, as with remote direct memory access. `nic`: of the node,
// modulo how many there are.
Handle Team::put(int to, const void* data, Bytes size, std::uint32_t nic) {
  Transfer t = outgoing(to, data, size);
  t.mode = Transfer::Mode::zero_copy;
  t.by_nic = true;
  t.route = static_cast<Route>(nic % world_.ranks().nics() + 1);
  return Caller(world_, coroutine_).isend(t);
}

Handle Team::ireceive_put(int from, void* data, Bytes size) {
  Transfer t = incoming(from, data, size);
  t.by_nic = true;
  return Caller(world_, coroutine_).ireceive(t);
}

void Team::wait_all(std::span<Handle> all) {
  Caller(world_, coroutine_).wait(all);
  for (const Handle h : all) end(h);
}

void Team::end(Handle h) {
  if (moves_) finish_receive(h);
  world_.requests().end(h);
}

void Collectives::run_algorithm(Team& team, Collective which, const CollectiveCall& call) {
  const std::uint32_t rank = world_.coroutine(team.coroutine()).rank;
  RankTable::Job& job = ranks_.job(rank);
  const AlgorithmTable& table_of_job = *job.algorithms;
  const int p = team.size();
  const CallSize size = call_size(which, call, p);
  const AlgorithmTable::Line& line = table_of_job.select(which, size);
  const Algorithm& algorithm = *line.algorithm;
  const bool in_order = call.user && !call.user->commutes;  // by the CPU, whatever is selected
  if (p > 1 && (in_order || !algorithm.leaves_cpu())) team.begin();
  team.takes_form({});
  // Not those by which communicators are made.
  const auto served = [&](std::string_view name, bool by_library) {
    CollectiveAccount* const account = ranks_.account_of(rank, team.tag());
    if (account != &job.collectives[static_cast<std::size_t>(which)]) return;
    account->served({.name = name,
                     .form = team.form(),
                     .chosen_by = by_library ? std::string_view(table_of_job.library()) : "",
                     .is_assumed = by_library && table_of_job.is_assumed(),
                     .calls = 1,
                     .ranks_least = p,
                     .ranks_most = p,
                     .least = size.bytes,
                     .most = size.bytes});
  };
  if (in_order) {
    served("in the order of ranks", false);
    return run_in_order(team, which, call, table_of_job);
  }
  const Time begin = world_.now();
  if (!call.in.counts || call.in.places) {
    team.run(algorithm, call);
  } else {
    // Of a reduce_scatter the caller gives counts alone: blocks lie behind one another.
    const SharedPlaces::List places = block_places_.of(call.in.counts, p);
    CollectiveCall placed = call;
    placed.in.places = places->data();
    team.run(algorithm, placed);
  }
  served(line.name, line.of_library);
  RankObserver* const o = world_.accounts().observer();
  if (algorithm.leaves_cpu() && o && has_common_size(which)) {
    o->ended_on_devices(rank, {which, whole_buffer(which, call, p), p, begin, world_.now()});
  }
}

void Team::run(const Algorithm& algorithm, const CollectiveCall& call) {
  if (algorithm.leaves_cpu()) costs_ = false;
  algorithm.run(*this, call);
}

}  // namespace kasuri::mpi
