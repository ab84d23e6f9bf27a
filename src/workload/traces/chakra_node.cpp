// SPDX-License-Identifier: MIT
#include "workload/traces/chakra_node.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

#include "base/core/errors.h"
#include "workload/traces/chakra_wire.h"

namespace kasuri::trace {
namespace {

using Field = WireFields::Field;
using Wire = WireFields::Type;

// The value fields of AttributeProto: those of single values have odd numbers, the list of each the next
// one.
enum AttributeField : std::uint32_t {
  kFloat64 = 3,
  kFloat32 = 5,
  kInt32 = 7,
  kInt64 = 9,
  kUint32 = 11,
  kUint64 = 13,
  kSint32 = 15,
  kSint64 = 17,
  kFixed32 = 19,
  kFixed64 = 21,
  kSfixed32 = 23,
  kSfixed64 = 25,
  kBool = 27,
  kString = 29,
  kBytes = 31,
  kLastAttribute = 32
};

Wire wire_of(std::uint32_t field) {
  switch (field) {
    case kFloat64:
    case kFixed64:
    case kSfixed64: return Wire::fixed64;
    case kFloat32:
    case kFixed32:
    case kSfixed32: return Wire::fixed32;
    case kString:
    case kBytes: return Wire::bytes;
    default: return Wire::varint;
  }
}

// What a number of this type says, as a whole number; empty if it is none.
std::optional<std::int64_t> whole_of_bits(std::uint32_t field, std::uint64_t bits) {
  const auto of_real = [](double x) -> std::optional<std::int64_t> {
    if (!(std::abs(x) < 9e18) || x != std::trunc(x)) return std::nullopt;
    return static_cast<std::int64_t>(x);
  };
  switch (field) {
    case kFloat64: return of_real(std::bit_cast<double>(bits));
    case kFloat32: return of_real(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case kSint32:
    case kSint64: return from_zigzag(bits);
    case kSfixed32: return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
    case kUint64:
    case kFixed64:
      if (bits > INT64_MAX) return std::nullopt;
      return static_cast<std::int64_t>(bits);
    default: return static_cast<std::int64_t>(bits);
  }
}

// Of involved_dim: whether a value of the list is false.
bool has_false(const WireFields& within, const Field& list) {
  WireFields fields(within.file(), list.bytes, list.at);
  bool found = false;
  for (Field f; fields.next(f);) {
    if (f.number != 1) continue;
    if (f.type == Wire::varint) {
      found |= f.value == 0;
    } else if (f.type == Wire::bytes) {
      WireFields values(within.file(), f.bytes, f.at);
      for (std::uint64_t v = 0; values.next_varint(v);) found |= v == 0;
    }
  }
  return found;
}

struct Attribute {
  std::string_view name{};
  std::optional<Field> value{};
};

Attribute attribute_of(const WireFields& within, const Field& field) {
  WireFields fields(within.file(), field.bytes, field.at);
  Attribute a;
  for (Field f; fields.next(f);) {
    if (f.number == 1 && f.type == Wire::bytes) a.name = f.bytes;
    if (f.number < kFloat64 || f.number > kLastAttribute) continue;
    const bool list = f.number % 2 == 0;
    if (f.type != (list ? Wire::bytes : wire_of(f.number))) {
      refuse_bytes(
          within.file(), f.at,
          fmt::format("the value of an attribute, field {}, has another wire type than its number says",
                      f.number));
    }
    a.value = f;
  }
  return a;
}

void read_attribute(const WireFields& within, const Field& field, ChakraNode& node) {
  const Attribute a = attribute_of(within, field);
  if (!a.value) return;
  const Field& v = *a.value;
  if (v.number % 2 == 0) {
    if (a.name == "involved_dim") node.leaves_out_dimensions |= has_false(within, v);
    return;
  }
  if (v.type == Wire::bytes) return set_attribute(node, a.name, v.bytes);
  if (const auto whole = whole_of_bits(v.number, v.value)) return set_attribute(node, a.name, *whole);
  ChakraNode known;  // others may have any value
  set_attribute(known, a.name, std::int64_t{1});
  if (known.comm_size || known.comm_src || known.comm_dst || known.comm_tag || known.num_ops ||
      known.tensor_size || known.comm_type || known.root_rank || known.duration_ps) {
    refuse_bytes(within.file(), v.at,
                 fmt::format("attribute '{}' is no whole number below 2^63", a.name));
  }
}

void read_ids(const WireFields& within, const Field& f, std::vector<std::uint64_t>& ids) {
  if (f.type == Wire::varint) {
    ids.push_back(f.value);
  } else if (f.type == Wire::bytes) {
    WireFields packed(within.file(), f.bytes, f.at);
    for (std::uint64_t id = 0; packed.next_varint(id);) ids.push_back(id);
  } else {
    refuse_bytes(within.file(), f.at, "a dependence is neither a varint nor a packed list");
  }
}

void read_node(WireFields fields, ChakraNode& node) {
  node = {};
  const auto number = [&](const Field& f) {
    if (f.type != Wire::varint)
      refuse_bytes(fields.file(), f.at, fmt::format("field {} is no number", f.number));
    return f.value;
  };
  const auto bytes = [&](const Field& f) {
    if (f.type != Wire::bytes)
      refuse_bytes(fields.file(), f.at, fmt::format("field {} is no text", f.number));
    return f.bytes;
  };
  for (Field f; fields.next(f);) {
    switch (f.number) {
      case 1: node.id = number(f); break;
      case 2: node.name = bytes(f); break;
      case 3:
        if (number(f) >= kChakraTypes.size()) {
          refuse_bytes(fields.file(), f.at,
                       fmt::format("node {}: type {} is not known", node.id, f.value));
        }
        node.type = static_cast<ChakraType>(f.value);
        break;
      case 4:
      case 5: read_ids(fields, f, node.deps); break;
      case 7: node.duration_micros = number(f); break;
      case 8: {
        WireFields io(fields.file(), bytes(f), f.at);
        for (Field v; io.next(v);) {
          if (v.number == 1 && v.type == Wire::bytes) node.input_values = v.bytes;
        }
        break;
      }
      case 10:
        bytes(f);
        read_attribute(fields, f, node);
        break;
      default: break;
    }
  }
}

ChakraHead read_head(WireFields fields) {
  ChakraHead head;
  for (Field f; fields.next(f);) {
    if (f.number == 1 && f.type == Wire::bytes) head.version = f.bytes;
    if (f.number != 2 || f.type != Wire::bytes) continue;
    const Attribute a = attribute_of(fields, f);
    if (a.name == "kasuri.streams" && a.value && a.value->number % 2 == 1 &&
        a.value->type != Wire::bytes) {
      head.streams = whole_of_bits(a.value->number, a.value->value).value_or(-1);
    }
  }
  return head;
}

}  // namespace

void set_attribute(ChakraNode& node, std::string_view name, std::int64_t value) {
  if (name == "is_cpu_op") node.is_cpu_op = value != 0;
  else if (name == "comm_type") node.comm_type = value;
  else if (name == "comm_size") node.comm_size = value;
  else if (name == "comm_src") node.comm_src = value;
  else if (name == "comm_dst") node.comm_dst = value;
  else if (name == "comm_tag") node.comm_tag = value;
  else if (name == "root_rank" || name == "comm_root") node.root_rank = value;
  else if (name == "num_ops") node.num_ops = value;
  else if (name == "tensor_size") node.tensor_size = value;
  else if (name == "kasuri.duration_ps") node.duration_ps = value;
  else if (name == "pg_name" || name == "comm_group") node.group = fmt::format("{}", value);
}

// Numbers may be written as text.
void set_attribute(ChakraNode& node, std::string_view name, std::string_view value) {
  if (name == "pg_name" || name == "comm_group") {
    node.group = value;
    return;
  }
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n);
  if (error == std::errc{} && end == value.data() + value.size()) return set_attribute(node, name, n);
  if (name != "comm_type") return;
  for (std::size_t i = 0; i < kChakraCollectives.size(); ++i) {
    if (value == kChakraCollectives[i]) node.comm_type = static_cast<std::int64_t>(i);
  }
}

std::string describe(const ChakraNode& node) { return fmt::format("node {} ('{}')", node.id, node.name); }

ChakraHead read_chakra(const std::filesystem::path& path, const std::function<void(ChakraNode&)>& node) {
  MessageFile file(path);
  std::string message(256, '\0');
  message.resize(file.read(message.data(), message.size()));
  if (is_chakra_json(message)) return read_chakra_json(path, node);
  file.rewind();
  std::uint64_t begin = 0;
  if (!file.next(message, begin))
    throw Error(Exit::usage, ErrorPlace(path.string()), "the trace is empty");
  const ChakraHead head = read_head({path, message, begin});
  for (ChakraNode n; file.next(message, begin);) {
    read_node({path, message, begin}, n);
    node(n);
  }
  return head;
}

}  // namespace kasuri::trace
