// SPDX-License-Identifier: MIT
// Families of networks for `kasuri compare`: which instances of a topology there are near a number of
// endpoints, in the shape that its authors recommend. A topology's file registers its families.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kasuri {

struct Instance {
  std::string keys;  // of [topology] but `type`, as in an inline table: "q = 5, endpoints_per_router = 4"
  std::uint64_t endpoints = 0;
  std::uint64_t routers = 0;
  std::uint64_t ports = 0;  // of all routers, those to NICs included
  std::uint32_t radix = 0;  // the most ports of a router
  // Endpoints over what the recommended shape would have with the same links: 1, or a little off where
  // only so the number that was asked for is met.
  double fill = 1;
};

struct Family {
  using Near = std::vector<Instance> (*)(std::uint64_t endpoints);

  // Several families may have one topology, such as full and tapered fat trees.
  Family(std::string n, Near f) : Family(n, n, f) {}
  Family(std::string n, std::string topology_name, Near f);

  std::string name;
  std::string topology;
  // Instances that have about so many endpoints, or somewhat fewer or more, in any order.
  Near near;
};

// All of them, by name.
std::vector<const Family*> families();
const Family* find_family(std::string_view name);

// For networks of equal routers with a free number of endpoints each: the instance with `usual` endpoints
// per router if that is within the range of sizes that are of interest, and those around it with fewer or
// more endpoints per router that meet `endpoints` from above. `keys`: all but endpoints_per_router.
void add_with_endpoints(std::vector<Instance>&, std::uint64_t endpoints, std::uint64_t routers,
                        std::uint32_t degree, std::uint32_t usual, const std::string& keys);

// The one that suits best: at least `endpoints`, as few more as possible, near its recommended shape, few
// ports, and no router with more than `radix`. Null if there is none within a factor of two.
const Instance* nearest(const std::vector<Instance>&, std::uint64_t endpoints,
                        std::uint32_t radix = UINT32_MAX);

}  // namespace kasuri
