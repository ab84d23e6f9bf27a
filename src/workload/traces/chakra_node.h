// SPDX-License-Identifier: MIT
// Nodes of Chakra's execution traces (mlcommons/chakra, schema/protobuf/et_def.proto), from the binary
// form and from JSON. Attributes are accepted in every type that can hold their value.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri::trace {

enum class ChakraType : std::uint8_t {
  invalid,
  metadata,
  mem_load,
  mem_store,
  comp,
  comm_send,
  comm_recv,
  comm_coll
};
inline constexpr std::array<std::string_view, 8> kChakraTypes{
    "INVALID_NODE", "METADATA_NODE",  "MEM_LOAD_NODE",  "MEM_STORE_NODE",
    "COMP_NODE",    "COMM_SEND_NODE", "COMM_RECV_NODE", "COMM_COLL_NODE"};
inline constexpr std::array<std::string_view, 10> kChakraCollectives{
    "ALL_REDUCE", "REDUCE",         "ALL_GATHER",           "GATHER", "SCATTER", "BROADCAST",
    "ALL_TO_ALL", "REDUCE_SCATTER", "REDUCE_SCATTER_BLOCK", "BARRIER"};

struct ChakraNode {
  std::uint64_t id = 0;
  std::string name;
  ChakraType type = ChakraType::invalid;
  std::vector<std::uint64_t> deps;  // of control and data
  std::uint64_t duration_micros = 0;
  std::string input_values;  // of a METADATA node: process groups
  bool is_cpu_op = false;
  std::optional<std::int64_t> comm_type, comm_size, comm_src, comm_dst, comm_tag, root_rank;
  std::optional<std::int64_t> num_ops, tensor_size;
  std::optional<std::int64_t> duration_ps;  // of Kasuri: exact
  std::string group;                        // pg_name or comm_group
  bool leaves_out_dimensions = false;       // involved_dim
};

// Of the whole file.
struct ChakraHead {
  std::string version;
  std::optional<std::int64_t> streams;  // of Kasuri; 0: as many as there are operations
};

// Goes through a file of either form. Throws Error with the byte or the node.
ChakraHead read_chakra(const std::filesystem::path&, const std::function<void(ChakraNode&)>& node);

// "node 12 ('all_reduce')"
std::string describe(const ChakraNode&);

// What both forms share: an attribute whose value is a whole number or text.
void set_attribute(ChakraNode&, std::string_view name, std::int64_t value);
void set_attribute(ChakraNode&, std::string_view name, std::string_view value);

// chakra_json.cpp
bool is_chakra_json(std::string_view head);
ChakraHead read_chakra_json(const std::filesystem::path&, const std::function<void(ChakraNode&)>& node);

}  // namespace kasuri::trace
