// SPDX-License-Identifier: MIT
#include "base/config/file_kind.h"

#include <map>

#include "base/core/check.h"

namespace kasuri::config {
namespace {

// Filled before main() by static objects of many files, hence not a static object itself.
std::map<std::string, FileKind, std::less<>>& registered_kinds() {
  static std::map<std::string, FileKind, std::less<>> all;
  return all;
}

}  // namespace

std::vector<Field> FileKind::fields() const {
  std::vector<Field> all;
  for (const auto shape : shapes) all.insert(all.end(), shape().fields().begin(), shape().fields().end());
  return all;
}

void register_file_kind(FileKind kind) {
  std::string name = kind.name;
  const bool is_new = registered_kinds().emplace(std::move(name), std::move(kind)).second;
  check(is_new, "a verb's file is described once");
}

std::vector<const FileKind*> file_kinds() {
  std::vector<const FileKind*> all;
  for (const auto& [name, kind] : registered_kinds()) all.push_back(&kind);
  return all;
}

const FileKind* find_file_kind(std::string_view name) {
  const auto found = registered_kinds().find(name);
  return found == registered_kinds().end() ? nullptr : &found->second;
}

}  // namespace kasuri::config
