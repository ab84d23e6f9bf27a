// SPDX-License-Identifier: MIT
#include "network/topology/dragonfly_links.h"

#include <fmt/format.h>

#include <algorithm>

#include "network/topology/line_file.h"

namespace kasuri {

DragonflyLinks::DragonflyLinks(const std::filesystem::path& path, std::uint32_t groups, std::uint64_t ports)
    : groups_(groups), links_(std::size_t{groups} * groups) {
  LineFile file(path);
  file.read([&](std::size_t line, std::span<const LineFile::Word> words) {
    std::vector<std::uint32_t> n;
    for (const LineFile::Word& w : words) {
      const auto number = parse_index(w.text);
      if (!number || n.size() == 3)
        return file.error(line, w.column, "expected two groups and their number of links");
      if (n.size() < 2 && *number >= groups) {
        return file.error(line, w.column,
                          fmt::format("group {} is not one of 0 to {}", *number, groups - 1));
      }
      n.push_back(*number);
    }
    if (n.size() < 3)
      return file.error(line, words[0].column, "expected two groups and their number of links");
    if (n[0] == n[1]) return file.error(line, words[1].column, "a group has no global links to itself");
    if (n[2] < 1 || n[2] > ports) {
      return file.error(line, words[2].column,
                        fmt::format("a pair has 1 to {} links, not {}", ports, n[2]));
    }
    if (between(n[0], n[1])) {
      return file.error(line, words[0].column,
                        fmt::format("groups {} and {} have links already", n[0], n[1]));
    }
    links_[n[0] * groups + n[1]] = links_[n[1] * groups + n[0]] = n[2];
  });
  file.finish();
  for (std::uint32_t a = 0; a < groups; ++a) {
    std::uint64_t sum = 0;
    for (std::uint32_t b = 0; b < groups; ++b) {
      if (a < b && !between(a, b))
        file.error(fmt::format("groups {} and {} have no links: routings need one", a, b));
      sum += between(a, b);
    }
    if (sum > ports) file.error(fmt::format("group {} has {} links, but {} global ports", a, sum, ports));
  }
  file.finish();
  number();
}

void DragonflyLinks::number() {
  most_ = std::max(1u, *std::ranges::max_element(links_));
  std::uint32_t first = 0;
  for (const std::uint32_t n : links_) {
    first_port_.push_back(first);
    first += n;
  }
  ports_.resize(first);
  ends_.reserve(first);
  first_.push_back(0);
  for (std::uint32_t a = 0; a < groups_; ++a) {
    for (std::uint32_t n = 0; n < most_; ++n) {
      for (std::uint32_t apart = 1; apart < groups_; ++apart) {
        const std::uint32_t b = (a + apart) % groups_;
        if (between(a, b) <= n) continue;
        ports_[first_port_[a * groups_ + b] + n] = static_cast<std::uint32_t>(ends_.size()) - first_.back();
        ends_.push_back({b, n});
      }
    }
    first_.push_back(static_cast<std::uint32_t>(ends_.size()));
  }
}

}  // namespace kasuri
