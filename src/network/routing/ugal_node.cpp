// SPDX-License-Identifier: MIT
// Adaptive routing on dragonflies as in BookSim 2 (ugal_dragonflynew; Jiang et al., ISPASS 2013;
// UGAL: Singh, thesis, Stanford 2005): minimal, or by a detour through the router of a random node.
// At the source's router, with q the queues of the outputs by which the two paths begin,
//
//     w_minimal q_minimal <= w_detour q_detour + bias
//
// sends a packet on the minimal path, whatever the numbers of channels; dragonfly_adaptive.cpp weighs
// by those and takes detours over random groups. Within its group a packet goes directly, and one
// whose random node is in the source's group goes minimally.
//
// A packet's path is the router of its detour. Virtual channels tell its stage:
//
//   detour   to that router: local, global, local
//   onward   from there, or on a minimal path from the source, to the group of the target: local
//   home     into the group of the target and there: global, local
//
// Local channels of a detour lie before and behind its global one, which lets channels wait for one
// another in a cycle. With four or more virtual channels those behind have a stage of their own.
// With three, as in BookSim, the cycle is there: run.deadlock_check refuses it.
#include <fmt/format.h>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"
#include "network/net/too_few_vcs.h"
#include "network/topology/dragonfly.h"

namespace kasuri {
namespace {

struct UgalNodeParams {
  std::int64_t minimal_weight = 1;
  std::int64_t detour_weight = 2;
  Bytes bias{480};

  static config::Fields<UgalNodeParams> fields() {
    using P = UgalNodeParams;
    using namespace literals;
    return {
        config::field("minimal_weight", &P::minimal_weight, "of the queue on the minimal path")
            .range(0, 1000),
        config::field("detour_weight", &P::detour_weight, "of the queue on the detour")
            .range(0, 1000),
        config::field(
            "bias", &P::bias,
            "by which the weighted queue of the minimal path may exceed the detour's; in BookSim "
            "30 flits")
            .range(0_B, Bytes{1 << 30})};
  }
};

const Dragonfly& dragonfly_for_ugal_node(const Topology& topology) {
  if (const auto* d = dynamic_cast<const Dragonfly*>(&topology)) return *d;
  throw Error(Exit::usage,
              fmt::format("routing 'ugal-node' needs a dragonfly, not {}", topology.describe()));
}

class UgalNode final : public Routing {
 public:
  UgalNode(const UgalNodeParams& p, RoutingContext& c)
      : p_(p), d_(dragonfly_for_ugal_node(c.topology)), vcs_(c.vcs), stages_(c.vcs > 3 ? 4 : 3) {
    if (vcs_ < 3) {
      throw TooFewVcs("routing 'ugal-node' needs at least 3 virtual channels, one for each stage of a "
                      "detour (4 exclude deadlocks); raise router.vcs");
    }
  }

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    if (input.port != RouteInput::kInjected) return go_on(input, target);
    return d_.group(input.at) == d_.group(target) ? step(input, target, home())
                                                  : onward(input, target);
  }
  bool adaptive() const override { return true; }

  Choice choose(const RouteInput& input, RouterId source, RouterId target,
                Queues& queues) const override {
    const Route minimal = route(input, source, target);
    if (!may_detour(input, target)) return {.first = {.route = minimal}, .escape = {}};
    const Route detour = step(input, middle(input), kDetour);
    const std::uint32_t all = static_cast<std::uint32_t>((std::uint64_t{1} << vcs_) - 1);
    const bool stay = p_.minimal_weight * queues.at(minimal.port, all) <=
                      p_.detour_weight * queues.at(detour.port, all) + p_.bias.n;
    return {.first = {.route = stay ? minimal : detour}, .escape = {}};
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    Candidates all{.firsts = {{.route = route(input, source, target)}}, .escape = {}};
    if (may_detour(input, target))
      all.firsts.push_back({.route = step(input, middle(input), kDetour)});
    return all;
  }

  std::uint32_t paths() const override { return d_.routers(); }
  Spread spread() const override { return Spread::by_packet; }
  std::optional<std::uint32_t> hop_limit() const override { return 6; }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{
        stages_ == 4, stages_ == 4
                          ? "local and global channels follow each other in ascending stages"
                          : "with 3 virtual channels, local channels before and behind the global "
                            "one of a detour are the same; 4 keep them apart"};
  }
  std::string describe() const override {
    return "minimal or through the router of a random node by weighted local queues (UGAL)";
  }

 private:
  static constexpr std::uint32_t kDetour = 0;
  std::uint32_t arriving() const { return stages_ == 4 ? 1 : kDetour; }
  std::uint32_t onward_stage() const { return stages_ - 2; }
  std::uint32_t home() const { return stages_ - 1; }

  std::uint32_t first_vc(std::uint32_t stage) const { return stage * vcs_ / stages_; }
  std::uint32_t mask(std::uint32_t stage) const {
    return ((1u << (first_vc(stage + 1) - first_vc(stage))) - 1) << first_vc(stage);
  }
  std::uint32_t stage_of(std::uint32_t vc) const {
    std::uint32_t stage = stages_ - 1;
    while (vc < first_vc(stage)) --stage;
    return stage;
  }
  RouterId middle(const RouteInput& input) const { return {input.path}; }
  bool may_detour(const RouteInput& input, RouterId target) const {
    const std::uint32_t here = d_.group(input.at);
    return input.port == RouteInput::kInjected && d_.group(target) != here &&
           d_.group(middle(input)) != here;
  }
  // One channel on the shortest path to a router, which is not this one.
  Route step(const RouteInput& input, RouterId to, std::uint32_t stage) const {
    const std::uint32_t here = d_.group(input.at), there = d_.group(to);
    if (here == there)
      return {static_cast<std::uint16_t>(d_.local_port(input.at, to)), mask(stage)};
    const PortRef exit = d_.gateway(here, there, input.path % d_.links_per_pair());
    if (exit.router == input.at) return {exit.port, mask(stage)};
    return {static_cast<std::uint16_t>(d_.local_port(input.at, exit.router)), mask(stage)};
  }
  // On the minimal path, from the group of the source or of a detour.
  Route onward(const RouteInput& input, RouterId target) const {
    const Route r = step(input, target, onward_stage());
    return r.port < d_.group_size() - 1 ? r : Route{r.port, mask(home())};
  }
  Route go_on(const RouteInput& input, RouterId target) const {
    const std::uint32_t stage = stage_of(input.vc);
    if (stage == home()) return step(input, target, home());
    const bool on_detour = stage == kDetour || stage == arriving();
    if (!on_detour || input.at == middle(input)) return onward(input, target);
    const bool arrived = d_.group(input.at) == d_.group(middle(input));
    return step(input, middle(input), arrived ? arriving() : kDetour);
  }

  UgalNodeParams p_;
  const Dragonfly& d_;
  std::uint32_t vcs_, stages_;
};

const config::Register<UgalNode, UgalNodeParams> ugal_node{
    "ugal-node",
    "dragonflies: minimal or through the router of a random node, by weighted local queues"};

}  // namespace
}  // namespace kasuri
