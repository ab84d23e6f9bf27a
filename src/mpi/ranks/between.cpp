// SPDX-License-Identifier: MIT
// Collectives on intercommunicators (MPI 4.1, section 6.2.2): what each group gives, the other one gets.
//
// Reductions and barriers go to the first rank of each group, from there to that of the other group, and on
// to its members, by the algorithms of the configuration within the groups. Blocks go directly from rank to
// rank, as in libraries of MPI that keep such collectives simple.
#include "base/core/check.h"
#include "mpi/ranks/caller.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/collectives.h"

namespace kasuri::mpi {
namespace {

class Between {
 public:
  Between(World& world, Team& team, const Communicator& comm, const CollectiveCall& call)
      : world_(world), team_(team), comm_(comm), call_(call) {}

  void barrier() {
    within(Collective::barrier, {});
    exchange(nullptr, {0}, nullptr, {0});
    within(Collective::barrier, {});
  }

  void bcast() {
    if (call_.root == kProcNull) return;
    if (call_.root == kRoot) return team_.send(0, call_.receive, call_.bytes());
    if (is_first()) team_.receive(call_.root, call_.receive, call_.bytes());
    give_to_all();
  }

  // Each block from where it is to where it goes.
  void blocks(const Blocks* out, const Blocks* in, bool same_for_all) {
    const int peers = team_.size();
    Team::Requests all(team_, 2 * peers);
    for (int i = 0; in && i < peers; ++i) {
      all.add(team_.ireceive(i, offset(call_.receive, in->at(i)), in->bytes(i)));
    }
    for (int i = 0; (out || same_for_all) && i < peers; ++i) {
      const Bytes size = same_for_all ? call_.bytes() : out->bytes(i);
      all.add(team_.isend(i, same_for_all ? call_.send : offset(call_.send, out->at(i)), size));
    }
    team_.wait_all(all.all());
  }
  void gather() {
    if (call_.root == kRoot) blocks(nullptr, &call_.in, false);
    else if (call_.root != kProcNull) team_.send(call_.root, call_.send, call_.bytes());
  }
  void scatter() {
    if (call_.root == kRoot) blocks(&call_.out, nullptr, false);
    else if (call_.root != kProcNull) team_.receive(call_.root, call_.receive, call_.bytes());
  }

  void reduce() {
    if (call_.root == kProcNull) return;
    if (call_.root == kRoot) return team_.receive(0, call_.receive, call_.bytes());
    const Team::Scratch result(team_, call_.bytes());
    reduce_to_first(result.data());
    if (is_first()) team_.send(call_.root, result.data(), call_.bytes());
  }
  void allreduce() {
    const Team::Scratch result(team_, call_.bytes());
    reduce_to_first(result.data());
    exchange(result.data(), call_.bytes(), call_.receive, call_.bytes());
    give_to_all();
  }
  void reduce_scatter() {
    const Team::Scratch result(team_, call_.bytes()), theirs(team_, call_.bytes());
    reduce_to_first(result.data());
    exchange(result.data(), call_.bytes(), theirs.data(), call_.bytes());
    team_.turn_to(*comm_.local);
    const int me = team_.rank();
    if (me > 0) team_.receive(0, call_.receive, call_.in.bytes(me));
    Bytes at{0};
    Team::Requests all(team_, team_.size());
    for (int i = 0; me == 0 && i < team_.size(); at += call_.in.bytes(i), ++i) {
      if (i > 0) all.add(team_.isend(i, offset(theirs.data(), at), call_.in.bytes(i)));
      else team_.copy(theirs.data(), call_.receive, call_.in.bytes(0));
    }
    team_.wait_all(all.all());
    team_.turn_to(comm_);
  }

 private:
  bool is_first() const { return team_.rank() == 0; }

  void within(Collective which, const CollectiveCall& call) {
    team_.turn_to(*comm_.local);
    world_.collectives().run(team_, which, call);
    team_.turn_to(comm_);
  }
  void exchange(const void* data, Bytes size, void* room, Bytes room_size) {
    if (is_first()) team_.exchange(0, data, size, 0, room, room_size);
  }
  void reduce_to_first(void* result) {
    CollectiveCall own = call_;
    own.root = 0;
    own.receive = is_first() ? result : nullptr;
    own.in = own.out = {};
    within(Collective::reduce, own);
  }
  void give_to_all() {
    CollectiveCall own = call_;
    own.root = 0;
    own.user = nullptr;
    own.type = Type::byte;
    own.count = call_.bytes().n;
    within(Collective::bcast, own);
  }

  World& world_;
  Team& team_;
  const Communicator& comm_;
  const CollectiveCall& call_;
};

}  // namespace

void Collectives::run_between(Team& team, const Communicator& comm, Collective which,
                        const CollectiveCall& call) {
  Between between(world_, team, comm, call);
  switch (which) {
    using enum Collective;
    case barrier: return between.barrier();
    case bcast: return between.bcast();
    case gather:
    case gatherv: return between.gather();
    case scatter:
    case scatterv: return between.scatter();
    case reduce: return between.reduce();
    case allreduce: return between.allreduce();
    case allgather:
    case allgatherv: return between.blocks(nullptr, &call.in, true);
    case alltoall:
    case alltoallv: return between.blocks(&call.out, &call.in, false);
    case reduce_scatter:
    case reduce_scatter_block: return between.reduce_scatter();
    default: check(false, "this collective exists on intercommunicators");
  }
}

}  // namespace kasuri::mpi
