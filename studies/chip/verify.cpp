// SPDX-License-Identifier: MIT
// The checker of plans, and their energy.
#include "studies/chip/verify.h"

#include <fmt/format.h>

#include <map>

namespace kasuri::chip {
namespace {

// What is known of the circuit switches in one round: which channel leads on to which.
class Ports {
 public:
  Ports(const Structure& s, bool shared)
      : shared_(shared), after_(s.channels()), before_(s.channels()) {}

  // Whether a may lead to b as far as is known; then it is known to.
  bool join(ChannelId a, ChannelId b) {
    ChannelId& after = after_[a.v];
    ChannelId& before = before_[b.v];
    if (after.valid() ? after != b : !shared_ && before.valid()) return false;
    after = b;
    before = a;
    return true;
  }

 private:
  bool shared_;  // an output may serve several inputs
  std::vector<ChannelId> after_, before_;
};

std::optional<std::string> broken_promise(std::size_t i, const Path& path, const Demand& d,
                                          const Structure& structure, bool two_way, Ports& ports) {
  SwitchId at = structure.home(d.source);
  ChannelId last;
  for (const ChannelId c : path) {
    if (structure[c].from != at) return fmt::format("the path of demand {} has a gap", i);
    if (last.valid() && structure[at].kind == SwitchKind::circuit) {
      if (c.v / 2 == last.v / 2) {
        return fmt::format("demand {} turns back at circuit switch {}", i, at.v);
      }
      if (!ports.join(last, c) || (two_way && !ports.join(reverse(c), reverse(last)))) {
        return fmt::format("demand {} needs a port of circuit switch {} that another circuit has",
                           i, at.v);
      }
    }
    last = c;
    at = structure[c].to;
  }
  if (at != structure.home(d.target)) return fmt::format("the path of demand {} ends elsewhere", i);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_promise(const Plan& plan, const Structure& structure,
                                          std::span<const Demand> demands) {
  const bool two_way = plan.circuits.direction() == Direction::two_way;
  const bool shared = plan.circuits.outputs() == Outputs::shared;
  std::map<std::uint32_t, Ports> rounds;
  for (std::size_t i = 0; i < demands.size(); ++i) {
    if (!plan.paths[i]) continue;
    const std::uint32_t round = plan.round.empty() ? 0 : plan.round[i];
    Ports& ports = rounds.try_emplace(round, structure, shared).first->second;
    auto broken = broken_promise(i, *plan.paths[i], demands[i], structure, two_way, ports);
    if (broken) return broken;
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
