// SPDX-License-Identifier: MIT
// mgen.h: error handlers and codes (MPI 4.1, chapter 9). A mistake in a simulated program is what its
// author wants to hear of, so it ends the job with rank, call and time whatever handler is set;
// handlers are kept for programs that ask, and run where a program calls them itself.
#include <array>
#include <cstring>

#include "api/mgen_handles.h"

namespace mpi = kasuri::mpi;
using mpi::Call;

namespace {

constexpr std::array<const char*, 22> kTexts{
    "no error", "the buffer is not valid", "the count is not valid", "the datatype is not valid",
    "the tag is not valid", "the communicator is not valid", "the rank is not valid",
    "the request is not valid", "the root is not valid", "the group is not valid",
    "the operation is not valid", "the topology is not valid", "the dimension is not valid",
    "an argument is not valid", "an unknown error", "the message is longer than its receive",
    "another error", "an internal error", "a request is active", "the error is in the status",
    "the key is not valid", "there is no memory"};

const char* text_of(Call& call, int code) {
  if (code < 0 || code > MGEN_ERR_LASTCODE) call.fail("error code {} does not exist", code);
  return static_cast<std::size_t>(code) < kTexts.size() ? kTexts[static_cast<std::size_t>(code)]
                                                        : "an error of no class";
}

mpi::ErrorFunction* function_of(Call& call, MGEN_Errhandler handler) {
  const auto& all = call.world().objects(call.rank()).error_functions;
  const std::uintptr_t i = mpi::made_index(handler);
  if (i >= all.size()) call.fail("the error handler is not valid, or was freed");
  return all[i];
}

bool is_predefined(MGEN_Errhandler handler) {
  return handler == MGEN_ERRORS_ARE_FATAL || handler == MGEN_ERRORS_RETURN;
}

MGEN_Errhandler handler_of(Call& call, MGEN_Comm comm) {
  const std::uintptr_t h =
      call.world().objects(call.rank()).notes[&comm_of(call, comm)].error_handler;
  return h ? reinterpret_cast<MGEN_Errhandler>(h) : MGEN_ERRORS_ARE_FATAL;
}

}  // namespace

extern "C" {

int MGEN_Comm_create_errhandler(MGEN_Comm_errhandler_function* function, MGEN_Errhandler* handler) {
  Call call("MGEN_Comm_create_errhandler");
  if (!function) call.fail("the function is NULL");
  auto& all = call.world().objects(call.rank()).error_functions;
  all.push_back(function);
  *handler = reinterpret_cast<MGEN_Errhandler>(mpi::kFirstMade + all.size() - 1);
  return MGEN_SUCCESS;
}

int MGEN_Comm_set_errhandler(MGEN_Comm comm, MGEN_Errhandler handler) {
  Call call("MGEN_Comm_set_errhandler");
  if (!is_predefined(handler)) function_of(call, handler);
  call.world().objects(call.rank()).notes[&comm_of(call, comm)].error_handler =
      reinterpret_cast<std::uintptr_t>(handler);
  return MGEN_SUCCESS;
}

int MGEN_Comm_get_errhandler(MGEN_Comm comm, MGEN_Errhandler* handler) {
  Call call("MGEN_Comm_get_errhandler");
  *handler = handler_of(call, comm);
  return MGEN_SUCCESS;
}

int MGEN_Comm_call_errhandler(MGEN_Comm comm, int code) {
  mpi::ErrorFunction* function = nullptr;
  {
    Call call("MGEN_Comm_call_errhandler");
    const MGEN_Errhandler handler = handler_of(call, comm);
    if (handler == MGEN_ERRORS_ARE_FATAL) {
      call.fail("the program reports error {}: {}", code, text_of(call, code));
    }
    if (handler != MGEN_ERRORS_RETURN) function = function_of(call, handler);
  }
  if (!function) return MGEN_SUCCESS;
  try {
    function(&comm, &code);
  } catch (...) {
    Call call("MGEN_Comm_call_errhandler");
    call.world().fail_with_exception(call.coroutine(), "left the error handler");
  }
  return MGEN_SUCCESS;
}

// Communicators that have it keep it.
int MGEN_Errhandler_free(MGEN_Errhandler* handler) {
  Call call("MGEN_Errhandler_free");
  if (!is_predefined(*handler)) function_of(call, *handler);
  *handler = MGEN_ERRHANDLER_NULL;
  return MGEN_SUCCESS;
}

int MGEN_Error_class(int code, int* errorclass) {
  Call call("MGEN_Error_class", Call::Needs::nothing);
  text_of(call, code);
  *errorclass = code;
  return MGEN_SUCCESS;
}

int MGEN_Error_string(int code, char* string, int* length) {
  Call call("MGEN_Error_string", Call::Needs::nothing);
  const char* const text = text_of(call, code);
  std::strcpy(string, text);
  *length = static_cast<int>(std::strlen(text));
  return MGEN_SUCCESS;
}

}  // extern "C"
