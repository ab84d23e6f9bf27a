// SPDX-License-Identifier: MIT
#include "experiment/plugin/declared.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/config/diagnostics.h"
#include "base/core/errors.h"

namespace kasuri::plugin {
namespace {

using config::Field;
using config::Scalar;
using config::Shape;
using config::Type;

constexpr std::size_t kMost = 64;

std::vector<Declared>& declared() {
  static std::vector<Declared> all = [] {
    std::vector<Declared> none;
    none.reserve(kMost);  // components point into it
    return none;
  }();
  return all;
}

Scalar scalar_of(const v1::Setting& s, double value) {
  const auto whole = static_cast<std::int64_t>(value);
  switch (s.type) {
    case v1::Setting::Type::integer: return whole;
    case v1::Setting::Type::number: return value;
    case v1::Setting::Type::boolean: return value != 0;
    case v1::Setting::Type::time: return Time{whole};
    case v1::Setting::Type::size: return Bytes{whole};
    case v1::Setting::Type::rate: return BytesPerSecond{whole};
    case v1::Setting::Type::text: return s.text;
    case v1::Setting::Type::file: return std::filesystem::path(s.text);
  }
  return whole;
}

Type type_of(v1::Setting::Type type) {
  switch (type) {
    case v1::Setting::Type::integer: return Type::integer;
    case v1::Setting::Type::number: return Type::number;
    case v1::Setting::Type::boolean: return Type::boolean;
    case v1::Setting::Type::time: return Type::time;
    case v1::Setting::Type::size: return Type::bytes;
    case v1::Setting::Type::rate: return Type::rate;
    case v1::Setting::Type::text: return Type::text;
    case v1::Setting::Type::file: return Type::path;
  }
  return Type::text;
}

config::FieldOf<Loose> field_of(const v1::Setting& s, std::size_t index) {
  config::FieldOf<Loose> f;
  f.name = s.name;
  f.meaning = s.meaning;
  f.type = type_of(s.type);
  f.is_required = s.required;
  if (s.least) f.min = scalar_of(s, *s.least);
  if (s.most) f.max = scalar_of(s, *s.most);
  f.address = [index](const void* p) -> const void* {
    return &static_cast<const Loose*>(p)->values[index];
  };
  f.get = [index](const void* p) { return static_cast<const Loose*>(p)->values[index]; };
  f.set = [index](void* p, const config::Value& v) { static_cast<Loose*>(p)->values[index] = v; };
  return f;
}

std::vector<Field> fields_of(const Declared& d) {
  config::Fields<Loose> own;
  for (std::size_t i = 0; i < d.settings.size(); ++i) own.push_back(field_of(d.settings[i], i));
  return config::checked(d.open_loop ? open_loop_fields<Loose>(own) : own);
}

std::any defaults_of(const Declared& d) {
  Loose p;
  p.declared = &d;
  for (const v1::Setting& s : d.settings) p.values.push_back({{scalar_of(s, s.initial)}});
  return p;
}

template <std::size_t N>
const Shape& shape_at() {
  static const Shape shape{.fields = []() -> const std::vector<Field>& {
                             static const std::vector<Field> fields = fields_of(declared()[N]);
                             return fields;
                           },
                           .defaults = [] { return defaults_of(declared()[N]); },
                           .address = [](std::any& value) -> void* { return std::any_cast<Loose>(&value); },
                           .validate = nullptr};
  return shape;
}

using ShapeOf = const Shape& (*)();
template <std::size_t... N>
constexpr std::array<ShapeOf, kMost> shapes(std::index_sequence<N...>) {
  return {&shape_at<N>...};
}
constexpr auto kShapes = shapes(std::make_index_sequence<kMost>());

void check_declared(const Declared& d) {
  const auto refuse = [&](const std::string& why) {
    throw Error(Exit::usage, fmt::format("{} '{}': {}", d.kind, d.name, why));
  };
  const auto is_name = [](std::string_view s) {
    return !s.empty() && s.size() <= 64 &&
           s.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == s.npos;
  };
  if (!is_name(d.name)) refuse("a name has lower-case letters, digits, '-' and '_'");
  if (config::find_component(d.kind, d.name)) refuse("there is another of this name");
  for (std::size_t i = 0; i < d.settings.size(); ++i) {
    const v1::Setting& s = d.settings[i];
    if (!is_name(s.name) || s.name == "type") refuse(fmt::format("'{}' is no name of a setting", s.name));
    if (s.meaning.empty()) refuse(fmt::format("setting '{}' has no meaning", s.name));
    for (std::size_t j = 0; j < i; ++j) {
      if (d.settings[j].name == s.name) refuse(fmt::format("setting '{}' is declared twice", s.name));
    }
  }
  if (declared().size() == kMost) refuse(fmt::format("plug-ins have at most {} components", kMost));
}

}  // namespace

void declare(Declared d, std::string_view kind_meaning, std::any make) {
  check_declared(d);
  const std::size_t slot = declared().size();
  declared().push_back(std::move(d));
  const Declared& kept = declared().back();
  try {
    (void)kShapes[slot]().fields();
  } catch (const std::exception& e) {
    const std::string why = fmt::format("{} '{}': {}", kept.kind, kept.name, e.what());
    declared().pop_back();
    throw Error(Exit::usage, why);
  }
  config::register_component({.kind = kept.kind,
                              .kind_meaning = kind_meaning,
                              .name = kept.name,
                              .summary = kept.summary,
                              .shape = kShapes[slot]},
                             std::move(make));
}

void rethrow(const Declared& d) {
  try {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    throw Error(Exit::usage, fmt::format("{} '{}': {}", d.kind, d.name, e.what()));
  }
}

Error error_in_run(const Declared& d, const std::string& why) {
  return Error(Exit::usage, ErrorPlace("kasuri"), fmt::format("{} '{}': {}", d.kind, d.name, why));
}

const Scalar& LooseSettings::value(std::string_view name) const {
  for (std::size_t i = 0; i < p_.values.size(); ++i) {
    if (p_.declared->settings[i].name == name) return p_.values[i]->front();
  }
  throw std::logic_error(fmt::format("it has not declared the setting '{}' that it asks for", name));
}

std::int64_t LooseSettings::integer(std::string_view name) const {
  const Scalar& s = value(name);
  if (const auto* n = std::get_if<std::int64_t>(&s)) return *n;
  if (const auto* t = std::get_if<Time>(&s)) return t->ps;
  if (const auto* b = std::get_if<Bytes>(&s)) return b->n;
  if (const auto* r = std::get_if<BytesPerSecond>(&s)) return r->n;
  throw std::logic_error(fmt::format("its setting '{}' is no integer", name));
}

double LooseSettings::number(std::string_view name) const {
  if (const auto* x = std::get_if<double>(&value(name))) return *x;
  throw std::logic_error(fmt::format("its setting '{}' is no number", name));
}

bool LooseSettings::boolean(std::string_view name) const {
  if (const auto* b = std::get_if<bool>(&value(name))) return *b;
  throw std::logic_error(fmt::format("its setting '{}' is no boolean", name));
}

std::string LooseSettings::text(std::string_view name) const {
  const Scalar& s = value(name);
  if (const auto* text = std::get_if<std::string>(&s)) return *text;
  if (const auto* file = std::get_if<std::filesystem::path>(&s)) return file->string();
  throw std::logic_error(fmt::format("its setting '{}' is no text", name));
}

}  // namespace kasuri::plugin
