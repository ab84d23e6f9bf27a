// SPDX-License-Identifier: MIT
#include "chip/verify.h"

#include <fmt/format.h>

#include <map>

namespace kasuri::chip {
namespace {

// Which channel leads on from which, in one direction of reading; per round.
using Joined = std::map<std::pair<std::uint32_t, ChannelId>, ChannelId>;

bool joins(Joined& joined, std::uint32_t round, ChannelId a, ChannelId b) {
  return joined.emplace(std::pair(round, a), b).first->second == b;
}

}  // namespace

std::optional<std::string> broken_promise(const Plan& plan, const Structure& structure,
                                          std::span<const Demand> demands) {
  Joined after, before;
  for (std::size_t i = 0; i < demands.size(); ++i) {
    if (!plan.paths[i]) continue;
    const std::uint32_t round = plan.round.empty() ? 0 : plan.round[i];
    SwitchId at = structure.home(demands[i].source);
    ChannelId last;
    for (const ChannelId c : *plan.paths[i]) {
      if (structure[c].from != at) return fmt::format("the path of demand {} has a gap", i);
      if (last.valid() && structure[at].kind == SwitchKind::circuit) {
        if (c.v / 2 == last.v / 2) {
          return fmt::format("demand {} turns back at circuit switch {}", i, at.v);
        }
        const bool two_way = plan.circuits.direction() == Direction::two_way;
        if (!joins(after, round, last, c) || !joins(before, round, c, last) ||
            (two_way && (!joins(after, round, reverse(c), reverse(last)) ||
                         !joins(before, round, reverse(last), reverse(c))))) {
          return fmt::format("demand {} needs a port of circuit switch {} that another circuit has",
                             i, at.v);
        }
      }
      last = c;
      at = structure[c].to;
    }
    if (at != structure.home(demands[i].target)) {
      return fmt::format("the path of demand {} ends elsewhere", i);
    }
  }
  return std::nullopt;
}

double energy_of(const Plan& plan, const Costs& costs, std::span<const Demand> demands) {
  double sum = 0;
  for (std::size_t i = 0; i < demands.size(); ++i) {
    if (!plan.paths[i]) continue;
    sum += static_cast<double>(demands[i].bits) * static_cast<double>(costs.of(*plan.paths[i]));
  }
  return sum / Costs::kUnitsPerWeight;
}

}  // namespace kasuri::chip
