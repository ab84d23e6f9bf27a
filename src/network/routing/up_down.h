// SPDX-License-Identifier: MIT
// Up*/down* routing on trees (network/topology/xgft.h): up to a common ancestor, the nearest level that has
// one, then down the only path. Since no packet turns from down to up, channels wait for one another
// in no cycle (Autonet: Schroeder et al., IEEE JSAC 9(8), 1991), whatever the choice on the path
// up.
//
// That choice is a number N, of a packet's destination or of the packet: between levels l and l + 1
// it takes link (N / D_{l+1}) mod (w_{l+1} q_{l+1}) of the w parents with q parallel links each;
// which of the parallel links it takes down again at that level follows from the same number.
#pragma once

#include <array>
#include <vector>

#include "network/net/routing.h"
#include "network/topology/xgft.h"

namespace kasuri {

class UpDown : public Routing {
 public:
  bool minimal() const override { return true; }
  std::optional<std::uint32_t> hop_limit() const override { return 2 * (tree_.levels() - 1); }
  std::optional<DeadlockArgument> deadlock_argument() const override;

 protected:
  enum class Divisors { of_parents, of_links };  // D_l: the product of w, or of w q, below level l

  // Throws Error(Exit::usage) if the topology is no tree; `name` is the routing's.
  UpDown(std::string_view name, const RoutingContext&, Divisors);

  // The channel that a packet with this number takes.
  Route step(RouterId at, RouterId target, std::uint64_t number) const;
  // All channels that lead to the target by a shortest path, from the one of the number on.
  struct Links {
    std::uint32_t first_port, count, start;
    std::uint32_t parents, parallel;
    std::uint16_t port(std::uint32_t i) const {
      const std::uint32_t link = (start + i) % count;
      return static_cast<std::uint16_t>(first_port + link % parents * parallel + link / parents);
    }
  };
  Links links_to(RouterId at, RouterId target, std::uint64_t number) const;
  std::uint32_t any() const { return any_; }
  const Xgft& tree() const { return tree_; }

 private:
  struct Level {
    std::uint32_t parents = 1, parallel = 1, links = 1;  // w, q and w q to the level above it
    std::uint64_t divisor = 1;                           // D of the links to the level above it
    std::uint32_t below = 1;  // leaf switches under a switch of this level
    std::uint32_t down_ports = 0;
  };
  struct Place {
    std::uint32_t level;
    std::uint32_t subtree;  // the digits above its level: which subtree of that height it is in
  };

  const Xgft& tree_;
  std::uint32_t any_;
  std::array<Level, Xgft::kMaxLevels + 2> levels_{};
  std::vector<Place> places_;
};

}  // namespace kasuri
