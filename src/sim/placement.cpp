// SPDX-License-Identifier: MIT
// Which node each rank lives on: node by node, or by a mapping file with a line `rank node` for
// each rank (NSIM's rank-to-node file). Empty lines and what follows a '#' are ignored.
#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <string_view>

#include "sim/machine.h"

namespace kasuri {
namespace {

// Reads the two numbers of a line; returns the column of what is wrong, 0 if all is well.
std::size_t parse_line(std::string_view line, std::uint64_t& rank, std::uint64_t& node) {
  const char* begin = line.data();
  const char* end = begin + line.size();
  const char* at = begin;
  for (std::uint64_t* value : {&rank, &node}) {
    while (at != end && (*at == ' ' || *at == '\t' || *at == ',')) ++at;
    const auto [next, error] = std::from_chars(at, end, *value);
    if (error != std::errc{}) return static_cast<std::size_t>(at - begin) + 1;
    at = next;
  }
  while (at != end && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
  return at == end ? 0 : static_cast<std::size_t>(at - begin) + 1;
}

class MappingErrors {
 public:
  explicit MappingErrors(const std::filesystem::path& file) : file_(file.string()) {}
  void add(std::size_t line, std::size_t column, std::string_view message) {
    if (++count_ <= 20) text_ += fmt::format("{}:{}:{}: error: {}\n", file_, line, column, message);
  }
  void finish() {
    if (count_ == 0) return;
    if (count_ > 20) text_ += fmt::format("{}: {} more errors\n", file_, count_ - 20);
    text_.pop_back();
    throw Error(Exit::usage, text_);
  }

 private:
  std::string file_, text_;
  std::size_t count_ = 0;
};

std::vector<NodeId> read_mapping(const std::filesystem::path& file, std::uint64_t ranks,
                                 std::uint32_t nodes) {
  std::ifstream in(file);
  if (!in) throw Error(Exit::usage, file.string() + ": error: cannot read this mapping file");
  MappingErrors errors(file);
  std::vector<NodeId> node_of(ranks);
  std::vector<std::uint32_t> line_of(ranks, 0);
  std::string line;
  std::uint32_t number = 0;
  while (std::getline(in, line)) {
    ++number;
    const std::string_view text = std::string_view(line).substr(0, line.find('#'));
    if (text.find_first_not_of(" \t\r,") == std::string_view::npos) continue;
    std::uint64_t rank = 0, node = 0;
    if (const std::size_t column = parse_line(text, rank, node)) {
      errors.add(number, column, "expected `rank node`, two numbers");
    } else if (rank >= ranks) {
      errors.add(number, 1, fmt::format("rank {} does not exist; ranks are 0 to {}", rank,
                                        ranks - 1));
    } else if (node >= nodes) {
      errors.add(number, 1, fmt::format("node {} does not exist; nodes are 0 to {}", node,
                                        nodes - 1));
    } else if (line_of[rank]) {
      errors.add(number, 1, fmt::format("rank {} stands already in line {}", rank, line_of[rank]));
    } else {
      line_of[rank] = number;
      node_of[rank] = {static_cast<std::uint32_t>(node)};
    }
  }
  std::uint64_t missing = 0, first = 0;
  for (std::uint64_t r = ranks; r-- > 0;) {
    if (!line_of[r]) ++missing, first = r;
  }
  if (missing) {
    errors.add(number + 1, 1, fmt::format("{} of {} ranks have no node, the first is rank {}",
                                          missing, ranks, first));
  }
  errors.finish();
  return node_of;
}

}  // namespace

std::vector<NodeId> place_ranks(const JobParams& job, std::uint32_t nodes, config::Section& section) {
  const std::uint64_t room = std::uint64_t{nodes} * job.ranks_per_node;
  const std::uint64_t ranks = job.ranks ? *job.ranks : room;
  if (ranks > UINT32_MAX >> 2) {
    section.error("ranks_per_node", fmt::format("{} ranks are more than the {} that are possible",
                                                ranks, UINT32_MAX >> 2));
    return {};
  }
  if (job.mapping_file) return read_mapping(*job.mapping_file, ranks, nodes);
  if (ranks > room) {
    section.error("ranks", fmt::format("{} ranks do not fit on {} nodes with {} rank{} each; "
                                       "at most {}, or ranks_per_node = {}",
                                       ranks, nodes, job.ranks_per_node,
                                       job.ranks_per_node == 1 ? "" : "s", room,
                                       (ranks + nodes - 1) / nodes));
    return {};
  }
  std::vector<NodeId> node_of(ranks);
  for (std::uint32_t r = 0; r < ranks; ++r) node_of[r] = {r / job.ranks_per_node};
  return node_of;
}

}  // namespace kasuri
