// SPDX-License-Identifier: MIT
// The network that a plan makes of a chip: packet switches, and between them plain links and
// circuits, each a channel however many circuit switches it passes. This is what packets see, and
// what the topology `graph` and the routing `paths` take, so that `kasuri run` can simulate it.
//
// The topology `graph` wants as many channels into a router as out of it, and all endpoints
// connected. A circuit without one in the opposite direction gets a channel of class "return",
// which nothing takes; parts of the chip that no plain link and no circuit joins both ways are
// joined by links of class "bridge", which no planned demand takes. Where circuits share outputs,
// each join is a router without endpoints, reached by channels of class "branch".
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "studies/chip/chip.h"

namespace kasuri::chip {

class PlanNetwork {
 public:
  enum class Class : std::uint8_t { link, circuit, branch, back, bridge };

  struct Node {
    std::string name;  // "p3.0.1": column, row, layer; "j17": where circuits meet in channel 17
    bool has_server = false;
    SwitchId at{};         // of a packet switch
    bool is_join = false;  // of circuits: no switch
  };
  // What a bit passes on a channel, besides packet switches.
  struct Parts {
    std::uint32_t links = 0, circuit_switches = 0;
    double mm = 0;
  };
  // A pair of opposite channels on the same two ports.
  struct Cable {
    std::uint32_t a, b;
    std::uint32_t port_a = 0, port_b = 0;
    Class there, back;
    Parts parts_there{}, parts_back{};  // of what is not on the chip: nothing
  };

  PlanNetwork(const Structure&, const Circuits&);

  // Servers first, in the order of their numbers: so a server's number is its endpoint's.
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Cable>& cables() const { return cables_; }
  bool has(Class) const;
  // Whether plain links alone lead from each server to each other one.
  bool is_plainly_connected() const;
  // The output ports of all routers that a path of the plan passes.
  std::vector<std::uint32_t> ports(const Path&) const;

 private:
  struct Segment {
    std::uint32_t from, to;
    ChannelId first, last;  // of the chip
    Class kind;
    Parts parts{};
  };

  void pass(Parts&, ChannelId) const;
  std::uint32_t node(SwitchId s) const { return node_[s.v]; }
  void add_nodes();
  void add_joins(const Circuits&);
  void add_circuits(const Circuits&);
  void add_links();
  void join_opposites();
  void bridge();
  std::uint32_t next_port(std::uint32_t node) { return used_[node]++; }

  const Structure& structure_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> node_;           // of each packet switch
  std::map<ChannelId, std::uint32_t> joins_;  // node of each channel in which circuits meet
  std::vector<Segment> segments_;
  std::map<ChannelId, std::vector<std::size_t>>
      of_step_;                      // the segments of a step, by its first channel
  std::vector<std::uint32_t> port_;  // output port of each segment
  std::vector<std::uint32_t> used_;  // ports of each node
  std::vector<Cable> cables_;
};

// Writes topology.net, paths.txt, demands.goal and config.toml for the demands of one round (of a
// plan without rounds: 0). Throws Error.
void write_network(const Experiment&, const Plan&, std::uint32_t round,
                   const std::filesystem::path& folder);

// The circuits of one round, made again from the paths of its demands.
Circuits circuits_of_round(const Experiment&, const Plan&, std::uint32_t round);

}  // namespace kasuri::chip
