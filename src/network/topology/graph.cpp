// SPDX-License-Identifier: MIT
// A custom machine: the graph of a file (graph_file.h). Ports that the file does not number get the
// lowest free numbers in its order; a link has the same number as output and as input at each end.
// Links of the same class, or without a class of the same rate and latency, are one class.

#include <fmt/format.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/topology/distances.h"
#include "network/topology/graph_file.h"

namespace kasuri {
namespace {

struct GraphParams {
  std::filesystem::path file;
  std::uint32_t endpoints_per_router = 1;

  static config::Fields<GraphParams> fields() {
    using P = GraphParams;
    return {
        config::field("file", &P::file,
                      "edge list, or GraphML (.graphml) or DOT (.dot, .gv); see docs/fabrics.md")
            .required(),
        config::field("endpoints_per_router", &P::endpoints_per_router,
                      "terminal ports (NICs) of a router for which the file gives no number")
            .range(0, 4096)};
  }
};

class Graph final : public Topology {
 public:
  Graph(const GraphParams& p, TopologyContext&) : file_(p.file) {
    GraphData data = read_graph(p.file);
    if (data.routers.empty()) refuse("there is no router");
    for (const GraphData::Router& r : data.routers) {
      names_.push_back(r.name);
      energy_.push_back(r.energy);
      power_.push_back(r.power);
      has_power_ |= r.energy > 0 || r.power > 0;
      first_endpoint_.push_back(endpoints_);
      const std::uint64_t after =
          endpoints_ + std::uint64_t{r.endpoints.value_or(p.endpoints_per_router)};
      if (after > kMaxIds) refuse("there are too many endpoints");
      endpoints_ = static_cast<std::uint32_t>(after);
      router_of_.resize(endpoints_, {static_cast<std::uint32_t>(names_.size() - 1)});
    }
    first_endpoint_.push_back(endpoints_);
    if (!endpoints_)
      refuse("there is no endpoint; set endpoints=N for a router, or endpoints_per_router");
    outputs_.resize(names_.size());
    inputs_.resize(names_.size());
    classify(data.links);
    connect(data.links);
    check_ports();
    check_connected();
  }

  std::uint32_t routers() const override { return static_cast<std::uint32_t>(names_.size()); }
  std::uint32_t degree(RouterId r) const override {
    return static_cast<std::uint32_t>(outputs_[r.v].size());
  }
  PortRef neighbour(RouterId r, std::uint32_t port) const override {
    return outputs_[r.v][port].to;
  }
  std::uint32_t endpoints() const override { return endpoints_; }
  std::uint32_t endpoints_at(RouterId r) const override {
    return first_endpoint_[r.v + 1] - first_endpoint_[r.v];
  }
  EndpointId first_endpoint(RouterId r) const override { return {first_endpoint_[r.v]}; }
  RouterId router_of(EndpointId e) const override { return router_of_[e.v]; }
  std::vector<std::uint32_t> coordinates(RouterId r) const override { return {r.v}; }
  std::vector<std::string> link_classes() const override {
    std::vector<std::string> all;
    for (const Class& c : classes_) all.push_back(c.name);
    return all;
  }
  std::uint32_t link_class(RouterId r, std::uint32_t port) const override {
    return outputs_[r.v][port].link_class;
  }
  LinkFacts link_facts(std::uint32_t c) const override { return classes_[c].facts; }
  bool has_power() const override { return has_power_; }
  double bit_energy(RouterId r, std::uint32_t output) const override {
    return energy_[r.v] + (output < degree(r) ? outputs_[r.v][output].energy : 0);
  }
  double static_power(RouterId r) const override { return power_[r.v]; }
  std::string name(RouterId r) const override { return names_[r.v]; }
  std::string describe() const override {
    return fmt::format("graph of {}, {} routers, {} endpoints", file_.filename().string(),
                       routers(), endpoints_);
  }

 private:
  static constexpr std::uint64_t kMaxIds = (1u << 30) - 1;
  static constexpr std::uint32_t kFree = UINT32_MAX;

  struct Output {
    PortRef to{{kFree}, 0};
    std::uint32_t link_class = 0;
    double energy = 0;  // J for each bit
  };
  struct Class {
    std::string name;
    LinkFacts facts;
    std::string where;  // its first link
  };

  [[noreturn]] void refuse(std::string_view why) const {
    throw Error(Exit::usage, ErrorPlace(file_.string()), std::string(why));
  }
  [[noreturn]] void refuse(const GraphData::Link& l, std::string_view why) const {
    const bool has_line = l.where.starts_with(file_.string());
    if (has_line) throw Error(Exit::usage, ErrorPlace(l.where), std::string(why));
    throw Error(Exit::usage, ErrorPlace(file_.string()), fmt::format("{}: {}", l.where, why));
  }

  static std::string name_of(const GraphData::Link& l) {
    if (!l.kind.empty()) return l.kind;
    std::string name = l.facts.rate ? exact(*l.facts.rate) : "";
    if (l.facts.cable_latency) name += (name.empty() ? "" : ", ") + exact(*l.facts.cable_latency);
    return name.empty() ? "link" : name;
  }

  void classify(const std::vector<GraphData::Link>& links) {
    for (const GraphData::Link& l : links) {
      const std::string name = name_of(l);
      const auto known = std::ranges::find(classes_, name, &Class::name);
      if (known == classes_.end()) {
        classes_.push_back({name, l.facts, l.where});
        if (classes_.size() > kMaxLinkClasses) {
          refuse(l, fmt::format("more than {} link classes", kMaxLinkClasses));
        }
      } else if (known->facts.rate != l.facts.rate ||
                 known->facts.cable_latency != l.facts.cable_latency) {
        refuse(l, fmt::format("links of class '{}' have one rate and latency, but this link differs from "
                              "the one in {}; give it another class",
                              name, known->where));
      }
      link_class_.push_back(static_cast<std::uint32_t>(
          std::ranges::find(classes_, name, &Class::name) - classes_.begin()));
    }
    if (classes_.empty()) classes_.push_back({"link", {}, ""});
  }

  // Numbered ports first, so that the others take what these leave.
  void connect(const std::vector<GraphData::Link>& links) {
    for (const GraphData::Link& l : links) {
      if (l.from == l.to)
        refuse(l, fmt::format("router '{}' has a link to itself", names_[l.from]));
      if (l.from_port) claim(l, l.from, *l.from_port, true, l.both);
      if (l.to_port) claim(l, l.to, *l.to_port, l.both, true);
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
      const GraphData::Link& l = links[i];
      const std::uint16_t from = l.from_port ? static_cast<std::uint16_t>(*l.from_port)
                                             : claim_free(l, l.from, true, l.both);
      const std::uint16_t to =
          l.to_port ? static_cast<std::uint16_t>(*l.to_port) : claim_free(l, l.to, l.both, true);
      outputs_[l.from][from] = {{{l.to}, to}, link_class_[i], l.energy};
      if (l.both) outputs_[l.to][to] = {{{l.from}, from}, link_class_[i], l.energy};
      power_[l.from] += l.power;
      if (l.both) power_[l.to] += l.power;
      has_power_ |= l.energy > 0 || l.power > 0;
    }
  }

  bool is_free(std::uint32_t r, std::uint32_t port, bool output, bool input) const {
    return !(output && port < outputs_[r].size() && outputs_[r][port].link_class == kTaken) &&
           !(input && port < inputs_[r].size() && inputs_[r][port]);
  }

  void claim(const GraphData::Link& l, std::uint32_t r, std::uint32_t port, bool output,
             bool input) {
    if (port >= 4096) refuse(l, "a router has at most 4,096 ports");
    if (!is_free(r, port, output, input)) {
      refuse(l, fmt::format("port {} of router '{}' already has another link", port, names_[r]));
    }
    if (output) {
      if (outputs_[r].size() <= port) outputs_[r].resize(port + 1);
      outputs_[r][port].link_class = kTaken;
    }
    if (input) {
      if (inputs_[r].size() <= port) inputs_[r].resize(port + 1);
      inputs_[r][port] = true;
    }
  }

  std::uint16_t claim_free(const GraphData::Link& l, std::uint32_t r, bool output, bool input) {
    std::uint32_t port = 0;
    while (!is_free(r, port, output, input)) ++port;
    claim(l, r, port, output, input);
    return static_cast<std::uint16_t>(port);
  }

  void check_ports() const {
    for (std::uint32_t r = 0; r < routers(); ++r) {
      const std::size_t ports = std::max(outputs_[r].size(), inputs_[r].size());
      for (std::size_t p = 0; p < ports; ++p) {
        const bool out = p < outputs_[r].size() && outputs_[r][p].to.router.v != kFree;
        const bool in = p < inputs_[r].size() && inputs_[r][p];
        if (out && in) continue;
        refuse(fmt::format("dangling port: port {} of router '{}' has {}{}", p, names_[r],
                           out  ? "an output but no input"
                           : in ? "an input but no output"
                                : "no link",
                           out || in ? "; a router has as many outputs as inputs"
                                     : fmt::format(", but port {} has", ports - 1)));
      }
    }
  }

  void check_connected() const {
    const RouterId first = router_of_[0];
    const auto away = distances_from(*this, first);
    for (const RouterId r : router_of_) {
      if (away[r.v] == kUnreachable) refuse_unreachable(first, r);
    }
    // And back: what is reached in the graph with all channels turned around.
    std::vector<std::vector<std::uint32_t>> senders(names_.size());
    for (std::uint32_t r = 0; r < routers(); ++r) {
      for (const Output& o : outputs_[r]) senders[o.to.router.v].push_back(r);
    }
    std::vector<bool> reaches(names_.size());
    std::vector<std::uint32_t> found{first.v};
    reaches[first.v] = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const std::uint32_t s : senders[found[i]]) {
        if (!reaches[s]) found.push_back(s);
        reaches[s] = true;
      }
    }
    for (const RouterId r : router_of_) {
      if (!reaches[r.v]) refuse_unreachable(r, first);
    }
  }

  [[noreturn]] void refuse_unreachable(RouterId from, RouterId to) const {
    refuse(fmt::format("the graph is disconnected: no path from router '{}' to router '{}'",
                       names_[from.v], names_[to.v]));
  }

  static constexpr std::uint32_t kTaken = UINT32_MAX;

  std::filesystem::path file_;
  std::vector<std::string> names_;
  std::vector<double> energy_, power_;  // by router
  bool has_power_ = false;
  std::vector<std::uint32_t> first_endpoint_;  // and, at the end, how many there are
  std::vector<RouterId> router_of_;
  std::uint32_t endpoints_ = 0;
  std::vector<Class> classes_;
  std::vector<std::uint32_t> link_class_;  // of each link of the file
  std::vector<std::vector<Output>> outputs_;
  std::vector<std::vector<bool>> inputs_;
};

const config::Register<Graph, GraphParams> graph_kind{
    "graph", "any graph from a file: edge list, GraphML or DOT, with ports, rates and latencies"};

}  // namespace
}  // namespace kasuri
