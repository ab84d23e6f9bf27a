// SPDX-License-Identifier: MIT
// Several planes of one network (network/topology/rails.h), each by another routing: a packet stays on the
// plane of the NIC that it is for, which is that of the NIC it comes from. Channels of two planes never
// wait for each other.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"
#include "network/topology/rails.h"

namespace kasuri {
namespace {

struct RailsRoutingParams {
  std::optional<config::Choice<Routing>> inner;

  static config::Fields<RailsRoutingParams> fields() {
    return {config::field("inner", &RailsRoutingParams::inner,
                          "routing algorithm of each plane; default: the usual one of its topology")};
  }
};

const Rails& rails_of(const Topology& t) {
  if (const auto* rails = dynamic_cast<const Rails*>(&t)) return *rails;
  throw Error(Exit::usage, fmt::format("routing 'rails' needs a topology 'rails', not {}", t.describe()));
}

class RailsRouting final : public Routing {
 public:
  RailsRouting(const RailsRoutingParams& p, RoutingContext& c) : rails_(rails_of(c.topology)) {
    const std::string_view usual = c.fabric.empty() ? rails_.plane().usual_routing() : c.fabric;
    const auto inner = p.inner.value_or(config::Choice<Routing>(usual));
    RoutingContext plane{rails_.plane(), c.vcs};
    inner_ = inner.make(plane);
    if (inner_->notifications()) {
      throw Error(Exit::usage, fmt::format("routing 'rails' cannot use a routing with congestion "
                                           "notifications, such as '{}'", inner.name()));
    }
    if (inner_->spread() == Spread::by_routing) {
      throw Error(Exit::usage, fmt::format("routing 'rails' cannot use '{}' in a plane: it selects paths "
                                           "by the endpoints of its own topology", inner.name()));
    }
    if (std::uint64_t{inner_->paths()} * rails_.planes() > UINT32_MAX) {
      throw Error(Exit::usage, fmt::format("routing 'rails' can number 2^32 paths; {} planes with {} paths "
                                           "each are more", rails_.planes(), inner_->paths()));
    }
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint32_t plane = input.path / inner_->paths();
    return outside(input.at, plane, inner_->route(inside(input, plane), source, target));
  }
  bool adaptive() const override { return inner_->adaptive(); }
  Choice choose(const RouteInput& input, RouterId source, RouterId target,
                Queues& queues) const override {
    const std::uint32_t plane = input.path / inner_->paths();
    PlaneQueues own(queues, plane * rails_.plane().degree(input.at));
    Choice c = inner_->choose(inside(input, plane), source, target, own);
    c.first.route = outside(input.at, plane, c.first.route);
    c.escape.route = outside(input.at, plane, c.escape.route);
    return c;
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint32_t plane = input.path / inner_->paths();
    Candidates all = inner_->candidates(inside(input, plane), source, target);
    for (Candidate& o : all.firsts) o.route = outside(input.at, plane, o.route);
    all.escape.route = outside(input.at, plane, all.escape.route);
    return all;
  }
  std::uint32_t escape_vcs() const override { return inner_->escape_vcs(); }
  bool counts_packets() const override { return inner_->counts_packets(); }
  std::uint32_t paths() const override { return inner_->paths() * rails_.planes(); }
  std::uint32_t planes() const override { return rails_.planes(); }
  Spread spread() const override { return inner_->spread(); }
  bool minimal() const override { return inner_->minimal(); }
  std::optional<std::uint32_t> hop_limit() const override { return inner_->hop_limit(); }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return inner_->deadlock_argument();
  }
  std::string describe() const override {
    return fmt::format("{} planes, each by {}", rails_.planes(), inner_->describe());
  }

 private:
  // The queues of one plane's ports.
  class PlaneQueues final : public Queues {
   public:
    PlaneQueues(Queues& all, std::uint32_t first) : all_(all), first_(first) {}
    std::int64_t at(std::uint32_t port, std::uint32_t vc_mask) override {
      return all_.at(first_ + port, vc_mask);
    }
    std::int64_t reported(RouterId r, std::uint32_t port) override { return all_.reported(r, port); }

   private:
    Queues& all_;
    std::uint32_t first_;
  };

  RouteInput inside(RouteInput input, std::uint32_t plane) const {
    input.path -= plane * inner_->paths();
    if (input.port != RouteInput::kInjected) {
      input.port = static_cast<std::uint16_t>(input.port - plane * rails_.plane().degree(input.at));
    }
    return input;
  }
  Route outside(RouterId at, std::uint32_t plane, Route route) const {
    route.port = static_cast<std::uint16_t>(route.port + plane * rails_.plane().degree(at));
    return route;
  }

  const Rails& rails_;
  std::unique_ptr<Routing> inner_;
};

const config::Register<RailsRouting, RailsRoutingParams> rails_routing{
    "rails", "several planes, each with another routing algorithm"};

}  // namespace
}  // namespace kasuri
