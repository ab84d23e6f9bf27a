// SPDX-License-Identifier: MIT
// What the functions of MPI keep for a rank and nothing below them needs: infos, names and attributes of
// datatypes, the program's own error classes.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/mgen_handles.h"

namespace kasuri::mpi {

// An info (MPI 4.1, chapter 10): keys in the order in which they were set first.
using InfoEntries = std::vector<std::pair<std::string, std::string>>;

struct TypeKeyval {
  MGEN_Type_copy_attr_function* copy;
  MGEN_Type_delete_attr_function* erase;
  void* extra;
  bool freed = false;
};

struct TypeNotes {
  std::optional<std::string> name;
  std::map<int, void*> attributes;  // by key
};

struct Kept {
  std::vector<std::unique_ptr<InfoEntries>> infos;  // by handle; null: freed
  std::map<MGEN_Datatype, TypeNotes> types;
  std::vector<TypeKeyval> type_keyvals;
  // By their codes, from MGEN_ERR_LASTCODE + 1; a class is its own first code.
  struct OwnError {
    int error_class;
    std::string text;
  };
  std::vector<OwnError> errors;

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

// Attributes of a datatype that ends, or goes to a duplicate; as class Attributes, when no call is under
// way.
void end_type_attributes(const char* call, MGEN_Datatype);
void copy_type_attributes(const char* call, MGEN_Datatype from, MGEN_Datatype to);

}  // namespace kasuri::mpi
