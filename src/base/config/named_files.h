// SPDX-License-Identifier: MIT
// The files that a configuration names: every setting that is a path, in whatever component, so
// that a new one is found without a word about it elsewhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/config/fields.h"

namespace kasuri::config {

struct NamedFile {
  std::string key;  // "jobs.0.program"
  std::filesystem::path path;
};

std::vector<NamedFile> named_files(const Scalar&);

// Of a Params struct or a Choice, in the order of the tables; settings without a value are left
// out.
template <class T>
std::vector<NamedFile> named_files_of(const T& value) {
  return named_files(detail::to_scalar(value));
}

}  // namespace kasuri::config
