// SPDX-License-Identifier: MIT
// Functions that MPI has deprecated or removed (MPI 4.1, chapters 16 and 17) and programs still call, by
// their successors; and what a program sets in a status itself (section 13.3).
#include <cstring>

#include "mpi/api/mgen_handles.h"

using kasuri::mpi::Call;

extern "C" {

int MGEN_Address(void* location, MPI_Aint* address) { return MGEN_Get_address(location, address); }

int MGEN_Attr_put(MPI_Comm comm, int keyval, void* value) {
  return MGEN_Comm_set_attr(comm, keyval, value);
}

int MGEN_Attr_get(MPI_Comm comm, int keyval, void* value, int* flag) {
  return MGEN_Comm_get_attr(comm, keyval, value, flag);
}

int MGEN_Attr_delete(MPI_Comm comm, int keyval) { return MGEN_Comm_delete_attr(comm, keyval); }

int MGEN_Keyval_create(MPI_Copy_function* copy, MPI_Delete_function* erase, int* keyval, void* extra) {
  return MGEN_Comm_create_keyval(copy, erase, keyval, extra);
}

int MGEN_Keyval_free(int* keyval) { return MGEN_Comm_free_keyval(keyval); }

int MGEN_Errhandler_create(MPI_Handler_function* function, MPI_Errhandler* handler) {
  return MGEN_Comm_create_errhandler(function, handler);
}

int MGEN_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler) {
  return MGEN_Comm_set_errhandler(comm, handler);
}

int MGEN_Errhandler_get(MPI_Comm comm, MPI_Errhandler* handler) {
  return MGEN_Comm_get_errhandler(comm, handler);
}

int MGEN_Type_extent(MPI_Datatype type, MPI_Aint* extent) {
  MPI_Aint lower = 0;
  return MGEN_Type_get_extent(type, &lower, extent);
}

int MGEN_Type_lb(MPI_Datatype type, MPI_Aint* lower) {
  MPI_Aint extent = 0;
  return MGEN_Type_get_extent(type, lower, &extent);
}

int MGEN_Type_ub(MPI_Datatype type, MPI_Aint* upper) {
  MPI_Aint lower = 0, extent = 0;
  const int result = MGEN_Type_get_extent(type, &lower, &extent);
  *upper = lower + extent;
  return result;
}

int MGEN_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* fresh) {
  return MGEN_Type_create_hvector(count, length, stride, old, fresh);
}

int MGEN_Type_hindexed(int count, int lengths[], MPI_Aint places[], MPI_Datatype old,
                       MPI_Datatype* fresh) {
  return MGEN_Type_create_hindexed(count, lengths, places, old, fresh);
}

int MGEN_Type_struct(int count, int lengths[], MPI_Aint places[], MPI_Datatype types[],
                     MPI_Datatype* fresh) {
  return MGEN_Type_create_struct(count, lengths, places, types, fresh);
}

int MGEN_Status_set_elements_x(MPI_Status* status, MPI_Datatype type, MPI_Count count) {
  Call call("MGEN_Status_set_elements_x");
  const kasuri::mpi::Layout layout = kasuri::mpi::layout_of(call, type);
  const std::int64_t bytes = layout.part > 0     ? count * layout.part
                             : layout.parts == 0 ? 0
                                                 : count / layout.parts * layout.size;
  std::memcpy(status->internal, &bytes, sizeof bytes);
  return MPI_SUCCESS;
}

int MGEN_Status_set_elements(MPI_Status* status, MPI_Datatype type, int count) {
  return MGEN_Status_set_elements_x(status, type, count);
}

int MGEN_Status_set_cancelled(MPI_Status* status, int flag) {
  status->internal[2] = flag != 0;
  return MPI_SUCCESS;
}

// The ranks of a job are no children of others.
int MGEN_Comm_get_parent(MPI_Comm* parent) {
  *parent = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

}  // extern "C"
