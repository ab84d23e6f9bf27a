// SPDX-License-Identifier: MIT
// What traffic a network can carry at most when every packet takes a shortest path and all shortest paths
// of a pair get equal shares (Dally & Towles, ch. 3.3): the channel with the largest load for its rate
// limits the rest. Loads are sums over all paths, as in the betweenness of Brandes ("A faster algorithm for
// betweenness centrality", J. Math. Sociology 25(2), 2001), with demands as weights.
//
// It is no simulation: buffers, arbiters, and how a routing algorithm really divides packets are not in it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

// The channels of a topology in one list, with their rates; some may be out of order.
class ChannelGraph {
 public:
  // `rates`: of a channel, per link class, in any unit.
  ChannelGraph(const Topology&, std::span<const double> rates);

  std::uint32_t routers() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::size_t channels() const { return to_.size(); }
  std::size_t first(std::uint32_t router) const { return first_[router]; }
  std::uint32_t to(std::size_t channel) const { return to_[channel]; }
  std::size_t reverse(std::size_t channel) const { return reverse_[channel]; }
  double rate(std::size_t channel) const { return rate_[channel]; }  // 0: it has failed
  std::uint32_t link_class(std::size_t channel) const { return class_[channel]; }
  std::size_t classes() const { return Topology::kMaxLinkClasses; }
  const std::vector<std::uint32_t>& endpoints() const { return endpoints_; }  // per router
  std::uint64_t all_endpoints() const { return all_endpoints_; }

  // So many of the cables fail, or of the routers with all their cables, drawn from `seed`.
  void fail_cables(double share, std::uint64_t seed);
  void fail_routers(double share, std::uint64_t seed);

 private:
  void fail(std::size_t channel);

  std::vector<std::size_t> first_, reverse_;  // reverse: itself for one-way channels
  std::vector<std::uint32_t> to_, endpoints_;
  std::vector<std::uint8_t> class_;
  std::vector<double> rate_;
  std::uint64_t all_endpoints_ = 0;
};

// Called with each destination of an endpoint and the share of its messages.
using DemandSink = std::function<void(std::uint32_t to, double share)>;

// Who sends to whom, each endpoint at rate 1.
struct TrafficDemand {
  std::string pattern;
  // What an endpoint sends; none: the same to each other endpoint.
  std::function<void(std::uint32_t from, const DemandSink&)> demand;

  static TrafficDemand uniform() { return {"uniform", {}}; }
  // From each endpoint to one other.
  static TrafficDemand permutation(std::string pattern, std::function<std::uint32_t(std::uint32_t)> to) {
    return {std::move(pattern), [to = std::move(to)](std::uint32_t e, const DemandSink& sink) {
      if (to(e) != e) sink(to(e), 1);
    }};
  }
};

struct LoadSummary {
  // Share of `nic_rate` at which every endpoint can send before a channel is full; at most 1.
  double saturation = 1;
  double mean_hops = 0;   // of what is sent, channels between routers
  double connected = 1;   // share of what is sent that has a path
  // False: from some of the sources only. The saturation of uniform traffic is about that, of other traffic
  // at most that.
  bool exact = true;
};

// `nic_rate` in the unit of the graph's rates. Several patterns together share the search of paths.
std::vector<LoadSummary> channel_loads(const ChannelGraph&, std::span<const TrafficDemand>, double nic_rate,
                                       const Topology&);
LoadSummary channel_loads(const ChannelGraph&, const TrafficDemand&, double nic_rate, const Topology&);

// The same over the paths of one routing algorithm (network/routing/routed_loads.h).
struct RoutedLoads {
  std::string routing, described;
  std::string reason;  // why there are no values: it selects by queues, it refuses the settings
  bool adaptive = false;
  std::vector<std::optional<LoadSummary>> loads;  // by pattern; nothing: too many pairs
};

struct PathDiversity {
  double least = 0, mean = 0;  // shortest paths between two routers with endpoints, parallel links each
  bool exact = true;
};
PathDiversity path_diversity(const ChannelGraph&);

}  // namespace kasuri
