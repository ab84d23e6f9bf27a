// SPDX-License-Identifier: MIT
// Functions that MPI has deprecated or removed (MPI 4.1, chapters 16 and 17) and programs still call, by
// their successors; and what a program sets in a status itself (section 13.3).
#include <cstring>

#include "mpi/api/mgen_handles.h"

using kasuri::mpi::Call;

extern "C" {

int MGEN_Address(void* location, MGEN_Aint* address) { return MGEN_Get_address(location, address); }

int MGEN_Attr_put(MGEN_Comm comm, int keyval, void* value) {
  return MGEN_Comm_set_attr(comm, keyval, value);
}

int MGEN_Attr_get(MGEN_Comm comm, int keyval, void* value, int* flag) {
  return MGEN_Comm_get_attr(comm, keyval, value, flag);
}

int MGEN_Attr_delete(MGEN_Comm comm, int keyval) { return MGEN_Comm_delete_attr(comm, keyval); }

int MGEN_Keyval_create(MGEN_Copy_function* copy, MGEN_Delete_function* erase, int* keyval, void* extra) {
  return MGEN_Comm_create_keyval(copy, erase, keyval, extra);
}

int MGEN_Keyval_free(int* keyval) { return MGEN_Comm_free_keyval(keyval); }

int MGEN_Errhandler_create(MGEN_Handler_function* function, MGEN_Errhandler* handler) {
  return MGEN_Comm_create_errhandler(function, handler);
}

int MGEN_Errhandler_set(MGEN_Comm comm, MGEN_Errhandler handler) {
  return MGEN_Comm_set_errhandler(comm, handler);
}

int MGEN_Errhandler_get(MGEN_Comm comm, MGEN_Errhandler* handler) {
  return MGEN_Comm_get_errhandler(comm, handler);
}

int MGEN_Type_extent(MGEN_Datatype type, MGEN_Aint* extent) {
  MGEN_Aint lower = 0;
  return MGEN_Type_get_extent(type, &lower, extent);
}

int MGEN_Type_lb(MGEN_Datatype type, MGEN_Aint* lower) {
  MGEN_Aint extent = 0;
  return MGEN_Type_get_extent(type, lower, &extent);
}

int MGEN_Type_ub(MGEN_Datatype type, MGEN_Aint* upper) {
  MGEN_Aint lower = 0, extent = 0;
  const int result = MGEN_Type_get_extent(type, &lower, &extent);
  *upper = lower + extent;
  return result;
}

int MGEN_Type_hvector(int count, int length, MGEN_Aint stride, MGEN_Datatype old, MGEN_Datatype* fresh) {
  return MGEN_Type_create_hvector(count, length, stride, old, fresh);
}

int MGEN_Type_hindexed(int count, int lengths[], MGEN_Aint places[], MGEN_Datatype old,
                       MGEN_Datatype* fresh) {
  return MGEN_Type_create_hindexed(count, lengths, places, old, fresh);
}

int MGEN_Type_struct(int count, int lengths[], MGEN_Aint places[], MGEN_Datatype types[],
                     MGEN_Datatype* fresh) {
  return MGEN_Type_create_struct(count, lengths, places, types, fresh);
}

int MGEN_Status_set_elements_x(MGEN_Status* status, MGEN_Datatype type, MGEN_Count count) {
  Call call("MGEN_Status_set_elements_x");
  const kasuri::mpi::Layout layout = kasuri::mpi::layout_of(call, type);
  const std::int64_t bytes = layout.part > 0     ? count * layout.part
                             : layout.parts == 0 ? 0
                                                 : count / layout.parts * layout.size;
  std::memcpy(status->internal, &bytes, sizeof bytes);
  return MGEN_SUCCESS;
}

int MGEN_Status_set_elements(MGEN_Status* status, MGEN_Datatype type, int count) {
  return MGEN_Status_set_elements_x(status, type, count);
}

int MGEN_Status_set_cancelled(MGEN_Status* status, int flag) {
  status->internal[2] = flag != 0;
  return MGEN_SUCCESS;
}

// The ranks of a job are no children of others.
int MGEN_Comm_get_parent(MGEN_Comm* parent) {
  *parent = MGEN_COMM_NULL;
  return MGEN_SUCCESS;
}

}  // extern "C"
