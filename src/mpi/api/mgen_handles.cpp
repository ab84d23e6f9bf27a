// SPDX-License-Identifier: MIT
#include "mpi/api/mgen_handles.h"

#include <cstring>

namespace kasuri::mpi {

Communicator& made_comm_of(Call& call, MPI_Comm comm, bool made) {
  RankObjects& mine = call.objects();
  if (comm == MPI_COMM_SELF) return mine.self;
  const std::uintptr_t i = reinterpret_cast<std::uintptr_t>(comm) - kFirstMade;
  if (i < mine.communicators.size() && mine.communicators[i] && !mine.communicators[i]->freed) {
    if (made && mine.communicators[i]->pending) {
      call.fail_as(MPI_ERR_COMM,
                   "the communicator is still being made; wait for the request of MGEN_Comm_idup first");
    }
    return *mine.communicators[i];
  }
  call.fail_as(MPI_ERR_COMM, comm == MPI_COMM_NULL ? "the communicator is MGEN_COMM_NULL"
                                                     : "the communicator is not valid, or was freed");
}

MPI_Comm handle_of(Call& call, const Communicator* comm) {
  if (!comm) return MPI_COMM_NULL;
  const auto& all = call.objects().communicators;
  std::size_t i = all.size();
  while (all[i - 1].get() != comm) --i;
  return reinterpret_cast<MPI_Comm>(kFirstMade + i - 1);
}

Element made_element_of(Call& call, MPI_Datatype type, bool for_data) {
  const auto& made = call.objects().datatypes;
  const std::uintptr_t m = made_index(type);
  if (m >= made.size() || made[m].freed) {
    call.fail_as(MPI_ERR_TYPE, "the datatype is not valid, or was freed");
  }
  if (for_data && !made[m].committed) {
    call.fail_as(MPI_ERR_TYPE, "the datatype has not been committed");
  }
  if (made[m].same_as >= 0) return Element(static_cast<Type>(made[m].same_as));
  return Element(made[m]);
}

const UserOp* user_op_of(Call& call, MPI_Op op) {
  const std::uintptr_t i = made_index(op);
  if (reinterpret_cast<std::uintptr_t>(op) < kFirstMade) return nullptr;
  const auto& made = call.objects().operations;
  if (i >= made.size() || made[i].freed) {
    call.fail_as(MPI_ERR_OP, "the operation is not valid, or was freed");
  }
  return &made[i];
}

Op op_of(Call& call, MPI_Op op, const Element& type) {
  const std::optional<Op> known = predefined_op(op);
  if (!known) call.fail_as(MPI_ERR_OP, "the operation is not valid");
  if (!type.is_predefined || !is_defined(*known, type.type)) {
    call.fail_as(MPI_ERR_OP, "the operation is not defined on this datatype");
  }
  return *known;
}

// MPI_ERROR is set by calls with several statuses (MPI 4.1, section 3.2.5), and in an empty status (3.7.3).
void store(MPI_Status* to, const Status& from) {
  if (!to) return;
  if (from.source == kAnySource) to->MPI_ERROR = MPI_SUCCESS;
  to->MPI_SOURCE = from.source;
  to->MPI_TAG = from.tag == kAnyTag ? MPI_ANY_TAG : from.tag;
  std::memcpy(to->internal, &from.bytes.n, sizeof from.bytes.n);
  to->internal[2] = from.cancelled;
}

namespace {

std::string text_of(const Ended& e) {
  if (!e.what.empty()) return e.what;
  if (e.origin.is_file) return fmt::format("an operation on a file failed with error class {}", e.error);
  return "a message is longer than its receive";
}

}  // namespace

void fail_ended(Call& call, const Ended& e, int code) {
  RankObjects& mine = call.objects();
  call.subject = 0;
  call.is_of_window = false;
  call.is_of_file = e.origin.is_file;
  if (e.origin.is_file) {
    call.subject = kFirstMade + e.origin.number;
  } else if (e.origin.number == mine.self.context) {
    call.subject = reinterpret_cast<std::uintptr_t>(MPI_COMM_SELF);
  } else {
    for (std::size_t i = 0; i < mine.communicators.size(); ++i) {
      const auto& c = mine.communicators[i];
      if (c && !c->freed && c->context == e.origin.number) call.subject = kFirstMade + i;
    }
  }
  call.fail_as(code, text_of(e));
}

int give(Call& call, MPI_Status* status, const Status& got) {
  store(status, got);
  if (got.error) [[unlikely]] call.fail_as(got.error, "a message is longer than its receive");
  return MPI_SUCCESS;
}

}  // namespace kasuri::mpi
