// SPDX-License-Identifier: MIT
// Cheapest paths of an empty chip, and the ports that circuits of their own would need.
#include "studies/chip/bound.h"

#include <algorithm>
#include <map>

#include "studies/chip/path_finder.h"

namespace kasuri::chip {
namespace {

constexpr std::int64_t kFar = INT64_MAX / 4;

// What a demand pays at least, and how much more without a circuit of its own.
struct Price {
  std::int64_t least = kFar, extra = 0;
  bool by_link = false;  // least is a plain link, which is not limited
};

class Bound {
 public:
  explicit Bound(const PlanContext& c)
      : context_(c), none_(c.structure, Direction::one_way),
        finder_(c.structure, c.costs, none_, Search::trees) {}

  double value() {
    using Ends = std::pair<SwitchId, SwitchId>;
    std::map<Ends, double> bits;
    for (const Demand& d : context_.demands) {
      bits[{home(d.source), home(d.target)}] += static_cast<double>(d.bits);
    }
    double sum = 0;
    std::map<SwitchId, std::vector<double>> by_source, by_target;  // energy at stake
    for (const auto& [ends, b] : bits) {
      const Price p = price(ends.first, ends.second);
      if (p.least == kFar) continue;
      sum += b * static_cast<double>(p.least);
      if (p.by_link) continue;
      by_source[ends.first].push_back(b * static_cast<double>(p.extra));
      by_target[ends.second].push_back(b * static_cast<double>(p.extra));
    }
    return (sum + std::max(beyond_ports(by_source), beyond_ports(by_target))) /
           Costs::kUnitsPerWeight;
  }

 private:
  SwitchId home(ServerId s) const { return context_.structure.home(s); }

  std::int64_t cost(SwitchId from, SwitchId to) {
    std::vector<std::int64_t>& row = rows_[from];
    if (row.empty()) {
      row.assign(context_.structure.switches(), kFar);
      for (std::uint32_t t = 0; t < row.size(); ++t) {
        if (!context_.structure.is_packet({t})) continue;
        if (const auto path = finder_.find(from, {t})) row[t] = context_.costs.of(*path);
      }
    }
    return row[to.v];
  }

  Price price(SwitchId from, SwitchId to) {
    Price p;
    p.least = cost(from, to);
    if (p.least == kFar) return p;
    const auto path = finder_.find(from, to);
    p.by_link = path->size() == 1;
    std::int64_t via = kFar;
    for (std::uint32_t m = 0; m < context_.structure.switches(); ++m) {
      if (!context_.structure.is_packet({m}) || SwitchId{m} == from || SwitchId{m} == to) continue;
      via = std::min(via, cost(from, {m}) + cost({m}, to) - context_.costs.start());
    }
    p.extra = via >= kFar ? 0 : std::max<std::int64_t>(0, via - p.least);
    return p;
  }

  // At each switch the most valuable demands get the ports; the others pay.
  double beyond_ports(const std::map<SwitchId, std::vector<double>>& stakes) const {
    double sum = 0;
    for (auto [s, all] : stakes) {
      std::ranges::sort(all, std::greater<>());
      for (std::size_t i = ports(s); i < all.size(); ++i) sum += all[i];
    }
    return sum;
  }

  std::size_t ports(SwitchId s) const {
    const auto out = context_.structure.out(s);
    return static_cast<std::size_t>(std::ranges::count_if(out, [&](ChannelId c) {
      return !context_.structure.is_packet(context_.structure[c].to);
    }));
  }

  const PlanContext& context_;
  Circuits none_;
  PathFinder finder_;
  std::map<SwitchId, std::vector<std::int64_t>> rows_;
};

}  // namespace

double energy_lower_bound(const PlanContext& context) { return Bound(context).value(); }

}  // namespace kasuri::chip
