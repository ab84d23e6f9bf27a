// SPDX-License-Identifier: MIT
// What the functions of MPI keep for a rank and nothing below them needs: infos, names and attributes of
// datatypes, the program's own error classes.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mpi/api/mgen_handles.h"
#include "mpi/ranks/file_view.h"
#include "mpi/storage/file_system.h"

namespace kasuri::mpi {

// An info (MPI 4.1, chapter 10): keys in the order in which they were set first.
using InfoEntries = std::vector<std::pair<std::string, std::string>>;

// How a datatype was made (MPI 4.1, section 5.1.13): the arguments of its constructor.
struct TypeContents {
  int combiner = MGEN_COMBINER_NAMED;
  std::vector<std::int64_t> integers;
  std::vector<MGEN_Aint> addresses;
  std::vector<MGEN_Datatype> types;
  MGEN_Datatype same_as = MGEN_DATATYPE_NULL;  // of MGEN_COMBINER_F90_*
  bool is_count = false;  // a large count of a call
};

struct TypeKeyval {
  MGEN_Type_copy_attr_function* copy;
  MGEN_Type_delete_attr_function* erase;
  void* extra;
  bool freed = false;
};

struct TypeNotes {
  std::optional<std::string> name;
  AttributeList attributes;
};

struct Window;

struct WindowKeyval {
  MGEN_Win_copy_attr_function* copy;
  MGEN_Win_delete_attr_function* erase;
  void* extra;
  bool freed = false;
};

// What the program knows of a window besides its memory.
struct WindowNotes {
  Window* window = nullptr;
  std::optional<std::string> name;
  AttributeList attributes;
  std::uintptr_t error_handler = 0;  // 0: the usual one
  InfoEntries info;
  MGEN_Aint size = 0;  // predefined attributes point to these
  int unit = 1, flavour = 0, model = 0;
};

// A file that the rank has open (chapter 14).
struct FileNotes {
  Communicator* comm = nullptr;  // of its own
  storage::FileKey key;
  int amode = 0;
  FileView view;
  MGEN_Datatype etype = MGEN_BYTE, filetype = MGEN_BYTE;
  std::string representation = "native";
  std::int64_t position = 0;  // in etypes
  bool is_atomic = false;
  InfoEntries info;
  std::uintptr_t error_handler = 0;  // 0: that of MGEN_FILE_NULL
  // A split collective operation between its calls.
  const char* split = nullptr;
  MGEN_Request split_request = MGEN_REQUEST_NULL;
};

struct Kept {
  std::vector<std::unique_ptr<InfoEntries>> infos;  // by handle; null: freed
  std::map<MGEN_Datatype, TypeNotes> types;
  std::vector<TypeKeyval> type_keyvals;
  std::map<std::vector<int>, MGEN_Datatype> fortran_types;  // by combiner and arguments
  std::map<MGEN_Datatype, TypeContents> contents;  // also of freed ones, which others may be made of
  std::vector<std::unique_ptr<WindowNotes>> windows;  // by handle; null: freed
  std::vector<WindowKeyval> window_keyvals;
  std::vector<std::unique_ptr<FileNotes>> files;  // by handle; null: closed
  std::uintptr_t file_error_handler = 0;  // of MGEN_FILE_NULL; 0: errors are returned
  struct GeneralRequest {
    MGEN_Grequest_query_function* query;
    MGEN_Grequest_free_function* release;
    MGEN_Grequest_cancel_function* cancel;
    void* extra;
    bool freed = false;  // by the program, before it was complete
  };
  std::map<MGEN_Request, GeneralRequest> general_requests;
  std::map<MGEN_Comm, InfoEntries> comm_infos;
  // By their codes, from MGEN_ERR_LASTCODE + 1; a class is its own first code.
  struct OwnError {
    int error_class;
    std::string text;
  };
  std::vector<OwnError> errors;
  int last_used_code = 0;

  static Kept& of(Call& call) {
    std::shared_ptr<void>& mine = call.world().objects(call.rank()).kept_by_api;
    if (!mine) mine = std::make_shared<Kept>();
    return *static_cast<Kept*>(mine.get());
  }
};

// Text for a buffer of a program's, cut to `most` bytes with its end.
inline void give_text(const std::string& text, char* to, std::size_t most, int* length) {
  const std::size_t n = std::min(text.size(), most - 1);
  text.copy(to, n);
  to[n] = '\0';
  if (length) *length = static_cast<int>(n);
}

// Of generalised requests: the program lets go of one, whose function runs when it is complete, too; asks
// for the status of one that is complete; and ends one. The results are those of the program's functions.
void free_general(Call&, MGEN_Request);
int query_general(Call&, MGEN_Request, MGEN_Status*);
int end_general(Call&, MGEN_Request, MGEN_Status*);

void note_contents(Call&, MGEN_Datatype, TypeContents);
// Another handle of the same datatype; of predefined ones the same.
MGEN_Datatype another_handle(Call&, MGEN_Datatype);
// Predefined elements in the first bytes of data of a datatype; MGEN_UNDEFINED: one is not whole.
std::int64_t elements_in(Call&, MGEN_Datatype, std::int64_t bytes);
// Predefined datatypes and how often each comes, in the order of the data.
using TypeSequence = std::vector<std::pair<MGEN_Datatype, std::int64_t>>;
TypeSequence sequence_of(Call&, MGEN_Datatype);
// The one predefined datatype that it is made of; MGEN_DATATYPE_NULL: there are several.
MGEN_Datatype base_of(Call&, MGEN_Datatype);

// The window or file of a handle; and what the run knows of an info.
WindowNotes& window_of(Call&, MGEN_Win);
FileNotes& file_of(Call&, MGEN_File);
const InfoEntries& info_of(Call&, MGEN_Info);
MGEN_Info keep_info(Call&, InfoEntries);
void set_in_info(Call&, MGEN_Info, const std::string& key, const std::string& value);

// Attributes of a datatype that ends, or goes to a duplicate; as class Attributes, when no call is under
// way.
void end_type_attributes(const char* call, MGEN_Datatype);
void copy_type_attributes(const char* call, MGEN_Datatype from, MGEN_Datatype to);

}  // namespace kasuri::mpi
