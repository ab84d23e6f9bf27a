// SPDX-License-Identifier: MIT
#include "network/flow/flow_capacities.h"

namespace kasuri {

BytesPerSecond times(BytesPerSecond rate, double factor) {
  if (factor == 1) return rate;
  return {std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(rate.n) * factor))};
}

double terminal_factor(const LinkFaultTable& slow) {
  return slow.by_class.empty() ? 1 : slow.by_class.back().rate_factor;
}

std::vector<Shares::Capacity> flow_capacities(const MachinePart& f, BytesPerSecond write_rate,
                                              double efficiency, const LinkFaultTable& slow) {
  const Topology& t = f.topology;
  std::vector<Shares::Capacity> all;
  auto exception = slow.exceptions.begin();
  const auto factor_of = [&](PortRef output, std::size_t link_class) {
    if (exception != slow.exceptions.end() && exception->output == output) {
      return exception++->fault.rate_factor;
    }
    return slow.by_class.empty() ? 1 : slow.by_class[link_class].rate_factor;
  };
  const auto add = [&](BytesPerSecond rate, double share) {
    const std::int64_t most = std::min(rate.n, Shares::kMaxRate);
    const auto contended = static_cast<std::int64_t>(static_cast<double>(most) * share);
    all.push_back({most, share == 1 ? most : std::clamp<std::int64_t>(contended, 1, most)});
  };
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const std::uint32_t degree = t.degree({r});
    for (std::uint32_t port = 0; port < degree; ++port) {
      const std::uint32_t c = t.link_class({r}, port);
      const double factor = factor_of({{r}, static_cast<std::uint16_t>(port)}, c);
      add(times(f.link_classes[c].flow.rate(), factor), efficiency);
    }
    for (std::uint32_t k = 0; k < t.endpoints_at({r}); ++k) {
      const double factor = factor_of({{r}, static_cast<std::uint16_t>(degree + k)}, f.terminal_class());
      add(slower(times(f.link_classes.back().flow.rate(), factor), write_rate), 1);
    }
  }
  // Injection, where a NIC sends several messages at a time.
  const BytesPerSecond injection = times(f.link_classes.back().rate, terminal_factor(slow));
  for (std::uint32_t e = 0; e < t.endpoints(); ++e) add(injection, 1);
  return all;
}

}  // namespace kasuri
