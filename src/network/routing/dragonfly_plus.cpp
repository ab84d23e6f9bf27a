// SPDX-License-Identifier: MIT
// Routing on dragonfly+ (Shpiner et al., HiPINEB 2017). Minimal: up to a spine, over a global link to the
// target's group if that is another one, down to the target's leaf. The link within each pair of groups,
// and the spine within a group, are drawn for each packet (`dragonfly-plus-minimal`), or are those with
// the shortest queue of some that the leaf looks at (`dragonfly-plus-adaptive`).
//
// Where every spine reaches every group, a spine of the source's group decides between its link to the
// target's group and its link to a third one, which the packet's path names (as UGAL: Singh, thesis,
// Stanford 2005, with the queues of both links): minimally if
//
//     q_minimal * 2 <= q_detour * 3 + bias
//
// since 2 and 3 channels are left. The third group's spine passes the packet on without a leaf.
//
// Up, global, global, down: each stage waits only for later ones. Global links out of the source's group
// to a third one have the lower half of the virtual channels, those into the target's group the upper
// half.

#include <fmt/format.h>

#include <algorithm>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"
#include "network/net/too_few_vcs.h"
#include "network/topology/dragonfly_plus.h"

namespace kasuri {
namespace {

const DragonflyPlus& plus_of(std::string_view routing, const Topology& topology) {
  if (const auto* d = dynamic_cast<const DragonflyPlus*>(&topology)) return *d;
  throw Error(Exit::usage,
              fmt::format("routing '{}' needs a dragonfly-plus, not {}", routing, topology.describe()));
}

class PlusRouting : public Routing {
 public:
  PlusRouting(std::string_view name, RoutingContext& c)
      : d_(plus_of(name, c.topology)),
        any_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)),
        lanes_(std::max({1u, d_.spines(), d_.links_per_pair()})) {}

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    return minimal_route(input, target, lane(input));
  }
  std::uint32_t paths() const override { return lanes_; }
  Spread spread() const override { return lanes_ > 1 ? Spread::by_packet : Spread::none; }

 protected:
  virtual std::uint32_t lane(const RouteInput& input) const { return input.path; }

  // The n-th of the spines that lead from a group to another one, or through the group itself.
  std::uint16_t up(std::uint32_t here, std::uint32_t there, std::uint32_t n) const {
    const std::uint32_t s =
        here == there ? n % d_.spines()
                      : d_.member(d_.gateway(here, there, n % d_.links_per_pair()).router) - d_.leaves();
    return static_cast<std::uint16_t>(s);
  }
  // A spine's link to another group: of several, the n-th; none if it has none.
  std::optional<std::uint16_t> across(RouterId spine, std::uint32_t there, std::uint32_t n) const {
    const std::uint32_t here = d_.group(spine);
    for (std::uint32_t i = 0; i < d_.links_per_pair(); ++i) {
      const PortRef exit = d_.gateway(here, there, (n + i) % d_.links_per_pair());
      if (exit.router == spine) return exit.port;
    }
    return std::nullopt;
  }
  Route minimal_route(const RouteInput& input, RouterId target, std::uint32_t n) const {
    const std::uint32_t here = d_.group(input.at), there = d_.group(target);
    if (d_.is_leaf(input.at)) return {up(here, there, n), any_};
    if (here == there) return {static_cast<std::uint16_t>(d_.member(target)), any_};
    return {*across(input.at, there, n), home()};
  }
  virtual std::uint32_t home() const { return any_; }

  const DragonflyPlus& d_;
  std::uint32_t any_;
  std::uint32_t lanes_;
};

class PlusMinimal final : public PlusRouting {
 public:
  PlusMinimal(const config::NoParams&, RoutingContext& c) : PlusRouting("dragonfly-plus-minimal", c) {}

  bool minimal() const override { return true; }
  std::optional<std::uint32_t> hop_limit() const override { return 3; }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, "channels follow each other up, across and down (Shpiner et al. 2017)"};
  }
  std::string describe() const override { return "minimal: up, across, down"; }
};

struct PlusAdaptiveParams {
  std::uint32_t candidates = 4;
  Bytes bias{0};

  static config::Fields<PlusAdaptiveParams> fields() {
    using namespace literals;
    return {config::field("candidates", &PlusAdaptiveParams::candidates,
                          "links to spines whose queues a leaf compares for a packet")
                .range(1, 4096),
            config::field("bias", &PlusAdaptiveParams::bias,
                          "advantage, as queue × channels, that a non-minimal path needs over the minimal "
                          "one")
                .range(0_B, Bytes{1 << 30})};
  }
};

class PlusAdaptive final : public PlusRouting {
 public:
  PlusAdaptive(const PlusAdaptiveParams& p, RoutingContext& c)
      : PlusRouting("dragonfly-plus-adaptive", c),
        choices_(std::min(p.candidates, lanes_)),
        bias_(p.bias.n),
        detours_(d_.groups() > 2 && d_.links_per_pair() % d_.spines() == 0) {
    if (detours_ && c.vcs < 2) {
      throw TooFewVcs("routing 'dragonfly-plus-adaptive' needs at least 2 virtual channels, for the "
                      "first and the second global link of a path; raise router.vcs");
    }
    out_ = detours_ ? (1u << c.vcs / 2) - 1 : any_;
    home_ = detours_ ? any_ ^ out_ : any_;
  }

  bool adaptive() const override { return true; }
  Choice choose(const RouteInput& input, RouterId, RouterId target, Queues& queues) const override {
    const std::uint32_t n = lane(input);
    if (d_.is_leaf(input.at))
      return {.first = {.route = shortest_up(input, target, n, queues)}, .escape = {}};
    const Route minimal = minimal_route(input, target, n);
    if (!may_detour(input, target)) return {.first = {.route = minimal}, .escape = {}};
    const Route around = detour(input, n);
    const bool stay = queues.at(minimal.port, any_) * 2 <= queues.at(around.port, any_) * 3 + bias_;
    return {.first = {.route = stay ? minimal : around}, .escape = {}};
  }
  Candidates candidates(const RouteInput& input, RouterId, RouterId target) const override {
    const std::uint32_t n = lane(input);
    Candidates all;
    if (d_.is_leaf(input.at)) {
      for (std::uint32_t i = 0; i < choices_; ++i) {
        all.firsts.push_back({.route = minimal_route(input, target, n + i)});
      }
      return all;
    }
    all.firsts.push_back({.route = minimal_route(input, target, n)});
    if (may_detour(input, target)) all.firsts.push_back({.route = detour(input, n)});
    return all;
  }
  std::uint32_t paths() const override { return lanes_ * (detours_ ? d_.groups() : 1); }
  Spread spread() const override { return Spread::by_packet; }
  std::optional<std::uint32_t> hop_limit() const override { return detours_ ? 4 : 3; }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, "up, global, global and down follow each other in ascending stages"};
  }
  std::string describe() const override {
    return fmt::format("up by the shortest of {} queues{}", choices_,
                       detours_ ? ", minimally or over a random group by queues" : ", across, down");
  }

 private:
  std::uint32_t lane(const RouteInput& input) const override { return input.path % lanes_; }
  std::uint32_t home() const override { return home_; }

  // A spine of the source's group, which the packet has come to from a leaf.
  bool may_detour(const RouteInput& input, RouterId target) const {
    const std::uint32_t here = d_.group(input.at), middle = input.path / lanes_;
    return detours_ && input.port < d_.leaves() && here != d_.group(target) && middle != here &&
           middle != d_.group(target);
  }
  Route detour(const RouteInput& input, std::uint32_t n) const {
    return {*across(input.at, input.path / lanes_, n), out_};
  }
  Route shortest_up(const RouteInput& input, RouterId target, std::uint32_t n, Queues& queues) const {
    Route best = minimal_route(input, target, n);
    std::int64_t shortest = choices_ > 1 ? queues.at(best.port, any_) : 0;
    for (std::uint32_t i = 1; i < choices_ && shortest > 0; ++i) {
      const Route other = minimal_route(input, target, n + i);
      const std::int64_t length = queues.at(other.port, any_);
      if (length >= shortest) continue;
      shortest = length;
      best = other;
    }
    return best;
  }

  std::uint32_t choices_;
  std::int64_t bias_;
  bool detours_;
  std::uint32_t out_ = 0, home_ = 0;
};

const config::Register<PlusMinimal> plus_minimal{
    "dragonfly-plus-minimal", "dragonfly+: up, across and down, links drawn for each packet"};
const config::Register<PlusAdaptive, PlusAdaptiveParams> plus_adaptive{
    "dragonfly-plus-adaptive", "dragonfly+: links by their queues, minimally or over a random group"};

}  // namespace
}  // namespace kasuri
