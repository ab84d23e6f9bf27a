// SPDX-License-Identifier: MIT
// Finding and overriding values in the tree of a configuration.
#include "base/config/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/core/errors.h"

namespace kasuri::config {

Node* Node::find(std::string_view member) {
  const auto it = std::ranges::find(items, member, &Node::name);
  return kind == Kind::table && it != items.end() ? &*it : nullptr;
}

Node* Node::ask(std::string_view member) {
  opened = true;
  if (std::ranges::find(known, member) == known.end()) known.emplace_back(member);
  return find(member);
}

std::string_view Node::kind_name() const {
  switch (kind) {
    case Kind::table: return "a section";
    case Kind::array: return "a list";
    case Kind::text: return "a string";
    case Kind::integer: return "an integer";
    case Kind::number: return "a number";
    case Kind::boolean: return "a boolean";
    case Kind::date: return "a date";
  }
  return "";
}

namespace {

void place(Node& node, Position where) {
  node.key = node.value = where;
  for (Node& item : node.items) place(item, where);
}

// The text as a TOML value; if it is none (or a date), a string, so that nobody fights the shell
// for quotes.
Node override_value(std::string_view text) {
  const std::string line = fmt::format("v={}", text);
  try {
    Node root = parse_toml(line, "");
    if (root.items.size() == 1 && root.items[0].name == "v" &&
        root.items[0].kind != Node::Kind::date) {
      return std::move(root.items[0]);
    }
  } catch (const Error&) {
  }
  Node root = parse_toml("v=" + toml_string(text), "");  // fails if it is not UTF-8
  return std::move(root.items[0]);
}

bool is_key(std::string_view s) {
  return !s.empty() && std::ranges::all_of(s, [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_' || c == '-';
  });
}

constexpr std::size_t kNoIndex = SIZE_MAX;

std::size_t index_of(std::string_view s) {
  std::size_t index = 0;
  const auto [rest, failure] = std::from_chars(s.data(), s.data() + s.size(), index);
  return failure == std::errc{} && rest == s.data() + s.size() ? index : kNoIndex;
}

std::string_view trim(std::string_view s) {
  const auto begin = s.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return s.substr(begin, s.find_last_not_of(" \t") - begin + 1);
}

struct KeyPart {
  std::string_view text;
  std::size_t offset;
};

std::vector<KeyPart> key_parts(std::string_view key) {
  std::vector<KeyPart> parts;
  for (std::size_t from = 0; from <= key.size();) {
    const std::size_t dot = std::min(key.find('.', from), key.size());
    parts.push_back({trim(key.substr(from, dot - from)), from});
    from = dot + 1;
  }
  return parts;
}

}  // namespace

void set_source(Node& n, std::uint32_t source) {
  n.key.source = n.value.source = source;
  for (Node& item : n.items) set_source(item, source);
}

void lay_over(Node& base, Node&& over) {
  for (Node& item : over.items) {
    Node* const below = base.find(item.name);
    if (!below) {
      base.items.push_back(std::move(item));
      continue;
    }
    Node* const type = item.find("type");
    const Node* const type_below = below->find("type");
    const bool both = item.kind == Node::Kind::table && below->kind == Node::Kind::table;
    if (!both || (type && (!type_below || type_below->text != type->text))) {
      *below = std::move(item);
    } else {
      lay_over(*below, std::move(item));
    }
  }
}

void apply_override(Node& root, const std::string& text, std::uint32_t source,
                    Diagnostics& diagnostics) {
  const auto at = [&](std::size_t offset) {
    return Position{source, 0, static_cast<std::uint32_t>(offset + 1)};
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    return diagnostics.error(at(0), fmt::format("'{}' has no '='; write key=value", text));
  }
  const std::string_view typed = std::string_view(text).substr(equals + 1);
  Node value;
  try {
    value = override_value(typed);
  } catch (const Error&) {
    return diagnostics.error(at(equals + 1), "the value is not UTF-8");
  }
  place(value, at(equals + 1));
  value.typed = typed;

  Node* node = &root;
  std::string path;     // to node
  bool is_new = false;  // node did not stand anywhere before: an index makes it an array
  for (const auto& [part, offset] : key_parts(std::string_view(text).substr(0, equals))) {
    if (!is_key(part)) {
      return diagnostics.error(at(offset), fmt::format("'{}' is not a key such as topology.type or "
                                                       "jobs.0.ranks", text.substr(0, equals)));
    }
    const std::size_t index = index_of(part);
    if (is_new && index != kNoIndex) node->kind = Node::Kind::array;
    is_new = false;
    if (node->kind == Node::Kind::array) {
      if (index > node->items.size()) {
        return diagnostics.error(at(offset),
                                 fmt::format("'{}' has {} entries; '{}' is not the index of one or "
                                             "of the next", path, node->items.size(), part));
      }
      is_new = index == node->items.size();
      if (is_new) node->items.emplace_back().key = at(offset);
      node = &node->items[index];
    } else if (node->kind == Node::Kind::table) {
      Node* member = node->find(part);
      if (!member) {
        member = &node->items.emplace_back();
        member->name = part;
        member->key = member->value = at(offset);
        is_new = true;
      }
      node = member;
    } else {
      return diagnostics.error(at(offset), fmt::format("'{}' is {}, it has no '{}' inside", path,
                                                       node->kind_name(), part));
    }
    path += path.empty() ? std::string(part) : fmt::format(".{}", part);
  }
  value.name = std::move(node->name);
  value.key = at(0);
  *node = std::move(value);
}

}  // namespace kasuri::config
