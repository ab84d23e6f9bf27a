// SPDX-License-Identifier: MIT
// Files that a configuration names: networks in three formats, routing tables, mappings,
// placements.
#include <fmt/format.h>

#include "reader.h"
#include "experiment/plan/config.h"
#include "experiment/plan/planning.h"
#include "workload/traces/loggp_table.h"
#include "workload/patterns/traffic_file.h"

namespace kasuri::fuzz {
namespace {

constexpr const char* kJob =
    "[[jobs]]\npattern = { type = 'uniform', load = 0.1, message = '1 KiB', duration = '1 us' }\n";

Plan plan_of(const std::string& toml) {
  config::Document document = config::Document::parse(toml, "config.toml", scratch());
  Config c = config::read<Config>(document.root());
  document.finish();
  return make_plan(c, document);
}

// --- Networks ---

void read_network(const Input& input) {
  stored(input);
  plan_of("topology = { type = 'graph', file = '" + input.front().name +
          "' }\nrouter = { vcs = 4 }\n" + kJob);
}

const std::vector<std::string> kGraphWords{"router",
                                           "link",
                                           "channel",
                                           "endpoints",
                                           "class",
                                           "rate",
                                           "latency",
                                           "source_port",
                                           "target_port",
                                           "index",
                                           "a:0",
                                           "b:1",
                                           "=",
                                           "10GB/s",
                                           "5ns",
                                           "graph",
                                           "digraph",
                                           "--",
                                           "->",
                                           "strict",
                                           "subgraph",
                                           "node",
                                           "edge",
                                           "<node id=\"x\"/>",
                                           "<edge source=\"a\" target=\"b\"/>",
                                           "<key",
                                           "<data",
                                           "directed",
                                           "undirected",
                                           "&lt;",
                                           "<!--",
                                           "-->",
                                           "<![CDATA[",
                                           "]]>",
                                           "]",
                                           "["};

const Reader lines{
    "graph",
    "networks as lines of routers and links",
    [] {
      std::vector<Input> all{source_file("examples/topologies/machine.net")};
      for (const char* s :
           {"router left endpoints=3\nlink left right class=trunk rate=\"100 Gb/s\" latency=5ns\n"
            "link left:1 right:1 class=trunk rate=100Gb/s latency=5ns # the same\n"
            "router right endpoints=1\n",
            "channel a b\nchannel b c\nchannel c a\n",
            "link a b rate=1GB/s\nlink b c\nlink a c\n"}) {
        all.push_back(text_input("machine.net", s));
      }
      return all;
    },
    kGraphWords,
    Place::file,
    read_network};

const Reader dot{
    "dot",
    "networks in DOT",
    [] {
      std::vector<Input> all;
      for (const char* s :
           {"graph { a -- {b \"c{\" /* } */ }; subgraph x {b d} -- e }\n",
            "graph { node [shape=box]; a [endpoints=2]; b [color=red]; c [endpoints=1];\n"
            "a -- b [class=fast, rate=\"10 GB/s\", source_port=1, target_port=0];\n"
            "b -- c; a -- c [weight=3]; }\n",
            "digraph x { a -> b [latency=\"5 ns\"]; b -> c; c -> a }\n",
            "graph g { a; b; a -- b }\n"}) {
        all.push_back(text_input("machine.dot", s));
      }
      return all;
    },
    kGraphWords,
    Place::file,
    read_network};

const Reader graphml{
    "graphml",
    "networks in GraphML",
    [] {
      std::vector<Input> all;
      for (const char* s :
           {"<?xml version=\"1.0\"?>\n<graphml>\n<key id=\"e\" for=\"node\" "
            "attr.name=\"endpoints\" attr.type=\"int\"/>\n<key id=\"c\" for=\"edge\" "
            "attr.name=\"class\" attr.type=\"string\"/>\n<graph edgedefault=\"undirected\">\n"
            "<node id=\"a\"><data key=\"e\">2</data></node>\n<node id=\"b\"/>\n"
            "<edge source=\"a\" target=\"b\"><data key=\"c\">fast</data></edge>\n"
            "</graph></graphml>\n",
            "<graphml><graph edgedefault=\"directed\"><node id=\"a\"/><node id=\"b\"/>"
            "<edge source=\"a\" target=\"b\"/><edge source=\"b\" "
            "target=\"a\"/></graph></graphml>\n"}) {
        all.push_back(text_input("machine.graphml", s));
      }
      return all;
    },
    kGraphWords,
    Place::file,
    read_network};

// --- What stands on a network ---

// A routing that takes the file of the input, on the network of examples/topologies.
void read_routing(const Input& input, std::string_view routing, int vcs) {
  stored(input);
  plan_of(fmt::format("topology = {{ type = 'graph', file = 'ring.net' }}\n"
                      "routing = {{ type = '{}', file = '{}' }}\nrouter = {{ vcs = {} }}\n"
                      "run = {{ deadlock_check = false }}\n",
                      routing, input.front().name, vcs) +
          kJob);
}

void store_ring() {
  Input ring = source_file("examples/topologies/machine.net");
  ring.front().name = "ring.net";
  stored(ring);
}

const Reader tables{"tables",
                    "routing tables",
                    [] {
                      store_ring();
                      return std::vector<Input>{source_file("examples/topologies/tables.txt")};
                    },
                    {"s0", "s1", "s5", "0", "1", "2", "#", "\""},
                    Place::file,
                    [](const Input& input) { read_routing(input, "tables", 2); }};

const Reader paths{"paths",
                   "paths of pairs",
                   [] {
                     store_ring();
                     return std::vector<Input>{
                         text_input("paths.txt", "s0 s1 0\ns0 s2 0 1 # two\n3 2 0\ns5 s3 1 2\n"),
                         text_input("paths.txt", "s1 s0 0\r\n\ns4 s0 1 1\n")};
                   },
                   {"s0", "s1", "s5", "0", "1", "2", "9", "#", "\""},
                   Place::file,
                   [](const Input& input) { read_routing(input, "paths", 8); }};

constexpr const char* kTorus =
    "topology = { type = 'torus', extents = [4, 4] }\nrouter = { vcs = 2 }\n";

void read_mapping(const Input& input) {
  stored(input);
  const Plan plan =
      plan_of(std::string(kTorus) +
              "[[jobs]]\nranks = 8\nmapping_file = 'mapping.txt'\npattern = { type = 'uniform', "
              "load = 0.1, message = '1 KiB', duration = '1 us' }\n");
  require(plan.placement.at(0).size() == 8, "each rank has a node");
  for (const NodeId n : plan.placement[0]) require(n.v < 16, "a rank's node exists");
}

const Reader mapping{
    "mapping",
    "mappings of ranks to nodes",
    [] {
      return std::vector<Input>{
          text_input("mapping.txt", "# rank node\n0 3\n1 2\n2 1\n3 0\n4 7\n5,6\n6 5\n7, 4\n"),
          text_input("mapping.txt", "0 (0,0)\n1,(1,2)\n2 (3,3):0\n3 (2,0)\n4 9\n5 10\n6 11\n7 12\n"),
          text_input("mapping.txt", "(0,0)\n(1,0)\n(2,0)\n(3,0)\n(0,1)\n(1,1)\n(2,1)\n(3,1):0\n"),
          text_input("mapping.txt", "7 15\n6 14\n5 13\n4 12\n3 11\n2 10\n1 9\n0 8 # last\n")};
    },
    {"0", "7", "8", "15", "16", ",", "#", "\"", "(1,2)", ":0"},
    Place::line,
    read_mapping};

void read_placement(const Input& input) {
  stored(input);
  const Plan plan =
      plan_of(std::string(kTorus) +
              "[[jobs]]\nranks = 6\nplacement = { type = 'file', file = 'nodes.txt' }\n"
              "pattern = { type = 'uniform', load = 0.1, message = '1 KiB', duration = '1 us' }\n");
  for (const NodeId n : plan.placement.at(0)) require(n.v < 16, "a rank's node exists");
}

const Reader placement{"placement",
                       "files of nodes for a job",
                       [] {
                         return std::vector<Input>{
                             text_input("nodes.txt", "0-3 8\n# more\n12-15\n"),
                             text_input("nodes.txt", "(1,2) 0-1 (3,3):0 4 5\n"),
                             text_input("nodes.txt", "5 4 3 2 1 0\n")};
                       },
                       {"0-15", "8-15", "15-8", "-", "16", "#", "0", "(1,2)", ":0"},
                       Place::line,
                       read_placement};

void read_traffic(const Input& input) {
  const std::filesystem::path file = stored(input);
  read_traffic_file(file, 16, false, [](std::uint32_t from, std::uint32_t to, std::uint32_t weight) {
    require(from < 16 && to < 16 && from != to && weight > 0, "a line is of two ranks with a weight");
  });
}

const Reader traffic{"traffic",
                     "traffic of the pattern table",
                     [] {
                       return std::vector<Input>{
                           text_input("traffic.txt", "0 1\n0 2 3 # three\n15 14 4294967295\n"),
                           text_input("traffic.txt", "\n3 4 1\r\n")};
                     },
                     {"0", "15", "16", "1", "4294967296", "-1", "#", "\""},
                     Place::line,
                     read_traffic};

const Reader loggp_table{"loggp-table",
                         "netgauge's tables of LogGP, for `kasuri import`",
                         [] {
                           return std::vector<Input>{
                               text_input("ng.txt", "1 10 1.1 1.2 1.3 0.9 0.1 0.1 0.4 0.002 0.1 # small\n"
                                                    "4096 10 2.1 2.2 2.3 1.9 0.1 0.1 0.5 0.0003 0.1\n")};
                         },
                         {"0", "1e9", "#", "1e-8", "-1", "inf"},
                         Place::line,
                         [](const Input& input) {
                           const trace::LoggpTable t = trace::read_loggp_table(stored(input));
                           require(t.rows > 0 && t.latency_us >= 0 && t.per_byte_us > 0,
                                   "a row is in range");
                         }};

}  // namespace
}  // namespace kasuri::fuzz
