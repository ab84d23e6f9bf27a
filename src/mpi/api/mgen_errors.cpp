// SPDX-License-Identifier: MIT
// Error handlers and codes (MPI 4.1, chapter 9). A mistake in a simulated program is what its author wants
// to hear of, so it ends the job with rank, call and time. To programs of mpi.h whose handler of
// MPI_COMM_WORLD is another one than MPI_ERRORS_ARE_FATAL, errors that the call itself shows are returned,
// after a handler of their own has run. For programs of mgen.h, handlers are kept, and run where a program
// calls them itself.
#include <algorithm>
#include <array>
#include <cstring>

#include "mpi/api/kept.h"
#include "mpi/api/returned_error.h"

namespace mpi = kasuri::mpi;
using mpi::Call;

namespace {

// By MPI's error classes, from 0.
constexpr std::array<const char*, 63> kTexts{
    "no error", "the buffer is not valid", "the count is not valid", "the datatype is not valid",
    "the tag is not valid", "the communicator is not valid", "the rank is not valid",
    "the request is not valid", "the root is not valid", "the group is not valid",
    "the operation is not valid", "the topology is not valid", "the dimension is not valid",
    "an argument is not valid", "an unknown error", "the message is longer than its receive",
    "another error", "an internal error", "a request is active", "the error is in the status",
    "permission denied", "the mode of access is not valid", "the assertion is not valid",
    "the file name is not valid", "the base is not valid", "a conversion failed",
    "the displacement is not valid", "the representation of data exists", "the file exists",
    "the file is in use", "the file is not valid", "the key of the info is not valid",
    "the info has no such key", "the value of the info is not valid", "the info is not valid",
    "input or output failed", "the key of the attribute is not valid", "the type of lock is not valid",
    "the name was not found", "there is no memory", "arguments of ranks differ",
    "there is no space", "there is no such file", "the port is not valid", "the quota is exceeded",
    "the file is read-only", "memory cannot be attached to the window", "accesses to the window conflict",
    "the target is outside of the window", "the window cannot be shared",
    "the window is not synchronised", "the service is not valid", "the size is not valid",
    "processes cannot be created", "the representation of data is not supported",
    "the operation is not supported", "the window is not valid", "the kind of window is not valid",
    "a process was aborted", "the value is too large", "the session is not valid",
    "the error handler is not valid", "the binary interface does not fit"};

constexpr int kRemoved = -1;  // in place of a class

// Null: it is none that the program has added.
mpi::Kept::OwnError* own_error(Call& call, int code) {
  if (code <= MPI_ERR_LASTCODE) return nullptr;
  auto& all = mpi::Kept::of(call).errors;
  const auto i = static_cast<std::size_t>(code - MPI_ERR_LASTCODE - 1);
  if (i >= all.size() || all[i].error_class == kRemoved) {
    call.fail_as(MPI_ERR_ARG, "error code {} does not exist", code);
  }
  return &all[i];
}

std::string text_of(Call& call, int code) {
  if (code < 0) call.fail_as(MPI_ERR_ARG, "error code {} does not exist", code);
  if (const auto* own = own_error(call, code)) return own->text;
  return static_cast<std::size_t>(code) < kTexts.size() ? kTexts[static_cast<std::size_t>(code)]
                                                        : "an error of no class";
}

int add_error(Call& call, std::optional<int> of_class) {
  auto& all = mpi::Kept::of(call).errors;
  const int code = MPI_ERR_LASTCODE + 1 + static_cast<int>(all.size());
  all.push_back({of_class.value_or(code), ""});
  return code;
}

// The last codes of the list are used again, others stay unused.
void remove_error(Call& call, int code) {
  auto& all = mpi::Kept::of(call).errors;
  all[static_cast<std::size_t>(code - MPI_ERR_LASTCODE - 1)] = {kRemoved, ""};
  while (!all.empty() && all.back().error_class == kRemoved) all.pop_back();
}

mpi::ErrorFunction* function_of(Call& call, MPI_Errhandler handler) {
  const auto& all = call.objects().error_functions;
  const std::uintptr_t i = mpi::made_index(handler);
  if (i >= all.size()) call.fail_as(MPI_ERR_ERRHANDLER, "the error handler is not valid, or was freed");
  return all[i];
}

bool is_predefined(MPI_Errhandler handler) {
  return handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_RETURN || handler == MPI_ERRORS_ABORT;
}

MPI_Errhandler handler_of(Call& call, MPI_Comm comm) {
  const std::uintptr_t h =
      call.objects().notes[&comm_of(call, comm)].error_handler;
  return h ? reinterpret_cast<MPI_Errhandler>(h) : MPI_ERRORS_ARE_FATAL;
}

MPI_Errhandler handler_of(Call& call, MPI_Win win) {
  const std::uintptr_t h = mpi::window_of(call, win).error_handler;
  return h ? reinterpret_cast<MPI_Errhandler>(h) : MPI_ERRORS_ARE_FATAL;
}

// Files get that of MPI_FILE_NULL when they are opened, which returns errors at first (section 14.7).
std::uintptr_t& handler_word(Call& call, MPI_File file) {
  auto& kept = mpi::Kept::of(call);
  return file == MPI_FILE_NULL ? kept.file_error_handler : mpi::file_of(call, file).error_handler;
}

MPI_Errhandler handler_of(Call& call, MPI_File file) {
  const std::uintptr_t h = handler_word(call, file);
  return h ? reinterpret_cast<MPI_Errhandler>(h) : MPI_ERRORS_RETURN;
}

void return_file_error(Call& call, MPI_File file, int code) {
  const MPI_Errhandler handler = handler_of(call, file);
  if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT) return;
  if (handler != MPI_ERRORS_RETURN) {
    const auto function = reinterpret_cast<MPI_File_errhandler_function*>(function_of(call, handler));
    mpi::call_program(call.world(), call.coroutine(), [&] { function(&file, &code); });
  }
  throw mpi::ReturnedError{code};
}

// Handlers of windows are kept with the others.
void call_window_handler(mpi::ErrorFunction* function, MPI_Win win, int code) {
  reinterpret_cast<MPI_Win_errhandler_function*>(function)(&win, &code);
}

void return_window_error(Call& call, MPI_Win win, int code) {
  const MPI_Errhandler handler = handler_of(call, win);
  if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT) return;
  if (handler != MPI_ERRORS_RETURN) {
    mpi::ErrorFunction* const function = function_of(call, handler);
    mpi::call_program(call.world(), call.coroutine(), [&] { call_window_handler(function, win, code); });
  }
  throw mpi::ReturnedError{code};
}

// Has the handler of an object called with a code of the program's.
template <class Function, class Object>
int call_handler(const char* name, Object object, int code) {
  mpi::ErrorFunction* function = nullptr;
  {
    Call call(name);
    const MPI_Errhandler handler = handler_of(call, object);
    if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT) {
      call.fail("the program reports error {}: {}", code, text_of(call, code));
    }
    if (handler == MPI_ERRORS_RETURN) return MPI_SUCCESS;
    function = function_of(call, handler);
  }
  try {
    reinterpret_cast<Function*>(function)(&object, &code);
  } catch (...) {
    Call call(name);
    call.world().mistakes().fail_with_exception(call.coroutine(), "left the error handler");
  }
  return MPI_SUCCESS;
}

}  // namespace

void mpi::Kept::return_error(Call& call, int code) {
  if (!call.ranks().job_of(call.rank()).is_mpi) return;
  if (call.is_of_file) return return_file_error(call, reinterpret_cast<MPI_File>(call.subject), code);
  if (call.is_of_window) return return_window_error(call, reinterpret_cast<MPI_Win>(call.subject), code);
  MPI_Comm comm = call.subject ? reinterpret_cast<MPI_Comm>(call.subject) : MPI_COMM_WORLD;
  const MPI_Errhandler handler = handler_of(call, comm);
  if (handler == MPI_ERRORS_ARE_FATAL || handler == MPI_ERRORS_ABORT) return;
  if (handler != MPI_ERRORS_RETURN) {
    ErrorFunction* const function = function_of(call, handler);
    call_program(call.world(), call.coroutine(), [&] { function(&comm, &code); });
  }
  throw ReturnedError{code};
}

void mpi::keep_error_handler(Call& call, const Communicator& comm, MPI_Errhandler handler) {
  Kept::of(call);  // asked for errors
  CommNotes& notes = call.objects().notes[&comm];
  notes.error_handler = reinterpret_cast<std::uintptr_t>(handler);
  notes.returns_errors = handler != MPI_ERRORS_ARE_FATAL && handler != MPI_ERRORS_ABORT;
}

void mpi::refuse_null(const char* name, const char* parameter) {
  Call call(name, Call::Needs::nothing);
  call.fail_as(MPI_ERR_ARG, "the argument '{}' is NULL", parameter);
}

extern "C" {

int MGEN_Add_error_class(int* errorclass) {
  Call call("MGEN_Add_error_class");
  *errorclass = add_error(call, std::nullopt);
  return MPI_SUCCESS;
}

int MGEN_Add_error_code(int errorclass, int* code) {
  Call call("MGEN_Add_error_code");
  text_of(call, errorclass);
  *code = add_error(call, errorclass);
  return MPI_SUCCESS;
}

int MGEN_Add_error_string(int code, const char* string) {
  Call call("MGEN_Add_error_string");
  auto* const own = own_error(call, code);
  if (!own) call.fail_as(MPI_ERR_ARG, "the text of error {} is predefined", code);
  own->text = std::string(string).substr(0, MPI_MAX_ERROR_STRING - 1);
  return MPI_SUCCESS;
}

int MGEN_Remove_error_class(int errorclass) {
  Call call("MGEN_Remove_error_class");
  const auto& all = mpi::Kept::of(call).errors;
  const auto* const own = own_error(call, errorclass);
  if (!own || own->error_class != errorclass) call.fail_as(MPI_ERR_ARG, "the class was not added");
  const bool is_used = std::ranges::any_of(all, [&](const auto& e) {
    return &e != own && e.error_class == errorclass;
  });
  if (is_used) call.fail_as(MPI_ERR_OTHER, "the class has error codes; remove these first");
  remove_error(call, errorclass);
  return MPI_SUCCESS;
}

int MGEN_Remove_error_code(int errorcode) {
  Call call("MGEN_Remove_error_code");
  const auto* const own = own_error(call, errorcode);
  if (!own || own->error_class == errorcode) call.fail_as(MPI_ERR_ARG, "the error code was not added");
  remove_error(call, errorcode);
  return MPI_SUCCESS;
}

int MGEN_Remove_error_string(int errorcode) {
  Call call("MGEN_Remove_error_string");
  auto* const own = own_error(call, errorcode);
  if (!own || own->text.empty()) call.fail_as(MPI_ERR_ARG, "no text was added for the error");
  own->text.clear();
  return MPI_SUCCESS;
}

int MGEN_Comm_create_errhandler(MPI_Comm_errhandler_function* function, MPI_Errhandler* handler) {
  Call call("MGEN_Comm_create_errhandler");
  if (!function) call.fail_as(MPI_ERR_ARG, "the function is NULL");
  auto& all = call.objects().error_functions;
  all.push_back(function);
  *handler = reinterpret_cast<MPI_Errhandler>(mpi::kFirstMade + all.size() - 1);
  return MPI_SUCCESS;
}

int MGEN_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
  Call call("MGEN_Comm_set_errhandler");
  if (!is_predefined(handler)) function_of(call, handler);
  mpi::keep_error_handler(call, comm_of(call, comm), handler);
  return MPI_SUCCESS;
}

int MGEN_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* handler) {
  Call call("MGEN_Comm_get_errhandler");
  *handler = handler_of(call, comm);
  return MPI_SUCCESS;
}

int MGEN_Comm_call_errhandler(MPI_Comm comm, int code) {
  return call_handler<MPI_Comm_errhandler_function>("MGEN_Comm_call_errhandler", comm, code);
}

int MGEN_Win_create_errhandler(MPI_Win_errhandler_function* function, MPI_Errhandler* handler) {
  return MGEN_Comm_create_errhandler(reinterpret_cast<MPI_Comm_errhandler_function*>(function), handler);
}

int MGEN_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler) {
  Call call("MGEN_Win_set_errhandler");
  if (!is_predefined(handler)) function_of(call, handler);
  mpi::window_of(call, win).error_handler = reinterpret_cast<std::uintptr_t>(handler);
  return MPI_SUCCESS;
}

int MGEN_Win_get_errhandler(MPI_Win win, MPI_Errhandler* handler) {
  Call call("MGEN_Win_get_errhandler");
  *handler = handler_of(call, win);
  return MPI_SUCCESS;
}

int MGEN_Win_call_errhandler(MPI_Win win, int code) {
  return call_handler<MPI_Win_errhandler_function>("MGEN_Win_call_errhandler", win, code);
}

int MGEN_File_create_errhandler(MPI_File_errhandler_function* function, MPI_Errhandler* handler) {
  return MGEN_Comm_create_errhandler(reinterpret_cast<MPI_Comm_errhandler_function*>(function), handler);
}

int MGEN_File_set_errhandler(MPI_File file, MPI_Errhandler handler) {
  Call call("MGEN_File_set_errhandler");
  if (!is_predefined(handler)) function_of(call, handler);
  handler_word(call, file) = reinterpret_cast<std::uintptr_t>(handler);
  return MPI_SUCCESS;
}

int MGEN_File_get_errhandler(MPI_File file, MPI_Errhandler* handler) {
  Call call("MGEN_File_get_errhandler");
  *handler = handler_of(call, file);
  return MPI_SUCCESS;
}

int MGEN_File_call_errhandler(MPI_File file, int code) {
  return call_handler<MPI_File_errhandler_function>("MGEN_File_call_errhandler", file, code);
}

// Communicators that have it keep it.
int MGEN_Errhandler_free(MPI_Errhandler* handler) {
  Call call("MGEN_Errhandler_free");
  if (!is_predefined(*handler)) function_of(call, *handler);
  *handler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}

int MGEN_Error_class(int code, int* errorclass) {
  Call call("MGEN_Error_class", Call::Needs::nothing);
  text_of(call, code);
  const auto* own = own_error(call, code);
  *errorclass = own ? own->error_class : code;
  return MPI_SUCCESS;
}

int MGEN_Error_string(int code, char* string, int* length) {
  Call call("MGEN_Error_string", Call::Needs::nothing);
  mpi::give_text(text_of(call, code), string, MPI_MAX_ERROR_STRING, length);
  return MPI_SUCCESS;
}

}  // extern "C"
