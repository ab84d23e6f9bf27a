// SPDX-License-Identifier: MIT
// Shortest paths on any graph, one or several for each pair, in layers of virtual channels that are
// free of deadlock (network/routing/layers.h). Paths are by destination, as in linear forwarding tables;
// with `paths` = k there are k tables, over which packets are spread at random. Where links or routers
// fail there are tables for each epoch, of what is left.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "base/core/long_step.h"
#include "network/net/routing.h"
#include "network/net/too_few_vcs.h"
#include "network/routing/layers.h"
#include "network/routing/next_hops.h"
#include "network/routing/table_memory.h"

namespace kasuri {
namespace {

struct ShortestPathsParams {
  std::uint32_t paths = 1;
  bool balanced = true;

  static config::Fields<ShortestPathsParams> fields() {
    using P = ShortestPathsParams;
    return {config::field("paths", &P::paths, "number of paths per pair, over which packets are spread")
                .range(1, 128),
            config::field("balanced", &P::balanced,
                          "whether paths are spread over channels; false: lowest ports")};
  }
};

class LayeredShortestPaths final : public Routing {
 public:
  LayeredShortestPaths(const ShortestPathsParams& p, RoutingContext& c)
      : topology_(c.topology),
        terminals_(c.topology),
        epochs_(c.failures && c.failures->any() ? c.failures->epochs() : 1),
        whole_(!c.failures || !c.failures->any()) {
    refuse_large_tables("shortest-paths", topology_, terminals_, std::uint64_t{epochs_} * p.paths, 1);
    for (std::uint32_t epoch = 0; epoch < epochs_; ++epoch) {
      ShortestPaths finder(topology_, terminals_, p.balanced, c.failures, epoch);
      for (std::uint32_t k = 0; k < p.paths; ++k) tables_.push_back(finder.next_table());
      longest_ = std::max(longest_, finder.longest());
    }
    if (!assign_layers(c.vcs)) refuse(p, c);
    for (std::uint32_t layer = 0; layer < layers_; ++layer) {
      masks_.push_back(vc_range(layer * c.vcs / layers_, (layer + 1) * c.vcs / layers_));
    }
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint32_t to = terminals_.index(target);
    const std::uint32_t layer =
        layers_ == 1 ? 0 : layer_[pair(input.path, terminals_.index(source), to)];
    return {tables_[input.path].port(input.at, to), masks_[layer]};
  }
  std::uint32_t paths() const override { return static_cast<std::uint32_t>(tables_.size()); }
  bool avoids_failures() const override { return true; }
  std::uint32_t epochs() const override { return epochs_; }
  Spread spread() const override {
    return paths() > epochs_ ? Spread::by_packet : Spread::none;
  }
  bool minimal() const override { return whole_; }
  std::optional<std::uint32_t> hop_limit() const override { return topology_.routers() - 1; }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return free_by_layers();
  }
  std::string describe() const override {
    const std::uint32_t tables = paths() / epochs_;
    return fmt::format("shortest paths{}{}{}, {} layer{}", whole_ ? "" : " of what works",
                       tables > 1 ? fmt::format(", {} tables", tables) : "",
                       epochs_ > 1 ? fmt::format(", made {} times", epochs_) : "", layers_,
                       layers_ == 1 ? "" : "s");
  }

 private:
  std::size_t pair(std::uint32_t path, std::uint32_t from, std::uint32_t to) const {
    return (std::size_t{path} * terminals_.count() + from) * terminals_.count() + to;
  }

  // More layers than there are virtual channels: how many it would take is counted while that is quick.
  [[noreturn]] void refuse(const ShortestPathsParams& p, const RoutingContext& c) const {
    const std::string needed =
        layers_ > kMaxVcs ? fmt::format("more than {}", kMaxVcs)
                          : fmt::format("{}{}", counted_ ? "" : "at least ", layers_);
    const bool by_hop = whole_ && longest_ > c.vcs && longest_ <= kMaxVcs;
    throw TooFewVcs(
        fmt::format("routing 'shortest-paths' needs {} virtual channels to be free of deadlock on {}, "
                    "not {}; raise router.vcs{}{}{}",
                    needed, topology_.describe(), c.vcs,
                    by_hop ? fmt::format(" (routing 'minimal' needs {}, the diameter)", longest_) : "",
                    p.balanced ? ", or try routing.balanced = false" : "",
                    p.paths > 1 ? ", or fewer routing.paths" : ""));
  }

  // Ways of all epochs share the layers: packets of one may meet those of the epoch before. False if they
  // are more than there are virtual channels.
  bool assign_layers(std::uint32_t vcs) {
    constexpr std::uint64_t kMostSteps = 20'000'000;  // once it is known that they are too many
    const std::uint64_t pairs = std::uint64_t{terminals_.count()} * terminals_.count() * paths();
    if (pairs > NextHops::kMostBytes) {
      throw Error(Exit::limit, fmt::format("routing 'shortest-paths' keeps a layer for each of {} "
                                           "paths, more than 4 GiB; use another routing",
                                           pairs));
    }
    Layers layers(topology_);
    layer_.assign(pairs, 0);
    LongStep step(fmt::format("routing: paths in layers without deadlock{}",
                              whole_ ? fmt::format(" (diameter {})", longest_) : ""),
                  std::uint64_t{paths()} * terminals_.count());
    for (std::uint32_t path = 0; path < paths(); ++path) {
      for (std::uint32_t to = 0; to < terminals_.count(); ++to) {
        for (std::uint32_t from = 0; from < terminals_.count(); ++from) {
          if (from == to) continue;
          const std::uint32_t layer = layers.place(tables_[path], terminals_[from], terminals_, to);
          layers_ = layers.count();
          if (layers_ > kMaxVcs) return false;
          layer_[pair(path, from, to)] = static_cast<std::uint8_t>(layer);
        }
        if (layers_ > vcs && layers.steps() > kMostSteps) {
          counted_ = false;
          return false;
        }
        step.at(std::uint64_t{path} * terminals_.count() + to + 1);
      }
    }
    if (layers_ == 1) layer_ = {};
    return layers_ <= vcs;
  }

  const Topology& topology_;
  Terminals terminals_;
  std::uint32_t epochs_;
  bool whole_;  // nothing fails
  std::uint32_t longest_ = 0;  // channels of a path
  bool counted_ = true;        // whether layers_ is the number that it takes
  std::vector<NextHops> tables_;  // by epoch and path
  std::uint32_t layers_ = 1;
  std::vector<std::uint8_t> layer_;  // of each path; empty if there is one layer
  std::vector<std::uint32_t> masks_;
};

const config::Register<LayeredShortestPaths, ShortestPathsParams> shortest_paths{
    "shortest-paths", "any graph: one or several shortest paths per pair, in deadlock-free layers"};

}  // namespace
}  // namespace kasuri
