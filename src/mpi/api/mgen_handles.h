// SPDX-License-Identifier: MIT
// What the files of mgen.h's functions share: handles to objects, objects to handles, statuses.
#pragma once

#include <iterator>
#include <optional>
#include <vector>

#include "mpi/api/implementation.h"
#include "mpi/api/predefined.h"
#include "mpi/ranks/call.h"

namespace kasuri::mpi {

// `made`: its members must have agreed on it.
Communicator& made_comm_of(Call&, MPI_Comm, bool made = true);
inline Communicator& comm_of(Call& call, MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD) [[likely]] return call.ranks().world_of(call.rank());
  Communicator& made = made_comm_of(call, comm);
  call.subject = reinterpret_cast<std::uintptr_t>(comm);
  return made;
}
inline void refuse_between(Call& call, const Communicator& comm) {
  if (comm.between) call.fail_as(MPI_ERR_COMM, "the communicator is an intercommunicator");
}
// Null: MPI_COMM_NULL.
MPI_Comm handle_of(Call&, const Communicator*);

// Attributes that go to a duplicate, or end with a communicator: their functions are the program's, and
// call the library, so they run when no call is under way.
class Attributes {
 public:
  Attributes(Call&, MPI_Comm);
  // After the functions have run; the call is named if one of them fails.
  void copy_to(const char* call, MPI_Comm fresh) const;
  // Interrupts the call that is under way, if there are any.
  void end(const char* name, std::optional<Call>&) const;

 private:
  struct One {
    int key;
    void* value;
    Keyval keyval;
  };
  MPI_Comm comm_;
  std::vector<One> all_;
};

static_assert(MPI_PROC_NULL == kProcNull && MPI_ANY_SOURCE == kAnySource);
// The library's number of any tag is not that of MPI's ABI.
inline int wanted_tag(Call& call, int tag) {
  if (tag >= 0) [[likely]] return tag;
  if (tag == MPI_ANY_TAG) return kAnyTag;
  call.bad_tag(tag);
}

// A datatype that is to be used for data must have been committed.
Element made_element_of(Call&, MPI_Datatype, bool for_data);
inline Element element_of(Call& call, MPI_Datatype type, bool for_data = true) {
  static_assert(sizeof(long) == 8 && sizeof(long long) == 8);
  const auto i = reinterpret_cast<std::uintptr_t>(type) - kFirstDatatype;
  if (i < kPredefined.size() && kPredefined[i].name) [[likely]] return kPredefined[i].type;
  return made_element_of(call, type, for_data);
}
// Handles of what a rank has made: its index and this.
inline constexpr std::uintptr_t kFirstMade = 4096;

// Of a datatype that stands for a large count: the count and what is counted; else 0.
struct Large {
  std::int64_t count = 0;
  MPI_Datatype type = nullptr;
};
Large made_large_of(Call&, MPI_Datatype);
inline Large large_of(Call& call, MPI_Datatype type) {
  return reinterpret_cast<std::uintptr_t>(type) < kFirstMade ? Large{} : made_large_of(call, type);
}
// Null: it is a predefined one.
const UserOp* user_op_of(Call&, MPI_Op);
// A type for a reduction, which must be predefined.
Op op_of(Call&, MPI_Op, const Element&);

// Of any datatype, committed or not; and a datatype of the rank's own, not committed yet.
Layout layout_of(Call&, MPI_Datatype);
MPI_Datatype keep_layout(Call&, Layout);

// A receive with ACP_PUT_TAG.
Transfer put_poll(Call&, void* buffer, int count, MPI_Datatype, int source, MPI_Comm);

void store(MPI_Status* to, const Status& from);

// A request that has ended: its error, 0 if none, and whose error handler is asked.
struct Ended {
  int error = 0;
  Requests::Origin origin{};
  std::string what{};
};
[[noreturn]] void fail_ended(Call&, const Ended&, int code);
inline int returned(Call& call, const Ended& e) {
  if (e.error) [[unlikely]] fail_ended(call, e, e.error);
  return MPI_SUCCESS;
}
// Stores what a receive got; the handler of the communicator that was decoded is asked about its error.
int give(Call&, MPI_Status*, const Status&);

const Group& group_of(Call&, MPI_Group);
MPI_Group keep_group(Call&, const Group&);
// A group all of whose members are in the communicator.
Group group_within(Call&, const Communicator&, MPI_Group);
int compare(const Group&, const Group&);  // MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL

template <class Made>
std::uintptr_t made_index(Made* handle) {
  return reinterpret_cast<std::uintptr_t>(handle) - kFirstMade;
}

}  // namespace kasuri::mpi
