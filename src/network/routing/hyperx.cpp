// SPDX-License-Identifier: MIT
// Routing on HyperX, and so on hypercubes and flattened butterflies.
//
//   dimension-order  corrects x first, then y, …, each over the one link of its row
//   dimwar   (McDonald, Isaev, Flores, Davis & Kim, "Practical and efficient incremental adaptive routing
//            for HyperX networks", SC 2019): the same order, but in each dimension a packet may first go to
//            another router of the row (a deroute). Deroutes have the lower half of the virtual channels,
//            the hop after one the upper half; dimensions follow each other, so two sets suffice.
//   omniwar  (the same paper): any dimension that is not right yet, at each hop, directly or by a deroute,
//            while there are virtual channels: they are numbered by hop, the dimensions and `deroutes` of
//            them, each class with its share of router.vcs.
//
// Both take the output with the least q (H + 1), q its queue and H the channels that are left behind it;
// a deroute must be better by `bias`.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/too_few_vcs.h"
#include "network/routing/elsewhere.h"
#include "network/routing/layers.h"
#include "network/topology/hyperx.h"

namespace kasuri {
namespace {

const HyperX& hyperx_of(std::string_view routing, const Topology& topology) {
  if (const auto* h = dynamic_cast<const HyperX*>(&topology)) return *h;
  throw Error(Exit::usage, fmt::format("routing '{}' needs a hyperx or a hypercube, not {}", routing,
                                       topology.describe()));
}

class HyperXRouting : public Routing {
 public:
  HyperXRouting(const HyperX& h, const RoutingContext& c)
      : h_(h), vcs_(c.vcs), any_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)) {}

  std::uint32_t paths() const override { return h_.most_width(); }
  Spread spread() const override { return paths() > 1 ? Spread::by_packet : Spread::none; }

 protected:
  // The first dimension at or after `from` in which two routers differ; dimensions() if there is none.
  std::uint32_t wrong(RouterId a, RouterId b, std::uint32_t from = 0) const {
    while (from < h_.dimensions() && h_.coordinate(a, from) == h_.coordinate(b, from)) ++from;
    return from;
  }
  std::uint16_t direct(const RouteInput& input, RouterId target, std::uint32_t d) const {
    return h_.port_to(input.at, d, h_.coordinate(target, d), input.path);
  }
  // Calls f(port) for the links of the packet's lane to the routers of a row but its own and the target's.
  template <class F>
  void deroutes(const RouteInput& input, RouterId target, std::uint32_t d, F f) const {
    const std::uint32_t n = h_.dimension(d).extent, own = h_.coordinate(input.at, d);
    const auto first = static_cast<std::uint32_t>(mix(input.at.v, target.v) % n);  // for ties
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t to = (first + i) % n;
      if (to != own && to != h_.coordinate(target, d)) f(h_.port_to(input.at, d, to, input.path));
    }
  }

  const HyperX& h_;
  std::uint32_t vcs_, any_;
};

class HyperXOrder final : public HyperXRouting {
 public:
  using HyperXRouting::HyperXRouting;
  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    return {direct(input, target, wrong(input.at, target)), any_};
  }
  bool minimal() const override { return true; }
  std::optional<std::uint32_t> hop_limit() const override { return h_.diameter(); }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, "each dimension is one channel, and dimensions are ordered"};
  }
  std::string describe() const override { return "dimension order"; }
};

// The output with the least weight.
class Lightest {
 public:
  Lightest(const Route& minimal, std::int64_t hops, std::uint32_t all, std::int64_t bias, Queues& queues)
      : best_(minimal),
        all_(all),
        bias_(bias),
        queues_(queues),
        least_(queues.at(minimal.port, all) * hops) {}
  bool idle() const { return least_ == 0; }
  void offer(const Route& r, std::int64_t hops, bool deroute) {
    if (idle()) return;
    const std::int64_t weight = queues_.at(r.port, all_) * hops + (deroute ? bias_ : 0);
    if (weight >= least_) return;
    least_ = weight;
    best_ = r;
  }
  Choice choice() const { return {.first = {.route = best_}, .escape = {}}; }

 private:
  Route best_;
  std::uint32_t all_;
  std::int64_t bias_;
  Queues& queues_;
  std::int64_t least_;
};

struct DimWarParams {
  Bytes bias{0};

  static config::Fields<DimWarParams> fields() {
    using namespace literals;
    return {config::field("bias", &DimWarParams::bias,
                          "advantage, as queue × channels, that a deroute needs over the direct hop")
                .range(0_B, Bytes{1 << 30})};
  }
};

class DimWar final : public HyperXRouting {
 public:
  DimWar(const DimWarParams& p, RoutingContext& c)
      : HyperXRouting(hyperx_of("dimwar", c.topology), c),
        bias_(p.bias.n),
        low_((1u << c.vcs / 2) - 1),
        high_(any_ ^ low_) {
    if (c.vcs < 2) {
      throw TooFewVcs("routing 'dimwar' needs at least 2 virtual channels, for deroutes and the hops after "
                      "them; raise router.vcs");
    }
  }
  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    const std::uint32_t d = wrong(input.at, target);
    return {direct(input, target, d), derouted(input, d) ? high_ : any_};
  }
  bool adaptive() const override { return true; }
  Choice choose(const RouteInput& input, RouterId source, RouterId target, Queues& queues) const override {
    const std::uint32_t d = wrong(input.at, target);
    const Route minimal = route(input, source, target);
    if (derouted(input, d)) return {.first = {.route = minimal}, .escape = {}};
    const std::int64_t left = h_.differing(input.at, target);
    Lightest lightest(minimal, left, any_, bias_, queues);
    if (!lightest.idle()) {
      deroutes(input, target, d,
               [&](std::uint16_t port) { lightest.offer({port, low_}, left + 1, true); });
    }
    return lightest.choice();
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint32_t d = wrong(input.at, target);
    Candidates all;
    all.firsts.push_back({.route = route(input, source, target)});
    if (derouted(input, d)) return all;
    deroutes(input, target, d,
             [&](std::uint16_t port) { all.firsts.push_back({.route = {port, low_}}); });
    return all;
  }
  std::optional<std::uint32_t> hop_limit() const override { return 2 * h_.diameter(); }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, "dimensions are ordered, and in each the hop after a deroute has other "
                                  "virtual channels (McDonald et al. 2019)"};
  }
  std::string describe() const override {
    return "dimension order with one deroute per dimension by weighted queues (DimWAR)";
  }

 private:
  // A packet that came within the dimension that is still wrong.
  bool derouted(const RouteInput& input, std::uint32_t d) const {
    return input.port != RouteInput::kInjected && h_.dimension_of(input.port) == d;
  }
  std::int64_t bias_;
  std::uint32_t low_, high_;
};

struct OmniWarParams {
  std::optional<std::uint32_t> deroutes;
  Bytes bias{0};

  static config::Fields<OmniWarParams> fields() {
    using namespace literals;
    return {config::field("deroutes", &OmniWarParams::deroutes,
                          "deroutes of a packet at most; default: as many as dimensions, or as virtual "
                          "channels allow")
                .range(0, kMaxVcs),
            config::field("bias", &OmniWarParams::bias,
                          "advantage, as queue × channels, that a deroute needs over a direct hop")
                .range(0_B, Bytes{1 << 30})};
  }
};

class OmniWar final : public HyperXRouting {
 public:
  OmniWar(const OmniWarParams& p, RoutingContext& c)
      : HyperXRouting(hyperx_of("omniwar", c.topology), c), bias_(p.bias.n) {
    const std::uint32_t n = std::max(1u, h_.diameter());
    const std::uint32_t wanted = n + p.deroutes.value_or(std::min(n, c.vcs - std::min(c.vcs, n)));
    if (c.vcs < wanted) {
      throw TooFewVcs(fmt::format("routing 'omniwar' needs a virtual channel for each of {} dimensions{}, "
                                  "{} in all, not {}; raise router.vcs{}",
                                  n, p.deroutes ? " and each deroute" : "", wanted, c.vcs,
                                  p.deroutes && *p.deroutes ? " or lower routing.deroutes" : ""));
    }
    classes_ = wanted;
    for (std::uint32_t k = 0; k < classes_; ++k) {
      for (std::uint32_t vc = k * vcs_ / classes_; vc < (k + 1) * vcs_ / classes_; ++vc) class_of_[vc] = k;
      masks_.push_back(vc_range(k * vcs_ / classes_, (k + 1) * vcs_ / classes_));
    }
  }
  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    return {direct(input, target, wrong(input.at, target)), masks_[hop(input)]};
  }
  bool adaptive() const override { return true; }
  Choice choose(const RouteInput& input, RouterId source, RouterId target, Queues& queues) const override {
    const std::int64_t left = h_.differing(input.at, target);
    Lightest lightest(route(input, source, target), left, any_, bias_, queues);
    if (lightest.idle()) return lightest.choice();
    each(input, target, [&](const Route& r, bool deroute) { lightest.offer(r, left + deroute, deroute); });
    return lightest.choice();
  }
  Candidates candidates(const RouteInput& input, RouterId, RouterId target) const override {
    Candidates all;
    each(input, target, [&](const Route& r, bool) { all.firsts.push_back({.route = r}); });
    return all;
  }
  std::optional<std::uint32_t> hop_limit() const override { return classes_; }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, "virtual channels ascend with each hop (McDonald et al. 2019)"};
  }
  std::string describe() const override {
    return fmt::format("any dimension by weighted queues, {} hops at most (OmniWAR)", classes_);
  }

 private:
  std::uint32_t hop(const RouteInput& input) const {
    return input.port == RouteInput::kInjected ? 0 : class_of_[input.vc] + 1;
  }
  template <class F>
  void each(const RouteInput& input, RouterId target, F f) const {
    const std::uint32_t k = hop(input), left = h_.differing(input.at, target);
    const bool may_deroute = k + 1 + left <= classes_;
    for (std::uint32_t d = wrong(input.at, target); d < h_.dimensions();
         d = wrong(input.at, target, d + 1)) {
      f(Route{direct(input, target, d), masks_[k]}, false);
    }
    if (!may_deroute) return;
    for (std::uint32_t d = wrong(input.at, target); d < h_.dimensions();
         d = wrong(input.at, target, d + 1)) {
      deroutes(input, target, d, [&](std::uint16_t port) { f(Route{port, masks_[k]}, true); });
    }
  }

  std::int64_t bias_;
  std::uint32_t classes_ = 1;
  std::vector<std::uint32_t> masks_;
  std::array<std::uint32_t, kMaxVcs> class_of_{};
};

const config::Register<DimWar, DimWarParams> dimwar{
    "dimwar", "HyperX: dimension order with one deroute per dimension, by weighted queues"};
const config::Register<OmniWar, OmniWarParams> omniwar{
    "omniwar", "HyperX: any dimension at each hop, with deroutes, by weighted queues"};

}  // namespace

std::unique_ptr<Routing> make_hyperx_order(RoutingContext& c) {
  const auto* h = dynamic_cast<const HyperX*>(&c.topology);
  if (!h) return nullptr;
  return std::make_unique<HyperXOrder>(*h, c);
}

}  // namespace kasuri
