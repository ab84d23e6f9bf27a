// SPDX-License-Identifier: MIT
#include "workload/traces/chakra_groups.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/core/errors.h"

namespace kasuri::trace {
namespace {

using GroupJson = nlohmann::json;

[[noreturn]] void refuse_group(const std::filesystem::path& file, const std::string& what) {
  throw Error(Exit::usage, ErrorPlace(file.string()), what);
}

std::vector<std::uint32_t> ranks_in(const GroupJson& list, std::uint32_t all,
                                    const std::filesystem::path& file, const std::string& group) {
  std::vector<std::uint32_t> ranks;
  if (!list.is_array()) refuse_group(file, fmt::format("{}: its ranks are no list", group));
  for (const GroupJson& r : list) {
    const bool natural = r.is_number_integer() && r >= 0;
    if (!natural || r >= all) {
      refuse_group(
          file, fmt::format("{}: rank {} does not exist; ranks are 0 to {}", group, r.dump(), all - 1));
    }
    ranks.push_back(r.get<std::uint32_t>());
  }
  std::vector<std::uint32_t> sorted = ranks;
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    refuse_group(file, fmt::format("{}: rank {} is a member twice", group, *twice));
  }
  return ranks;
}

std::string name_in_json(const GroupJson& name) {
  return name.is_string() ? name.get<std::string>() : name.dump();
}

}  // namespace

ChakraGroups::ChakraGroups(const std::filesystem::path& file, std::uint32_t ranks) : ranks_(ranks) {
  std::ifstream in(file);
  if (!in) return;
  GroupJson json;
  try {
    json = GroupJson::parse(in);
  } catch (const GroupJson::exception& e) {
    refuse_group(file, fmt::format("is not JSON: {}", e.what()));
  }
  if (!json.is_object()) refuse_group(file, "is no object of process groups, {\"id\": [ranks], …}");
  for (const auto& [name, members] : json.items()) {
    const std::string group = fmt::format("process group '{}'", name);
    common_[name] = number_of(name, ranks_in(members, ranks_, file, group));
  }
}

std::uint32_t ChakraGroups::number_of(const std::string& name, std::vector<std::uint32_t> ranks) {
  if (ranks.empty()) return 0;
  const auto [found, fresh] = numbers_.try_emplace({name, ranks}, 0);
  if (fresh) {
    members_.push_back(std::move(ranks));
    found->second = static_cast<std::uint32_t>(members_.size());
  }
  return found->second;
}

// The values are a list of objects, perhaps as text within a list.
void ChakraGroups::define(const std::filesystem::path& trace, std::string_view where,
                          const std::string& values) {
  if (values.find("pg_name") == values.npos) return;
  GroupJson json = GroupJson::parse(values, nullptr, false);
  for (int depth = 0; depth < 4; ++depth) {
    if (json.is_string()) json = GroupJson::parse(json.get<std::string>(), nullptr, false);
    else if (json.is_array() && json.size() == 1 && (json[0].is_string() || json[0].is_array()))
      json = GroupJson(json[0]);
    else break;
  }
  if (json.is_object()) json = GroupJson::array({json});
  if (!json.is_array()) refuse_group(trace, fmt::format("{}: its process groups are not JSON", where));
  for (const GroupJson& entry : json) {
    if (!entry.is_object() || !entry.contains("pg_name")) continue;
    const std::string name = name_in_json(entry["pg_name"]);
    const std::string group = fmt::format("{}: process group '{}'", where, name);
    const GroupJson ranks = entry.contains("ranks") ? entry["ranks"] : GroupJson::array();
    own_[name] = number_of(name, ranks_in(ranks, ranks_, trace, group));
  }
}

const std::uint32_t* ChakraGroups::group_named(const std::string& name) const {
  for (const Names* names : {&own_, &common_}) {
    if (const auto found = names->find(name); found != names->end()) return &found->second;
  }
  return nullptr;
}

std::uint32_t ChakraGroups::find(const std::filesystem::path& trace, std::string_view where,
                                 const std::string& name, std::uint32_t rank) {
  if (name.empty()) return 0;
  const std::uint32_t* const group = group_named(name);
  if (!group) {
    Names all = own_;
    all.insert(common_.begin(), common_.end());
    std::vector<std::string> known;
    for (const auto& [n, number] : all) known.push_back(n);
    if (known.size() > 8) known.resize(8), known.emplace_back("…");
    refuse_group(
        trace,
        fmt::format(
            "{}: process group '{}' is not known; {}", where, name,
            known.empty()
                ? "the trace defines none: add a METADATA node with its ranks, or a file NAME.groups.json"
                : fmt::format("there are {}", fmt::join(known, ", "))));
  }
  if (!found_.contains(*group) && index_of(*group, rank) < 0) {
    refuse_group(trace, fmt::format("{}: rank {} is no member of process group '{}'", where, rank, name));
  }
  found_.insert(*group);
  return *group;
}

std::uint32_t ChakraGroups::size_of(std::uint32_t communicator) const {
  return communicator == 0 ? ranks_ : static_cast<std::uint32_t>(members_[communicator - 1].size());
}

std::int32_t ChakraGroups::index_of(std::uint32_t communicator, std::uint32_t rank) const {
  if (communicator == 0) return rank < ranks_ ? static_cast<std::int32_t>(rank) : -1;
  const auto& all = members_[communicator - 1];
  const auto found = std::ranges::find(all, rank);
  return found == all.end() ? -1 : static_cast<std::int32_t>(found - all.begin());
}

}  // namespace kasuri::trace
