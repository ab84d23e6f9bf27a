// SPDX-License-Identifier: MIT
// Generalised requests (MPI 4.1, section 13.2): the program completes them itself.
#include "api/kept.h"

namespace mpi = kasuri::mpi;
using mpi::Call;
using mpi::Kept;

extern "C" {

int MGEN_Grequest_start(MGEN_Grequest_query_function* query, MGEN_Grequest_free_function* release,
                        MGEN_Grequest_cancel_function* cancel, void* extra, MGEN_Request* request) {
  Call call("MGEN_Grequest_start");
  if (!query || !release || !cancel) call.fail_as(MGEN_ERR_ARG, "a function is NULL");
  *request = call.world().start_general(call.rank());
  Kept::of(call).general_requests[*request] = {query, release, cancel, extra};
  return MGEN_SUCCESS;
}

int MGEN_Grequest_complete(MGEN_Request request) {
  Call call("MGEN_Grequest_complete");
  if (!call.world().is_general(request) || !Kept::of(call).general_requests.contains(request)) {
    call.fail_as(MGEN_ERR_REQUEST, "the request is no generalised one of this rank");
  }
  if (call.world().is_done(request)) call.fail_as(MGEN_ERR_REQUEST, "the request is complete already");
  call.world().complete_general(request);
  return MGEN_SUCCESS;
}

}  // extern "C"
