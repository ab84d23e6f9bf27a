// SPDX-License-Identifier: MIT
// Views of files (MPI 4.1, sections 14.3 and 14.5), and the individual and shared pointers (section 14.4).
#include <cstring>

#include "mpi/api/datatype_making.h"
#include "mpi/api/external32.h"
#include "mpi/api/file_calls.h"

namespace mpi = kasuri::mpi;
using mpi::FileCall;
using mpi::FileView;
using mpi::Layout;
using kasuri::storage::FileAction;

namespace kasuri::mpi {

std::string_view describe(storage::FileError e) {
  switch (e) {
    using enum storage::FileError;
    case none: return "no error";
    case no_such_file: return "there is no such file";
    case exists: return "the file exists";
    case permission: return "permission denied";
    case read_only: return "the file system is read-only";
    case no_space: return "there is no space";
    case quota: return "the quota is exceeded";
    case in_use: return "the file is in use";
    case bad_name: return "the name is a directory or not valid";
    case not_open: return "the file is not open";
    case input_output: break;
  }
  return "input or output failed";
}

std::int64_t FileCall::place(std::int64_t offset, int whence, std::int64_t current) {
  if (notes().amode & MPI_MODE_SEQUENTIAL) {
    fail_as(MPI_ERR_UNSUPPORTED_OPERATION, "the file was opened with MGEN_MODE_SEQUENTIAL");
  }
  std::int64_t from = 0;
  if (whence == MPI_SEEK_CUR) from = current;
  else if (whence == MPI_SEEK_END) from = view().end(execute(FileAction::size).value);
  else if (whence != MPI_SEEK_SET) fail_as(MPI_ERR_ARG, fmt::format("no place {} to seek from", whence));
  if (from + offset < 0) {
    fail_as(MPI_ERR_ARG, fmt::format("the offset {} is before the file", from + offset));
  }
  return from + offset;
}

}  // namespace kasuri::mpi

namespace {

// In the file, parts may have other sizes than in memory.
Layout in_file(FileCall& call, MPI_Datatype type, bool is_external) {
  Layout layout = mpi::layout_of(call, type);
  if (!is_external) return layout;
  if (mpi::ExternalForm(call, type).keeps_sizes()) return layout;
  return mpi::layout_in_file(call, type, [](mpi::Call& c, MPI_Datatype t) {
    return mpi::ExternalForm(c, t).external_bytes();
  });
}

// Etypes and filetypes go forwards, and those of files that are written have each byte once (MPI 4.1,
// section 14.3).
void check_order(FileCall& call, const Layout& layout) {
  std::int64_t first = 0, last = 0, end = layout.block;
  if (!layout.pieces.empty()) first = layout.pieces.front().place, last = first, end = first;
  bool forwards = true, apart = true;
  for (const Layout::Piece& p : layout.pieces) {
    forwards &= p.place >= last;
    apart &= p.place >= end;
    last = p.place;
    end = std::max(end, p.place + p.bytes);
  }
  for (auto loop = layout.loops.rbegin(); loop != layout.loops.rend(); ++loop) {
    if (loop->count < 2) continue;
    forwards &= first + loop->stride >= last;
    apart &= first + loop->stride >= end;
    last += (loop->count - 1) * loop->stride;
    end += (loop->count - 1) * loop->stride;
  }
  if (first < 0 || layout.extent <= 0) call.fail_as(MPI_ERR_IO, "the filetype has negative displacements");
  if (!forwards) call.fail_as(MPI_ERR_IO, "the displacements of the filetype decrease");
  if (!apart && !(call.notes().amode & MPI_MODE_RDONLY)) {
    call.fail_as(MPI_ERR_IO, "parts of the filetype overlap, and the file is open for writing");
  }
}

void set_view(FileCall& call, MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
              const char* representation) {
  mpi::FileNotes& notes = call.notes();
  const std::string name = representation;
  if (name != "native" && name != "internal" && name != "external32") {
    call.fail_as(MPI_ERR_UNSUPPORTED_DATAREP, "the representation '{}' does not exist", name);
  }
  mpi::element_of(call, etype);
  mpi::element_of(call, filetype);
  const bool is_external = name == "external32";
  FileView view{.displacement = displacement, .etype = in_file(call, etype, is_external).size,
                .filetype = in_file(call, filetype, is_external)};
  const bool is_sequential = notes.amode & MPI_MODE_SEQUENTIAL;
  if (displacement == MPI_DISPLACEMENT_CURRENT && is_sequential) {
    view.displacement = notes.view.place(call.execute(FileAction::add_to_shared).value);
  } else if (displacement < 0) {
    call.fail_as(MPI_ERR_ARG, "the displacement {} is negative", displacement);
  }
  if (view.etype <= 0 || view.filetype.size <= 0 || view.filetype.size % view.etype != 0) {
    call.fail_as(MPI_ERR_ARG, "a filetype of {} bytes is not made of etypes of {} bytes",
                               view.filetype.size, view.etype);
  }
  check_order(call, mpi::layout_of(call, etype));
  check_order(call, view.filetype);
  notes.view = std::move(view);
  notes.etype = mpi::another_handle(call, etype);
  notes.filetype = mpi::another_handle(call, filetype);
  notes.representation = name;
  notes.position = 0;
}

}  // namespace

extern "C" {

int MGEN_File_set_view(MPI_File file, MPI_Offset displacement, MPI_Datatype etype,
                       MPI_Datatype filetype, const char* representation, MPI_Info info) {
  {
    FileCall call("MGEN_File_set_view", file);
    set_view(call, displacement, etype, filetype, representation);
    call.execute_once(FileAction::set_shared, 0);
  }
  return info == MPI_INFO_NULL ? MPI_SUCCESS : MGEN_File_set_info(file, info);
}

int MGEN_File_get_view(MPI_File file, MPI_Offset* displacement, MPI_Datatype* etype,
                       MPI_Datatype* filetype, char* representation) {
  FileCall call("MGEN_File_get_view", file);
  *displacement = call.view().displacement;
  *etype = mpi::another_handle(call, call.notes().etype);
  *filetype = mpi::another_handle(call, call.notes().filetype);
  if (representation) {
    mpi::give_text(call.notes().representation, representation, MPI_MAX_DATAREP_STRING, nullptr);
  }
  return MPI_SUCCESS;
}

int MGEN_File_seek(MPI_File file, MPI_Offset offset, int whence) {
  FileCall call("MGEN_File_seek", file);
  call.notes().position = call.place(offset, whence, call.notes().position);
  return MPI_SUCCESS;
}

int MGEN_File_get_position(MPI_File file, MPI_Offset* offset) {
  FileCall call("MGEN_File_get_position", file);
  *offset = call.notes().position;
  return MPI_SUCCESS;
}

int MGEN_File_get_byte_offset(MPI_File file, MPI_Offset offset, MPI_Offset* place) {
  FileCall call("MGEN_File_get_byte_offset", file);
  if (offset < 0) call.fail_as(MPI_ERR_ARG, "the offset {} is negative", offset);
  *place = call.view().place(offset);
  return MPI_SUCCESS;
}

int MGEN_File_seek_shared(MPI_File file, MPI_Offset offset, int whence) {
  FileCall call("MGEN_File_seek_shared", file);
  MGEN_Barrier(call.comm());
  const std::int64_t current = whence == MPI_SEEK_CUR ? call.execute(FileAction::add_to_shared).value : 0;
  call.execute_once(FileAction::set_shared, call.place(offset, whence, current));
  return MPI_SUCCESS;
}

int MGEN_File_get_position_shared(MPI_File file, MPI_Offset* offset) {
  FileCall call("MGEN_File_get_position_shared", file);
  *offset = call.execute(FileAction::add_to_shared).value;
  return MPI_SUCCESS;
}

int MGEN_File_get_type_extent(MPI_File file, MPI_Datatype type, MPI_Aint* extent) {
  FileCall call("MGEN_File_get_type_extent", file);
  *extent = in_file(call, type, call.notes().representation == "external32").extent;
  return MPI_SUCCESS;
}

}  // extern "C"
