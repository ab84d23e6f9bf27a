// SPDX-License-Identifier: MIT
// Shortest paths on any graph, one or several for each pair, in layers of virtual channels that are
// free of deadlock (LASH: Skeie, Lysne & Theiss, IPDPS 2002; DFSSSP: Domke, Hoefler & Nagel, IPDPS
// 2011). Paths are by destination, as in linear forwarding tables; with `paths` = k there are k
// tables, over which packets are spread at random. One path after the other is put into the first
// layer where it closes no circle of channels that wait for one another. A packet keeps its layer,
// and each layer has virtual channels of its own.

#include <fmt/format.h>

#include <algorithm>

#include "config/registry.h"
#include "core/errors.h"
#include "net/routing.h"
#include "routing/acyclic_graph.h"
#include "routing/next_hops.h"

namespace kasuri {
namespace {

struct ShortestPathsParams {
  std::uint32_t paths = 1;
  bool balanced = true;

  static config::Fields<ShortestPathsParams> fields() {
    using P = ShortestPathsParams;
    return {config::field("paths", &P::paths, "tables over which packets are spread").range(1, 128),
            config::field("balanced", &P::balanced,
                          "whether paths avoid channels that many others take; else lowest ports")};
  }
};

class LayeredShortestPaths final : public Routing {
 public:
  LayeredShortestPaths(const ShortestPathsParams& p, RoutingContext& c)
      : topology_(c.topology), terminals_(c.topology) {
    ShortestPaths finder(topology_, terminals_, p.balanced);
    for (std::uint32_t k = 0; k < p.paths; ++k) tables_.push_back(finder.next_table());
    assign_layers();
    if (layers_ > c.vcs) {
      throw Error(
          Exit::usage,
          fmt::format(
              "routing 'shortest-paths' needs {} virtual channels to be free of "
              "deadlock on {}, not {}; raise router.vcs{}{}",
              layers_ > kMaxVcs ? fmt::format("more than {}", kMaxVcs) : fmt::format("{}", layers_),
              topology_.describe(), c.vcs, p.balanced ? ", or try routing.balanced = false" : "",
              p.paths > 1 ? ", or fewer routing.paths" : ""));
    }
    for (std::uint32_t layer = 0; layer < layers_; ++layer) {
      const std::uint32_t from = layer * c.vcs / layers_, to = (layer + 1) * c.vcs / layers_;
      masks_.push_back(
          static_cast<std::uint32_t>((std::uint64_t{1} << to) - (std::uint64_t{1} << from)));
    }
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint32_t to = terminals_.index(target);
    const std::uint32_t layer =
        layers_ == 1 ? 0 : layer_[pair(input.way, terminals_.index(source), to)];
    return {tables_[input.way].port(input.at, to), masks_[layer]};
  }
  std::uint32_t ways() const override { return static_cast<std::uint32_t>(tables_.size()); }
  Spread spread() const override { return ways() > 1 ? Spread::by_packet : Spread::none; }
  bool minimal() const override { return true; }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true,
                            "the paths of each layer were put together without a circle "
                            "(Skeie et al. 2002)"};
  }
  std::string describe() const override {
    return fmt::format("shortest paths{}, {} layer{}",
                       ways() > 1 ? fmt::format(", {} tables", ways()) : "", layers_,
                       layers_ == 1 ? "" : "s");
  }

 private:
  std::size_t pair(std::uint32_t way, std::uint32_t from, std::uint32_t to) const {
    return (std::size_t{way} * terminals_.count() + from) * terminals_.count() + to;
  }

  void assign_layers() {
    const std::uint64_t pairs = std::uint64_t{terminals_.count()} * terminals_.count() * ways();
    if (pairs > NextHops::kMostBytes) {
      throw Error(Exit::limit, fmt::format("routing 'shortest-paths' keeps a layer for each of {} "
                                           "paths, more than 4 GiB; use another routing",
                                           pairs));
    }
    std::uint32_t channels = 0;
    for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
      first_channel_.push_back(channels);
      channels += topology_.degree({r});
    }
    std::vector<AcyclicGraph> graphs;
    layer_.assign(pairs, 0);
    for (std::uint32_t way = 0; way < ways(); ++way) {
      for (std::uint32_t to = 0; to < terminals_.count(); ++to) {
        for (std::uint32_t from = 0; from < terminals_.count(); ++from) {
          if (from == to) continue;
          find_path(way, from, to);
          std::uint32_t layer = 0;
          for (;; ++layer) {
            if (layer == graphs.size()) graphs.emplace_back(channels);
            if (fits(graphs[layer])) break;
          }
          layers_ = std::max(layers_, layer + 1);
          if (layers_ > kMaxVcs) return;
          layer_[pair(way, from, to)] = static_cast<std::uint8_t>(layer);
        }
      }
    }
    if (layers_ == 1) layer_ = {};
  }

  // The channels of a path, into path_.
  void find_path(std::uint32_t way, std::uint32_t from, std::uint32_t to) {
    path_.clear();
    for (RouterId at = terminals_[from]; at != terminals_[to];) {
      const std::uint16_t port = tables_[way].port(at, to);
      path_.push_back(first_channel_[at.v] + port);
      at = topology_.neighbour(at, port).router;
    }
  }

  // Adds the dependencies of path_, all or none.
  bool fits(AcyclicGraph& graph) {
    added_.clear();
    for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
      if (graph.has(path_[i], path_[i + 1])) continue;
      if (graph.add(path_[i], path_[i + 1])) {
        added_.push_back(i);
        continue;
      }
      for (const std::size_t k : added_) graph.remove(path_[k], path_[k + 1]);
      return false;
    }
    return true;
  }

  const Topology& topology_;
  Terminals terminals_;
  std::vector<NextHops> tables_;
  std::uint32_t layers_ = 1;
  std::vector<std::uint8_t> layer_;  // of each path; empty if there is one layer
  std::vector<std::uint32_t> masks_;
  std::vector<std::uint32_t> first_channel_;
  std::vector<std::uint32_t> path_;
  std::vector<std::size_t> added_;
};

const config::Register<LayeredShortestPaths, ShortestPathsParams> shortest_paths{
    "shortest-paths", "any graph: one or several shortest paths per pair, in deadlock-free layers"};

}  // namespace
}  // namespace kasuri
