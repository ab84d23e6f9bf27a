// SPDX-License-Identifier: MIT
// The interface for tools (MPI 4.1, section 15.3), which says that there are no variables and categories.
// A run's measurements are in its run directory. These calls work before MGEN_Init and take no time.
#include "mpi/api/implementation.h"

extern "C" {

int MGEN_T_init_thread(int required, int* provided) {
  *provided = required < MGEN_THREAD_FUNNELED ? required : MGEN_THREAD_FUNNELED;
  return MGEN_SUCCESS;
}

int MGEN_T_finalize() { return MGEN_SUCCESS; }

int MGEN_T_enum_get_info(MGEN_T_enum, int*, char*, int*) { return MGEN_T_ERR_INVALID_HANDLE; }

int MGEN_T_enum_get_item(MGEN_T_enum, int, int*, char*, int*) { return MGEN_T_ERR_INVALID_HANDLE; }

int MGEN_T_cvar_get_num(int* number) {
  *number = 0;
  return MGEN_SUCCESS;
}

int MGEN_T_cvar_get_info(int, char*, int*, int*, MGEN_Datatype*, MGEN_T_enum*, char*, int*, int*, int*) {
  return MGEN_T_ERR_INVALID_INDEX;
}

int MGEN_T_cvar_get_index(const char*, int*) { return MGEN_T_ERR_INVALID_NAME; }

int MGEN_T_cvar_handle_alloc(int, void*, MGEN_T_cvar_handle*, int*) { return MGEN_T_ERR_INVALID_INDEX; }

int MGEN_T_cvar_handle_free(MGEN_T_cvar_handle*) { return MGEN_T_ERR_INVALID_HANDLE; }

int MGEN_T_cvar_read(MGEN_T_cvar_handle, void*) { return MGEN_T_ERR_INVALID_HANDLE; }

int MGEN_T_cvar_write(MGEN_T_cvar_handle, const void*) { return MGEN_T_ERR_INVALID_HANDLE; }

int MGEN_T_pvar_get_num(int* number) {
  *number = 0;
  return MGEN_SUCCESS;
}

int MGEN_T_pvar_get_info(int, char*, int*, int*, int*, MGEN_Datatype*, MGEN_T_enum*, char*, int*, int*,
                         int*, int*, int*) {
  return MGEN_T_ERR_INVALID_INDEX;
}

int MGEN_T_pvar_get_index(const char*, int, int*) { return MGEN_T_ERR_INVALID_NAME; }

// A session of a rank holds nothing, so one value stands for all.
int MGEN_T_pvar_session_create(MGEN_T_pvar_session* session) {
  *session = reinterpret_cast<MGEN_T_pvar_session>(1);
  return MGEN_SUCCESS;
}

int MGEN_T_pvar_session_free(MGEN_T_pvar_session* session) {
  if (*session == MGEN_T_PVAR_SESSION_NULL) return MGEN_T_ERR_INVALID_SESSION;
  *session = MGEN_T_PVAR_SESSION_NULL;
  return MGEN_SUCCESS;
}

int MGEN_T_pvar_handle_alloc(MGEN_T_pvar_session, int, void*, MGEN_T_pvar_handle*, int*) {
  return MGEN_T_ERR_INVALID_INDEX;
}

int MGEN_T_pvar_handle_free(MGEN_T_pvar_session, MGEN_T_pvar_handle*) { return MGEN_T_ERR_INVALID_HANDLE; }

int MGEN_T_pvar_start(MGEN_T_pvar_session, MGEN_T_pvar_handle handle) {
  return handle == MGEN_T_PVAR_ALL_HANDLES ? MGEN_SUCCESS : MGEN_T_ERR_INVALID_HANDLE;
}

int MGEN_T_pvar_stop(MGEN_T_pvar_session, MGEN_T_pvar_handle handle) {
  return handle == MGEN_T_PVAR_ALL_HANDLES ? MGEN_SUCCESS : MGEN_T_ERR_INVALID_HANDLE;
}

int MGEN_T_pvar_read(MGEN_T_pvar_session, MGEN_T_pvar_handle, void*) { return MGEN_T_ERR_INVALID_HANDLE; }

int MGEN_T_pvar_write(MGEN_T_pvar_session, MGEN_T_pvar_handle, const void*) {
  return MGEN_T_ERR_INVALID_HANDLE;
}

int MGEN_T_pvar_reset(MGEN_T_pvar_session, MGEN_T_pvar_handle handle) {
  return handle == MGEN_T_PVAR_ALL_HANDLES ? MGEN_SUCCESS : MGEN_T_ERR_INVALID_HANDLE;
}

int MGEN_T_pvar_readreset(MGEN_T_pvar_session, MGEN_T_pvar_handle, void*) {
  return MGEN_T_ERR_INVALID_HANDLE;
}

int MGEN_T_category_get_num(int* number) {
  *number = 0;
  return MGEN_SUCCESS;
}

int MGEN_T_category_get_info(int, char*, int*, char*, int*, int*, int*, int*) {
  return MGEN_T_ERR_INVALID_INDEX;
}

int MGEN_T_category_get_index(const char*, int*) { return MGEN_T_ERR_INVALID_NAME; }

int MGEN_T_category_get_cvars(int, int, int[]) { return MGEN_T_ERR_INVALID_INDEX; }

int MGEN_T_category_get_pvars(int, int, int[]) { return MGEN_T_ERR_INVALID_INDEX; }

int MGEN_T_category_get_categories(int, int, int[]) { return MGEN_T_ERR_INVALID_INDEX; }

int MGEN_T_category_changed(int* stamp) {
  *stamp = 0;
  return MGEN_SUCCESS;
}

}  // extern "C"
