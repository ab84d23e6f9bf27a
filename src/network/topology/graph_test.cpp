// SPDX-License-Identifier: MIT
// Graphs from files: three formats, the same machine; what cannot be one is refused with its place.
#include <gmock/gmock.h>

#include <fstream>

#include "base/core/rng.h"
#include "base/core/test_path.h"
#include "network/topology/graph_export.h"
#include "network/topology/test_instances.h"

namespace kasuri {
namespace graph_test {

using ::testing::HasSubstr;

std::string section(const std::string& name, const std::string& text) {
  const std::string file = test_path(name);
  std::ofstream(file) << text;
  return "type = 'graph'\nfile = '" + file + "'";
}
std::unique_ptr<Topology> graph(const std::string& name, const std::string& text) {
  return topology_from(section(name, text));
}
std::string refusal(const std::string& text, const std::string& name = "bad.net") {
  return refusal_of(section(name, text));
}

// Ports, neighbours, classes, facts, endpoints and names.
void expect_same(const Topology& a, const Topology& b) {
  ASSERT_EQ(a.routers(), b.routers()) << a.describe();
  for (std::uint32_t r = 0; r < a.routers(); ++r) {
    EXPECT_EQ(a.name({r}), b.name({r}));
    ASSERT_EQ(a.degree({r}), b.degree({r})) << a.describe();
    EXPECT_EQ(a.endpoints_at({r}), b.endpoints_at({r}));
    for (std::uint32_t p = 0; p < a.degree({r}); ++p) {
      EXPECT_EQ(a.neighbour({r}, p), b.neighbour({r}, p)) << a.describe();
      EXPECT_EQ(a.link_classes()[a.link_class({r}, p)], b.link_classes()[b.link_class({r}, p)]);
    }
  }
}

TEST(Graph, ReadsAnEdgeList) {
  const auto t = graph("a.net", R"(# two switches
router left endpoints=3
link left right class=trunk rate="100 Gb/s" latency=5ns
link left:1 right:1 class=trunk rate=100Gb/s latency=5ns   # the same
router right endpoints=1
)");
  EXPECT_EQ(t->routers(), 2);
  EXPECT_EQ(t->endpoints(), 4);
  EXPECT_EQ(t->degree({0}), 2);
  EXPECT_EQ(t->neighbour({0}, 1), (PortRef{{1}, 1}));
  EXPECT_EQ(t->name({1}), "right");
  EXPECT_EQ(t->router_of({3}).v, 1);
  EXPECT_EQ(t->link_classes(), std::vector<std::string>{"trunk"});
  EXPECT_EQ(t->link_facts(0).rate, BytesPerSecond{12'500'000'000});
  EXPECT_EQ(t->link_facts(0).cable_latency, Time{5'000});
}

TEST(Graph, NamesClassesByRateAndLatency) {
  const auto t = graph("b.net", "link a b rate=1GB/s\nlink b c rate=1GB/s latency=2ns\nlink a c\n");
  EXPECT_EQ(t->link_classes(), (std::vector<std::string>{"1 GB/s", "1 GB/s, 2 ns", "link"}));
}

TEST(Graph, ReadsChannelsOfOneDirection) {
  const auto t = graph("c.net", "channel a b\nchannel b c\nchannel c a\n");
  EXPECT_EQ(channel_count(*t), 3);
  EXPECT_EQ(t->neighbour({2}, 0).router.v, 0);
}

TEST(Graph, ReadsDotAndGraphMl) {
  const auto list = graph("d.net",
                          "router a endpoints=2\nrouter b endpoints=1\nrouter c endpoints=0\n"
                          "link a:1 b:0 class=fast rate=10GB/s\nlink b c\nlink a c\n");
  const auto dot = graph("d.dot", R"(graph {
    node [shape=box]; a [endpoints=2]; b [color=red]; c [endpoints=0];
    a -- b [class=fast, rate="10 GB/s", source_port=1, target_port=0];
    b -- c; a -- c [weight=3];
  })");
  expect_same(*list, *dot);
  const auto graphml = graph("d.graphml", R"(<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="n" for="node" attr.name="name" attr.type="string"/>
  <key id="e" for="node" attr.name="endpoints" attr.type="int"/>
  <key id="k" for="edge" attr.name="class" attr.type="string"/>
  <key id="r" for="edge" attr.name="rate" attr.type="string"/>
  <key id="s" for="edge" attr.name="source_port" attr.type="int"/>
  <key id="t" for="edge" attr.name="target_port" attr.type="int"/>
  <graph id="g" edgedefault="undirected">
    <node id="n0"><data key="n">a</data><data key="e">2</data></node>
    <node id="n1"><data key="n">b</data></node>
    <node id="n2"><data key="n">c</data><data key="e">0</data></node>
    <edge source="n0" target="n1"><data key="k">fast</data><data key="r">10 GB/s</data>
      <data key="s">1</data><data key="t">0</data></edge>
    <edge source="n1" target="n2"/>
    <edge source="n0" target="n2"/>
  </graph>
</graphml>)");
  expect_same(*list, *graphml);
  EXPECT_EQ(dot->link_facts(0).rate, BytesPerSecond{10'000'000'000});
}

TEST(Graph, ReadsGroupsOfNodes) {
  expect_same(*graph("f.gv", "graph { a -- {b c}; /* {d} */ {b \"c\"} -- \"{d\" }"),
              *graph("g.gv", "graph { a -- b; a -- c; b -- \"{d\"; c -- \"{d\" }"));
}

TEST(Graph, ReadsDirectedFiles) {
  const auto dot = graph("e.gv", "digraph { a -> b; b -> c; c -> a }");
  const auto list = graph("e.net", "channel a b\nchannel b c\nchannel c a\n");
  expect_same(*list, *dot);
  const auto graphml = graph("e.graphml", R"(<graphml><graph edgedefault="directed">
    <node id="a"/><node id="b"/><edge source="a" target="b"/><edge source="b" target="a"/>
    </graph></graphml>)");
  EXPECT_EQ(channel_count(*graphml), 2);
  EXPECT_EQ(graphml->name({1}), "b");
}

// What is exported of any topology, in either format, is the same machine when read back.
TEST(Graph, ReadsBackWhatIsExported) {
  for_each_small_topology([](const std::string&, const Topology& t) {
    std::vector<LinkClass> links;
    for (std::size_t c = 0; c < t.link_classes().size(); ++c) {
      links.push_back(
          {BytesPerSecond{1'000'000 * static_cast<std::int64_t>(c + 1)}, {}, Time{100}, {}});
    }
    expect_same(t, *graph("back.net", to_edge_list(t, links)));
    expect_same(t, *graph("back.dot", to_dot(t, links)));
  });
}

TEST(Graph, RefusesWrongLines) {
  EXPECT_THAT(refusal("link a\nrouter\nedge a b\nlink a b speed=3\nlink a b rate=5\nlink a:x b\n"
                      "router c endpoints=-1\nrouter c\nlink a b rate\n"),
              ::testing::AllOf(HasSubstr(":1:1: error: expected `link NAME[:PORT] NAME[:PORT]`"),
                               HasSubstr(":2:1: error: expected `router NAME`"),
                               HasSubstr(":3:1: error: a line begins with router, link or channel"),
                               HasSubstr(":4:1: error: unknown attribute 'speed'"),
                               HasSubstr(":5:1: error: 'rate': '5' has no unit"),
                               HasSubstr(":6:8: error: port 'x' is not a number"),
                               HasSubstr(":7:8: error: 'endpoints': '-1' is not a number"),
                               HasSubstr(":8:8: error: router 'c' is already in line 7"),
                               HasSubstr(":9:10: error: expected KEY=VALUE")));
}

TEST(Graph, RefusesWhatIsNoMachine) {
  EXPECT_THAT(refusal(""), HasSubstr("there is no router"));
  EXPECT_THAT(refusal("router a endpoints=0\n"), HasSubstr("there is no endpoint"));
  EXPECT_THAT(refusal("link a:0 b\nlink a:2 b\n"),
              HasSubstr("dangling port: port 1 of router 'a' has no link, but port 2 has"));
  EXPECT_THAT(refusal("channel a b\nlink b c\nlink c a\n"),
              HasSubstr("dangling port: port 0 of router 'b' has an input but no output"));
  EXPECT_THAT(refusal("link a:0 b\nlink a:0 c\n"),
              HasSubstr(".net:2: error: port 0 of router 'a' already has another link"));
  EXPECT_THAT(refusal("link a a\n"), HasSubstr(".net:1: error: router 'a' has a link to itself"));
  EXPECT_THAT(refusal("link a b\nlink c d\n"),
              HasSubstr("disconnected: no path from router 'a' to router 'c'"));
  const auto refused = [](const std::string& name, const std::string& text) -> std::string {
    try {
      graph(name, text);
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  };
  EXPECT_THAT(refused("gap.graphml",
                      "<graphml><key id=\"p\" for=\"edge\" attr.name=\"source_port\" attr.type=\"int\"/>"
                      "<graph edgedefault=\"undirected\"><node id=\"hub\"/><node id=\"b\"/>"
                      "<edge source=\"hub\" target=\"b\"><data key=\"p\">3</data></edge></graph>"
                      "</graphml>"),
              HasSubstr("port 0 of router 'hub' has no link, but port 3 has"));
  EXPECT_THAT(refused("apart.gv", "digraph { a -> b; b -> a; c -> d; d -> c }"), HasSubstr("disconnected"));
  EXPECT_THAT(refused("open.dot", "graph { a -- b"), ::testing::Not(HasSubstr("directed graph into")));
  EXPECT_THAT(refusal("link a b class=x rate=1GB/s\nlink b c class=x rate=2GB/s\n"),
              HasSubstr(".net:2: error: links of class 'x' have one rate"));
}

// Whatever is done to a file, it is a machine or is refused in words.
TEST(Graph, NeverBreaksOnBrokenFiles) {
  const std::map<std::string, std::string> files{
      {"broken.net", "router a endpoints=2\nlink a:0 b:1 class=x rate=\"1 GB/s\" latency=2ns\n"
                     "link b c\nchannel c a\nchannel a c\n"},
      {"broken.dot", "graph { a [endpoints=2, index=0]; b [index=1]; a -- b [rate=\"1 GB/s\", "
                     "source_port=0]; b -- a [class=x]; }"},
      {"broken.graphml", "<graphml><key id=\"k\" for=\"edge\" attr.name=\"rate\" "
                         "attr.type=\"string\"/><graph edgedefault=\"undirected\"><node id=\"a\"/>"
                         "<node id=\"b\"/><edge source=\"a\" target=\"b\"><data key=\"k\">1 GB/s"
                         "</data></edge></graph></graphml>"}};
  int refused = 0, accepted = 0;
  for (const auto& [name, text] : files) {
    for (std::uint32_t i = 0; i < 200; ++i) {
      std::string broken = text;
      const auto [where, what] = random_at(11, 0, 0, i);
      const std::size_t at = below(where, broken.size());
      switch (what % 4) {
        case 0: broken[at] = static_cast<char>(what >> 8); break;
        case 1: broken.erase(at, 1 + (what >> 8) % 9); break;
        case 2: broken.insert(at, broken.substr((what >> 8) % broken.size(), 12)); break;
        default: broken.resize(at);
      }
      const std::string why = refusal(broken, name);
      (why.empty() ? accepted : refused)++;
      if (!why.empty()) {
        EXPECT_THAT(why, HasSubstr("error: "));
      }
    }
  }
  EXPECT_GT(refused, 60);
  EXPECT_GT(accepted, 30);
}

TEST(Graph, RefusesFilesOfOtherKinds) {
  EXPECT_THAT(refusal("graph { a -- ", "bad.dot"), HasSubstr("this is not DOT"));
  EXPECT_THAT(refusal("<graphml><graph>", "bad.graphml"), HasSubstr("bad.graphml: error: "));
  EXPECT_THAT(refusal("graph { a -- b [rate=\"5\"] }", "bad2.dot"),
              HasSubstr("edge a -- b: 'rate': '5' has no unit"));
  EXPECT_THAT(refusal_of("type = 'graph'\nfile = 'none.net'"), HasSubstr("no such file"));
  EXPECT_THAT(refusal_of("type = 'graph'\nfile = '.'"), HasSubstr("not a file"));
}

}  // namespace graph_test
}  // namespace kasuri
