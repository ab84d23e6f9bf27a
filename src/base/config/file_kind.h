// SPDX-License-Identifier: MIT
// The configuration file of a verb with settings of its own, as `kasuri chip` has: for help, the
// schema and the reference page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/config/fields.h"

namespace kasuri::config {

struct FileKind {
  std::string name;  // the verb's
  std::string meaning;
  std::vector<const Shape& (*)()> shapes;  // of the structs that are read from its top level
  bool shares_sections = false;            // it also has sections of a configuration

  std::vector<Field> fields() const;  // of all shapes, in their order
};

// Sorted by name.
std::vector<const FileKind*> file_kinds();
const FileKind* find_file_kind(std::string_view name);
void register_file_kind(FileKind);

//   const config::DescribeFile<LayoutParams, ChipParams> chip{"chip", "..."};
template <class... P>
struct DescribeFile {
  DescribeFile(std::string_view verb, std::string_view meaning, bool shares_sections = false) {
    register_file_kind({std::string(verb), std::string(meaning), {&shape_of<P>...}, shares_sections});
  }
};

}  // namespace kasuri::config
