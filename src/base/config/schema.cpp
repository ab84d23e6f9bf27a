// SPDX-License-Identifier: MIT
// The JSON schema of a configuration file (draft 2020-12): a property per section, a definition per
// kind, whose components are told apart by the constant of `type`. "x-type" names what a string
// stands for, so that a form can offer units.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/config/catalogue.h"
#include "base/config/catalogue_parts.h"
#include "base/config/diagnostics.h"
#include "base/config/file_kind.h"
#include "base/config/name_or_number.h"
#include "base/config/registry.h"
#include "base/config/top_settings.h"
#include "base/core/errors.h"

namespace kasuri::config {
namespace {


// The strings that the parsers of base/core/parse_units.h take.
std::string pattern(const Field& f) {
  const std::string number = "[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?[ \\t]*";
  std::string body = "[ \\t]*";
  switch (f.type) {
    case Type::time: body += "\\+?" + number + "(ps|ns|us|µs|μs|ms|s|min)"; break;
    case Type::bytes: body += "\\+?" + number + "([kMGT]|[KMGT]i)?B"; break;
    case Type::rate: body += "\\+?" + number + "([kMGT]|[KMGT]i)?[Bb]/s"; break;
    default:
      body += "[-+]?" + number;
      body += f.unit_name.empty() ? "%?" : "(f|p|n|u|µ|μ|m|k|M|G|T|P)?" + f.unit_name;
  }
  body += "[ \\t]*";
  return f.unlimited ? "^(" + body + "|unlimited)$" : "^" + body + "$";
}

Json to_json(const Scalar&, const Field&);

Json to_json(const Shape& shape, std::any params, std::string_view type) {
  Json object = Json::object();
  if (!type.empty()) object["type"] = type;
  for (const Field& f : shape.fields()) {
    const Value value = f.get(shape.address(params));
    if (!value || f.keyed) continue;
    if (f.list) {
      object[f.name] = Json::array();
      for (const Scalar& s : *value) object[f.name].push_back(to_json(s, f));
    } else {
      object[f.name] = to_json(value->front(), f);
    }
  }
  return object;
}

Json to_json(const Scalar& s, const Field& f) {
  switch (f.type) {
    case Type::integer: return std::get<std::int64_t>(s);
    case Type::boolean: return std::get<bool>(s);
    case Type::text: return std::get<std::string>(s);
    case Type::path: return std::get<std::filesystem::path>(s).string();
    case Type::number:
      if (f.unit_name.empty()) return std::get<double>(s);
      break;
    case Type::section: {
      const auto& section = std::get<AnyParams>(s);
      return to_json(*section.shape, section.value, "");
    }
    case Type::choice: {
      const auto& choice = std::get<AnyChoice>(s);
      if (!choice.component) return nullptr;
      return to_json(choice.component->shape(), choice.params, choice.component->name);
    }
    default: break;
  }
  const std::string quoted = to_toml(s, f);  // a plain string in quotes
  return quoted.substr(1, quoted.size() - 2);
}

Json object_schema(const Shape& shape, const Component* component);

// One value of the field.
Json value_schema(const Field& f) {
  Json j;
  switch (f.type) {
    case Type::integer:
      j["type"] = "integer";
      if (f.min) j["minimum"] = to_json(*f.min, f);
      if (f.max) j["maximum"] = to_json(*f.max, f);
      break;
    case Type::number:
      if (f.unit_name.empty()) {
        Json number = {{"type", "number"}};
        if (f.min) number["minimum"] = to_json(*f.min, f);
        if (f.max) number["maximum"] = to_json(*f.max, f);
        j["anyOf"] = {number, {{"type", "string"}, {"pattern", pattern(f)}}};
        break;
      }
      [[fallthrough]];
    case Type::time:
    case Type::bytes:
    case Type::rate:
      j["type"] = "string";
      j["pattern"] = pattern(f);
      break;
    case Type::boolean: j["type"] = "boolean"; break;
    case Type::text:
    case Type::path:
      j["type"] = f.unit_name == kOrNumber ? Json::array({"string", "integer"}) : Json("string");
      break;
    case Type::section: j = object_schema(f.shape(), nullptr); break;
    case Type::choice: j["$ref"] = "#/$defs/" + std::string(f.kind); break;
  }
  for (const Scalar& c : f.choices) j["enum"].push_back(to_json(c, f));
  if (f.type != Type::section && f.type != Type::choice) j["x-type"] = short_type(f);
  return j;
}

Json field_schema(const Field& f) {
  Field each = f;
  each.list = false;
  Json j = value_schema(each);
  if (f.list) {
    j = Json{{"type", "array"}, {"items", std::move(j)}};
    if (f.min_size > 0) j["minItems"] = f.min_size;
    if (f.max_size != std::numeric_limits<std::size_t>::max()) j["maxItems"] = f.max_size;
  }
  j["description"] = f.meaning;
  const std::string range = short_range(f);
  if (!range.empty()) j["x-range"] = range;
  return j;
}

// The keys of a struct, added to an object of properties.
void add_fields(Json& j, Json& required, const Shape& shape) {
  const Json defaults = to_json(shape, shape.defaults(), "");
  for (const Field& f : shape.fields()) {
    if (f.keyed && f.type == Type::choice) {
      for (const Component* c : components(f.kind)) {
        j["properties"][c->name] = {{"anyOf", {{{"type", "boolean"}}, object_schema(c->shape(), nullptr)}},
                                    {"description", c->summary}};
      }
      continue;
    }
    if (f.keyed) {
      j["additionalProperties"] = field_schema(f);
      continue;
    }
    for (const std::string& former : f.former_names) {
      j["properties"][former] = field_schema(f);
      j["properties"][former]["deprecated"] = true;
    }
    Json& property = j["properties"][f.name] = field_schema(f);
    if (f.is_required) {
      required.push_back(f.name);
    } else if (defaults.contains(f.name) && !defaults[f.name].is_null()) {
      property["default"] = defaults[f.name];
    }
  }
}

Json object_schema(const Shape& shape, const Component* component) {
  Json j = {{"type", "object"}};
  Json required = Json::array();
  if (component) {
    j["title"] = component->name;
    j["description"] = component->summary;
    j["properties"]["type"] = {{"const", component->name}};
    required.push_back("type");
  }
  if (!component) j["properties"] = Json::object();
  j["additionalProperties"] = false;
  add_fields(j, required, shape);
  if (!required.empty()) j["required"] = required;
  return j;
}

bool has_required(const Shape& shape) {
  for (const Field& f : shape.fields()) {
    if (f.is_required) return true;
  }
  return false;
}

}  // namespace

Json kind_schema(std::string_view kind) {
  if (const Json* other = other_kind(kind)) return other->at("schema");
  Json alternatives = Json::array();
  Json names = Json::array();
  for (const Component* c : components(kind)) {
    alternatives.push_back(object_schema(c->shape(), c));
    if (!has_required(c->shape())) names.push_back(c->name);
  }
  if (!names.empty()) {
    alternatives.push_back(
        {{"type", "string"}, {"enum", names}, {"description", "the name alone: all defaults"}});
  }
  return {{"oneOf", alternatives}};
}

Json file_schema(std::string_view verb) {
  if (const Json* other = other_file(verb)) return other->at("schema");
  if (const FileKind* file = find_file_kind(verb)) {
    Json j = {{"properties", Json::object()}, {"required", Json::array()}};
    Json required = Json::array();
    for (const auto shape : file->shapes) add_fields(j, required, shape());
    j["required"] = std::move(required);
    if (file->shares_sections) j["additionalProperties"] = true;
    return j;
  }
  std::vector<std::string> names;
  for (const KindInfo& f : file_infos()) names.push_back(f.name);
  throw Error(Exit::usage, ErrorPlace(),
              fmt::format("kasuri {} has no file of its own{}; verbs that have one: {}",
                          verb, did_you_mean(verb, names), join(names)));
}

Json json_schema(std::string_view verb) {
  Json j = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"title", verb.empty() ? "Kasuri configuration"
                                   : fmt::format("Configuration of kasuri {}", verb)},
            {"type", "object"},
            {"properties", Json::object()}};
  j["additionalProperties"] = false;
  Json required = Json::array();
  if (verb.empty()) {
    for (const Field& f : top_settings()) j["properties"][f.name] = field_schema(f);
    for (const TopLevel* s : top_level()) {
      if (s->name.find('.') != std::string::npos) continue;  // described again, part of another
      j["properties"][s->name] = field_schema(*s);
      if (s->is_required) required.push_back(s->name);
    }
  } else {
    const Json file = file_schema(verb);
    for (const auto& [key, value] : file.items()) {
      if (key != "required") j[key] = value;
    }
    required = file.at("required");
  }
  if (!required.empty()) j["required"] = required;
  j["$defs"] = Json::object();
  for (const KindInfo& kind : all_kinds()) {
    j["$defs"][kind.name] = kind_schema(kind.name);
    j["$defs"][kind.name]["description"] = kind.meaning;
  }
  return j;
}

}  // namespace kasuri::config
