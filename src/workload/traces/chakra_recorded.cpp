// SPDX-License-Identifier: MIT
#include "workload/traces/chakra_recorded.h"

#include <fmt/format.h>

#include "base/core/check.h"
#include "workload/traces/chakra_wire.h"

namespace kasuri::trace {
namespace {

constexpr std::uint32_t kNumberField = 9, kTextField = 29;

void add_attribute(WireWriter& node, std::string_view name, std::int64_t value) {
  node.message(10, WireWriter().text(1, name).number(kNumberField, static_cast<std::uint64_t>(value)));
}

}  // namespace

std::uint32_t RecordedGroups::number(std::uint32_t context, const mpi::Group& group, Known& known) {
  const auto found = known.find(context);
  const std::uint64_t hash = group.hash();
  if (found != known.end() && found->second.is(group, hash)) return found->second.number;
  Key key{context, {}};
  for (std::int32_t i = 0; i < group.size; ++i) key.second.push_back(group.member(i));
  const std::lock_guard lock(mutex_);
  const auto [at, fresh] = numbers_.try_emplace(std::move(key), 0);
  if (fresh) {
    members_.push_back(&at->first.second);
    at->second = static_cast<std::uint32_t>(members_.size());
  }
  known[context] = {group, hash, at->second};
  return at->second;
}

void RecordedNames::add_tag(std::uint32_t context, std::int32_t tag) {
  if (!stays(context, tag)) tags_.try_emplace({context, tag}, 0);
}

void RecordedNames::add_group(std::uint32_t number) {
  groups_.try_emplace(number, fmt::format("g{}", groups_.size() + 1));
}

void RecordedNames::finish() {
  std::int64_t next = kOwn;
  for (auto& [key, tag] : tags_) tag = next++;
  check(next <= INT32_MAX, "there are fewer than 2^30 tags");
}

std::int64_t RecordedNames::tag(std::uint32_t context, std::int32_t tag) const {
  return stays(context, tag) ? tag : tags_.at({context, tag});
}

std::string recorded_head(int streams) {
  WireWriter head;
  head.text(1, "0.0.4");
  if (streams >= 0) {
    head.message(2, WireWriter().text(1, "kasuri.streams").number(kNumberField, streams > 0));
  }
  return head.framed();
}

std::string framed(std::uint64_t id, const RecordedNode& n, std::span<const std::uint64_t> after,
                   const RecordedNames& names) {
  WireWriter node, deps;
  for (const std::uint64_t d : after) deps.varint(d);
  node.number(1, id).text(2, n.name).number(3, static_cast<std::uint64_t>(n.type));
  if (!after.empty()) node.message(5, deps);
  switch (n.type) {
    case ChakraType::comp:
      node.number(7, static_cast<std::uint64_t>(n.size / 1'000'000 + (n.size % 1'000'000 >= 500'000)));
      add_attribute(node, "is_cpu_op", n.of_cpu);
      add_attribute(node, "kasuri.duration_ps", n.size);
      break;
    case ChakraType::comm_send:
    case ChakraType::comm_recv:
      add_attribute(node, "comm_size", n.size);
      add_attribute(node, n.type == ChakraType::comm_send ? "comm_dst" : "comm_src", n.peer);
      add_attribute(node, "comm_tag", names.tag(n.context, n.tag));
      break;
    case ChakraType::comm_coll:
      add_attribute(node, "comm_type", n.collective);
      add_attribute(node, "comm_size", n.size);
      if (n.peer >= 0) add_attribute(node, "root_rank", n.peer);
      if (n.group > 0) {
        node.message(10, WireWriter().text(1, "pg_name").text(kTextField, names.group(n.group)));
      }
      break;
    default:
      if (n.size > 0) add_attribute(node, "kasuri.duration_ps", n.size);
  }
  return node.framed();
}

}  // namespace kasuri::trace
