// SPDX-License-Identifier: MIT
// Trees of switches: the extended generalised fat tree XGFT(h; m_1 … m_h; w_1 … w_h) of Öhring,
// Ibel, Das & Kumar (IPPS 1995), with parallel links as in PGFTs (Zahavi, "D-Mod-K routing
// providing non-blocking traffic for shift permutations on real life fat trees", 2010).
//
// Endpoints are level 0, switches levels 1 to h. A node of level i has w_{i+1} parents and m_i
// children, each over q_i parallel links (between levels i − 1 and i). A switch of level i has h
// digits, of which the first i say which of the parents it is (below w_j), and the others which
// child (below m_j) of what stands above; parent and child differ in one digit: the link between
// levels j − 1 and j changes digit j. Here w_1 = q_1 = 1: an endpoint has one port.
//
// Routers are numbered level by level, leaf switches first, digit 1 fastest, so that endpoint e is
// at leaf switch e / m_1. A switch's ports are those down, child by child, its parallel links
// together, then those up, parent by parent.
#pragma once

#include <array>
#include <span>

#include "network/net/topology.h"

namespace kasuri {

class Xgft : public Topology {
 public:
  static constexpr std::uint32_t kMaxLevels = 12;
  static constexpr std::uint32_t kMaxRadix = 4096;
  static constexpr std::uint64_t kMaxIds = (1u << 30) - 1;

  // Level i + 1 at index i: m, w and q. w[0] and q[0] are 1.
  struct Shape {
    std::vector<std::uint32_t> children, parents, parallel;
  };
  // What is wrong with a shape, or "": numbers of routers and ports.
  static std::string complaint(const Shape&);
  Xgft(std::string_view kind, Shape shape);

  std::uint32_t levels() const { return levels_; }
  std::uint32_t children(std::uint32_t level) const { return at(level).children; }
  std::uint32_t parents(std::uint32_t level) const { return at(level).parents; }    // w_level
  std::uint32_t parallel(std::uint32_t level) const { return at(level).parallel; }  // q_level
  std::uint32_t routers_at(std::uint32_t level) const {
    return at(level + 1).first - at(level).first;
  }

  std::uint32_t level_of(RouterId r) const {
    std::uint32_t level = 1;
    while (r.v >= at(level + 1).first) ++level;
    return level;
  }
  // Digit j of a router of this level.
  std::uint32_t digit(RouterId r, std::uint32_t level, std::uint32_t j) const {
    const Digit& d = digits_[level][j];
    return (r.v - at(level).first) / d.stride % d.radix;
  }
  std::uint32_t down_ports(std::uint32_t level) const {
    return level == 1 ? 0 : at(level).children * at(level).parallel;
  }
  std::uint32_t up_ports(std::uint32_t level) const {
    return level == levels_ ? 0 : at(level + 1).parents * at(level + 1).parallel;
  }

  std::uint32_t routers() const override { return at(levels_ + 1).first; }
  std::uint32_t degree(RouterId r) const override {
    const std::uint32_t level = level_of(r);
    return down_ports(level) + up_ports(level);
  }
  PortRef neighbour(RouterId, std::uint32_t port) const override;
  std::uint32_t endpoints() const override { return at(2).first * at(1).children; }
  std::uint32_t endpoints_at(RouterId r) const override {
    return r.v < at(2).first ? at(1).children : 0;
  }
  EndpointId first_endpoint(RouterId r) const override { return {r.v * at(1).children}; }
  RouterId router_of(EndpointId e) const override { return {e.v / at(1).children}; }
  // (level, index within the level).
  std::vector<std::uint32_t> coordinates(RouterId) const override;
  // Leaf switches under the same child of the top; all switches above them are in group 0.
  std::uint32_t group(RouterId) const override;
  std::optional<std::uint32_t> distance(RouterId, RouterId) const override;
  // "level1" between leaf switches and those above, "level2", …
  std::vector<std::string> link_classes() const override;
  std::uint32_t link_class(RouterId, std::uint32_t port) const override;
  std::string_view usual_routing() const override { return "d-mod-k"; }
  std::string describe() const override;

 private:
  struct Level {
    std::uint32_t children = 1, parents = 1, parallel = 1;
    std::uint32_t first = 0;  // router
  };
  struct Digit {
    std::uint32_t radix = 1, stride = 1;
  };
  const Level& at(std::uint32_t level) const { return table_[level]; }

  std::string kind_;
  std::uint32_t levels_;
  std::array<Level, kMaxLevels + 2> table_{};
  std::array<std::array<Digit, kMaxLevels + 1>, kMaxLevels + 1> digits_{};  // by level, digit
};

}  // namespace kasuri
