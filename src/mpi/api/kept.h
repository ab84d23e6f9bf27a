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
  int combiner = MPI_COMBINER_NAMED;
  std::vector<std::int64_t> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;
  MPI_Datatype same_as = MPI_DATATYPE_NULL;  // of MGEN_COMBINER_F90_*
  bool is_count = false;  // a large count of a call
};

struct TypeKeyval {
  MPI_Type_copy_attr_function* copy;
  MPI_Type_delete_attr_function* erase;
  void* extra;
  bool freed = false;
};

struct TypeNotes {
  std::optional<std::string> name;
  AttributeList attributes;
};

struct Window;

struct WindowKeyval {
  MPI_Win_copy_attr_function* copy;
  MPI_Win_delete_attr_function* erase;
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
  MPI_Aint size = 0;  // predefined attributes point to these
  int unit = 1, flavour = 0, model = 0;
};

// A file that the rank has open (chapter 14).
struct FileNotes {
  Communicator* comm = nullptr;  // of its own
  storage::FileKey key;
  int amode = 0;
  FileView view;
  MPI_Datatype etype = MPI_BYTE, filetype = MPI_BYTE;
  std::string representation = "native";
  std::int64_t position = 0;  // in etypes
  bool is_atomic = false;
  InfoEntries info;
  std::uintptr_t error_handler = 0;  // 0: that of MPI_FILE_NULL
  // A split collective operation between its calls.
  const char* split = nullptr;
  MPI_Request split_request = MPI_REQUEST_NULL;
};

struct Kept final : KeptByApi {
  std::vector<std::unique_ptr<InfoEntries>> infos;  // by handle; null: freed
  std::map<MPI_Datatype, TypeNotes> types;
  std::vector<TypeKeyval> type_keyvals;
  std::map<std::vector<int>, MPI_Datatype> fortran_types;  // by combiner and arguments
  std::map<MPI_Datatype, TypeContents> contents;  // also of freed ones, which others may be made of
  std::vector<std::unique_ptr<WindowNotes>> windows;  // by handle; null: freed
  std::vector<WindowKeyval> window_keyvals;
  std::vector<std::unique_ptr<FileNotes>> files;  // by handle; null: closed
  std::uintptr_t file_error_handler = 0;  // of MPI_FILE_NULL; 0: errors are returned
  struct GeneralRequest {
    MPI_Grequest_query_function* query;
    MPI_Grequest_free_function* release;
    MPI_Grequest_cancel_function* cancel;
    void* extra;
    bool freed = false;  // by the program, before it was complete
  };
  std::map<MPI_Request, GeneralRequest> general_requests;
  std::map<MPI_Comm, InfoEntries> comm_infos;
  // By their codes, from MPI_ERR_LASTCODE + 1; a class is its own first code.
  struct OwnError {
    int error_class;
    std::string text;
  };
  std::vector<OwnError> errors;
  int last_used_code = 0;

  static Kept& of(Call& call) {
    auto& mine = call.objects().kept_by_api;
    if (!mine) mine = std::make_unique<Kept>();
    return static_cast<Kept&>(*mine);
  }
  // Null: there is nothing.
  static Kept* find(Call& call) {
    RankTable& ranks = call.ranks();
    return ranks.has_objects(call.rank()) ? static_cast<Kept*>(ranks.objects(call.rank()).kept_by_api.get())
                                          : nullptr;
  }

  void return_error(Call&, int error) override;  // mgen_errors.cpp
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
void free_general(Call&, MPI_Request);
int query_general(Call&, MPI_Request, MPI_Status*);
int end_general(Call&, MPI_Request, MPI_Status*);

void keep_error_handler(Call&, const Communicator&, MPI_Errhandler);

void note_contents(Call&, MPI_Datatype, TypeContents);
// Another handle of the same datatype; of predefined ones the same.
MPI_Datatype another_handle(Call&, MPI_Datatype);
// Predefined elements in the first bytes of data of a datatype; MPI_UNDEFINED: one is not whole.
std::int64_t elements_in(Call&, MPI_Datatype, std::int64_t bytes);
// Predefined datatypes and how often each comes, in the order of the data.
using TypeSequence = std::vector<std::pair<MPI_Datatype, std::int64_t>>;
TypeSequence sequence_of(Call&, MPI_Datatype);
// The one predefined datatype that it is made of; MPI_DATATYPE_NULL: there are several.
MPI_Datatype base_of(Call&, MPI_Datatype);

// The window or file of a handle; and what the run knows of an info.
WindowNotes& window_of(Call&, MPI_Win);
FileNotes& file_of(Call&, MPI_File);
const InfoEntries& info_of(Call&, MPI_Info);
MPI_Info keep_info(Call&, InfoEntries);
void set_in_info(Call&, MPI_Info, const std::string& key, const std::string& value);

// Attributes of a datatype that ends, or goes to a duplicate; as class Attributes, when no call is under
// way.
void end_type_attributes(const char* call, MPI_Datatype);
void copy_type_attributes(const char* call, MPI_Datatype from, MPI_Datatype to);

}  // namespace kasuri::mpi
