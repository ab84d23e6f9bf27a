// SPDX-License-Identifier: MIT
// Values and sections as TOML text.
#include "base/config/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/config/diagnostics.h"
#include "base/config/node.h"
#include "base/config/registry.h"

namespace kasuri::config {

std::string toml_string(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          out += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
        } else {
          out += c;
        }
    }
  }
  return out + '"';
}

namespace {

// With a point or an exponent, so that it reads as a number and not as an integer.
std::string floating(double x) {
  std::string s = fmt::format("{}", x);
  return s.find_first_of(".en") == std::string::npos ? s + ".0" : s;
}

bool is_table(const Field& f) { return f.type == Type::section || f.type == Type::choice; }

// The parts of a section or choice: its name, if it is a component, its shape and its params.
struct Parts {
  std::string_view type;
  const Shape* shape = nullptr;
  std::any params;
};

Parts parts(const Scalar& s) {
  if (const auto* section = std::get_if<AnyParams>(&s)) return {"", section->shape, section->value};
  const auto& choice = std::get<AnyChoice>(s);
  if (!choice.component) return {};
  return {choice.component->name, &choice.component->shape(), choice.params};
}

bool is_unmade(const Field& f, const std::vector<Scalar>& value) {
  return f.type == Type::choice && !f.list && !f.keyed && !std::get<AnyChoice>(value.front()).component;
}

// The name of a section in a map, in quotes where TOML wants them.
std::string quoted_key_of(const Scalar& section) {
  const std::string& key = key_of(section);
  const bool bare = !key.empty() && std::ranges::all_of(key, [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return bare ? key : toml_string(key);
}

// `keyed`: its name says what it is.
std::string inline_table(const Scalar& s, bool keyed = false) {
  Parts p = parts(s);
  std::vector<std::string> members;
  if (!p.type.empty() && !keyed) members.push_back(fmt::format("type = {}", toml_string(p.type)));
  if (p.shape) {
    const void* params = p.shape->address(p.params);
    for (const Field& f : p.shape->fields()) {
      const Value value = f.get(params);
      if (!value || is_unmade(f, *value)) continue;
      if (f.keyed) {
        for (const Scalar& section : *value) {
          members.push_back(fmt::format("{} = {}", quoted_key_of(section), inline_table(section, true)));
        }
        continue;
      }
      members.push_back(fmt::format("{} = {}", f.name, f.list ? to_toml(*value, f)
                                                              : to_toml(value->front(), f)));
    }
  }
  return members.empty() ? "{}" : fmt::format("{{ {} }}", join(members));
}

}  // namespace

std::string to_toml(const Scalar& s, const Field& f) {
  switch (f.type) {
    case Type::integer: return fmt::format("{}", std::get<std::int64_t>(s));
    case Type::number:
      if (f.unit_name.empty()) return floating(std::get<double>(s));
      return fmt::format("\"{} {}\"", std::get<double>(s), f.unit_name);
    case Type::boolean: return std::get<bool>(s) ? "true" : "false";
    case Type::text: return toml_string(std::get<std::string>(s));
    case Type::path: return toml_string(std::get<std::filesystem::path>(s).string());
    case Type::time: return toml_string(exact(std::get<Time>(s)));
    case Type::bytes: return toml_string(exact(std::get<Bytes>(s)));
    case Type::rate: return toml_string(exact(std::get<BytesPerSecond>(s)));
    case Type::section:
    case Type::choice: return inline_table(s);
  }
  return "";
}

std::string to_toml(const std::vector<Scalar>& all, const Field& f) {
  std::vector<std::string> items;
  for (const Scalar& s : all) items.push_back(to_toml(s, f));
  return fmt::format("[{}]", join(items));
}

void Writer::write(std::string_view path, const Scalar& value, Place place) {
  Parts p = parts(value);
  if (!p.shape) return;  // a choice that was not made
  if (!path.empty()) {
    if (!text_.empty()) text_ += '\n';
    text_ += place == Place::list ? fmt::format("[[{}]]\n", path) : fmt::format("[{}]\n", path);
  }
  if (!p.type.empty() && place != Place::keyed) text_ += fmt::format("type = {}\n", toml_string(p.type));
  write_body(std::string(path), *p.shape, p.shape->address(p.params));
}

// Plain keys first: after the header of a sub-section they would belong to that.
void Writer::write_body(const std::string& path, const Shape& shape, const void* params) {
  for (const Field& f : shape.fields()) {
    const Value value = f.get(params);
    if (!value) {
      text_ += fmt::format("# {} is not set\n", f.name);
    } else if (f.list && (!is_table(f) || value->empty())) {
      text_ += fmt::format("{} = {}\n", f.name, to_toml(*value, f));
    } else if (!is_table(f)) {
      text_ += fmt::format("{} = {}\n", f.name, to_toml(value->front(), f));
    }
  }
  for (const Field& f : shape.fields()) {
    if (!is_table(f)) continue;
    const Value value = f.get(params);
    if (!value) continue;
    for (const Scalar& s : *value) {
      const std::string name = f.keyed ? quoted_key_of(s) : f.name;
      write(path.empty() ? name : fmt::format("{}.{}", path, name), s,
            f.list ? Place::list : f.keyed ? Place::keyed : Place::alone);
    }
  }
}

}  // namespace kasuri::config
