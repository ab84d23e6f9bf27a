// SPDX-License-Identifier: MIT
// The TOML reader (toml++) behind parse_toml(); no other file sees the library.
#include <fmt/format.h>

#include "config/node.h"
#include "core/errors.h"

// Compiled here rather than linked, to lower its limit of nested values: deeper than any
// configuration, but shallow enough for recursion over them.
#undef TOML_SHARED_LIB
#undef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 1
#define TOML_MAX_NESTED_VALUES 32
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace kasuri::config {
namespace {

// The library limits nested values but not dotted keys, each part of which nests as deeply.
constexpr int kMaxDots = 128;

Position position(const toml::source_position& p) {
  return {0, static_cast<std::uint32_t>(p.line), static_cast<std::uint32_t>(p.column)};
}

Node convert(const toml::node& from) {
  Node to;
  to.value = position(from.source().begin);
  switch (from.type()) {
    case toml::node_type::table:
      to.kind = Node::Kind::table;
      for (const auto& [key, value] : *from.as_table()) {
        Node& member = to.items.emplace_back(convert(value));
        member.name = key.str();
        member.key = position(key.source().begin);
      }
      break;
    case toml::node_type::array:
      to.kind = Node::Kind::array;
      for (const toml::node& item : *from.as_array()) {
        to.items.push_back(convert(item));
        to.items.back().key = to.items.back().value;
      }
      break;
    case toml::node_type::string:
      to.kind = Node::Kind::text;
      to.text = from.as_string()->get();
      break;
    case toml::node_type::integer:
      to.kind = Node::Kind::integer;
      to.integer = from.as_integer()->get();
      break;
    case toml::node_type::floating_point:
      to.kind = Node::Kind::number;
      to.number = from.as_floating_point()->get();
      break;
    case toml::node_type::boolean:
      to.kind = Node::Kind::boolean;
      to.boolean = from.as_boolean()->get();
      break;
    default:
      to.kind = Node::Kind::date;
  }
  return to;
}

[[noreturn]] void refuse(const std::string& name, Position at, std::string_view why) {
  throw Error(Exit::usage, fmt::format("{}:{}:{}: error: {}", name, at.line, at.column, why));
}

void refuse_long_keys(std::string_view text, const std::string& name) {
  Position at;
  int dots = 0;
  for (const char c : text) {
    if (c == '\n' || c == ',' || c == '=') dots = 0;
    if (c == '.' && ++dots > kMaxDots) {
      refuse(name, at, fmt::format("more than {} dots in a row of words", kMaxDots));
    }
    ++at.column;
    if (c == '\n') at = {0, at.line + 1, 1};
  }
}

}  // namespace

Node parse_toml(std::string_view text, const std::string& name) {
  refuse_long_keys(text, name);
  try {
    Node root = convert(toml::parse(text));
    root.key = root.value = Position{};
    return root;
  } catch (const toml::parse_error& e) {
    refuse(name, position(e.source().begin), e.description());
  }
}

}  // namespace kasuri::config
