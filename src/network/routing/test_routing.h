// SPDX-License-Identifier: MIT
// For tests: a routing from its section as TOML, and the paths that it makes.
#pragma once

#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"

namespace kasuri {

inline std::unique_ptr<Routing> routing_from(const std::string& toml, const Topology& t,
                                             std::uint32_t vcs) {
  auto document = config::Document::parse("[routing]\n" + toml, "config.toml");
  const auto choice = config::read<config::Choice<Routing>>(document.root().section("routing"));
  document.finish();
  RoutingContext context{t, vcs};
  return choice.make(context);
}

// What is wrong with it, or "".
inline std::string refusal_of(const std::string& toml, const Topology& t, std::uint32_t vcs) {
  try {
    routing_from(toml, t, vcs);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

struct Path {
  std::vector<PortRef> channels;        // by the output ports that feed them
  std::vector<std::uint32_t> vc_masks;  // of each
  std::vector<RouterId> routers;        // source, …, target
};

// Of a packet that takes the lowest virtual channel it may, or the highest; not longer than `most`. Of
// the candidates of an adaptive routing the n-th is taken, n the hop count + `turn`, escapes included; for
// turn 0 what route() says.
inline Path path_of(const Topology& t, const Routing& routing, RouterId source, RouterId target,
                    std::uint32_t way = 0, bool highest = false, std::size_t most = 1000,
                    std::size_t turn = 0) {
  Path path{{}, {}, {source}};
  RouteInput input{.at = source, .path = way};
  while (input.at != target && path.channels.size() < most) {
    Route r = routing.route(input, source, target);
    if (routing.adaptive() && turn) {
      Candidates candidates = routing.candidates(input, source, target);
      if (candidates.escape.route.vc_mask) candidates.firsts.push_back(candidates.escape);
      r = candidates.firsts[(turn + path.channels.size()) % candidates.firsts.size()].route;
    }
    const int vc = highest ? std::bit_width(r.vc_mask) - 1 : std::countr_zero(r.vc_mask);
    path.channels.push_back({input.at, r.port});
    path.vc_masks.push_back(r.vc_mask);
    const PortRef next = t.neighbour(input.at, r.port);
    input = {next.router, next.port, static_cast<std::uint16_t>(vc), way};
    path.routers.push_back(next.router);
  }
  return path;
}

}  // namespace kasuri
