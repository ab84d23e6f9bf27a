// SPDX-License-Identifier: MIT
// What MPI 4.1 has added: statuses of requests that stay as they are (section 3.7.6), parts of a status.
#include <vector>

#include "mpi/api/kept.h"
#include "mpi/api/persistent.h"

namespace mpi = kasuri::mpi;
using mpi::Batch;
using mpi::Call;

namespace {

// The requests are copies: looking at them ends none.
struct Looked {
  std::vector<MGEN_Request> copies;
  Batch batch;
  Looked(Call& call, int count, const MGEN_Request* requests)
      : copies(requests, requests + (call.check_count(count), count)), batch(call, copies) {}

  bool is_open(std::size_t i) const { return !mpi::is_null(batch.active()[i]); }
};

void give_status(Call& call, const Looked& looked, std::size_t i, MGEN_Status* status) {
  mpi::store(status, call.world().status_of(looked.batch.active()[i]));
}

}  // namespace

extern "C" {

int MGEN_Request_get_status_all(int count, const MGEN_Request requests[], int* flag,
                                MGEN_Status statuses[]) {
  Call call("MGEN_Request_get_status_all");
  const Looked looked(call, count, requests);
  *flag = call.poll(looked.batch.active());
  for (std::size_t i = 0; *flag && statuses && i < looked.copies.size(); ++i) {
    give_status(call, looked, i, &statuses[i]);
  }
  return MGEN_SUCCESS;
}

int MGEN_Request_get_status_any(int count, const MGEN_Request requests[], int* index, int* flag,
                                MGEN_Status* status) {
  Call call("MGEN_Request_get_status_any");
  const Looked looked(call, count, requests);
  bool any = false;
  *index = MGEN_UNDEFINED;
  for (std::size_t i = 0; i < looked.copies.size(); ++i) {
    if (!looked.is_open(i)) continue;
    any = true;
    if (!call.world().is_done(looked.batch.active()[i])) continue;
    *index = static_cast<int>(i);
    give_status(call, looked, i, status);
    break;
  }
  *flag = !any || *index != MGEN_UNDEFINED;
  if (!any) mpi::store(status, {.source = mpi::kAnySource});
  if (!*flag) call.pass_poll_time();
  return MGEN_SUCCESS;
}

int MGEN_Request_get_status_some(int incount, const MGEN_Request requests[], int* outcount, int indices[],
                                 MGEN_Status statuses[]) {
  Call call("MGEN_Request_get_status_some");
  const Looked looked(call, incount, requests);
  bool any = false;
  int n = 0;
  for (std::size_t i = 0; i < looked.copies.size(); ++i) {
    if (!looked.is_open(i)) continue;
    any = true;
    if (!call.world().is_done(looked.batch.active()[i])) continue;
    if (statuses) give_status(call, looked, i, &statuses[n]);
    indices[n++] = static_cast<int>(i);
  }
  *outcount = any ? n : MGEN_UNDEFINED;
  if (any && n == 0) call.pass_poll_time();
  return MGEN_SUCCESS;
}

int MGEN_Status_get_source(const MGEN_Status* status, int* source) {
  *source = status->MGEN_SOURCE;
  return MGEN_SUCCESS;
}

int MGEN_Status_get_tag(const MGEN_Status* status, int* tag) {
  *tag = status->MGEN_TAG;
  return MGEN_SUCCESS;
}

int MGEN_Status_get_error(const MGEN_Status* status, int* error) {
  *error = status->MGEN_ERROR;
  return MGEN_SUCCESS;
}

int MGEN_Status_set_source(MGEN_Status* status, int source) {
  status->MGEN_SOURCE = source;
  return MGEN_SUCCESS;
}

int MGEN_Status_set_tag(MGEN_Status* status, int tag) {
  status->MGEN_TAG = tag;
  return MGEN_SUCCESS;
}

int MGEN_Status_set_error(MGEN_Status* status, int error) {
  status->MGEN_ERROR = error;
  return MGEN_SUCCESS;
}

// The pair types of a value and an index (section 5.1.2).
int MGEN_Type_get_value_index(MGEN_Datatype value, MGEN_Datatype index, MGEN_Datatype* pair) {
  Call call("MGEN_Type_get_value_index");
  mpi::element_of(call, value, false);
  mpi::element_of(call, index, false);
  *pair = MGEN_DATATYPE_NULL;
  if (index != MGEN_INT) return MGEN_SUCCESS;
  if (value == MGEN_FLOAT) *pair = MGEN_FLOAT_INT;
  if (value == MGEN_DOUBLE) *pair = MGEN_DOUBLE_INT;
  if (value == MGEN_LONG) *pair = MGEN_LONG_INT;
  if (value == MGEN_INT) *pair = MGEN_2INT;
  if (value == MGEN_SHORT) *pair = MGEN_SHORT_INT;
  if (value == MGEN_LONG_DOUBLE) *pair = MGEN_LONG_DOUBLE_INT;
  return MGEN_SUCCESS;
}

}  // extern "C"
