// SPDX-License-Identifier: MIT
// Every setting by its path, as `--set` writes it: link.rate, topology.extents, chip.delay.flit_bits.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/config/registry.h"

namespace kasuri::config {

struct Setting {
  std::string path;  // words in capitals stand for any name
  Field field;
  const Shape* owner = nullptr;            // null: a section at the top level
  const Component* component = nullptr;  // of which it is a key, if it is one
  std::string text{};  // what another program says of a key of its own; of it, the field has but the name

  bool is_key() const { return owner || !text.empty(); }
};

// Of all sections, components and files of verbs, those of other programs last. Components within
// components are left out.
std::vector<Setting> all_settings();

struct FileKind;  // file_kind.h
std::vector<Setting> settings_of(const FileKind&);

// Those that a path means; numbers in it are places in a list (jobs.0.ranks).
std::vector<Setting> find_settings(std::string_view path);

// What there is to say about one, and about several; empty if there are none.
std::string setting_text(const Setting&);
std::string settings_text(const std::vector<Setting>&);

}  // namespace kasuri::config
