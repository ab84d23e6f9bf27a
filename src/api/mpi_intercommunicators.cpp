// SPDX-License-Identifier: MIT
// Intercommunicators (MPI 4.1, section 7.6).
#include "api/mgen_handles.h"
#include "mpi/communicators.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::comm_of;
using mpi::Communicator;

namespace {

Communicator& inter_of(Call& call, MGEN_Comm comm) {
  Communicator& c = comm_of(call, comm);
  if (!c.between) call.fail_as(MGEN_ERR_COMM, "the communicator is no intercommunicator");
  return c;
}

void refuse_recording(Call& call) {
  if (call.world().recorder()) call.fail("traces with intercommunicators cannot be recorded");
}

}  // namespace

extern "C" {

int MGEN_Intercomm_create(MGEN_Comm local, int leader, MGEN_Comm peer, int remote_leader, int tag,
                          MGEN_Comm* newcomm) {
  Call call("MGEN_Intercomm_create");
  refuse_recording(call);
  Communicator& own = comm_of(call, local);
  mpi::refuse_between(call, own);
  call.check_root(own, leader);
  if (tag < 0) call.bad_tag(tag);
  Communicator* other = nullptr;
  if (own.group.index_of(call.rank()) == leader) {
    other = &comm_of(call, peer);
    call.check_root(*other, remote_leader);
    if (own.group.find(other->peers().member(remote_leader)) >= 0) {
      call.fail_as(MGEN_ERR_RANK, fmt::format("the remote leader, rank {}, is a rank of the own group",
                                              remote_leader));
    }
  }
  *newcomm = handle_of(call, mpi::join_groups(call, own, leader, other, remote_leader, tag));
  return MGEN_SUCCESS;
}

int MGEN_Intercomm_merge(MGEN_Comm inter, int high, MGEN_Comm* newcomm) {
  Call call("MGEN_Intercomm_merge");
  *newcomm = handle_of(call, mpi::merge(call, inter_of(call, inter), high != 0));
  return MGEN_SUCCESS;
}

int MGEN_Comm_remote_size(MGEN_Comm comm, int* size) {
  Call call("MGEN_Comm_remote_size");
  *size = inter_of(call, comm).remote.size;
  return MGEN_SUCCESS;
}

int MGEN_Comm_remote_group(MGEN_Comm comm, MGEN_Group* group) {
  Call call("MGEN_Comm_remote_group");
  *group = keep_group(call, inter_of(call, comm).remote);
  return MGEN_SUCCESS;
}

}  // extern "C"
