// SPDX-License-Identifier: MIT
// What the functions of files share: a call on a file that is open.
#pragma once

#include <string_view>

#include "mpi/api/kept.h"
#include "mpi/storage/file_system.h"

namespace kasuri::mpi {

class FileCall : public Call {
 public:
  FileCall(const char* name, MPI_File);

  FileNotes& notes() { return notes_; }
  FileView& view() { return notes_.view; }
  std::uint32_t number() const { return number_; }
  MPI_Comm comm();
  bool is_first();  // of the ranks that have opened it
  void check_writable();
  void fail_if(storage::FileError);

  storage::FileOutcome execute(storage::FileAction, std::int64_t value = 0);
  // All ranks call, and the first one does it; when it has, all go on.
  std::int64_t execute_once(storage::FileAction, std::int64_t value = 0);
  // What `offset` from a place of MGEN_File_seek is, in etypes; `current`: of the pointer.
  std::int64_t place(std::int64_t offset, int whence, std::int64_t current);

 private:
  FileNotes& notes_;
  std::uint32_t number_;
};

std::string_view describe(storage::FileError);

}  // namespace kasuri::mpi
