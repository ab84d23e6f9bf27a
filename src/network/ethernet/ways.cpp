// SPDX-License-Identifier: MIT
#include "network/ethernet/ways.h"

#include <algorithm>
#include <bit>

namespace kasuri {
namespace {

struct NoQueues final : Queues {
  std::int64_t at(std::uint32_t, std::uint32_t) override { return 0; }
  std::int64_t reported(RouterId, std::uint32_t) override { return 0; }
};

void cross(Way& way, const LinkClass& link, std::uint32_t lanes) {
  ++way.links;
  way.cable += link.cable;
  const BytesPerSecond all{link.rate.n > kUnlimited.n / lanes ? kUnlimited.n : link.rate.n * lanes};
  if (all < way.rate) way.rate = all, way.lanes = lanes;
  const auto found = std::ranges::find(way.rates, link.rate, &Way::Links::rate);
  if (found == way.rates.end()) way.rates.push_back({link.rate, 1});
  else ++found->links;
}

// Links like that of an output, itself included, over which a routing may spread packets.
std::uint32_t lanes_beside(const Topology& t, RouterId at, std::uint32_t port, RouterId target) {
  const auto left = t.distance(at, target);
  std::uint32_t lanes = 0;
  for (std::uint32_t p = 0; p < t.degree(at); ++p) {
    if (t.link_class(at, p) != t.link_class(at, port)) continue;
    lanes += !left || t.distance(t.neighbour(at, p).router, target) == *left - 1;
  }
  return std::max(1u, lanes / std::max(1u, t.planes()));
}

struct Hop {
  RouterId at;
  std::uint32_t port;
  bool operator==(const Hop&) const = default;
};

// Of the `k`-th packet of a flow.
std::vector<Hop> path(const Topology& t, const Routing& routing, EndpointId from, EndpointId to,
                      std::uint32_t k) {
  std::vector<Hop> hops;
  const RouterId source = t.router_of(from), target = t.router_of(to);
  const std::uint32_t most = routing.hop_limit().value_or(4 * t.routers() + 64);
  NoQueues queues;
  RouteInput input{.at = source, .path = PathSelector(routing, 0).path(from, to, k)};
  while (hops.size() < most && input.at != target) {
    Route route{0, 0};
    if (routing.adaptive()) {
      const Choice c = routing.choose(input, source, target, queues);
      route = c.first.route.vc_mask ? c.first.route : c.escape.route;
    } else {
      route = routing.route(input, source, target);
    }
    hops.push_back({input.at, route.port});
    const PortRef next = t.neighbour(input.at, route.port);
    const int vc = std::countr_zero(route.vc_mask);
    input = {next.router, next.port, static_cast<std::uint16_t>(vc), input.path};
  }
  return hops;
}

}  // namespace

Time Way::serial(Bytes bytes) const {
  Time sum{0};
  for (const Links& s : rates) sum += bytes * s.links / s.rate;
  return sum;
}

Way way_between(const Topology& t, const Routing& routing, const std::vector<LinkClass>& classes,
                EndpointId from, EndpointId to) {
  Way way;
  cross(way, classes.back(), 1);
  const std::vector<Hop> hops = path(t, routing, from, to, 0);
  bool spread = routing.adaptive();
  for (std::uint32_t k = 1; routing.sprays() && k < 8 && !spread; ++k) {
    spread = path(t, routing, from, to, k) != hops;
  }
  std::vector<std::uint32_t> lanes(classes.size(), 1);  // by class
  for (const auto& [at, port] : hops) {
    const std::uint32_t link = t.link_class(at, port);
    // Down again, a flow comes by as many as it went up.
    if (spread) lanes[link] = std::max(lanes[link], lanes_beside(t, at, port, t.router_of(to)));
    cross(way, classes[link], lanes[link]);
  }
  cross(way, classes.back(), 1);
  return way;
}

std::vector<WayKind> kinds_of_ways(const Topology& t, const Routing& routing,
                                   const std::vector<LinkClass>& classes, Bytes packet, Bytes control) {
  std::vector<WayKind> kinds;
  const std::uint32_t planes = std::max(1u, t.planes()), nodes = t.endpoints() / planes;
  const auto add = [&](EndpointId from, EndpointId to) {
    const Way way = way_between(t, routing, classes, from, to);
    auto kind = std::ranges::find(kinds, way.rate, &WayKind::rate);
    if (kind == kinds.end()) kind = kinds.insert(kind, {way.rate});
    const Time round_trip = way.round_trip(packet, control);
    if (round_trip > kind->round_trip) *kind = {way.rate, way.links, way.cable, round_trip};
  };
  // Odd steps, so that they do not meet the same host of each server.
  for (std::uint32_t from = 0; from < nodes; from += nodes / 4 | 1) {
    for (std::uint32_t to = 0; to < nodes; to += nodes / 512 | 1) {
      for (std::uint32_t k = 0; from != to && k < planes; ++k) add({from * planes + k}, {to * planes + k});
    }
  }
  if (kinds.empty()) add({0}, {0});
  std::ranges::sort(kinds, {}, &WayKind::rate);
  return kinds;
}

}  // namespace kasuri
