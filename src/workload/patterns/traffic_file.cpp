// SPDX-License-Identifier: MIT
#include "workload/patterns/traffic_file.h"

#include <fmt/format.h>

#include "network/topology/line_file.h"

namespace kasuri {
namespace {

struct TrafficLine {
  std::uint32_t from = 0, to = 0, weight = 1;
};

// Nothing, if the line is wrong (and then reported).
std::optional<TrafficLine> traffic_line(LineFile& file, std::size_t line,
                                        std::span<const LineFile::Word> words, std::uint32_t ranks) {
  if (words.size() != 2 && words.size() != 3) {
    file.error(line, words[0].column, "expected `SOURCE DESTINATION`, or also a WEIGHT");
    return std::nullopt;
  }
  TrafficLine t;
  for (int i = 0; i < 2; ++i) {
    const auto rank = parse_index(words[i].text);
    if (!rank || *rank >= ranks) {
      file.error(line, words[i].column,
                 fmt::format("ranks are 0 to {}, not '{}'", ranks - 1, words[i].text));
      return std::nullopt;
    }
    (i == 0 ? t.from : t.to) = *rank;
  }
  if (words.size() == 2) return t;
  const auto weight = parse_index(words[2].text);
  if (!weight || !*weight) {
    file.error(line, words[2].column,
               fmt::format("a weight is an integer from 1 to 4294967295, not '{}'", words[2].text));
    return std::nullopt;
  }
  t.weight = *weight;
  return t;
}

}  // namespace

void read_traffic_file(
    const std::filesystem::path& path, std::uint32_t ranks, bool self,
    const std::function<void(std::uint32_t from, std::uint32_t to, std::uint32_t weight)>& add) {
  LineFile file(path);
  file.read([&](std::size_t line, std::span<const LineFile::Word> words) {
    const auto t = traffic_line(file, line, words, ranks);
    if (!t) return;
    if (t->from == t->to && !self) {
      file.error(line, words[1].column,
                 fmt::format("rank {} sends to itself; remove this line, or set self = true", t->from));
    } else {
      add(t->from, t->to, t->weight);
    }
  });
  file.finish();
}

}  // namespace kasuri
