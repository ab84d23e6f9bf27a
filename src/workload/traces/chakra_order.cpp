// SPDX-License-Identifier: MIT
#include "workload/traces/chakra_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "base/core/errors.h"

namespace kasuri::trace {
namespace {

constexpr std::size_t kLongestName = 64;

}  // namespace

void ChakraOrder::add(const std::filesystem::path& file, std::uint64_t id, const std::string& name,
                      const std::vector<std::uint64_t>& deps) {
  if (ids_.size() >= UINT32_MAX / 2)
    throw Error(Exit::usage, ErrorPlace(file.string()), "has too many nodes");
  ids_.push_back(id);
  deps_.insert(deps_.end(), deps.begin(), deps.end());
  first_dep_.push_back(deps_.size());
  constexpr std::size_t kMostNames = std::size_t{1} << 31;
  if (names_.size() < kMostNames) names_ += std::string_view(name).substr(0, kLongestName);
  name_ends_.push_back(static_cast<std::uint32_t>(names_.size()));
}

std::string ChakraOrder::name(std::uint32_t node) const {
  const std::size_t begin = node == 0 ? 0 : name_ends_[node - 1];
  return fmt::format("node {} ('{}')", ids_[node], names_.substr(begin, name_ends_[node] - begin));
}

std::vector<std::uint32_t> ChakraOrder::dependences(std::uint32_t node) const {
  std::vector<std::uint32_t> all;
  for (std::size_t d = first_dep_[node]; d < first_dep_[node + 1]; ++d) all.push_back(places_[deps_[d]]);
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

void ChakraOrder::sort(const std::filesystem::path& file) {
  const auto n = static_cast<std::uint32_t>(ids_.size());
  std::unordered_map<std::uint64_t, std::uint32_t> nodes;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (nodes.try_emplace(ids_[i], i).second) continue;
    throw Error(Exit::usage, ErrorPlace(file.string()),
                fmt::format("{} and {} have the same id", name(nodes[ids_[i]]), name(i)));
  }
  std::vector<std::uint32_t> missing(n), first(n + 1), dependents(deps_.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::size_t d = first_dep_[i]; d < first_dep_[i + 1]; ++d) {
      const auto found = nodes.find(deps_[d]);
      if (found == nodes.end()) {
        throw Error(
            Exit::usage, ErrorPlace(file.string()),
            fmt::format("{} depends on node {}, which the file does not have", name(i), deps_[d]));
      }
      deps_[d] = found->second;
      ++missing[i];
      ++first[found->second + 1];
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) first[i + 1] += first[i];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1), ready;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::size_t d = first_dep_[i]; d < first_dep_[i + 1]; ++d) dependents[next[deps_[d]]++] = i;
    if (missing[i] == 0) ready.push_back(i);  // sorted: a heap already
  }
  places_.assign(n, 0);
  while (!ready.empty()) {
    std::ranges::pop_heap(ready, std::greater{});
    const std::uint32_t i = ready.back();
    ready.pop_back();
    places_[i] = static_cast<std::uint32_t>(sorted_.size());
    sorted_.push_back(i);
    for (std::uint32_t d = first[i]; d < first[i + 1]; ++d) {
      if (--missing[dependents[d]] > 0) continue;
      ready.push_back(dependents[d]);
      std::ranges::push_heap(ready, std::greater{});
    }
  }
  if (sorted_.size() < n) refuse_cycle(file, missing);
}

// From a node that has never been ready back along such, until one comes again.
void ChakraOrder::refuse_cycle(const std::filesystem::path& file,
                               const std::vector<std::uint32_t>& missing) const {
  std::vector<std::uint32_t> walk;
  std::vector<bool> seen(missing.size());
  auto at = static_cast<std::uint32_t>(std::ranges::find_if(missing, [](auto m) { return m > 0; }) -
                                       missing.begin());
  while (!seen[at]) {
    seen[at] = true;
    walk.push_back(at);
    std::size_t d = first_dep_[at];
    while (missing[deps_[d]] == 0) ++d;
    at = static_cast<std::uint32_t>(deps_[d]);
  }
  walk.erase(walk.begin(), std::ranges::find(walk, at));
  std::string cycle = name(walk.front());
  constexpr std::size_t kShown = 6;
  for (std::size_t i = 1; i < std::min(walk.size(), kShown); ++i) cycle += " → " + name(walk[i]);
  if (walk.size() > kShown) cycle += fmt::format(" → {} more", walk.size() - kShown);
  throw Error(Exit::usage, ErrorPlace(file.string()),
              fmt::format("nodes depend on each other in a cycle: {} → {}", cycle, name(walk.front())));
}

}  // namespace kasuri::trace
