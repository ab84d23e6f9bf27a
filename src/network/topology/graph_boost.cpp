// SPDX-License-Identifier: MIT
// GraphML and DOT files, by the readers of Boost.Graph. Attributes come as text whatever type the
// file declares, so that their meaning is the same in all formats.

#include <fmt/format.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphml.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <sstream>
#include <type_traits>

#include "base/core/text_file.h"
#include "network/topology/graph_file.h"
#include "network/topology/line_file.h"

namespace kasuri {
namespace {

struct Item {
  Attributes attributes;
};
// Both kinds keep all edges in the order of the file.
using Undirected = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, Item, Item>;
using Directed = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, Item, Item>;

std::string as_text(const boost::any& value) {
  if (const auto* s = boost::any_cast<std::string>(&value)) return *s;
  if (const auto* i = boost::any_cast<int>(&value)) return fmt::format("{}", *i);
  if (const auto* l = boost::any_cast<long>(&value)) return fmt::format("{}", *l);
  if (const auto* d = boost::any_cast<double>(&value)) return fmt::format("{}", *d);
  if (const auto* f = boost::any_cast<float>(&value)) return fmt::format("{}", *f);
  if (const auto* b = boost::any_cast<bool>(&value)) return *b ? "true" : "false";
  return "?";
}

// Writes the values of one attribute, of vertices or of edges, down as text.
template <class Graph, class Key>
class Column final : public boost::dynamic_property_map {
 public:
  Column(Graph& of, std::string name) : graph_(of), name_(std::move(name)) {}

  boost::any get(const boost::any& key) override { return text(key); }
  std::string get_string(const boost::any& key) override { return text(key); }
  void put(const boost::any& key, const boost::any& value) override { text(key) = as_text(value); }
  const std::type_info& key() const override { return typeid(Key); }
  const std::type_info& value() const override { return typeid(std::string); }

 private:
  std::string& text(const boost::any& key) {
    return graph_[boost::any_cast<const Key&>(key)].attributes[name_];
  }
  Graph& graph_;
  std::string name_;
};

// What a file says of the graph as a whole is of no interest here.
class Ignored final : public boost::dynamic_property_map {
 public:
  explicit Ignored(const std::type_info& key) : key_(key) {}

  boost::any get(const boost::any&) override { return std::string(); }
  std::string get_string(const boost::any&) override { return ""; }
  void put(const boost::any&, const boost::any&) override {}
  const std::type_info& key() const override { return key_; }
  const std::type_info& value() const override { return typeid(std::string); }

 private:
  const std::type_info& key_;
};

template <class Graph>
Graph parse(const std::string& text, bool graphml) {
  using Vertex = typename boost::graph_traits<Graph>::vertex_descriptor;
  using Edge = typename boost::graph_traits<Graph>::edge_descriptor;
  Graph graph;
  boost::dynamic_properties columns(
      [&](const std::string& name, const boost::any& key,
          const boost::any&) -> boost::shared_ptr<boost::dynamic_property_map> {
        if (key.type() == typeid(Vertex)) {
          return boost::make_shared<Column<Graph, Vertex>>(graph, name);
        }
        if (key.type() == typeid(Edge)) return boost::make_shared<Column<Graph, Edge>>(graph, name);
        return boost::make_shared<Ignored>(key.type());
      });
  std::istringstream in(text);
  if (graphml) {
    boost::read_graphml(in, graph, columns);
  } else {
    boost::read_graphviz(in, graph, columns, "node_id");
  }
  return graph;
}

// Attributes that drawings have and machines have not.
void keep(Attributes& attributes, std::initializer_list<std::string_view> names) {
  std::erase_if(attributes, [&](const auto& a) {
    return std::find(names.begin(), names.end(), a.first) == names.end();
  });
}

// Boost.Graph numbers the nodes of a DOT file by the alphabet. If all have an attribute `index`,
// the routers are numbered by that.
void number_routers(GraphData& data, const std::vector<std::string>& indices, LineFile& file) {
  if (indices.empty() || std::ranges::find(indices, "") != indices.end()) return;
  std::vector<GraphData::Router> sorted(data.routers.size());
  std::vector<std::uint32_t> place;
  std::vector<bool> taken(data.routers.size());
  for (std::size_t v = 0; v < indices.size(); ++v) {
    const auto i = parse_index(indices[v]);
    if (!i || *i >= sorted.size() || taken[*i]) {
      return file.error(fmt::format("node {}: index '{}' is not one of 0 to {}, each once",
                                    data.routers[v].name, indices[v], sorted.size() - 1));
    }
    taken[*i] = true;
    place.push_back(*i);
    sorted[*i] = data.routers[v];
  }
  data.routers = std::move(sorted);
  for (GraphData::Link& l : data.links) {
    l.from = place[l.from];
    l.to = place[l.to];
  }
}

// The ids of the nodes of a GraphML file, which Boost.Graph keeps to itself, in the order of the file and
// so of its vertices.
std::vector<std::string> graphml_ids(const std::string& text) {
  std::istringstream in(text);
  boost::property_tree::ptree file;
  boost::property_tree::read_xml(in, file);
  std::vector<std::string> ids;
  const auto graph = file.get_child_optional("graphml.graph");
  if (!graph) return ids;
  for (const auto& [tag, node] : *graph) {
    if (tag == "node") ids.push_back(node.get("<xmlattr>.id", ""));
  }
  return ids;
}

// The end of a word, text, comment or sign of DOT.
std::size_t end_of_token(const std::string& text, std::size_t i) {
  const auto is_word = [&](std::size_t at) {
    return std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_';
  };
  if (text.compare(i, 2, "//") == 0) return std::min(text.find('\n', i), text.size());
  if (text.compare(i, 2, "/*") == 0) return std::min(text.find("*/", i + 2), text.size() - 2) + 2;
  if (text[i] == '"') {
    for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
    return std::min(i + 1, text.size());
  }
  if (!is_word(i)) return i + 1;
  while (i < text.size() && is_word(i)) ++i;
  return i;
}

// Boost.Graph wants the word before each group of nodes, as in a -- subgraph {b c}.
std::string with_subgraphs(const std::string& text) {
  std::string out, last, before;
  bool inside = false;  // the graph's own braces
  for (std::size_t i = 0, end = 0; i < text.size(); i = end) {
    end = end_of_token(text, i);
    const std::string token = text.substr(i, end - i);
    if (token == "{" && inside && last != "subgraph" && before != "subgraph") out += "subgraph ";
    out += token;
    inside |= token == "{";
    if (!std::isspace(static_cast<unsigned char>(token[0]))) before = std::exchange(last, token);
  }
  return out;
}

// `names`: of vertices that have none of their own.
template <class Graph>
GraphData convert(const Graph& graph, const std::vector<std::string>& names, LineFile& file) {
  GraphData data;
  const auto report = [&](const std::string& whose, const std::vector<std::string>& problems) {
    for (const std::string& why : problems) file.error(fmt::format("{}: {}", whose, why));
  };
  std::vector<std::string> indices;
  for (std::size_t v = 0; v < boost::num_vertices(graph); ++v) {
    Attributes a = graph[v].attributes;
    GraphData::Router r;
    for (const char* key : {"node_id", "name", "label"}) {
      if (r.name.empty() && a.contains(key)) r.name = a[key];
    }
    if (r.name.empty() && names.size() == boost::num_vertices(graph)) r.name = names[v];
    if (r.name.empty()) r.name = fmt::format("n{}", v);
    indices.push_back(a["index"]);
    keep(a, {"endpoints"});
    report("node " + r.name, read_attributes(a, r));
    data.routers.push_back(std::move(r));
  }
  for (auto [e, end] = boost::edges(graph); e != end; ++e) {
    const auto from = static_cast<std::uint32_t>(boost::source(*e, graph));
    const auto to = static_cast<std::uint32_t>(boost::target(*e, graph));
    const bool both = std::is_same_v<Graph, Undirected>;
    const std::string where = fmt::format("edge {} {} {}", data.routers[from].name,
                                          both ? "--" : "->", data.routers[to].name);
    GraphData::Link l{.from = from,
                      .to = to,
                      .from_port = {},
                      .to_port = {},
                      .both = both,
                      .kind = {},
                      .facts = {},
                      .where = where};
    Attributes a = graph[*e].attributes;
    keep(a, {"class", "rate", "latency", "source_port", "target_port"});
    report(where, read_attributes(a, l));
    data.links.push_back(std::move(l));
  }
  number_routers(data, indices, file);
  return data;
}

}  // namespace

bool is_boost_graph(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".graphml" || extension == ".dot" || extension == ".gv";
}

GraphData read_boost_graph(const std::filesystem::path& path) {
  const bool graphml = path.extension() == ".graphml";
  const std::string text = graphml ? read_text(path) : with_subgraphs(read_text(path));
  LineFile file(path);
  GraphData data;
  try {
    const std::vector<std::string> names = graphml ? graphml_ids(text) : std::vector<std::string>();
    try {
      data = convert(parse<Undirected>(text, graphml), names, file);
    } catch (const boost::directed_graph_error&) {
      data = convert(parse<Directed>(text, graphml), names, file);
    }
  } catch (const boost::parse_error& e) {
    file.error(e.statement.empty() ? e.error : e.statement);
  } catch (const std::exception& e) {
    file.error(fmt::format("this is not {}: {}", graphml ? "GraphML" : "DOT", e.what()));
  }
  file.finish();
  return data;
}

}  // namespace kasuri
