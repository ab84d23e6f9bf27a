// SPDX-License-Identifier: MIT
#include "network/topology/graph_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace kasuri {
namespace {

// In double quotes, as DOT and edge lists want a name with blanks; neither has a way to write a
// quote in an edge list, so it becomes an apostrophe.
std::string in_quotes(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) out += c == '"' || c == '\n' ? '\'' : c;
  return out + '"';
}

std::string class_attributes(const Topology& t, const Cable& c, std::span<const LinkClass> links,
                             std::string_view between) {
  const LinkClass& l = links[c.link_class];
  return fmt::format("class={}{}rate={}{}latency={}", in_quotes(t.link_classes()[c.link_class]),
                     between, in_quotes(exact(l.rate)), between, in_quotes(exact(l.cable)));
}

}  // namespace

std::string to_dot(const Topology& t, std::span<const LinkClass> links) {
  const std::vector<Cable> all = cables(t);
  const bool directed = !std::ranges::all_of(all, &Cable::both);
  std::string text =
      fmt::format("// {}\n{} kasuri {{\n", t.describe(), directed ? "digraph" : "graph");
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    text += fmt::format("  {} [index={}, endpoints={}]\n", in_quotes(t.name({r})), r,
                        t.endpoints_at({r}));
  }
  const auto edge = [&](PortRef from, PortRef to, const Cable& c) {
    text += fmt::format("  {} {} {} [{}, source_port={}, target_port={}]\n",
                        in_quotes(t.name(from.router)), directed ? "->" : "--",
                        in_quotes(t.name(to.router)), class_attributes(t, c, links, ", "),
                        from.port, to.port);
  };
  for (const Cable& c : all) {
    edge(c.from, c.to, c);
    if (directed && c.both) edge(c.to, c.from, c);
  }
  return text + "}\n";
}

std::string to_edge_list(const Topology& t, std::span<const LinkClass> links) {
  std::string text = fmt::format("# {}\n", t.describe());
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    text += fmt::format("router {} endpoints={}\n", in_quotes(t.name({r})), t.endpoints_at({r}));
  }
  for (const Cable& c : cables(t)) {
    text += fmt::format(
        "{} {}:{} {}:{} {}\n", c.both ? "link" : "channel", in_quotes(t.name(c.from.router)),
        c.from.port, in_quotes(t.name(c.to.router)), c.to.port, class_attributes(t, c, links, " "));
  }
  return text;
}

nlohmann::ordered_json to_json(const Topology& t, std::span<const LinkClass> links) {
  using Json = nlohmann::ordered_json;
  Json routers = Json::array(), edges = Json::array();
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    routers.push_back({{"id", r},
                       {"name", t.name({r})},
                       {"coordinates", t.coordinates({r})},
                       {"endpoints", t.endpoints_at({r})}});
  }
  const std::vector<std::string> names = t.link_classes();
  for (const Cable& c : cables(t)) {
    const LinkClass& l = links[c.link_class];
    edges.push_back({{"from", c.from.router.v},
                     {"from_port", c.from.port},
                     {"to", c.to.router.v},
                     {"to_port", c.to.port},
                     {"both_directions", c.both},
                     {"class", names[c.link_class]},
                     {"bytes_per_s", l.rate.n},
                     {"latency_ps", l.cable.ps}});
  }
  return {{"routers", std::move(routers)}, {"links", std::move(edges)}};
}

}  // namespace kasuri
