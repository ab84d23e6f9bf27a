// SPDX-License-Identifier: MIT
// Chakra's JSON form: {"workload_graph": [{"Id", "Name", "NodeType", "is_cpu_op", "runtime", "data_deps",
// …}]}.
// Nodes are dropped from memory as soon as they have been read.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/core/errors.h"
#include "workload/traces/chakra_node.h"
#include "workload/traces/json_bytes.h"

namespace kasuri::trace {
namespace {

using Json = nlohmann::json;

std::string in_lower_case(std::string name) {
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return name;
}

class JsonNode {
 public:
  JsonNode(const std::filesystem::path& file, const Json& json, std::uint64_t position)
      : file_(file), position_(position) {
    for (const auto& [key, value] : json.items()) take(in_lower_case(key), value);
  }
  ChakraNode node;

 private:
  [[noreturn]] void refuse(const std::string& key, std::string_view what) const {
    throw Error(
        Exit::usage, ErrorPlace(file_.string()),
        fmt::format("entry {} of workload_graph, node {}: \"{}\" {}", position_, node.id, key, what));
  }
  std::int64_t number(const std::string& key, const Json& value) const {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX)
      refuse(key, "is above 2^63 - 1");
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (value.is_number_float()) {
      const double x = value.get<double>();
      if (!(std::abs(x) < 9e18) || x != std::trunc(x)) refuse(key, "is no whole number below 2^63");
      return static_cast<std::int64_t>(x);
    }
    if (value.is_string()) {
      const auto& text = value.get_ref<const std::string&>();
      std::int64_t n = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
      if (error == std::errc{} && end == text.data() + text.size()) return n;
    }
    refuse(key, "is no whole number");
  }
  std::uint64_t natural(const std::string& key, const Json& value) const {
    const std::int64_t n = number(key, value);
    if (n < 0) refuse(key, "is negative");
    return static_cast<std::uint64_t>(n);
  }
  ChakraType type(const Json& value) const {
    if (value.is_string()) {
      const auto found = std::ranges::find(kChakraTypes, value.get_ref<const std::string&>());
      if (found == kChakraTypes.end()) refuse("NodeType", "is no type of a node");
      return static_cast<ChakraType>(found - kChakraTypes.begin());
    }
    const std::uint64_t n = natural("NodeType", value);
    if (n >= kChakraTypes.size()) refuse("NodeType", "is no type of a node");
    return static_cast<ChakraType>(n);
  }
  void take(const std::string& key, const Json& value) {
    if (key == "id") {
      node.id = natural(key, value);
    } else if (key == "name") {
      if (!value.is_string()) refuse(key, "is no text");
      node.name = value.get<std::string>();
    } else if (key == "nodetype" || key == "type") {
      node.type = type(value);
    } else if (key == "runtime" || key == "duration_micros") {
      node.duration_micros = natural(key, value);
    } else if (key == "data_deps" || key == "ctrl_deps") {
      if (!value.is_array()) refuse(key, "is no list");
      for (const Json& id : value) node.deps.push_back(natural(key, id));
    } else if (key == "inputs" && value.is_object() && value.contains("values")) {
      const Json& values = value["values"];
      node.input_values = values.is_string() ? values.get<std::string>() : values.dump();
    } else if (key == "involved_dim" && value.is_array()) {
      node.leaves_out_dimensions =
          std::ranges::any_of(value, [](const Json& d) { return d == false || d == 0; });
    } else if (value.is_string()) {
      set_attribute(node, key, std::string_view(value.get_ref<const std::string&>()));
    } else if (value.is_number() || value.is_boolean()) {
      set_attribute(node, key, number(key, value));
    }
  }

  const std::filesystem::path& file_;
  std::uint64_t position_;
};

}  // namespace

// A message of 123 bytes begins with '{', too, but has bytes that no text has.
bool is_chakra_json(std::string_view head) {
  const auto is_space = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
  const auto first = std::ranges::find_if_not(head, is_space);
  return first != head.end() && *first == '{' && std::ranges::all_of(head, [&](char c) {
           return is_space(c) || static_cast<unsigned char>(c) >= 32;
         });
}

ChakraHead read_chakra_json(const std::filesystem::path& path,
                            const std::function<void(ChakraNode&)>& node) {
  JsonBytes text(path);
  ChakraHead head;
  bool in_graph = false, found = false;
  std::uint64_t position = 0;
  constexpr int kMostDepth = 64;
  const auto take = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > kMostDepth) throw Error(Exit::usage, ErrorPlace(path.string()), "is nested too deeply");
    if (event == Json::parse_event_t::key && depth == 1) {
      in_graph = parsed == "workload_graph";
      found |= in_graph;
    }
    if (!in_graph || event != Json::parse_event_t::object_end || depth != 2) return true;
    JsonNode read(path, parsed, position++);
    node(read.node);
    return false;
  };
  try {
    const Json rest = Json::parse(JsonIterator(text), JsonIterator(), take);
    if (rest.contains("schema") && rest["schema"].is_string()) {
      head.version = rest["schema"].get<std::string>();
    }
  } catch (const Json::exception& e) {
    throw Error(Exit::usage, ErrorPlace(path.string()), fmt::format("is not JSON: {}", e.what()));
  }
  if (!found) throw Error(Exit::usage, ErrorPlace(path.string()), "has no \"workload_graph\"");
  return head;
}

}  // namespace kasuri::trace
