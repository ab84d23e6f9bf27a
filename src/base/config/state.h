// SPDX-License-Identifier: MIT
// What a Document owns and its Sections share. Private to config/.
#pragma once

#include <deque>
#include <filesystem>
#include <string>

#include "base/config/diagnostics.h"
#include "base/config/node.h"

namespace kasuri::config {

struct DocumentState {
  std::string name;
  std::filesystem::path directory;  // absolute
  std::filesystem::path base_directory;  // of the file that it builds on
  Node root;
  std::deque<Node> absent;  // stand-ins for sections that were not written
  Diagnostics diagnostics;
  bool plugins_are_left_out = false;
};

}  // namespace kasuri::config
