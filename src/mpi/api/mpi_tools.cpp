// SPDX-License-Identifier: MIT
// The interface for tools (MPI 4.1, section 15.3), which says that there are no variables and categories.
// A run's measurements are in its run directory. These calls work before MGEN_Init and take no time.
#include "mpi/api/implementation.h"

extern "C" {

int MGEN_T_init_thread(int required, int* provided) {
  *provided = required < MPI_THREAD_FUNNELED ? required : MPI_THREAD_FUNNELED;
  return MPI_SUCCESS;
}

int MGEN_T_finalize() { return MPI_SUCCESS; }

int MGEN_T_enum_get_info(MPI_T_enum, int*, char*, int*) { return MPI_T_ERR_INVALID_HANDLE; }

int MGEN_T_enum_get_item(MPI_T_enum, int, int*, char*, int*) { return MPI_T_ERR_INVALID_HANDLE; }

int MGEN_T_cvar_get_num(int* number) {
  *number = 0;
  return MPI_SUCCESS;
}

int MGEN_T_cvar_get_info(int, char*, int*, int*, MPI_Datatype*, MPI_T_enum*, char*, int*, int*, int*) {
  return MPI_T_ERR_INVALID_INDEX;
}

int MGEN_T_cvar_get_index(const char*, int*) { return MPI_T_ERR_INVALID_NAME; }

int MGEN_T_cvar_handle_alloc(int, void*, MPI_T_cvar_handle*, int*) { return MPI_T_ERR_INVALID_INDEX; }

int MGEN_T_cvar_handle_free(MPI_T_cvar_handle*) { return MPI_T_ERR_INVALID_HANDLE; }

int MGEN_T_cvar_read(MPI_T_cvar_handle, void*) { return MPI_T_ERR_INVALID_HANDLE; }

int MGEN_T_cvar_write(MPI_T_cvar_handle, const void*) { return MPI_T_ERR_INVALID_HANDLE; }

int MGEN_T_pvar_get_num(int* number) {
  *number = 0;
  return MPI_SUCCESS;
}

int MGEN_T_pvar_get_info(int, char*, int*, int*, int*, MPI_Datatype*, MPI_T_enum*, char*, int*, int*,
                         int*, int*, int*) {
  return MPI_T_ERR_INVALID_INDEX;
}

int MGEN_T_pvar_get_index(const char*, int, int*) { return MPI_T_ERR_INVALID_NAME; }

// A session of a rank holds nothing, so one value stands for all.
int MGEN_T_pvar_session_create(MPI_T_pvar_session* session) {
  *session = reinterpret_cast<MPI_T_pvar_session>(1);
  return MPI_SUCCESS;
}

int MGEN_T_pvar_session_free(MPI_T_pvar_session* session) {
  if (*session == MPI_T_PVAR_SESSION_NULL) return MPI_T_ERR_INVALID_SESSION;
  *session = MPI_T_PVAR_SESSION_NULL;
  return MPI_SUCCESS;
}

int MGEN_T_pvar_handle_alloc(MPI_T_pvar_session, int, void*, MPI_T_pvar_handle*, int*) {
  return MPI_T_ERR_INVALID_INDEX;
}

int MGEN_T_pvar_handle_free(MPI_T_pvar_session, MPI_T_pvar_handle*) { return MPI_T_ERR_INVALID_HANDLE; }

int MGEN_T_pvar_start(MPI_T_pvar_session, MPI_T_pvar_handle handle) {
  return handle == MPI_T_PVAR_ALL_HANDLES ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE;
}

int MGEN_T_pvar_stop(MPI_T_pvar_session, MPI_T_pvar_handle handle) {
  return handle == MPI_T_PVAR_ALL_HANDLES ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE;
}

int MGEN_T_pvar_read(MPI_T_pvar_session, MPI_T_pvar_handle, void*) { return MPI_T_ERR_INVALID_HANDLE; }

int MGEN_T_pvar_write(MPI_T_pvar_session, MPI_T_pvar_handle, const void*) {
  return MPI_T_ERR_INVALID_HANDLE;
}

int MGEN_T_pvar_reset(MPI_T_pvar_session, MPI_T_pvar_handle handle) {
  return handle == MPI_T_PVAR_ALL_HANDLES ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE;
}

int MGEN_T_pvar_readreset(MPI_T_pvar_session, MPI_T_pvar_handle, void*) {
  return MPI_T_ERR_INVALID_HANDLE;
}

int MGEN_T_category_get_num(int* number) {
  *number = 0;
  return MPI_SUCCESS;
}

int MGEN_T_category_get_info(int, char*, int*, char*, int*, int*, int*, int*) {
  return MPI_T_ERR_INVALID_INDEX;
}

int MGEN_T_category_get_index(const char*, int*) { return MPI_T_ERR_INVALID_NAME; }

int MGEN_T_category_get_cvars(int, int, int[]) { return MPI_T_ERR_INVALID_INDEX; }

int MGEN_T_category_get_pvars(int, int, int[]) { return MPI_T_ERR_INVALID_INDEX; }

int MGEN_T_category_get_categories(int, int, int[]) { return MPI_T_ERR_INVALID_INDEX; }

int MGEN_T_category_changed(int* stamp) {
  *stamp = 0;
  return MPI_SUCCESS;
}

}  // extern "C"
