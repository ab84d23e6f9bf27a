// SPDX-License-Identifier: MIT
#include "network/topology/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kasuri {
namespace {

std::vector<const Family*>& registered() {
  static std::vector<const Family*> all;
  return all;
}

// How little an instance suits; each term is a share of what was asked for.
double distance_of(const Instance& i, std::uint64_t endpoints) {
  const double asked = static_cast<double>(endpoints), has = static_cast<double>(i.endpoints);
  const double size = has < asked ? 1 + 2 * (asked / has - 1) : has / asked - 1;
  const double shape = std::abs(std::log(i.fill));
  const double ports = static_cast<double>(i.ports) / has / 100;
  return size + shape + ports;
}

}  // namespace

Family::Family(std::string n, std::string t, Near f)
    : name(std::move(n)), topology(std::move(t)), near(f) {
  registered().push_back(this);
}

std::vector<const Family*> families() {
  std::vector<const Family*> all = registered();
  std::ranges::sort(all, {}, [](const Family* f) { return f->name; });
  return all;
}

const Family* find_family(std::string_view name) {
  for (const Family* f : registered()) {
    if (f->name == name) return f;
  }
  return nullptr;
}

void add_with_endpoints(std::vector<Instance>& all, std::uint64_t endpoints, std::uint64_t routers,
                        std::uint32_t degree, std::uint32_t usual, const std::string& keys) {
  constexpr std::uint64_t kMostPerRouter = 4096;
  const auto add = [&](std::uint64_t p) {
    if (p < 1 || p > kMostPerRouter) return;
    all.push_back({fmt::format("{}, endpoints_per_router = {}", keys, p), routers * p, routers,
                   routers * (degree + p), static_cast<std::uint32_t>(degree + p),
                   static_cast<double>(p) / usual});
  };
  if (routers * usual < endpoints / 4 || routers * usual > endpoints * 4) return;
  add(usual);
  const std::uint64_t exact = (endpoints + routers - 1) / routers;
  if (exact != usual) add(exact);
}

const Instance* nearest(const std::vector<Instance>& all, std::uint64_t endpoints, std::uint32_t radix) {
  const Instance* best = nullptr;
  for (const Instance& i : all) {
    if (i.endpoints > 2 * endpoints || 2 * i.endpoints < endpoints || i.radix > radix) continue;
    if (!best || distance_of(i, endpoints) < distance_of(*best, endpoints)) best = &i;
  }
  return best;
}

}  // namespace kasuri
