// SPDX-License-Identifier: MIT
// Reading and writing files (MPI 4.1, section 14.4). A collective access is one access by each rank: the
// model has no servers whose work the ranks could save by joining theirs.
#include "mpi/ranks/files.h"

#include <cstring>

#include "mpi/api/external32.h"
#include "mpi/api/file_calls.h"

namespace mpi = kasuri::mpi;
namespace storage = kasuri::storage;
using mpi::Call;
using mpi::FileCall;
using mpi::FileNotes;
using storage::FileAction;

namespace {

// What a call moves between memory and file.
struct Data {
  void* buffer;
  int count;
  MPI_Datatype type;
  bool writes;
  bool has_offset = false;
};

Data to_file(const void* buffer, int count, MPI_Datatype type) {
  return {const_cast<void*>(buffer), count, type, true};
}
Data from_file(void* buffer, int count, MPI_Datatype type) { return {buffer, count, type, false}; }

class FileAccess {
 public:
  FileAccess(FileCall& call, const Data& d) : call_(call), d_(d), element_(mpi::element_of(call, d.type)) {
    const FileNotes& n = call.notes();
    call.check_count(d.count);
    if (d.writes) call.check_writable();
    else if (n.amode & MPI_MODE_WRONLY) call.fail_as(MPI_ERR_ACCESS, "the file was opened for writing");
    if (d.has_offset && n.amode & MPI_MODE_SEQUENTIAL) {
      call.fail_as(MPI_ERR_UNSUPPORTED_OPERATION, "the file was opened with MGEN_MODE_SEQUENTIAL");
    }
    if (n.representation == "external32") form_ = std::make_shared<mpi::ExternalForm>(call, d.type);
    bytes_ = d.count * (form_ ? form_->external_bytes() : element_.size);
    call.check_buffer(d.buffer, {bytes_});
    if (bytes_ % n.view.etype != 0) {
      call.fail_as(MPI_ERR_IO, "{} bytes are no whole number of etypes of {} bytes", bytes_,
                                n.view.etype);
    }
  }

  std::int64_t etypes() const { return bytes_ / call_.notes().view.etype; }

  // `offset`: in etypes of the view.
  MPI_Request begin(std::int64_t offset) {
    if (offset < 0) call_.fail_as(MPI_ERR_ARG, "the offset {} is negative", offset);
    if (bytes_ == 0) return mpi::complete_handle();
    const std::vector<storage::Extent> extents = call_.view().extents(offset, bytes_);
    mpi::FileMemory m;
    m.buffer = d_.buffer, m.count = d_.count, m.layout = element_.layout, m.file = call_.number();
    const bool is_there = element_.layout ? element_.layout->has_data(d_.buffer) : d_.buffer != nullptr;
    m.has_data = call_.payload() && is_there;
    std::vector<std::byte> converted;
    if (form_ && m.has_data) convert(m, converted);
    const FileAction action = d_.writes ? FileAction::write : FileAction::read;
    return call_.world().files().begin(
        call_, {.action = action, .file = call_.notes().key, .extents = extents}, m);
  }

 private:
  void convert(mpi::FileMemory& m, std::vector<std::byte>& converted) {
    const mpi::Layout layout = mpi::layout_of(call_, d_.type);
    const std::int64_t native = d_.count * form_->native_bytes();
    if (d_.writes) {
      std::vector<std::byte> packed(static_cast<std::size_t>(native));
      if (!kasuri::without_fault([&] { layout.pack(d_.buffer, d_.count, packed.data()); })) {
        call_.fail_as(MPI_ERR_BUFFER, "the buffer cannot be read");
      }
      converted.resize(static_cast<std::size_t>(bytes_));
      form_->to_external(d_.count, packed.data(), converted.data());
      m.buffer = converted.data();
      m.layout = nullptr;
      return;
    }
    m.convert = [form = form_, native](const std::byte* data, std::int64_t bytes,
                                       std::vector<std::byte>& to) {
      to.resize(static_cast<std::size_t>(native));
      to.resize(static_cast<std::size_t>(form->to_native(bytes, data, to.data())));
    };
  }

  FileCall& call_;
  Data d_;
  mpi::Element element_;
  std::shared_ptr<const mpi::ExternalForm> form_;
  std::int64_t bytes_ = 0;
};

int complete(FileCall& call, MPI_Request h, MPI_Status* status) {
  call.wait({&h, 1});
  const mpi::Status got = call.world().requests().collect(h);
  mpi::store(status, got);
  if (!got.error) return MPI_SUCCESS;
  call.fail_as(got.error, "an operation on the file failed with error class {}", +got.error);
}

// ---- Where an access begins ----

MPI_Request begin_at(FileCall& call, std::int64_t offset, Data d) {
  d.has_offset = true;
  return FileAccess(call, d).begin(offset);
}

MPI_Request begin_at_pointer(FileCall& call, Data d) {
  d.has_offset = true;
  FileAccess access(call, d);
  const MPI_Request h = access.begin(call.notes().position);
  call.notes().position += access.etypes();
  return h;
}

MPI_Request begin_at_shared(FileCall& call, const Data& d) {
  FileAccess access(call, d);
  return access.begin(call.execute(FileAction::add_to_shared, access.etypes()).value);
}

// In the order of the ranks: the last one moves the pointer for all.
MPI_Request begin_ordered(FileCall& call, const Data& d) {
  FileAccess access(call, d);
  const MPI_Comm comm = call.comm();
  const int last = call.notes().comm->size() - 1;
  const std::int64_t mine = access.etypes();
  std::int64_t before = 0;
  MGEN_Exscan(&mine, &before, 1, MPI_OFFSET, MPI_SUM, comm);
  if (call.is_first()) before = 0;
  std::int64_t base = 0;
  if (call.notes().comm->group.index_of(call.rank()) == last) {
    base = call.execute(FileAction::add_to_shared, before + mine).value;
  }
  MGEN_Bcast(&base, 1, MPI_OFFSET, last, comm);
  return access.begin(base + before);
}

// ---- Split collective operations ----

int begin_split(FileCall& call, const char* what, MPI_Request (*begin)(FileCall&, const Data&),
                const Data& d) {
  if (call.notes().split) {
    call.fail_as(MPI_ERR_OTHER, "MGEN_File_{}_begin is not complete", call.notes().split);
  }
  call.notes().split_request = begin(call, d);
  call.notes().split = what;
  return MPI_SUCCESS;
}

int end_split(FileCall& call, const char* what, MPI_Status* status) {
  FileNotes& n = call.notes();
  if (!n.split || std::strcmp(n.split, what) != 0) {
    call.fail_as(MPI_ERR_OTHER, "MGEN_File_{}_begin was not called before", what);
  }
  n.split = nullptr;
  return complete(call, std::exchange(n.split_request, MPI_REQUEST_NULL), status);
}

MPI_Request pointer_split(FileCall& call, const Data& d) { return begin_at_pointer(call, d); }

}  // namespace

extern "C" {

#define AT(Name, const_, data)                                                                          \
  int MGEN_File_##Name(MPI_File file, MPI_Offset offset, const_ void* buf,                            \
                       int count, MPI_Datatype type,                                                   \
                       MPI_Status* status) {                                                           \
    FileCall call("MGEN_File_" #Name, file);                                                            \
    return complete(call, begin_at(call, offset, data(buf, count, type)), status);                      \
  }
#define IAT(Name, const_, data)                                                                         \
  int MGEN_File_##Name(MPI_File file, MPI_Offset offset, const_ void* buf,                            \
                       int count, MPI_Datatype type,                                                   \
                       MPI_Request* request) {                                                         \
    FileCall call("MGEN_File_" #Name, file);                                                            \
    *request = begin_at(call, offset, data(buf, count, type));                                          \
    return MPI_SUCCESS;                                                                                \
  }
#define POINTER(Name, const_, data, begin)                                                              \
  int MGEN_File_##Name(MPI_File file, const_ void* buf, int count, MPI_Datatype type,                 \
                       MPI_Status* status) {                                                           \
    FileCall call("MGEN_File_" #Name, file);                                                            \
    return complete(call, begin(call, data(buf, count, type)), status);                                 \
  }
#define IPOINTER(Name, const_, data, begin)                                                             \
  int MGEN_File_##Name(MPI_File file, const_ void* buf, int count, MPI_Datatype type,                 \
                       MPI_Request* request) {                                                         \
    FileCall call("MGEN_File_" #Name, file);                                                            \
    *request = begin(call, data(buf, count, type));                                                     \
    return MPI_SUCCESS;                                                                                \
  }
#define SPLIT(Name, const_, data, begin)                                                                \
  int MGEN_File_##Name##_begin(MPI_File file, const_ void* buf, int count, MPI_Datatype type) {       \
    FileCall call("MGEN_File_" #Name "_begin", file);                                                   \
    return begin_split(call, #Name, &begin, data(buf, count, type));                                    \
  }                                                                                                     \
  int MGEN_File_##Name##_end(MPI_File file, const_ void*, MPI_Status* status) {                       \
    FileCall call("MGEN_File_" #Name "_end", file);                                                     \
    return end_split(call, #Name, status);                                                              \
  }
#define SPLIT_AT(Name, const_, data)                                                                    \
  int MGEN_File_##Name##_begin(MPI_File file, MPI_Offset offset, const_ void* buf, int count,         \
                               MPI_Datatype type) {                                                    \
    FileCall call("MGEN_File_" #Name "_begin", file);                                                   \
    if (call.notes().split) call.fail_as(MPI_ERR_OTHER, "another split operation is not complete");    \
    call.notes().split_request = begin_at(call, offset, data(buf, count, type));                        \
    call.notes().split = #Name;                                                                         \
    return MPI_SUCCESS;                                                                                \
  }                                                                                                     \
  int MGEN_File_##Name##_end(MPI_File file, const_ void*, MPI_Status* status) {                       \
    FileCall call("MGEN_File_" #Name "_end", file);                                                     \
    return end_split(call, #Name, status);                                                              \
  }
#define NO_CONST
#define ALL(name, const_, data)                                                                         \
  AT(name##_at, const_, data)                                                                           \
  AT(name##_at_all, const_, data)                                                                       \
  IAT(i##name##_at, const_, data)                                                                       \
  IAT(i##name##_at_all, const_, data)                                                                   \
  POINTER(name, const_, data, begin_at_pointer)                                                         \
  POINTER(name##_all, const_, data, begin_at_pointer)                                                   \
  POINTER(name##_shared, const_, data, begin_at_shared)                                                 \
  POINTER(name##_ordered, const_, data, begin_ordered)                                                  \
  IPOINTER(i##name, const_, data, begin_at_pointer)                                                     \
  IPOINTER(i##name##_all, const_, data, begin_at_pointer)                                               \
  IPOINTER(i##name##_shared, const_, data, begin_at_shared)                                             \
  SPLIT_AT(name##_at_all, const_, data)                                                                 \
  SPLIT(name##_all, const_, data, pointer_split)                                                        \
  SPLIT(name##_ordered, const_, data, begin_ordered)

ALL(read, NO_CONST, from_file)
ALL(write, const, to_file)

}  // extern "C"
