// SPDX-License-Identifier: MIT
// A network as it stands in a file: names, links, and what is said of them; not yet checked for
// being a machine. Three formats, told apart by the file's extension: GraphML (.graphml), DOT
// (.dot, .gv), and for all others lines of
//   router NAME [endpoints=N] [energy=J/b] [power=W]
//   link NAME[:PORT] NAME[:PORT] [class=NAME] [rate=RATE] [latency=TIME]      both directions
//        [energy=J/b] [power=W]
//   channel NAME[:PORT] NAME[:PORT] …                                         the first to the
//   second
// Nodes of the other two formats may have attributes `endpoints` and `index`, their edges `class`,
// `rate`, `latency`, `source_port` and `target_port`; directed edges are channels, undirected ones
// links.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

struct GraphData {
  struct Router {
    std::string name;
    std::optional<std::uint32_t> endpoints;
    double energy = 0, power = 0;  // J for each bit, W
  };
  struct Link {
    std::uint32_t from, to;
    std::optional<std::uint32_t> from_port, to_port;
    bool both;         // directions
    std::string kind;  // its class, or "" if none is named
    LinkFacts facts;
    double energy = 0, power = 0;  // of each direction
    std::string where;  // "file:3", or the edge in words
  };
  std::vector<Router> routers;
  std::vector<Link> links;
};

using Attributes = std::map<std::string, std::string, std::less<>>;

// What the attributes of a router or a link say; words on each that is wrong.
std::vector<std::string> read_attributes(const Attributes&, GraphData::Router&);
std::vector<std::string> read_attributes(const Attributes&, GraphData::Link&);

// Both throw Error(Exit::usage) with all mistakes.
GraphData read_graph(const std::filesystem::path&);
// GraphML or DOT by extension, read by Boost.Graph.
GraphData read_boost_graph(const std::filesystem::path&);
bool is_boost_graph(const std::filesystem::path&);

}  // namespace kasuri
