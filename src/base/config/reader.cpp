// SPDX-License-Identifier: MIT
// From the tree of a configuration to Params structs: types, units, ranges, required keys.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/config/document.h"
#include "base/config/file_limits.h"
#include "base/config/name_or_number.h"
#include "base/config/notes.h"
#include "base/config/registry.h"
#include "base/config/state.h"
#include "base/core/parse_units.h"

namespace kasuri::config {
namespace {

bool is_unlimited(const Scalar& s) {
  const auto is = [&](const auto& unlimited) {
    const auto* value = std::get_if<std::decay_t<decltype(unlimited)>>(&s);
    return value && *value == unlimited;
  };
  return is(kNever) || is(Bytes{INT64_MAX}) || is(kUnlimited);
}

// Whether an empty path is legal, as the default is one that stands for no file.
bool may_be_empty(const Field& path) { return !path.is_required && !path.optional; }

std::string wanted(const Field& f) { return describe_type(f) + describe_range(f); }

}  // namespace

class Reader {
 public:
  explicit Reader(Section& section) : section_(section), state_(*section.state_) {}

  void params(void* params, const Shape& shape);
  AnyChoice choice(std::string_view kind);
  void note(std::string_view key, std::string message) {
    state_.diagnostics.note(section_.node_->find(key)->key, std::move(message));
  }

 private:
  Node* ask(const Field&, Node& table);
  Value remaining_sections(const Field&, Node& table);
  Value chosen_sections(const Field&, Node& table);
  // Nothing, if wrong (and then reported). `label` is the key, with an index in a list.
  std::optional<Value> value(const Field&, Node&);
  std::optional<Scalar> scalar(const Field&, Node&, const std::string& label);
  std::optional<Scalar> unchecked(const Field&, Node&, const std::string& label);
  bool is_legal(const Field&, const Node&, const std::string& label, const Scalar&);
  std::optional<Scalar> number(const Field&, const Node&, const std::string& label);
  std::optional<Scalar> path(const Node&, const std::string& text);
  template <class T>
  std::optional<Scalar> quantity(const Field&, const Node&, const std::string& label,
                                 Parsed<T> (*parse)(std::string_view));

  Section inner(Node& node, const std::string& label) {
    const std::string& outer = section_.path();
    return Section(state_, node, outer.empty() ? label : fmt::format("{}.{}", outer, label));
  }
  std::nullopt_t wrong(const Node& node, std::string message) {
    state_.diagnostics.error(node.value, std::move(message));
    return std::nullopt;
  }
  std::nullopt_t wrong_type(const Field& f, const Node& node, const std::string& label) {
    return wrong(node, fmt::format("'{}' must be {}, not {}", label, wanted(f), node.kind_name()));
  }
  std::nullopt_t wrong_quantity(const Field& f, const Node& node, const std::string& label,
                                const std::string& why) {
    return wrong(node, fmt::format("'{}': {}; it must be {}", label, why, wanted(f)));
  }

  Section& section_;
  DocumentState& state_;
};

void Reader::params(void* params, const Shape& shape) {
  Node& table = *section_.node_;
  table.used = true;
  if (table.broken) return;
  if (table.kind != Node::Kind::table) {
    wrong(table, fmt::format("'{}' must be a section, not {}", section_.path(), table.kind_name()));
    return;
  }
  table.opened = true;
  const std::size_t errors_before = state_.diagnostics.size();
  for (const Field& f : shape.fields()) {
    if (f.keyed) {
      f.set(params, f.type == Type::choice ? chosen_sections(f, table) : remaining_sections(f, table));
      continue;
    }
    Node* node = ask(f, table);
    if (node) {
      node->used = true;
      if (const auto v = value(f, *node)) f.set(params, *v);
    } else if (f.is_required) {
      state_.diagnostics.missing(
          table.key, fmt::format("missing key '{}' in {}: {} ({})", f.name, in_words(section_),
                                 f.meaning, wanted(f)));
    } else if (f.type == Type::section && !f.list && !f.optional) {
      // Not written, but some of its keys may be required.
      Section absent = section_.section(f.name);
      AnyParams inner{&f.shape(), f.shape().defaults()};
      read_params(inner.shape->address(inner.value), *inner.shape, absent);
    }
  }
  const bool all_right = state_.diagnostics.size() == errors_before;
  if (all_right && shape.validate) shape.validate(params, section_);
}

// By its name or a former one; of both, a `--set` is meant.
Node* Reader::ask(const Field& f, Node& table) {
  for (const std::string& former : f.former_names) {
    Node* const old = table.find(former);
    if (!old) continue;
    old->used = true;
    Node* const current = table.find(f.name);
    if (!current) {
      state_.diagnostics.note(old->key, fmt::format("'{}' is now called '{}'", former, f.name));
      old->name = f.name;
    } else if (old->value.is_override() && !current->value.is_override()) {
      current->used = true;
      std::swap(old->name, current->name);
    } else if (!current->value.is_override()) {
      wrong(*old, fmt::format("'{0}' is the former name of '{1}', which is set too: remove '{0}'", former,
                              f.name));
    }
  }
  return table.ask(f.name);
}

// Those that no field before this one asked for.
Value Reader::remaining_sections(const Field& f, Node& table) {
  std::vector<Scalar> all;
  for (Node& node : table.items) {
    if (node.used || node.kind != Node::Kind::table) continue;
    node.used = true;
    auto one = scalar(f, node, node.name);
    if (!one) continue;
    std::get<AnyParams>(*one).key = node.name;
    all.push_back(std::move(*one));
  }
  return all;
}

// Those with the name of a component; `true` stands for a section without keys, `false` for none.
Value Reader::chosen_sections(const Field& f, Node& table) {
  std::vector<Scalar> all;
  for (const Component* c : components(f.kind)) {
    Node* const node = table.ask(c->name);
    if (!node) continue;
    node->used = true;
    if (node->kind == Node::Kind::boolean) {
      if (!node->boolean) continue;
      node->kind = Node::Kind::table;
    }
    if (node->kind != Node::Kind::table) {
      wrong(*node, fmt::format("'{}' must be a section, or true or false, not {}", c->name,
                               node->kind_name()));
      continue;
    }
    AnyChoice choice{c, c->shape().defaults()};
    Section inside = inner(*node, c->name);
    read_params(c->shape().address(choice.params), c->shape(), inside);
    all.push_back(std::move(choice));
  }
  return all;
}

AnyChoice Reader::choice(std::string_view kind) {
  Node& node = *section_.node_;
  node.used = true;
  if (node.broken) return {};
  std::vector<std::string> names;
  for (const Component* c : components(kind)) names.push_back(c->name);
  Node* type = node.kind == Node::Kind::text ? &node : node.ask("type");
  const Component* component = nullptr;
  if (!type) {
    state_.diagnostics.missing(
        node.key, node.absent ? fmt::format("missing section {}, its type one of {}",
                                            in_words(section_), join(names))
                              : fmt::format("missing key 'type' in {}: one of {}",
                                            in_words(section_), join(names)));
  } else if (type->kind != Node::Kind::text) {
    wrong(*type, fmt::format("'type' must be a string, one of {}; not {}", join(names),
                             type->kind_name()));
  } else {
    component = find_component(kind, type->text);
    if (!component) {
      const char* const left_out =
          state_.plugins_are_left_out ? "; plug-ins are left out (--no-plugins)" : "";
      wrong(*type, fmt::format("unknown {} '{}'{}; known: {}{}", kind, type->text,
                               did_you_mean(type->text, names), join(names), left_out));
    }
  }
  if (!component) {
    node.opened = false;  // which keys it may have is not known
    return {};
  }
  type->used = true;
  AnyChoice choice{component, component->shape().defaults()};
  void* params = component->shape().address(choice.params);
  if (node.kind == Node::Kind::table) {
    this->params(params, component->shape());
  } else {
    // The name alone: all parameters are defaults, which the stand-in for a table supplies.
    Node& absent = state_.absent.emplace_back();
    absent.absent = true;
    absent.key = node.value;
    Section all_defaults = Section(state_, absent, section_.path());
    read_params(params, component->shape(), all_defaults);
  }
  return choice;
}

std::optional<Value> Reader::value(const Field& f, Node& node) {
  if (!f.list) {
    auto one = scalar(f, node, f.name);
    if (!one) return std::nullopt;
    return Value(std::vector<Scalar>{std::move(*one)});
  }
  if (node.kind != Node::Kind::array) return wrong_type(f, node, f.name);
  if (node.items.size() < f.min_size || node.items.size() > f.max_size) {
    return wrong(node, fmt::format("'{}' has {} value{}; it must be {}", f.name, node.items.size(),
                                   node.items.size() == 1 ? "" : "s", wanted(f)));
  }
  Field each = f;  // what messages about one value speak of
  each.list = false;
  each.is_required = true;
  std::vector<Scalar> all;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    node.items[i].used = true;
    auto one = scalar(each, node.items[i], fmt::format("{}[{}]", f.name, i));
    if (one) all.push_back(std::move(*one));
  }
  if (all.size() != node.items.size()) return std::nullopt;
  return Value(std::move(all));
}

std::optional<Scalar> Reader::scalar(const Field& f, Node& node, const std::string& label) {
  auto s = unchecked(f, node, label);
  if (s && !is_legal(f, node, label, *s)) return std::nullopt;
  return s;
}

std::optional<Scalar> Reader::unchecked(const Field& f, Node& node, const std::string& label) {
  switch (f.type) {
    case Type::integer:
      if (node.kind != Node::Kind::integer) return wrong_type(f, node, label);
      return Scalar(node.integer);
    case Type::number:
      return number(f, node, label);
    case Type::boolean:
      if (node.kind != Node::Kind::boolean) return wrong_type(f, node, label);
      return Scalar(node.boolean);
    case Type::text:
    case Type::path: {
      // What a `--set` means is known only here: 5 may be a name.
      const bool is_plain = node.kind != Node::Kind::table && node.kind != Node::Kind::array;
      const bool is_text = node.kind == Node::Kind::text;
      const bool is_number = f.unit_name == kOrNumber && node.kind == Node::Kind::integer;
      if (!is_text && !is_number && !(is_plain && node.value.is_override())) {
        return wrong_type(f, node, label);
      }
      const std::string text = is_text     ? node.text
                               : is_number ? std::to_string(node.integer)
                                           : node.typed;
      if (text.find('\0') != std::string::npos) {
        return wrong(node, fmt::format("'{}' must not contain a zero character", label));
      }
      if (f.type == Type::text) return Scalar(text);
      if (text.empty() && !may_be_empty(f)) {
        return wrong(node, fmt::format("'{}' names no file; it must be {}{}", label, wanted(f),
                                       f.is_required ? "" : ", or be left out"));
      }
      return path(node, text);
    }
    case Type::time:
      return quantity(f, node, label, &parse_time);
    case Type::bytes:
      return quantity(f, node, label, &parse_bytes);
    case Type::rate:
      return quantity(f, node, label, &parse_rate);
    case Type::section: {
      AnyParams inside{&f.shape(), f.shape().defaults()};
      Section s = inner(node, label);
      read_params(inside.shape->address(inside.value), *inside.shape, s);
      return Scalar(std::move(inside));
    }
    case Type::choice: {
      if (node.kind != Node::Kind::table && node.kind != Node::Kind::text) {
        return wrong_type(f, node, label);
      }
      Section s = inner(node, label);
      AnyChoice chosen = read_choice(f.kind, s);
      if (!chosen.component) return std::nullopt;
      return Scalar(std::move(chosen));
    }
  }
  return std::nullopt;
}

std::optional<Scalar> Reader::number(const Field& f, const Node& node, const std::string& label) {
  double x = 0;
  if (node.kind == Node::Kind::text) {
    const Parsed<double> parsed = parse_quantity(node.text, f.unit_name);
    if (!parsed) return wrong_quantity(f, node, label, parsed.error);
    x = parsed.value;
  } else if (node.kind == Node::Kind::integer || node.kind == Node::Kind::number) {
    if (!f.unit_name.empty()) {
      return wrong(node, fmt::format("'{}' has no unit; it must be {}", label, wanted(f)));
    }
    x = node.kind == Node::Kind::number ? node.number : static_cast<double>(node.integer);
  } else {
    return wrong_type(f, node, label);
  }
  if (!std::isfinite(x)) {
    return wrong(node, fmt::format("'{}' is not finite; it must be {}", label, wanted(f)));
  }
  return Scalar(x);
}

template <class T>
std::optional<Scalar> Reader::quantity(const Field& f, const Node& node, const std::string& label,
                                       Parsed<T> (*parse)(std::string_view)) {
  if (node.kind == Node::Kind::integer || node.kind == Node::Kind::number) {
    const std::string_view units = f.type == Type::time    ? time_units()
                                   : f.type == Type::bytes ? bytes_units()
                                                           : rate_units();
    return wrong(node, fmt::format("'{}' has no unit; units: {}; it must be {}", label, units,
                                   wanted(f)));
  }
  if (node.kind != Node::Kind::text) return wrong_type(f, node, label);
  Parsed<T> parsed = parse(node.text);
  if (!parsed) return wrong_quantity(f, node, label, parsed.error);
  return Scalar(parsed.value);
}

// Relative to the file where it stands; in a `--set`, to where the command was given.
std::optional<Scalar> Reader::path(const Node& node, const std::string& text) {
  namespace fs = std::filesystem;
  if (text.empty()) return Scalar(fs::path());
  const fs::path base = node.value.source == 0                 ? state_.directory
                        : node.value.source == Position::kBase ? state_.base_directory
                                                               : fs::current_path();
  const fs::path path = (base / text).lexically_normal();
  if (!is_within_limits(path)) {
    wrong(node, fmt::format("'{}' is outside of the folders that may be read here", text));
    return std::nullopt;
  }
  return Scalar(path);
}

bool Reader::is_legal(const Field& f, const Node& node, const std::string& label, const Scalar& s) {
  if (f.type == Type::section || f.type == Type::choice) return true;
  if (is_unlimited(s)) {
    if (f.unlimited) return true;
    wrong(node, fmt::format("'{}' cannot be unlimited; it must be {}", label, wanted(f)));
    return false;
  }
  const auto is_it = [&](const Scalar& c) { return same(c, s); };
  if (!f.choices.empty() && std::ranges::none_of(f.choices, is_it)) {
    std::vector<std::string> legal;
    for (const Scalar& c : f.choices) {
      if (const auto* text = std::get_if<std::string>(&c)) legal.push_back(*text);
    }
    wrong(node, fmt::format("'{}' is {}; it must be {}{}", label, to_toml(s, f), wanted(f),
                            did_you_mean(node.text, legal)));
    return false;
  }
  if ((f.min && less(s, *f.min)) || (f.max && less(*f.max, s))) {
    wrong(node, fmt::format("'{}' is {}; it must be {}", label, to_toml(s, f), wanted(f)));
    return false;
  }
  return true;
}

void read_params(void* params, const Shape& shape, Section& section) {
  Reader(section).params(params, shape);
}

AnyChoice read_choice(std::string_view kind, Section& section) {
  return Reader(section).choice(kind);
}

void note(Section& section, std::string_view key, std::string message) {
  Reader(section).note(key, std::move(message));
}

}  // namespace kasuri::config
