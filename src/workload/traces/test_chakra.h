// SPDX-License-Identifier: MIT
// For tests: Chakra's traces from nodes in a few words, as protocol buffers.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/test_path.h"
#include "base/core/text_file.h"
#include "workload/traces/chakra_node.h"
#include "workload/traces/chakra_wire.h"

namespace kasuri::trace {

// A node in the making.
class TestNode {
 public:
  TestNode(std::uint64_t id, ChakraType type, std::string_view name = "n") {
    node_.number(1, id).text(2, name).number(3, static_cast<std::uint64_t>(type));
  }
  TestNode& after(std::vector<std::uint64_t> ids) {
    WireWriter packed;
    for (const std::uint64_t id : ids) packed.varint(id);
    node_.message(5, packed);
    return *this;
  }
  TestNode& micros(std::uint64_t n) { return node_.number(7, n), *this; }
  TestNode& number(std::string_view name, std::int64_t value) {
    return attribute(WireWriter().text(1, name).number(9, static_cast<std::uint64_t>(value)));
  }
  TestNode& text(std::string_view name, std::string_view value) {
    return attribute(WireWriter().text(1, name).text(29, value));
  }
  TestNode& values(std::string_view text) { return node_.message(8, WireWriter().text(1, text)), *this; }
  TestNode& attribute(const WireWriter& a) { return node_.message(10, a), *this; }
  WireWriter& fields() { return node_; }
  std::string bytes() const { return node_.framed(); }

  static TestNode compute(std::uint64_t id, std::uint64_t micros) {
    return TestNode(id, ChakraType::comp, "compute").micros(micros).number("is_cpu_op", 0);
  }
  static TestNode collective(std::uint64_t id, int type, std::int64_t bytes) {
    return TestNode(id, ChakraType::comm_coll, "collective")
        .number("comm_type", type)
        .number("comm_size", bytes);
  }
  static TestNode send(std::uint64_t id, std::int64_t to, std::int64_t bytes, std::int64_t tag = 0) {
    return TestNode(id, ChakraType::comm_send, "send")
        .number("comm_dst", to)
        .number("comm_size", bytes)
        .number("comm_tag", tag);
  }
  static TestNode receive(std::uint64_t id, std::int64_t from, std::int64_t bytes, std::int64_t tag = 0) {
    return TestNode(id, ChakraType::comm_recv, "recv")
        .number("comm_src", from)
        .number("comm_size", bytes)
        .number("comm_tag", tag);
  }

 private:
  WireWriter node_;
};

// A folder of a test's own with the files t.RANK.et, gone at its end.
class TestChakra {
 public:
  explicit TestChakra(const std::string& name, const std::vector<std::vector<TestNode>>& ranks = {})
      : folder_(test_path(name)) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    for (std::size_t r = 0; r < ranks.size(); ++r) put(r, bytes_of(ranks[r]));
  }
  TestChakra(const TestChakra&) = delete;
  TestChakra& operator=(const TestChakra&) = delete;
  ~TestChakra() { std::filesystem::remove_all(folder_); }

  static std::string bytes_of(const std::vector<TestNode>& nodes) {
    std::string all = WireWriter().text(1, "0.0.4").framed();
    for (const TestNode& n : nodes) all += n.bytes();
    return all;
  }
  void put(std::size_t rank, std::string_view bytes, std::string_view ending = ".et") const {
    write_text(folder_ / ("t." + std::to_string(rank) + std::string(ending)), bytes);
  }
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path first() const { return folder_ / "t.0.et"; }
  std::filesystem::path pattern() const { return folder_ / "t.*.et"; }

 private:
  std::filesystem::path folder_;
};

}  // namespace kasuri::trace
