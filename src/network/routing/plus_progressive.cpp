// SPDX-License-Identifier: MIT
// Progressive adaptive routing on dragonfly+ (Shpiner et al., HiPINEB 2017, "fully progressive adaptive
// routing"): a packet goes over its own group's spine to the target's group, or over a third group, and
// each router that it passes decides again by the queues of its outputs while the choice is open. Paths, L
// a channel within a group and G one between groups:
//
//     L G L    minimal
//     L G G L  over a third group's spine that has a link to the target's group
//     L G L L G L  over a third group, where a leaf passes the packet on to a spine with such a link
//
// The leaf of the source and the spine behind it compare q_minimal H_minimal <= q_detour H_detour + bias, H
// the channels that are left; in the third group the spine compares its own link with that to a leaf. The
// third group is named by the packet's path. Of several spines or links a router looks at four.
//
// Stages, each of which waits only for later ones; the lower half of the virtual channels is for the first
// of each kind of link:
//
//   up    low   in the source's group
//   G     low   to the third group
//   down  low   to a leaf there
//   up    high  from it
//   G     high  to the target's group
//   down  high  to the target

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/core/errors.h"
#include "network/net/too_few_vcs.h"
#include "network/routing/elsewhere.h"
#include "network/topology/dragonfly_plus.h"

namespace kasuri {
namespace {

class PlusProgressive final : public Routing {
 public:
  PlusProgressive(const DragonflyPlus& d, Bytes bias, RoutingContext& c)
      : d_(d),
        bias_(bias.n),
        lanes_(std::max({1u, d.spines(), d.links_per_pair(), d.leaves()})),
        low_((1u << c.vcs / 2) - 1),
        any_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)),
        high_(any_ ^ low_) {
    if (c.vcs < 2) {
      throw TooFewVcs("routing 'progressive' needs at least 2 virtual channels on a dragonfly-plus, for "
                      "the first and the second link of a kind; raise router.vcs");
    }
  }

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    Few all;
    find(input, target, all);
    return all.paths[0].route;
  }
  bool adaptive() const override { return true; }
  Choice choose(const RouteInput& input, RouterId, RouterId target, Queues& queues) const override {
    Few all;
    find(input, target, all);
    std::size_t best = 0;
    std::int64_t least = all.count > 1 ? queues.at(all.paths[0].route.port, any_) * all.paths[0].hops : 0;
    for (std::size_t i = 1; i < all.count && least > 0; ++i) {
      const Way& w = all.paths[i];
      const std::int64_t cost =
          queues.at(w.route.port, any_) * w.hops + (w.hops > all.paths[0].hops ? bias_ : 0);
      if (cost >= least) continue;
      least = cost;
      best = i;
    }
    return {.first = {.route = all.paths[best].route}, .escape = {}};
  }
  Candidates candidates(const RouteInput& input, RouterId, RouterId target) const override {
    Few all;
    find(input, target, all);
    Candidates result;
    for (std::size_t i = 0; i < all.count; ++i) result.firsts.push_back({.route = all.paths[i].route});
    return result;
  }
  std::uint32_t paths() const override { return lanes_ * d_.groups(); }
  Spread spread() const override { return Spread::by_packet; }
  std::optional<std::uint32_t> hop_limit() const override { return d_.groups() > 2 ? 6 : 3; }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, "up, global and down follow each other twice in ascending stages"};
  }
  std::string describe() const override {
    return "minimal or over a third group, decided at each router (fully progressive adaptive)";
  }

 private:
  static constexpr std::uint32_t kLooks = 4;  // at spines, links or leaves of one kind
  struct Way {
    Route route;
    std::int64_t hops;
  };
  struct Few {
    std::array<Way, 2 * kLooks> paths;
    std::size_t count = 0;
    void add(std::uint32_t port, std::uint32_t mask, std::int64_t hops) {
      paths[count++] = {{static_cast<std::uint16_t>(port), mask}, hops};
    }
  };

  // What a router may do, the shortest first.
  void find(const RouteInput& input, RouterId target, Few& all) const {
    const std::uint32_t here = d_.group(input.at), there = d_.group(target);
    const std::uint32_t lane = input.path % lanes_, middle = input.path / lanes_;
    const bool third = middle != here && middle != there && here != there;
    const bool injected = input.port == RouteInput::kInjected;
    if (d_.is_leaf(input.at)) {
      up(here, there, lane, injected ? low_ : high_, 3, all);
      if (injected && third) up(here, middle, lane, low_, 4, all);
      return;
    }
    if (here == there) {
      all.add(d_.member(target), high_, 1);
      return;
    }
    across(input.at, there, lane, high_, 2, all);
    if (input.port < d_.leaves()) {
      const bool from_source = low_ >> input.vc & 1;
      if (from_source && third) across(input.at, middle, lane, low_, 3, all);
      return;
    }
    for (std::uint32_t i = 0; i < std::min(kLooks, d_.leaves()); ++i) {
      all.add((lane + i) % d_.leaves(), low_, 4);
    }
  }
  // To spines with links to a group; within the group, to any.
  void up(std::uint32_t here, std::uint32_t there, std::uint32_t lane, std::uint32_t mask,
          std::int64_t hops, Few& all) const {
    const std::uint32_t n = here == there ? d_.spines() : d_.links_per_pair();
    for (std::uint32_t i = 0; i < std::min(kLooks, n); ++i) {
      const std::uint32_t k = (lane + i) % n;
      all.add(here == there ? k : d_.member(d_.gateway(here, there, k).router) - d_.leaves(), mask, hops);
    }
  }
  // A spine's own links to a group.
  void across(RouterId spine, std::uint32_t there, std::uint32_t lane, std::uint32_t mask,
              std::int64_t hops, Few& all) const {
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < d_.links_per_pair() && found < kLooks; ++i) {
      const PortRef exit = d_.gateway(d_.group(spine), there, (lane + i) % d_.links_per_pair());
      if (exit.router != spine) continue;
      all.add(exit.port, mask, hops);
      ++found;
    }
  }

  const DragonflyPlus& d_;
  std::int64_t bias_;
  std::uint32_t lanes_;
  std::uint32_t low_, any_, high_;
};

}  // namespace

std::unique_ptr<Routing> make_plus_progressive(Bytes bias, RoutingContext& c) {
  const auto* d = dynamic_cast<const DragonflyPlus*>(&c.topology);
  if (!d) return nullptr;
  return std::make_unique<PlusProgressive>(*d, bias, c);
}

}  // namespace kasuri
