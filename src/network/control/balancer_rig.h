// SPDX-License-Identifier: MIT
// A balancer by its name, for tests.
#pragma once

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "network/control/balancer.h"

namespace kasuri {

inline std::unique_ptr<Balancer> make_balancer(const std::string& type, int entropies,
                                               std::uint64_t seed) {
  const std::string more = entropies > 0 ? ", entropies = " + std::to_string(entropies) : "";
  auto document = config::Document::parse(
      "[ethernet]\nbalancer = { type = '" + type + "'" + more + " }\n", "test.toml");
  const auto choice =
      config::read<config::Choice<Balancer>>(document.root().section("ethernet").section("balancer"));
  document.finish();
  BalancerContext context{.seed = seed, .round_trip = Time{8'000'000}};
  return choice.make(context);
}

inline std::vector<std::uint32_t> next_entropies(Balancer& b, int n, Time now = Time{0}) {
  std::vector<std::uint32_t> all;
  for (int i = 0; i < n; ++i) all.push_back(b.next(now));
  return all;
}

}  // namespace kasuri
