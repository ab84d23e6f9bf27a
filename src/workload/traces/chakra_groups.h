// SPDX-License-Identifier: MIT
// Process groups of Chakra's traces: from a METADATA node, whose input values hold a list of objects with
// `pg_name` and `ranks` (none: all), or from a file NAME.groups.json beside the trace, {"id": [ranks],
// …}. Groups of one name and the same members on several ranks are one communicator.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kasuri::trace {

class ChakraGroups {
 public:
  // `file`: the side file, which need not exist. Throws Error.
  ChakraGroups(const std::filesystem::path& file, std::uint32_t ranks);

  // The next rank's nodes follow: it knows the groups of the side file.
  void begin_rank() { own_.clear(), found_.clear(); }
  // Of a METADATA node that holds groups; others are left alone. `where` is for messages.
  void define(const std::filesystem::path& trace, std::string_view where, const std::string& values);
  // The communicator of operations: 0 for all ranks. Throws Error: there is no such group, or the rank is
  // no member.
  std::uint32_t find(const std::filesystem::path& trace, std::string_view where, const std::string& name,
                     std::uint32_t rank);
  std::uint32_t size_of(std::uint32_t communicator) const;
  // The place of a rank in it; less than 0: it is no member.
  std::int32_t index_of(std::uint32_t communicator, std::uint32_t rank) const;

  std::vector<std::vector<std::uint32_t>> take() { return std::move(members_); }

 private:
  const std::uint32_t* group_named(const std::string&) const;  // null: there is none
  std::uint32_t number_of(const std::string& name, std::vector<std::uint32_t> ranks);

  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  std::uint32_t ranks_;
  Names common_;                   // of the side file
  Names own_;                      // defined by the rank's nodes
  std::set<std::uint32_t> found_;  // communicators of which the rank is known to be a member
  std::map<std::pair<std::string, std::vector<std::uint32_t>>, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> members_;
};

}  // namespace kasuri::trace
