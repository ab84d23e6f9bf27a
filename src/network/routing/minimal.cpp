// SPDX-License-Identifier: MIT
// Minimal routing on any topology: at each router a packet takes one of all channels that bring it nearer
// to its target, drawn by its path. Virtual channels are numbered by hop (Günther, "Prevention of deadlocks
// in packet-switched data transport systems", IEEE Trans. Communications 29(4), 1981; on Slim Fly: Besta &
// Hoefler, SC 2014, section IV-D): each channel that a packet takes has a higher number than the one
// before, so nothing waits in a cycle, whatever the topology. A packet that is nearer than the diameter
// has channels to spare: with r channels left to its target it may take any above the one that it holds
// and below V - r.
//
// That takes as many virtual channels as the network's diameter. Where there are fewer, the usual routing
// of the topology has its place, or `shortest-paths` if it has no other.

#include "network/routing/minimal.h"

#include <fmt/format.h>

#include "base/config/registry.h"
#include "network/routing/hops.h"
#include "network/routing/layers.h"
#include "network/routing/next_hops.h"

namespace kasuri {
namespace {

class ByHop final : public Routing {
 public:
  ByHop(std::string_view name, std::uint32_t paths, RoutingContext& c)
      : topology_(c.topology),
        terminals_(c.topology),
        hops_(name, c.topology, terminals_),
        vcs_(c.vcs),
        paths_(paths) {
    first_.push_back(0);
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
      first_.push_back(first_.back() + topology_.degree({r}));
    }
    next_.reserve(first_.back());
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
      for (std::uint32_t p = 0; p < topology_.degree({r}); ++p) {
        next_.push_back(topology_.neighbour({r}, p).router);
      }
    }
  }
  bool fits() const { return hops_.diameter() <= vcs_; }

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    const std::uint32_t to = terminals_.index(target), left = hops_.to(input.at, to);
    const RouterId* const near = &next_[first_[input.at.v]];
    const std::size_t ports = first_[input.at.v + 1] - first_[input.at.v];
    const std::uint64_t draw = mix(std::uint64_t{input.path} << 32 | input.at.v, target.v);
    std::uint16_t chosen = 0;
    std::uint64_t most = 0;
    for (std::size_t p = 0; p < ports; ++p) {
      if (hops_.to(near[p], to) >= left) continue;
      const std::uint64_t rank = mix(draw, p) | 1;
      if (rank <= most) continue;
      most = rank;
      chosen = static_cast<std::uint16_t>(p);
    }
    const std::uint32_t from = input.port == RouteInput::kInjected ? 0 : input.vc + 1u;
    return {chosen, vc_range(from, vcs_ - left + 1)};
  }
  std::uint32_t paths() const override { return paths_; }
  Spread spread() const override { return paths_ > 1 ? Spread::by_packet : Spread::none; }
  bool minimal() const override { return true; }
  std::optional<std::uint32_t> hop_limit() const override { return hops_.diameter(); }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, "virtual channels ascend with each hop (Günther 1981)"};
  }
  std::string describe() const override {
    return fmt::format("minimal, virtual channels by hop, at most {}", hops_.diameter());
  }

 private:
  const Topology& topology_;
  Terminals terminals_;
  Hops hops_;
  std::uint32_t vcs_, paths_;
  std::vector<std::size_t> first_;
  std::vector<RouterId> next_;  // behind each port
};

struct MinimalParams {
  std::uint32_t paths = 8;

  static config::Fields<MinimalParams> fields() {
    return {config::field("paths", &MinimalParams::paths,
                          "paths per pair for packets to draw from, if virtual channels are by hop")
                .range(1, 1024)};
  }
};

class MinimalRouting : public Routing {
 public:
  static std::unique_ptr<Routing> make(const MinimalParams& p, RoutingContext& c) {
    return make_minimal("minimal", p.paths, c).routing;
  }
};

const config::Register<MinimalRouting, MinimalParams> minimal{
    "minimal", "any topology: all shortest paths, with virtual channels by hop while they suffice"};

}  // namespace

Minimal make_minimal(std::string_view routing, std::uint32_t paths, RoutingContext& c) {
  const Terminals terminals(c.topology);
  if (Hops::reach(c.topology, terminals) <= c.vcs) {
    auto by_hop = std::make_unique<ByHop>(routing, paths, c);
    if (by_hop->fits()) return {std::move(by_hop), true};
  }
  std::string_view usual = c.topology.usual_routing();
  if (usual == "minimal") usual = "shortest-paths";
  return {config::Choice<Routing>(usual).make(c), false};
}

}  // namespace kasuri
