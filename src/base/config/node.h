// SPDX-License-Identifier: MIT
// The parsed text of a configuration as a tree that remembers where each part stands and which
// parts have been asked for. Of config/, and of who compares the text of configurations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/config/diagnostics.h"

namespace kasuri::config {

struct Node {
  enum class Kind { table, array, text, integer, number, boolean, date };

  Kind kind = Kind::table;
  std::string name;  // of a member of a table
  Position key;      // where the name stands
  Position value;    // where the value stands

  std::vector<Node> items;  // of a table or array
  std::string text;
  std::string typed;        // of an override: the value as typed
  std::int64_t integer = 0;
  double number = 0;
  bool boolean = false;

  bool absent = false;             // stands for a section that was not written
  bool broken = false;             // stands for a section that was written as something else
  bool used = false;               // something asked for it
  bool opened = false;             // a table whose members something asked for
  std::vector<std::string> known;  // the names that were asked for

  Node* find(std::string_view member);
  // As find(), and remembers that this name is known.
  Node* ask(std::string_view member);
  // "a string", "an integer", ... for messages.
  std::string_view kind_name() const;
};

// A TOML string with this text.
std::string toml_string(std::string_view text);

// Throws Error(Exit::usage), `name:line:col: error: ...`, if the text is not TOML.
Node parse_toml(std::string_view text, const std::string& name);

// Lays a configuration over the one that it builds on: its keys come before those of `base`, section by
// section. A section of another component (`type`) takes the place of the whole section.
void lay_over(Node& base, Node&& over);

// Says that a tree stands in another source than the file.
void set_source(Node&, std::uint32_t source);

// Sets a value of the tree from the source-th override, "dotted.key=value".
void apply_override(Node& root, const std::string& text, std::uint32_t source, Diagnostics&);

}  // namespace kasuri::config
