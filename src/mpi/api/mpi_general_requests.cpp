// SPDX-License-Identifier: MIT
// Generalised requests (MPI 4.1, section 13.2): the program completes them itself.
#include "mpi/api/kept.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Kept;

namespace {

int release_general(Call& call, MPI_Request request) {
  auto& all = Kept::of(call).general_requests;
  const Kept::GeneralRequest functions = all.at(request);
  all.erase(request);
  return mpi::call_program(call.world(), call.coroutine(),
                           [&] { return functions.release(functions.extra); });
}

void fail_if(Call& call, int code) {
  if (code == MPI_SUCCESS) return;
  call.fail_as(code, "the free function of the generalised request returned {}", code);
}

}  // namespace

void kasuri::mpi::free_general(Call& call, MPI_Request request) {
  const bool done = call.world().requests().is_done(request);
  const int code = done ? release_general(call, request) : MPI_SUCCESS;
  if (!done) Kept::of(call).general_requests.at(request).freed = true;
  call.world().requests().release(request);
  fail_if(call, code);
}

int kasuri::mpi::query_general(Call& call, MPI_Request request, MPI_Status* status) {
  const Kept::GeneralRequest functions = Kept::of(call).general_requests.at(request);
  MPI_Status own;
  if (!status) status = &own;
  mpi::store(status, {.source = MPI_UNDEFINED});
  return mpi::call_program(call.world(), call.coroutine(),
                           [&] { return functions.query(functions.extra, status); });
}

int kasuri::mpi::end_general(Call& call, MPI_Request request, MPI_Status* status) {
  const int asked = query_general(call, request, status);
  const int freed = release_general(call, request);
  return asked != MPI_SUCCESS ? asked : freed;
}

extern "C" {

int MGEN_Grequest_start(MPI_Grequest_query_function* query, MPI_Grequest_free_function* release,
                        MPI_Grequest_cancel_function* cancel, void* extra, MPI_Request* request) {
  Call call("MGEN_Grequest_start");
  if (!query || !release || !cancel) call.fail_as(MPI_ERR_ARG, "a function is NULL");
  *request = call.world().requests().start_general(call.rank());
  Kept::of(call).general_requests[*request] = {query, release, cancel, extra, false};
  return MPI_SUCCESS;
}

int MGEN_Grequest_complete(MPI_Request request) {
  Call call("MGEN_Grequest_complete");
  if (!call.world().requests().is_general(request) || !Kept::of(call).general_requests.contains(request)) {
    call.fail_as(MPI_ERR_REQUEST, "the request is no generalised one of this rank");
  }
  if (call.world().requests().is_done(request)) {
    call.fail_as(MPI_ERR_REQUEST, "the request is complete already");
  }
  const bool was_freed = Kept::of(call).general_requests.at(request).freed;
  call.world().requests().complete(call.world().requests()[mpi::index_of(request)]);
  if (was_freed) fail_if(call, release_general(call, request));
  return MPI_SUCCESS;
}

}  // extern "C"
