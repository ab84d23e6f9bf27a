// SPDX-License-Identifier: MIT
// The paths of a machine as the routing gives them: those of an adaptive one while all queues are empty,
// of several path numbers the first. They also say which jobs send over which links.
#include <algorithm>
#include <bit>
#include <set>

#include "app/view/views.h"
#include "experiment/plan/plan.h"

namespace kasuri::view {
namespace {

constexpr std::size_t kMostPathBytes = 4'000'000;
constexpr std::size_t kMostHops = 250;

// The output ports from one router to another; nothing if the routing does not lead there.
std::optional<std::vector<std::uint8_t>> walk(const Topology& t, const Routing& routing, std::uint32_t a,
                                              std::uint32_t b) {
  std::vector<std::uint8_t> ports;
  RouteInput at{.at = {a}};
  while (at.at.v != b) {
    const Route route = routing.route(at, {a}, {b});
    if (route.port >= t.degree(at.at) || ports.size() >= kMostHops || !route.vc_mask) return std::nullopt;
    ports.push_back(static_cast<std::uint8_t>(route.port));
    const PortRef next = t.neighbour(at.at, route.port);
    at = {.at = next.router,
          .port = next.port,
          .vc = static_cast<std::uint16_t>(std::countr_zero(route.vc_mask)),
          .path = 0};
  }
  return ports;
}

}  // namespace

void add_paths(Pack& p, const Plan& plan) {
  if (!plan.routing || plan.can.bypasses_links) return;
  const Topology& t = *plan.topology;
  const Routing& routing = *plan.routing;
  if (routing.planes() > 1 || routing.epochs() > 1) return;
  std::vector<std::uint32_t> ends, number(t.routers(), 0), first{0};
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    number[r] = static_cast<std::uint32_t>(ends.size());
    if (t.endpoints_at({r})) ends.push_back(r);
    if (t.degree({r}) > 255) return;
    first.push_back(first.back() + t.degree({r}));
  }
  if (ends.size() * ends.size() * 3 > kMostPathBytes) return;
  // Jobs that send from one router to another: a bit each, of the first 32.
  std::vector<std::uint32_t> jobs(ends.size() * ends.size(), 0), used(first.back(), 0);
  const bool single = plan.nodes == t.endpoints();
  for (std::size_t j = 0; single && j < std::min<std::size_t>(32, plan.placement.size()); ++j) {
    std::set<std::uint32_t> at;
    for (const NodeId node : plan.placement[j]) at.insert(number[t.router_of({node.v}).v]);
    for (const std::uint32_t a : at) {
      for (const std::uint32_t b : at) jobs[a * ends.size() + b] |= 1u << j;
    }
  }
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t a : ends) {
    for (const std::uint32_t b : ends) {
      const auto ports = walk(t, routing, a, b);
      if (!ports) return;
      bytes.push_back(static_cast<std::uint8_t>(ports->size()));
      bytes.insert(bytes.end(), ports->begin(), ports->end());
      std::uint32_t at = a;
      for (const std::uint8_t port : *ports) {
        used[first[at] + port] |= jobs[number[a] * ends.size() + number[b]];
        at = t.neighbour({at}, port).router.v;
      }
      if (bytes.size() > kMostPathBytes) return;
    }
  }
  p.add("paths", bytes);
  p.add("link-jobs", used);
  p.header["paths"] = {{"adaptive", routing.adaptive()}, {"ways", routing.paths()}};
}

}  // namespace kasuri::view
