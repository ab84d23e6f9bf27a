// SPDX-License-Identifier: MIT
// What the files of mgen.h's functions share: handles to objects, objects to handles, statuses.
#pragma once

#include "mgen.h"
#include "mpi/call.h"

namespace kasuri::mpi {

Communicator& comm_of(Call&, MGEN_Comm);
// Null: MGEN_COMM_NULL.
MGEN_Comm handle_of(Call&, const Communicator*);

// A datatype that is to be used for data must have been committed.
Element element_of(Call&, MGEN_Datatype, bool for_data = true);
// Null: it is a predefined one.
const UserOp* user_op_of(Call&, MGEN_Op);
// A type for a reduction, which must be predefined.
Op op_of(Call&, MGEN_Op, const Element&);

void store(MGEN_Status* to, const Status& from);

// A group all of whose members are in the communicator.
Group group_within(Call&, const Communicator&, MGEN_Group);
int compare(const Group&, const Group&);  // MGEN_IDENT, MGEN_SIMILAR or MGEN_UNEQUAL

// Handles of what a rank has made: its index and this.
inline constexpr std::uintptr_t kFirstMade = 64;
template <class Made>
std::uintptr_t made_index(Made* handle) {
  return reinterpret_cast<std::uintptr_t>(handle) - kFirstMade;
}

}  // namespace kasuri::mpi
