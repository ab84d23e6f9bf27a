// SPDX-License-Identifier: MIT
// Another routing as long as all its paths for a pair are whole, and for other pairs shortest paths of what
// is left: so that routings that compute ports from positions, and know of no failures, can be used on
// machines where some links or routers fail.
//
// Which pairs go around is found by walking all that the other routing may do for each pair, in each
// epoch (network/net/failures.h). They have virtual channels of their own, the highest ones, in as many
// layers as they need (network/routing/layers.h), from their source on: so channels of the two kinds never
// wait for each other, and there is no deadlock if the other routing has none.

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "base/core/long_step.h"
#include "network/net/routing.h"
#include "network/net/too_few_vcs.h"
#include "network/routing/layers.h"
#include "network/routing/table_memory.h"

namespace kasuri {
namespace {

struct DetourParams {
  std::optional<config::Choice<Routing>> inner;

  static config::Fields<DetourParams> fields() {
    return {config::field("inner", &DetourParams::inner,
                          "routing of pairs whose paths have no failure; default: the usual one of the "
                          "topology")};
  }
};

class Detour final : public Routing {
 public:
  Detour(const DetourParams& p, RoutingContext& c) : topology_(c.topology), terminals_(c.topology) {
    const auto inner = p.inner.value_or(config::Choice<Routing>(c.topology.usual_routing()));
    RoutingContext all{c.topology, c.vcs};
    inner_ = inner.make(all);
    inner_name_ = inner_->inner_name().empty() ? inner.name() : inner_->inner_name();
    if (!c.failures || !c.failures->any()) return;
    if (inner_->epochs() > 1 || inner_->avoids_failures()) {
      throw Error(Exit::usage, fmt::format("routing '{}' computes paths around failures itself; use it "
                                           "instead of 'detour'", inner.name()));
    }
    epochs_ = c.failures->epochs();
    refuse_large_tables("detour", topology_, terminals_, epochs_, 1);
    layer_.assign(std::size_t{terminals_.count()} * terminals_.count() * epochs_, kWhole);
    std::size_t channels = 0;
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
      first_channel_.push_back(channels);
      channels += topology_.degree({r});
    }
    walked_.resize(channels * kMaxVcs);
    // With fewer virtual channels it takes the same ports, or refuses.
    std::uint32_t layers = 0;
    for (std::uint32_t left = c.vcs;;) {
      layers = find_detours(*c.failures);
      if (layers == 0) return;
      if (layers >= c.vcs) break;
      if (left <= c.vcs - layers) {  // less where another number has other paths
        for (std::uint32_t layer = 0; layer < layers; ++layer) {
          masks_.push_back(vc_range(left + layer, left + layer + 1));
        }
        return;
      }
      left = c.vcs - layers;
      RoutingContext fewer{c.topology, left};
      inner_ = inner.make(fewer);
    }
    throw TooFewVcs(fmt::format("routing 'detour' needs {} virtual channels for paths around failures, and "
                                "one or more for '{}'; raise router.vcs above {}",
                                layers, inner.name(), c.vcs));
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint8_t layer = layer_of(input, source, target);
    return layer == kWhole ? inner_->route(inside(input), source, target)
                           : around(input, layer, target);
  }
  bool adaptive() const override { return inner_->adaptive(); }
  Choice choose(const RouteInput& input, RouterId source, RouterId target,
                Queues& queues) const override {
    const std::uint8_t layer = layer_of(input, source, target);
    if (layer == kWhole) return inner_->choose(inside(input), source, target, queues);
    return {.first = {.route = around(input, layer, target)}, .escape = {}};
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint8_t layer = layer_of(input, source, target);
    if (layer == kWhole) return inner_->candidates(inside(input), source, target);
    // Where packets have escapes, one that goes around waits for its only channel as for an escape.
    const Candidate only{.route = around(input, layer, target)};
    if (inner_->escape_vcs()) return {.firsts = {}, .escape = only};
    return {.firsts = {only}, .escape = {}};
  }
  std::uint32_t escape_vcs() const override {
    std::uint32_t all = inner_->escape_vcs();
    if (all) {
      for (const std::uint32_t mask : masks_) all |= mask;
    }
    return all;
  }
  bool counts_packets() const override { return inner_->counts_packets(); }
  std::optional<Notifications> notifications() const override { return inner_->notifications(); }
  std::uint32_t paths() const override { return inner_->paths() * epochs_; }
  bool avoids_failures() const override { return true; }
  std::uint32_t epochs() const override { return epochs_; }
  Spread spread() const override { return inner_->spread(); }
  std::uint32_t path_of(EndpointId source, EndpointId destination, std::uint32_t sequence,
                        std::uint64_t seed) const override {
    return inner_->path_of(source, destination, sequence, seed);
  }
  bool sprays() const override { return inner_->sprays(); }
  std::string_view inner_name() const override { return inner_name_; }
  bool minimal() const override { return tables_.empty() && inner_->minimal(); }
  std::optional<std::uint32_t> hop_limit() const override {
    if (tables_.empty()) return inner_->hop_limit();
    return std::max(topology_.routers() - 1, inner_->hop_limit().value_or(2 * topology_.routers()));
  }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    auto argument = inner_->deadlock_argument();
    if (argument && argument->deadlock_free && !tables_.empty()) {
      argument->why += "; paths around failures have their own virtual channels, in layers without a cycle";
    }
    return argument;
  }
  std::string describe() const override {
    if (tables_.empty()) return inner_->describe() + ", with no paths around failures";
    return fmt::format("{}, paths around failures for {} of {} pairs of routers in {} "
                       "layer{}", inner_->describe(),
                       detours_, std::uint64_t{terminals_.count()} * (terminals_.count() - 1),
                       masks_.size(), masks_.size() == 1 ? "" : "s");
  }

 private:
  static constexpr std::uint8_t kWhole = UINT8_MAX;
  static constexpr std::uint64_t kMostWalks = std::uint64_t{1} << 28;

  RouteInput inside(RouteInput input) const {
    input.path %= inner_->paths();
    return input;
  }
  std::size_t pair(std::uint32_t epoch, std::uint32_t from, std::uint32_t to) const {
    return (std::size_t{epoch} * terminals_.count() + from) * terminals_.count() + to;
  }
  std::uint8_t layer_of(const RouteInput& input, RouterId source, RouterId target) const {
    if (tables_.empty()) return kWhole;
    return layer_[pair(input.path / inner_->paths(), terminals_.index(source),
                       terminals_.index(target))];
  }
  Route around(const RouteInput& input, std::uint8_t layer, RouterId target) const {
    const NextHops& table = tables_[input.path / inner_->paths()];
    return {table.port(input.at, terminals_.index(target)), masks_[layer]};
  }

  // Decides for each pair and epoch; returns how many layers the detours need.
  std::uint32_t find_detours(const Failures& failures) {
    const std::uint64_t walks =
        std::uint64_t{terminals_.count()} * terminals_.count() * inner_->paths();
    if (walks > kMostWalks) {
      throw Error(Exit::limit,
                  fmt::format("routing 'detour' would follow {} paths between all pairs of {} routers to "
                              "find the broken ones, more than {}; use {}'shortest-paths', which computes "
                              "all paths again",
                              walks, terminals_.count(), kMostWalks,
                              inner_->paths() > 1 ? "an inner routing with fewer paths, or " : ""));
    }
    tables_.clear();
    std::ranges::fill(layer_, kWhole);
    std::vector<std::uint64_t> detours(epochs_);
    for (std::uint32_t epoch = 0; epoch < epochs_; ++epoch) {
      tables_.push_back(ShortestPaths(topology_, terminals_, true, &failures, epoch).next_table());
    }
    Layers layers(topology_);
    bool any = false;
    LongStep step("routing: paths around failures", terminals_.count());
    for (std::uint32_t to = 0; to < terminals_.count(); ++to, step.at(to)) {
      for (std::uint32_t from = 0; from < terminals_.count(); ++from) {
        if (from == to) continue;
        const Failures::Epochs broken = broken_in(failures, terminals_[from], terminals_[to]);
        for (std::uint32_t epoch = 0; epoch < epochs_; ++epoch) {
          if (!(broken >> epoch & 1)) continue;
          const std::uint32_t layer = layers.place(tables_[epoch], terminals_[from], terminals_, to);
          if (layer >= kMaxVcs) return kMaxVcs;
          layer_[pair(epoch, from, to)] = static_cast<std::uint8_t>(layer);
          ++detours[epoch];
          any = true;
        }
      }
    }
    detours_ = std::ranges::max(detours);
    if (!any) tables_.clear();
    return any ? layers.count() : 0;
  }

  // The epochs in which a channel is down that a packet may take between these routers.
  Failures::Epochs broken_in(const Failures& failures, RouterId source, RouterId target) {
    const auto all = static_cast<Failures::Epochs>((1u << epochs_) - 1);
    Failures::Epochs broken = 0;
    const auto take = [&](const RouteInput& from, const Route& route) {
      broken |= failures.down(from.at, route.port);
      const PortRef next = topology_.neighbour(from.at, route.port);
      const std::size_t channel = (first_channel_[from.at.v] + route.port) * kMaxVcs;
      for (std::uint32_t left = route.vc_mask; left; left &= left - 1) {
        const auto vc = static_cast<std::uint16_t>(std::countr_zero(left));
        if (walked_[channel + vc] == walk_) continue;
        walked_[channel + vc] = walk_;
        inputs_.push_back({next.router, next.port, vc, from.path});
      }
    };
    for (std::uint32_t path = 0; path < inner_->paths() && broken != all; ++path) {
      ++walk_;
      inputs_.assign(1, {.at = source, .path = path});
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const RouteInput at = inputs_[i];
        if (at.at == target) continue;
        if (!inner_->adaptive()) {
          take(at, inner_->route(at, source, target));
          continue;
        }
        const Candidates candidates = inner_->candidates(at, source, target);
        for (const Candidate& o : candidates.firsts) take(at, o.route);
        if (candidates.escape.route.vc_mask) take(at, candidates.escape.route);
      }
    }
    return broken;
  }

  const Topology& topology_;
  Terminals terminals_;
  std::string inner_name_;
  std::unique_ptr<Routing> inner_;
  std::uint32_t epochs_ = 1;
  std::vector<NextHops> tables_;     // by epoch; none if nothing goes around
  std::vector<std::uint8_t> layer_;  // of each epoch and pair; kWhole: the inner routing's path
  std::vector<std::uint32_t> masks_;
  std::uint64_t detours_ = 0;        // in the epoch that has most
  std::vector<RouteInput> inputs_;   // of one walk
  std::vector<std::uint64_t> walked_;  // of each virtual channel: the last walk that came to it
  std::uint64_t walk_ = 0;
  std::vector<std::size_t> first_channel_;
};

const config::Register<Detour, DetourParams> detour{
    "detour", "any topology: another routing algorithm, with paths around failed links and routers"};

}  // namespace
}  // namespace kasuri
