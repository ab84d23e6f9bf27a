// SPDX-License-Identifier: MIT
#include "workload/traces/chakra_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>

#include "base/core/errors.h"

namespace kasuri::trace {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEndings[] = {".et", ".et.gz", ".json"};

// NAME.RANK.et
struct RankFile {
  std::string name;
  std::uint32_t rank = 0;
  std::string_view ending;
};

std::optional<RankFile> parse_rank_file(const std::string& file) {
  for (const std::string_view ending : kEndings) {
    if (!file.ends_with(ending)) continue;
    const std::string stem = file.substr(0, file.size() - ending.size());
    const std::size_t point = stem.rfind('.');
    if (point == stem.npos || point == 0) continue;
    RankFile found{.name = stem.substr(0, point), .ending = ending};
    const char *const begin = stem.data() + point + 1, *const end = stem.data() + stem.size();
    const auto [after, error] = std::from_chars(begin, end, found.rank);
    if (error == std::errc{} && after == end && begin != end) return found;
  }
  return std::nullopt;
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

template <class Use>
void for_each_file(const fs::path& folder, const Use& use) {
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end; at.increment(failure)) {
    use(at->path());
  }
  if (failure)
    throw Error(Exit::usage, ErrorPlace(folder.string()), "cannot be read: " + failure.message());
}

// "3, 5, 6 and 12 more"
std::string some_of(const std::vector<std::size_t>& numbers) {
  constexpr std::size_t kShown = 5;
  const auto n = static_cast<std::ptrdiff_t>(std::min(numbers.size(), kShown));
  const std::vector<std::size_t> shown(numbers.begin(), numbers.begin() + n);
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     numbers.size() > kShown ? fmt::format(" and {} more", numbers.size() - kShown) : "");
}

}  // namespace

bool ChakraFiles::is_one(const fs::path& path, std::string_view head) {
  const auto file = parse_rank_file(path.filename().string());
  return file && (file->ending != ".json" || head.find("workload_graph") != head.npos);
}

ChakraFiles::ChakraFiles(const fs::path& path) {
  const auto wanted = parse_rank_file(path.filename().string());
  if (!wanted) throw Error(Exit::usage, ErrorPlace(path.string()), "is not named NAME.RANK.et");
  first_part_ = path.parent_path() / wanted->name;
  const bool json = wanted->ending == ".json";
  std::map<std::uint32_t, fs::path> found;
  for_each_file(folder_of(path), [&](const fs::path& other) {
    const auto file = parse_rank_file(other.filename().string());
    if (!file || file->name != wanted->name || (file->ending == ".json") != json) return;
    const fs::path named = path.parent_path() / other.filename();
    const auto [at, fresh] = found.try_emplace(file->rank, named);
    if (fresh) return;
    throw Error(Exit::usage, ErrorPlace(std::max(at->second, named).string()),
                fmt::format("rank {} has another file, too: {}", file->rank,
                            std::min(at->second, named).string()));
  });
  // A damaged number in a name should not become a machine.
  const std::size_t ranks = std::size_t{found.rbegin()->first} + 1;
  std::vector<std::size_t> missing;
  std::size_t expected = 0;
  for (const auto& [rank, file] : found) {
    for (; expected < rank && missing.size() < 100; ++expected) missing.push_back(expected);
    expected = std::size_t{rank} + 1;
  }
  if (ranks > found.size()) {
    missing.resize(std::min(missing.size(), ranks - found.size()));
    throw Error(Exit::usage, ErrorPlace(path.string()),
                fmt::format("the trace has files of {} of {} ranks; ranks {} have none", found.size(),
                            ranks, some_of(missing)));
  }
  for (auto& [rank, file] : found) ranks_.push_back(std::move(file));
}

fs::path ChakraFiles::groups() const { return fs::path(first_part_.string() + ".groups.json"); }

fs::path first_of(const fs::path& path) {
  const std::string pattern = path.filename().string();
  const std::size_t star = pattern.find('*');
  if (star == pattern.npos) return path;
  const std::string begin = pattern.substr(0, star), end = pattern.substr(star + 1);
  if (end.find('*') != end.npos)
    throw Error(Exit::usage, ErrorPlace(path.string()), "only one * is possible");
  std::optional<fs::path> first;
  for_each_file(folder_of(path), [&](const fs::path& other) {
    const std::string name = other.filename().string();
    if (name.size() < begin.size() + end.size() || !name.starts_with(begin) || !name.ends_with(end))
      return;
    const std::string_view middle =
        std::string_view(name).substr(begin.size(), name.size() - pattern.size() + 1);
    if (!std::ranges::all_of(middle, [](char c) { return c >= '0' && c <= '9'; })) return;
    const fs::path named = path.parent_path() / name;
    const auto before = [](const fs::path& a, const fs::path& b) {
      const std::string x = a.string(), y = b.string();
      return x.size() != y.size() ? x.size() < y.size() : x < y;
    };
    if (!first || before(named, *first)) first = named;
  });
  if (!first) {
    throw Error(Exit::usage, ErrorPlace(path.string()),
                "no such trace: no file has such a name with a number for *");
  }
  return *first;
}

}  // namespace kasuri::trace
