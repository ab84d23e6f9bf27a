// SPDX-License-Identifier: MIT
// Files (MPI 4.1, sections 14.2 and 14.6): opening, sizes, infos, consistency.
#include "mpi/ranks/files.h"

#include <algorithm>
#include <array>

#include "mpi/api/file_calls.h"
#include "mpi/ranks/communicators.h"

namespace mpi = kasuri::mpi;
namespace storage = kasuri::storage;
using mpi::Call;
using mpi::FileCall;
using mpi::FileNotes;
using mpi::Kept;
using storage::FileAction;

namespace kasuri::mpi {

namespace {

// Errors are from now on those of MPI_FILE_NULL.
Kept& turn_to_files(Call& call) {
  call.is_of_file = true;
  call.subject = reinterpret_cast<std::uintptr_t>(MPI_FILE_NULL);
  return Kept::of(call);
}

}  // namespace

FileNotes& file_of(Call& call, MPI_File file) {
  auto& all = turn_to_files(call).files;
  const std::uintptr_t i = made_index(file);
  if (i >= all.size() || !all[i]) {
    call.fail_as(MPI_ERR_FILE, file == MPI_FILE_NULL ? "the file is MGEN_FILE_NULL"
                                                       : "the file is not valid, or was closed");
  }
  call.subject = reinterpret_cast<std::uintptr_t>(file);
  return *all[i];
}

FileCall::FileCall(const char* name, MPI_File file)
    : Call(name), notes_(file_of(*this, file)), number_(static_cast<std::uint32_t>(made_index(file))) {}

void FileCall::fail_if(storage::FileError e) {
  if (e == storage::FileError::none) return;
  fail_as(error_class(e), fmt::format("the host reports: {}", describe(e)));
}

storage::FileOutcome FileCall::execute(FileAction action, std::int64_t value) {
  const storage::FileOutcome o = world().files().execute(
      *this, {.action = action, .file = notes_.key, .value = value});
  fail_if(o.error);
  return o;
}

// Nested calls do the same as the program's, on the file's communicator.
MPI_Comm FileCall::comm() { return handle_of(*this, notes_.comm); }

bool FileCall::is_first() { return notes_.comm->group.index_of(rank()) == 0; }

std::int64_t FileCall::execute_once(FileAction action, std::int64_t value) {
  MGEN_Barrier(comm());
  std::array<std::int64_t, 2> told{};
  if (is_first()) {
    const storage::FileOutcome o = world().files().execute(
        *this, {.action = action, .file = notes_.key, .value = value});
    told = {static_cast<std::int64_t>(o.error), o.value};
  }
  MGEN_Bcast(told.data(), 2, MPI_OFFSET, 0, comm());
  fail_if(static_cast<storage::FileError>(told[0]));
  return told[1];
}

void FileCall::check_writable() {
  if (notes_.amode & MPI_MODE_RDONLY) fail_as(MPI_ERR_READ_ONLY, "the file was opened for reading");
}

}  // namespace kasuri::mpi

namespace {

constexpr int kAccess = MPI_MODE_RDONLY | MPI_MODE_WRONLY | MPI_MODE_RDWR;
constexpr int kModes = kAccess | MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE |
                       MPI_MODE_UNIQUE_OPEN | MPI_MODE_SEQUENTIAL | MPI_MODE_APPEND;

bool is_mode(int amode) {
  const int access = amode & kAccess;
  if (amode & ~kModes) return false;
  if (access != MPI_MODE_RDONLY && access != MPI_MODE_WRONLY && access != MPI_MODE_RDWR) return false;
  if (access == MPI_MODE_RDONLY && amode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) return false;
  return access != MPI_MODE_RDWR || !(amode & MPI_MODE_SEQUENTIAL);
}

// Hints of section 14.2.8; none has an effect.
constexpr std::array<std::string_view, 16> kFileHints{
    "access_style",       "collective_buffering", "cb_block_size",  "cb_buffer_size",
    "cb_nodes",           "chunked",              "chunked_item",   "chunked_size",
    "filename",           "file_perm",            "io_node_list",   "nb_proc",
    "num_io_nodes",       "striping_factor",      "striping_unit",  "mpi_assert_memory_alloc_kinds"};

void set_file_hints(Call& call, FileNotes& notes, MPI_Info info) {
  if (info == MPI_INFO_NULL) return;
  for (const auto& [key, value] : mpi::info_of(call, info)) {
    if (std::ranges::find(kFileHints, key) == kFileHints.end()) continue;
    const auto found = std::ranges::find(notes.info, key, &mpi::InfoEntries::value_type::first);
    if (found != notes.info.end()) found->second = value;
    else notes.info.emplace_back(key, value);
  }
}

void free_comm(Call& call, mpi::Communicator& comm) {
  comm.freed = true;
  call.ranks().release(call.rank(), comm);
}

// All ranks of the communicator: null, or a file that is open.
std::unique_ptr<FileNotes> open_together(Call& call, MPI_Comm comm, const char* path, int amode) {
  mpi::Communicator& parent = mpi::comm_of(call, comm);
  mpi::refuse_between(call, parent);
  mpi::turn_to_files(call);
  if (call.world().recorder()) call.fail("traces with files cannot be recorded");
  auto notes = std::make_unique<FileNotes>();
  notes->comm = mpi::duplicate(call, parent);
  const MPI_Comm own = mpi::handle_of(call, notes->comm);
  notes->key = {notes->comm->group.member(0), notes->comm->context};
  notes->amode = amode;
  const std::array<std::int64_t, 3> mine{amode, -amode, !is_mode(amode)};
  std::array<std::int64_t, 3> most{};
  MGEN_Allreduce(mine.data(), most.data(), 3, MPI_OFFSET, MPI_MAX, own);
  const bool differ = most[0] != -most[1];
  std::array<std::int64_t, 2> told{};
  if (!differ && !most[2]) {
    if (notes->comm->group.index_of(call.rank()) == 0) {
      const storage::OpenMode mode{.reads = !(amode & MPI_MODE_WRONLY),
                                   .writes = !(amode & MPI_MODE_RDONLY),
                                   .creates = (amode & MPI_MODE_CREATE) != 0,
                                   .must_be_new = (amode & MPI_MODE_EXCL) != 0};
      const storage::FileOutcome o = call.world().files().execute(
          call, {.action = FileAction::open, .file = notes->key, .path = path, .mode = mode});
      told = {static_cast<std::int64_t>(o.error), o.value};
    }
    MGEN_Bcast(told.data(), 2, MPI_OFFSET, 0, own);
    const bool appends = told[0] == 0 && amode & MPI_MODE_APPEND;
    notes->position = appends ? told[1] : 0;
  }
  if (!differ && !most[2] && told[0] == 0) return notes;
  free_comm(call, *notes->comm);
  if (differ) call.fail_as(MPI_ERR_NOT_SAME, "the ranks give different modes");
  if (most[2]) call.fail_as(MPI_ERR_AMODE, "the mode {} is not valid", amode);
  const auto error = static_cast<storage::FileError>(told[0]);
  call.fail_as(mpi::error_class(error),
               fmt::format("'{}' cannot be opened: {}", path, mpi::describe(error)));
}

}  // namespace

extern "C" {

int MGEN_File_open(MPI_Comm comm, const char* path, int amode, MPI_Info info, MPI_File* file) {
  Call call("MGEN_File_open");
  *file = MPI_FILE_NULL;
  std::unique_ptr<FileNotes> notes = open_together(call, comm, path, amode);
  const bool appends = notes->position > 0 && notes->comm->group.index_of(call.rank()) == 0;
  if (appends) {
    call.world().files().execute(call, {.action = FileAction::set_shared, .file = notes->key,
                                        .value = notes->position});
  }
  set_file_hints(call, *notes, info);
  notes->error_handler = Kept::of(call).file_error_handler;
  auto& all = Kept::of(call).files;
  all.push_back(std::move(notes));
  *file = reinterpret_cast<MPI_File>(mpi::kFirstMade + all.size() - 1);
  return MPI_SUCCESS;
}

int MGEN_File_close(MPI_File* file) {
  FileCall call("MGEN_File_close", *file);
  if (call.notes().split) call.fail_as(MPI_ERR_OTHER, "a split collective operation is not complete");
  const bool removes = call.notes().amode & MPI_MODE_DELETE_ON_CLOSE;
  call.execute_once(removes ? FileAction::close_and_remove : FileAction::close);
  free_comm(call, *call.notes().comm);
  Kept::of(call).files[mpi::made_index(*file)].reset();
  *file = MPI_FILE_NULL;
  return MPI_SUCCESS;
}

int MGEN_File_delete(const char* path, MPI_Info) {
  Call call("MGEN_File_delete");
  mpi::turn_to_files(call);
  const storage::FileOutcome o = call.world().files().execute(
      call, {.action = FileAction::remove, .file = {}, .path = path});
  if (o.error == storage::FileError::none) return MPI_SUCCESS;
  call.fail_as(mpi::error_class(o.error),
               fmt::format("'{}' cannot be deleted: {}", path, mpi::describe(o.error)));
}

int MGEN_File_set_size(MPI_File file, MPI_Offset size) {
  FileCall call("MGEN_File_set_size", file);
  call.check_writable();
  if (size < 0) call.fail_as(MPI_ERR_ARG, "size {} is negative", size);
  call.execute_once(FileAction::set_size, size);
  return MPI_SUCCESS;
}

int MGEN_File_preallocate(MPI_File file, MPI_Offset size) {
  FileCall call("MGEN_File_preallocate", file);
  call.check_writable();
  if (size < 0) call.fail_as(MPI_ERR_ARG, "size {} is negative", size);
  call.execute_once(FileAction::reserve, size);
  return MPI_SUCCESS;
}

int MGEN_File_get_size(MPI_File file, MPI_Offset* size) {
  FileCall call("MGEN_File_get_size", file);
  *size = call.execute(FileAction::size).value;
  return MPI_SUCCESS;
}

int MGEN_File_get_group(MPI_File file, MPI_Group* group) {
  FileCall call("MGEN_File_get_group", file);
  *group = mpi::keep_group(call, call.notes().comm->group);
  return MPI_SUCCESS;
}

int MGEN_File_get_amode(MPI_File file, int* amode) {
  FileCall call("MGEN_File_get_amode", file);
  *amode = call.notes().amode;
  return MPI_SUCCESS;
}

int MGEN_File_set_info(MPI_File file, MPI_Info info) {
  FileCall call("MGEN_File_set_info", file);
  set_file_hints(call, call.notes(), info);
  return MPI_SUCCESS;
}

int MGEN_File_get_info(MPI_File file, MPI_Info* info) {
  FileCall call("MGEN_File_get_info", file);
  *info = mpi::keep_info(call, call.notes().info);
  return MPI_SUCCESS;
}

// Accesses are atomic in either mode: the file system executes one after the other.
int MGEN_File_set_atomicity(MPI_File file, int flag) {
  FileCall call("MGEN_File_set_atomicity", file);
  MGEN_Barrier(call.comm());
  call.notes().is_atomic = flag != 0;
  return MPI_SUCCESS;
}

int MGEN_File_get_atomicity(MPI_File file, int* flag) {
  FileCall call("MGEN_File_get_atomicity", file);
  *flag = call.notes().is_atomic;
  return MPI_SUCCESS;
}

int MGEN_File_sync(MPI_File file) {
  FileCall call("MGEN_File_sync", file);
  call.execute_once(FileAction::sync);
  return MPI_SUCCESS;
}

int MGEN_Register_datarep(const char* name, MPI_Datarep_conversion_function*,
                          MPI_Datarep_conversion_function*, MPI_Datarep_extent_function*, void*) {
  Call call("MGEN_Register_datarep");
  mpi::turn_to_files(call);
  const std::string_view text = name;
  if (text == "native" || text == "internal" || text == "external32") {
    call.fail_as(MPI_ERR_DUP_DATAREP, "the representation '{}' exists", text);
  }
  call.fail_as(MPI_ERR_UNSUPPORTED_OPERATION, "representations of a program's own are not supported");
}

int MGEN_Register_datarep_c(const char* name, MPI_Datarep_conversion_function_c*,
                            MPI_Datarep_conversion_function_c*, MPI_Datarep_extent_function* extent,
                            void* extra) {
  return MGEN_Register_datarep(name, nullptr, nullptr, extent, extra);
}

}  // extern "C"
