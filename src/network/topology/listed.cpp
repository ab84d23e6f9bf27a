// SPDX-License-Identifier: MIT
#include "network/topology/listed.h"

#include <algorithm>

#include "base/core/check.h"

namespace kasuri {

Listed::Listed(std::uint32_t routers, std::uint32_t endpoints_per_router, const std::vector<Edge>& edges)
    : first_(routers + 1), endpoints_(endpoints_per_router) {
  for (const auto& [a, b] : edges) {
    check(a != b && a < routers && b < routers, "a link joins two routers");
    ++first_[a + 1];
    ++first_[b + 1];
  }
  for (std::uint32_t r = 0; r < routers; ++r) first_[r + 1] += first_[r];
  // Each list holds the other ends and the links, sorted; then the ports there are found.
  struct Half {
    std::uint32_t to;
    std::uint32_t edge;
  };
  std::vector<Half> halves(2 * edges.size());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    halves[next[edges[e].first]++] = {edges[e].second, e};
    halves[next[edges[e].second]++] = {edges[e].first, e};
  }
  std::vector<std::uint16_t> lower_port(edges.size()), higher_port(edges.size());
  for (std::uint32_t r = 0; r < routers; ++r) {
    const auto begin = halves.begin() + static_cast<std::ptrdiff_t>(first_[r]);
    const auto end = halves.begin() + static_cast<std::ptrdiff_t>(first_[r + 1]);
    std::sort(begin, end,
              [](const Half& a, const Half& b) {
                return std::pair(a.to, a.edge) < std::pair(b.to, b.edge);
              });
    for (auto h = begin; h != end; ++h) {
      (r < h->to ? lower_port : higher_port)[h->edge] = static_cast<std::uint16_t>(h - begin);
    }
  }
  channels_.reserve(halves.size());
  for (std::uint32_t r = 0; r < routers; ++r) {
    for (std::size_t i = first_[r]; i < first_[r + 1]; ++i) {
      const Half& h = halves[i];
      channels_.push_back({{h.to}, (r < h.to ? higher_port : lower_port)[h.edge]});
    }
  }
}

}  // namespace kasuri
