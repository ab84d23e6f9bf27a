// SPDX-License-Identifier: MIT
// Adaptive routing on dragonflies: minimal, or by a detour over a random group, as queues say (UGAL:
// Singh, thesis, Stanford 2005; on dragonflies Kim, Dally, Scott & Abts, ISCA 2008, section 4.2).
// With q the queue and H the channels of a path, a packet goes minimally if
//
//     q_minimal H_minimal <= q_detour H_detour + bias.
//
//   ugal-l        q is the queue of this router's output by which the path begins; where both begin by
//                 the same output, the queue of its virtual channels of either kind (UGAL-L_VCH)
//   ugal-g        q is the queue of the path's first global channel, which another router of the group
//                 may have: then as that router has reported it (Routing::notifications), late by a local
//                 channel
//   progressive   as ugal-l; a packet on its path through its own group decides anew at the router that
//                 its first local channel leads to (Jiang, Kim & Dally, ISCA 2009)
//
// On other topologies: ugal.cpp, plus_progressive.cpp.
//
// The path of a packet names the group of its detour and which of the parallel links of each pair of
// groups it takes; if that is the group of its source or its target, there is no detour.
//
// Virtual channels tell the stage that a packet is in, and each stage waits only for later ones:
//
//   local  undecided  (progressive: the first channel of a packet that goes minimally so far)
//   local  leaving    to the router with the link to the detour's group
//   global out        into the detour's group
//   local  returning  to the router with the link to the target's group
//   global home       into the target's group
//   local  last       to the target
//
// With ugal, a packet that goes minimally begins as `returning`. A packet within its group takes any.

#include <fmt/format.h>

#include <array>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"
#include "network/net/too_few_vcs.h"
#include "network/routing/elsewhere.h"
#include "network/topology/dragonfly.h"

namespace kasuri {
namespace {

enum class Kind { ugal_l, ugal_g, progressive };

constexpr std::string_view name_of(Kind k) {
  return k == Kind::ugal_l ? "ugal-l" : k == Kind::ugal_g ? "ugal-g" : "progressive";
}

struct DragonflyAdaptiveParams {
  Bytes bias{0};

  static config::Fields<DragonflyAdaptiveParams> fields() {
    using namespace literals;
    return {config::field("bias", &DragonflyAdaptiveParams::bias,
                          "advantage, as queue × channels, that a non-minimal path needs over the minimal "
                          "one")
                .range(0_B, Bytes{1 << 30})};
  }
};

struct UgalGParams {
  Bytes bias{0};
  Time period{250'000};

  static config::Fields<UgalGParams> fields() {
    using namespace literals;
    return {config::field("bias", &UgalGParams::bias,
                          "advantage, as queue × channels, that a non-minimal path needs over the minimal "
                          "one")
                .range(0_B, Bytes{1 << 30}),
            config::field("period", &UgalGParams::period,
                          "interval of congestion notifications between routers (dragonflies: of a group)")
                .range(1_ns, 1_ms)};
  }
};

const Dragonfly& dragonfly_of(Kind kind, const Topology& topology) {
  if (const auto* d = dynamic_cast<const Dragonfly*>(&topology)) return *d;
  throw Error(Exit::usage, fmt::format("routing '{}' needs a dragonfly or a dragonfly-plus, not {}",
                                       name_of(kind), topology.describe()));
}

bool is_dragonfly(const RoutingContext& c) { return dynamic_cast<const Dragonfly*>(&c.topology); }

// The virtual channels of a link, divided evenly among the stages that use it.
class Stages {
 public:
  Stages(std::uint32_t vcs, std::uint32_t stages) {
    for (std::uint32_t s = 0, vc = 0; s < stages; ++s) {
      for (; vc < (s + 1) * vcs / stages; ++vc) {
        masks_[s] |= 1u << vc;
        of_[vc] = static_cast<std::uint8_t>(s);
      }
    }
  }
  std::uint32_t mask(std::uint32_t stage) const { return masks_[stage]; }
  std::uint32_t of(std::uint32_t vc) const { return of_[vc]; }

 private:
  std::array<std::uint32_t, 4> masks_{};
  std::array<std::uint8_t, kMaxVcs> of_{};
};

class DragonflyAdaptive : public Routing {
 public:
  DragonflyAdaptive(Kind kind, Bytes bias, RoutingContext& c)
      : kind_(kind),
        d_(dragonfly_of(kind, c.topology)),
        bias_(bias.n),
        lanes_(std::max(1u, d_.links_per_pair())),
        local_(c.vcs, kind == Kind::progressive ? 4 : 3),
        global_(c.vcs, 2),
        any_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)) {
    const std::uint32_t needed = kind == Kind::progressive ? 4 : 3;
    if (c.vcs < needed) {
      throw TooFewVcs(fmt::format("routing '{}' needs at least {} virtual channels, one for each stage "
                                  "within groups; raise router.vcs",
                                  name_of(kind), needed));
    }
    leaving_ = kind == Kind::progressive ? 1 : 0;
  }

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    const Place p = place(input, target);
    return p.detours_only ? detour(p, input, target).route : onward(p, input, target).route;
  }
  bool adaptive() const override { return true; }

  Choice choose(const RouteInput& input, RouterId, RouterId target, Queues& queues) const override {
    const Place p = place(input, target);
    if (p.detours_only) return {.first = {.route = detour(p, input, target).route}, .escape = {}};
    const Way minimal = onward(p, input, target);
    if (!p.may_detour) return {.first = {.route = minimal.route}, .escape = {}};
    const Way around = detour(p, input, target);
    std::int64_t q_minimal, q_around;
    if (kind_ == Kind::ugal_g && p.here != p.there) {
      q_minimal = queue_of(minimal.gateway, input.at, queues);
      q_around = queue_of(around.gateway, input.at, queues);
    } else {
      const bool shared = minimal.route.port == around.route.port;
      q_minimal = queues.at(minimal.route.port, shared ? minimal.route.vc_mask : any_);
      q_around = queues.at(around.route.port, shared ? around.route.vc_mask : any_);
    }
    const bool stay = q_minimal * minimal.hops <= q_around * around.hops + bias_;
    return {.first = {.route = stay ? minimal.route : around.route}, .escape = {}};
  }

  Candidates candidates(const RouteInput& input, RouterId, RouterId target) const override {
    const Place p = place(input, target);
    Candidates all;
    if (!p.detours_only) all.firsts.push_back({.route = onward(p, input, target).route});
    if (p.detours_only || p.may_detour) {
      all.firsts.push_back({.route = detour(p, input, target).route});
    }
    return all;
  }

  std::uint32_t paths() const override { return d_.groups() * lanes_; }
  Spread spread() const override { return Spread::by_packet; }
  std::optional<std::uint32_t> hop_limit() const override {
    return kind_ == Kind::progressive ? 6 : 5;
  }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, "local and global channels have ascending stages"};
  }
  std::string describe() const override {
    switch (kind_) {
      case Kind::ugal_l: return "minimal or over a random group by local queues (UGAL-L)";
      case Kind::ugal_g: return "minimal or over a random group by queues of global channels (UGAL-G)";
      case Kind::progressive: break;
    }
    return "minimal or over a random group, decided twice (progressive adaptive)";
  }

 private:
  static constexpr std::uint32_t kUndecided = 0;  // a local stage of the progressive kind only
  static constexpr std::uint32_t kOut = 0, kHome = 1;  // global stages

  // Where a packet is in its journey.
  struct Place {
    std::uint32_t here, there, middle;  // groups
    std::uint32_t lane;
    bool may_detour = false;    // minimally or not: this router decides
    bool detours_only = false;  // on its path to the middle group
    bool in_source = false;     // it has not left the source's group
  };
  struct Way {
    Route route;
    PortRef gateway;  // the next global channel on it
    std::int64_t hops;
  };

  std::uint32_t returning() const { return leaving_ + 1; }
  std::uint32_t last() const { return leaving_ + 2; }

  Place place(const RouteInput& input, RouterId target) const {
    Place p{d_.group(input.at), d_.group(target), input.path / lanes_, input.path % lanes_};
    const bool injected = input.port == RouteInput::kInjected;
    const bool by_local = !injected && input.port < d_.group_size() - 1;
    const std::uint32_t stage = by_local ? local_.of(input.vc) : 0;
    const bool undecided = kind_ == Kind::progressive && by_local && stage == kUndecided;
    p.in_source = injected || undecided;
    p.may_detour = p.in_source && p.middle != p.here && p.middle != p.there;
    p.detours_only = by_local && stage == leaving_;
    return p;
  }

  // The shortest path from here to the target.
  Way onward(const Place& p, const RouteInput& input, RouterId target) const {
    if (p.here == p.there) {
      const std::uint32_t mask = p.in_source ? any_ : local_.mask(last());
      return {{static_cast<std::uint16_t>(d_.local_port(input.at, target)), mask}, {}, 1};
    }
    const PortRef exit = d_.gateway(p.here, p.there, p.lane);
    const std::int64_t after = 1 + (d_.gateway(p.there, p.here, p.lane).router != target);
    if (exit.router == input.at) return {{exit.port, global_.mask(kHome)}, exit, after};
    const bool first = p.in_source && kind_ == Kind::progressive;
    return {{static_cast<std::uint16_t>(d_.local_port(input.at, exit.router)),
             local_.mask(first ? kUndecided : returning())},
            exit,
            after + 1};
  }

  Way detour(const Place& p, const RouteInput& input, RouterId target) const {
    const PortRef exit = d_.gateway(p.here, p.middle, p.lane);
    const PortRef entry = d_.gateway(p.middle, p.here, p.lane);
    const PortRef second = d_.gateway(p.middle, p.there, p.lane);
    const PortRef home = d_.gateway(p.there, p.middle, p.lane);
    const std::int64_t after =
        2 + (entry.router != second.router) + (home.router != target);
    if (exit.router == input.at) return {{exit.port, global_.mask(kOut)}, exit, after};
    return {{static_cast<std::uint16_t>(d_.local_port(input.at, exit.router)),
             local_.mask(leaving_)},
            exit,
            after + 1};
  }

  std::int64_t queue_of(const PortRef& gateway, RouterId at, Queues& queues) const {
    return gateway.router == at ? queues.at(gateway.port, any_)
                                : queues.reported(gateway.router, gateway.port);
  }

  Kind kind_;
  const Dragonfly& d_;
  std::int64_t bias_;
  std::uint32_t lanes_;
  Stages local_, global_;
  std::uint32_t leaving_ = 0;
  std::uint32_t any_;
};

class UgalL final : public DragonflyAdaptive {
 public:
  UgalL(const DragonflyAdaptiveParams& p, RoutingContext& c)
      : DragonflyAdaptive(Kind::ugal_l, p.bias, c) {}
  static std::unique_ptr<Routing> make(const DragonflyAdaptiveParams& p, RoutingContext& c) {
    if (is_dragonfly(c)) return std::make_unique<UgalL>(p, c);
    return make_ugal("ugal-l", {p.bias, std::nullopt}, c);
  }
};

class UgalG final : public DragonflyAdaptive {
 public:
  UgalG(const UgalGParams& p, RoutingContext& c)
      : DragonflyAdaptive(Kind::ugal_g, p.bias, c), period_(p.period) {}
  static std::unique_ptr<Routing> make(const UgalGParams& p, RoutingContext& c) {
    if (is_dragonfly(c)) return std::make_unique<UgalG>(p, c);
    return make_ugal("ugal-g", {p.bias, p.period}, c);
  }
  std::optional<Notifications> notifications() const override {
    return Notifications{.about = 1, .over = 0, .period = period_};  // link classes of dragonflies
  }

 private:
  Time period_;
};

class Progressive final : public DragonflyAdaptive {
 public:
  Progressive(const DragonflyAdaptiveParams& p, RoutingContext& c)
      : DragonflyAdaptive(Kind::progressive, p.bias, c) {}
  static std::unique_ptr<Routing> make(const DragonflyAdaptiveParams& p, RoutingContext& c) {
    if (auto plus = make_plus_progressive(p.bias, c)) return plus;
    return std::make_unique<Progressive>(p, c);
  }
};

const config::Register<UgalL, DragonflyAdaptiveParams> ugal_l{
    "ugal-l", "any topology: minimal or over a random router (dragonflies: group), by local queues"};
const config::Register<UgalG, UgalGParams> ugal_g{
    "ugal-g", "any topology: as ugal-l, with queues of neighbours (dragonflies: of global channels)"};
const config::Register<Progressive, DragonflyAdaptiveParams> progressive{
    "progressive", "dragonfly, dragonfly-plus: minimal or over a random group, decided again later"};

}  // namespace
}  // namespace kasuri
