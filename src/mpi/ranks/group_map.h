// SPDX-License-Identifier: MIT
// Values by groups of ranks: the same members in the same order are the same group. Hashes only find
// candidates, whose members are compared.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>

#include "mpi/ranks/group.h"

namespace kasuri::mpi {

template <class Value>
class GroupMap {
 public:
  // The value of a group, which `make()` returns at first.
  template <class Make>
  const Value& find_or_make(const Group& group, const Make& make) {
    return find_or_make(group, group.hash(), make);
  }
  template <class Make>
  const Value& find_or_make(const Group& group, std::uint64_t hash, const Make& make) {
    const auto [begin, end] = values_.equal_range(hash);
    for (auto at = begin; at != end; ++at) {
      if (at->second.first.is_same_as(group)) return at->second.second;
    }
    return values_.emplace(hash, std::pair(group, make()))->second.second;
  }

 private:
  std::unordered_multimap<std::uint64_t, std::pair<Group, Value>> values_;
};

}  // namespace kasuri::mpi
