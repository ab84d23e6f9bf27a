// SPDX-License-Identifier: MIT
// Intercommunicators (MPI 4.1, section 7.6).
#include <functional>
#include <string_view>

#include "mpi/api/mgen_handles.h"
#include "mpi/ranks/communicators.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::comm_of;
using mpi::Communicator;

namespace {

Communicator& inter_of(Call& call, MPI_Comm comm) {
  Communicator& c = comm_of(call, comm);
  if (!c.between) call.fail_as(MPI_ERR_COMM, "the communicator is no intercommunicator");
  return c;
}

// A tag from 0 on for a text.
std::int32_t tag_of(const char* text) {
  return static_cast<std::int32_t>(std::hash<std::string_view>()(text ? text : "") & 0x3fffffff);
}

void refuse_recording(Call& call) {
  if (call.world().recorder()) call.fail("traces with intercommunicators cannot be recorded");
}

}  // namespace

extern "C" {

int MGEN_Intercomm_create(MPI_Comm local, int leader, MPI_Comm peer, int remote_leader, int tag,
                          MPI_Comm* newcomm) {
  Call call("MGEN_Intercomm_create");
  refuse_recording(call);
  Communicator& own = comm_of(call, local);
  mpi::refuse_between(call, own);
  call.check_rank(own, leader);
  if (tag < 0) call.bad_tag(tag);
  Communicator* other = nullptr;
  if (own.group.index_of(call.rank()) == leader) {
    other = &comm_of(call, peer);
    call.check_rank(*other, remote_leader);
    if (own.group.find(other->peers().member(remote_leader)) >= 0) {
      call.fail_as(MPI_ERR_RANK, "the remote leader, rank {}, is a rank of the own group",
                                  remote_leader);
    }
  }
  *newcomm = handle_of(call, mpi::join_groups(call, own, leader, other, remote_leader, tag));
  return MPI_SUCCESS;
}

// Communicators of groups alone (MPI 4.1, sections 7.4.2 and 7.6.2): the members agree in messages on the
// world's communicator. The text keeps calls of overlapping groups apart.
int MGEN_Comm_create_from_group(MPI_Group group, const char* stringtag, MPI_Info, MPI_Errhandler handler,
                                MPI_Comm* newcomm) {
  Call call("MGEN_Comm_create_from_group");
  refuse_recording(call);
  Communicator& world = call.ranks().world_of(call.rank());
  Communicator* const fresh =
      mpi::create_among(call, world, group_within(call, world, group), tag_of(stringtag));
  *newcomm = handle_of(call, fresh);
  if (fresh) keep_error_handler(call, *fresh, handler);
  return MPI_SUCCESS;
}

int MGEN_Intercomm_create_from_groups(MPI_Group local, int leader, MPI_Group remote, int remote_leader,
                                      const char* stringtag, MPI_Info, MPI_Errhandler handler,
                                      MPI_Comm* newcomm) {
  Call call("MGEN_Intercomm_create_from_groups");
  refuse_recording(call);
  Communicator& world = call.ranks().world_of(call.rank());
  const mpi::Group mine = group_within(call, world, local), theirs = group_within(call, world, remote);
  const std::int32_t tag = tag_of(stringtag);
  if (leader < 0 || leader >= mine.size) {
    call.fail_as(MPI_ERR_RANK, "the local group has no rank {}", leader);
  }
  const bool leads = mine.member(leader) == call.rank();
  if (leads && (remote_leader < 0 || remote_leader >= theirs.size)) {
    call.fail_as(MPI_ERR_RANK, "the remote group has no rank {}", remote_leader);
  }
  Communicator* const own = mpi::create_among(call, world, mine, tag);
  if (!own) call.fail_as(MPI_ERR_GROUP, "the rank is not in the local group");
  const int peer = leads ? world.group.index_of(theirs.member(remote_leader)) : 0;
  Communicator* const fresh = mpi::join_groups(call, *own, leader, &world, peer, -2 - tag);
  own->freed = true;
  call.ranks().release(call.rank(), *own);
  *newcomm = handle_of(call, fresh);
  keep_error_handler(call, *fresh, handler);
  return MPI_SUCCESS;
}

int MGEN_Intercomm_merge(MPI_Comm inter, int high, MPI_Comm* newcomm) {
  Call call("MGEN_Intercomm_merge");
  *newcomm = handle_of(call, mpi::merge(call, inter_of(call, inter), high != 0));
  return MPI_SUCCESS;
}

int MGEN_Comm_remote_size(MPI_Comm comm, int* size) {
  Call call("MGEN_Comm_remote_size");
  *size = inter_of(call, comm).remote.size;
  return MPI_SUCCESS;
}

int MGEN_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
  Call call("MGEN_Comm_remote_group");
  *group = keep_group(call, inter_of(call, comm).remote);
  return MPI_SUCCESS;
}

}  // extern "C"
