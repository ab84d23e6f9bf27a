// SPDX-License-Identifier: MIT
// UGAL on any topology (Singh, "Load-balanced routing in interconnection networks", thesis, Stanford 2005):
// the router of the source sends each packet over a shortest path, or over a random router as Valiant's
// routing does. With q the queue and H the channels of a path, it is the shortest one if
//
//     q_minimal H_minimal <= q_detour H_detour + bias.
//
//   ugal-l   q is the queue of this router's output by which the path begins; where both begin by the same
//            output, the queue of the virtual channels of either
//   ugal-g   q is that and the queue of the path's second channel, which the neighbour has told
//            (Routing::notifications): all queues of the shortest path where the diameter is two
//
// The path of a packet names the random router, any that has endpoints. A packet whose random router is one
// of its own two has no choice.
//
// Both halves of a detour are `minimal` (minimal.cpp). If its virtual channels are by hop, the lower half
// of them is for the path to the random router, the upper half for the path from there and for shortest
// paths, so numbers ascend along the whole path. Else there are three sets, one for each, in each of
// which the topology's own scheme applies.

#include <fmt/format.h>

#include <array>
#include <bit>

#include "base/core/errors.h"
#include "network/net/too_few_vcs.h"
#include "network/routing/elsewhere.h"
#include "network/routing/hops.h"
#include "network/routing/minimal.h"

namespace kasuri {
namespace {

class Ugal final : public Routing {
 public:
  Ugal(std::string_view name, const UgalSettings& s, RoutingContext& c)
      : name_(name),
        settings_(s),
        topology_(c.topology),
        terminals_(c.topology),
        hops_(name, c.topology, terminals_),
        all_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)) {
    if (hops_.diameter() <= c.vcs / 2) {
      divide(2, c);
      by_hop_ = parts_[0].by_hop && parts_[1].by_hop;
    }
    if (!by_hop_) {
      if (c.vcs < 3) {
        throw TooFewVcs(fmt::format("routing '{}' needs at least 3 virtual channels on {}, for the parts "
                                    "of its paths, or {} by hop; raise router.vcs",
                                    name, c.topology.describe(), 2 * hops_.diameter()));
      }
      divide(3, c);
      for (const Part& p : parts_) refuse_adaptive(*p.routing);
      inner_paths_ = parts_[0].routing->paths();
    }
    const std::uint64_t paths = std::uint64_t{terminals_.count()} * inner_paths_;
    if (paths > UINT32_MAX) {
      throw Error(Exit::usage, fmt::format("routing '{}' can number 2^32 paths; {} routers with {} paths "
                                           "to each are more", name, terminals_.count(), inner_paths_));
    }
    paths_ = static_cast<std::uint32_t>(paths);
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    return input.port == RouteInput::kInjected ? direct(input, source, target)
                                               : onward(input, source, target);
  }
  bool adaptive() const override { return true; }
  Choice choose(const RouteInput& input, RouterId source, RouterId target, Queues& queues) const override {
    if (!decides(input, source, target)) {
      return {.first = {.route = route(input, source, target)}, .escape = {}};
    }
    const RouterId random = middle(input);
    const Route minimal = direct(input, source, target), around = away(input, source);
    const bool shared = minimal.port == around.port;
    std::int64_t q_minimal = queues.at(minimal.port, shared ? minimal.vc_mask : all_);
    std::int64_t q_around = queues.at(around.port, shared ? around.vc_mask : all_);
    if (settings_.period) {
      q_minimal += behind(input, minimal, source, target, queues);
      q_around += behind(input, around, source, target, queues);
    }
    const auto hops = [&](RouterId a, RouterId b) -> std::int64_t {
      return hops_.to(a, terminals_.index(b));
    };
    const std::int64_t h = hops(source, target), h_around = hops(source, random) + hops(random, target);
    const bool stay = q_minimal * h <= q_around * h_around + settings_.bias.n;
    return {.first = {.route = stay ? minimal : around}, .escape = {}};
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    Candidates all;
    all.firsts.push_back({.route = route(input, source, target)});
    if (decides(input, source, target)) all.firsts.push_back({.route = away(input, source)});
    return all;
  }
  std::optional<Notifications> notifications() const override {
    if (!settings_.period) return std::nullopt;
    constexpr std::uint32_t kAll = Notifications::kEveryClass;
    return Notifications{.about = kAll, .over = kAll, .period = *settings_.period};
  }
  std::uint32_t paths() const override { return paths_; }
  Spread spread() const override { return Spread::by_packet; }
  std::optional<std::uint32_t> hop_limit() const override {
    const auto first = parts_[0].routing->hop_limit(), second = parts_[1].routing->hop_limit();
    return first && second ? std::optional(*first + *second) : std::nullopt;
  }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    if (by_hop_) return DeadlockArgument{true, "virtual channels ascend with each hop (Günther 1981)"};
    std::string why;
    for (const Part& p : parts_) {
      const auto argument = p.routing->deadlock_argument();
      if (!argument) return std::nullopt;
      why = argument->why;
      if (argument->deadlock_free) continue;
      return DeadlockArgument{false, "in one part of the path, which has its own virtual channels: " + why};
    }
    return DeadlockArgument{true, "three parts with their own virtual channels, in each: " + why};
  }
  std::string describe() const override {
    return fmt::format("minimal or over a random router by {} ({}), each part {}",
                       settings_.period ? "queues of two channels" : "local queues",
                       settings_.period ? "UGAL-G" : "UGAL-L", parts_[0].routing->describe());
  }

 private:
  struct Part {
    std::unique_ptr<Routing> routing;
    std::uint32_t first_vc;
    bool by_hop;
  };

  void divide(std::uint32_t parts, const RoutingContext& c) {
    parts_.clear();
    for (std::uint32_t k = 0; k < parts; ++k) {
      const std::uint32_t from = k * c.vcs / parts;
      RoutingContext own{c.topology, (k + 1) * c.vcs / parts - from};
      Minimal m = make_minimal(name_, 1, own);
      parts_.push_back({std::move(m.routing), from, m.by_hop});
    }
  }
  void refuse_adaptive(const Routing& r) const {
    if (!r.adaptive()) return;
    throw Error(Exit::usage, fmt::format("routing '{}' needs shortest paths that are not adaptive, not: {}",
                                         name_, r.describe()));
  }

  RouterId middle(const RouteInput& input) const { return terminals_[input.path / inner_paths_]; }
  bool decides(const RouteInput& input, RouterId source, RouterId target) const {
    const RouterId random = middle(input);
    return input.port == RouteInput::kInjected && random != source && random != target;
  }
  // By a part, from an input that the packet has come to within it, or enters it at.
  Route by(const Part& p, RouteInput input, bool enters, RouterId source, RouterId target) const {
    if (!by_hop_) input.path %= inner_paths_;
    if (enters) {
      input.port = RouteInput::kInjected;
      input.vc = 0;
    } else {
      input.vc = static_cast<std::uint16_t>(input.vc - p.first_vc);
    }
    Route route = p.routing->route(input, source, target);
    route.vc_mask <<= p.first_vc;
    return route;
  }
  Route direct(const RouteInput& input, RouterId source, RouterId target) const {
    return by(parts_.back(), input, true, source, target);
  }
  Route away(const RouteInput& input, RouterId source) const {
    return by(parts_[0], input, true, source, middle(input));
  }
  Route onward(const RouteInput& input, RouterId source, RouterId target) const {
    if (input.vc < parts_[1].first_vc) {
      const RouterId random = middle(input);
      if (input.at != random) return by(parts_[0], input, false, source, random);
      return by(parts_[1], input, true, random, target);
    }
    const bool is_direct = parts_.size() == 3 && input.vc >= parts_[2].first_vc;
    return is_direct ? by(parts_[2], input, false, source, target)
                     : by(parts_[1], input, false, middle(input), target);
  }
  // The queue of the second channel of a path, as its router has told it; 0 if there is none.
  std::int64_t behind(const RouteInput& input, const Route& first, RouterId source, RouterId target,
                      Queues& queues) const {
    const PortRef next = topology_.neighbour(input.at, first.port);
    if (next.router == target || topology_.neighbour(next.router, next.port).router != input.at) return 0;
    const RouteInput there{next.router, next.port,
                           static_cast<std::uint16_t>(std::countr_zero(first.vc_mask)), input.path};
    return queues.reported(next.router, onward(there, source, target).port);
  }

  std::string name_;
  UgalSettings settings_;
  const Topology& topology_;
  Terminals terminals_;
  Hops hops_;
  std::uint32_t all_;
  std::vector<Part> parts_;  // to the random router, from there, and shortest paths if by themselves
  bool by_hop_ = false;
  std::uint32_t inner_paths_ = 1, paths_ = 1;
};

}  // namespace

std::unique_ptr<Routing> make_ugal(std::string_view name, const UgalSettings& s, RoutingContext& c) {
  return std::make_unique<Ugal>(name, s, c);
}

}  // namespace kasuri
