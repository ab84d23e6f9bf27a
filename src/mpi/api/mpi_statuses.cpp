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
  std::vector<MPI_Request> copies;
  Batch batch;
  Looked(Call& call, int count, const MPI_Request* requests)
      : copies(requests, requests + (call.check_count(count), count)), batch(call, copies) {}

  bool is_open(std::size_t i) const { return !mpi::is_null(batch.active()[i]); }
};

void give_status(Call& call, const Looked& looked, std::size_t i, MPI_Status* status) {
  mpi::store(status, call.world().requests().status_of(looked.batch.active()[i]));
}

}  // namespace

extern "C" {

int MGEN_Request_get_status_all(int count, const MPI_Request requests[], int* flag,
                                MPI_Status statuses[]) {
  Call call("MGEN_Request_get_status_all");
  const Looked looked(call, count, requests);
  *flag = call.poll(looked.batch.active());
  for (std::size_t i = 0; *flag && statuses && i < looked.copies.size(); ++i) {
    give_status(call, looked, i, &statuses[i]);
  }
  return MPI_SUCCESS;
}

int MGEN_Request_get_status_any(int count, const MPI_Request requests[], int* index, int* flag,
                                MPI_Status* status) {
  Call call("MGEN_Request_get_status_any");
  const Looked looked(call, count, requests);
  bool any = false;
  *index = MPI_UNDEFINED;
  for (std::size_t i = 0; i < looked.copies.size(); ++i) {
    if (!looked.is_open(i)) continue;
    any = true;
    if (!call.world().requests().is_done(looked.batch.active()[i])) continue;
    *index = static_cast<int>(i);
    give_status(call, looked, i, status);
    break;
  }
  *flag = !any || *index != MPI_UNDEFINED;
  if (!any) mpi::store(status, {.source = mpi::kAnySource});
  if (!*flag) call.pass_poll_time();
  return MPI_SUCCESS;
}

int MGEN_Request_get_status_some(int incount, const MPI_Request requests[], int* outcount, int indices[],
                                 MPI_Status statuses[]) {
  Call call("MGEN_Request_get_status_some");
  const Looked looked(call, incount, requests);
  bool any = false;
  int n = 0;
  for (std::size_t i = 0; i < looked.copies.size(); ++i) {
    if (!looked.is_open(i)) continue;
    any = true;
    if (!call.world().requests().is_done(looked.batch.active()[i])) continue;
    if (statuses) give_status(call, looked, i, &statuses[n]);
    indices[n++] = static_cast<int>(i);
  }
  *outcount = any ? n : MPI_UNDEFINED;
  if (any && n == 0) call.pass_poll_time();
  return MPI_SUCCESS;
}

int MGEN_Status_get_source(const MPI_Status* status, int* source) {
  *source = status->MPI_SOURCE;
  return MPI_SUCCESS;
}

int MGEN_Status_get_tag(const MPI_Status* status, int* tag) {
  *tag = status->MPI_TAG;
  return MPI_SUCCESS;
}

int MGEN_Status_get_error(const MPI_Status* status, int* error) {
  *error = status->MPI_ERROR;
  return MPI_SUCCESS;
}

int MGEN_Status_set_source(MPI_Status* status, int source) {
  status->MPI_SOURCE = source;
  return MPI_SUCCESS;
}

int MGEN_Status_set_tag(MPI_Status* status, int tag) {
  status->MPI_TAG = tag;
  return MPI_SUCCESS;
}

int MGEN_Status_set_error(MPI_Status* status, int error) {
  status->MPI_ERROR = error;
  return MPI_SUCCESS;
}

// The pair types of a value and an index (section 5.1.2).
int MGEN_Type_get_value_index(MPI_Datatype value, MPI_Datatype index, MPI_Datatype* pair) {
  Call call("MGEN_Type_get_value_index");
  mpi::element_of(call, value, false);
  mpi::element_of(call, index, false);
  *pair = MPI_DATATYPE_NULL;
  if (index != MPI_INT) return MPI_SUCCESS;
  if (value == MPI_FLOAT) *pair = MPI_FLOAT_INT;
  if (value == MPI_DOUBLE) *pair = MPI_DOUBLE_INT;
  if (value == MPI_LONG) *pair = MPI_LONG_INT;
  if (value == MPI_INT) *pair = MPI_2INT;
  if (value == MPI_SHORT) *pair = MPI_SHORT_INT;
  if (value == MPI_LONG_DOUBLE) *pair = MPI_LONG_DOUBLE_INT;
  return MPI_SUCCESS;
}

}  // extern "C"
