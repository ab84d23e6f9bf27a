// SPDX-License-Identifier: MIT
#include "app/cli/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/config/file_kind.h"
#include "base/config/registry.h"
#include "network/model/network_model.h"
#include "network/net/routing.h"
#include "network/net/too_few_vcs.h"
#include "network/topology/family.h"

namespace kasuri::cli {
namespace {

using namespace literals;

constexpr std::uint64_t kMostEndpoints = 10'000'000;
constexpr std::uint64_t kMostPorts = 1'000'000'000;

config::Choice<Topology> choice_of(const Family& f, const Instance& i) {
  auto document = config::Document::parse(
      fmt::format("topology = {{ type = \"{}\", {} }}", f.topology, i.keys), "family " + f.name);
  auto choice = config::read<config::Choice<Topology>>(document.root().section("topology"));
  document.finish();
  return choice;
}

// The nearest sizes to one that a family does not have.
std::string nearest_sizes(const Family& f, std::uint64_t endpoints, std::uint32_t radix) {
  std::set<std::uint64_t> sizes;
  for (std::uint64_t e = std::max<std::uint64_t>(2, endpoints / 64);
       e <= std::min(kMostEndpoints, endpoints * 64); e = e * 5 / 4 + 1) {
    const std::vector<Instance> all = f.near(e);
    if (const Instance* i = nearest(all, e, radix)) sizes.insert(i->endpoints);
  }
  const auto above = sizes.lower_bound(endpoints);
  std::string text;
  if (above != sizes.begin()) text = fmt::format("{}", *std::prev(above));
  if (above != sizes.end()) text += fmt::format("{}{}", text.empty() ? "" : " or ", *above);
  return text.empty() ? "none" : text;
}

// The largest machine that has no more ports than this.
std::optional<Instance> within_ports(const Family& f, std::uint64_t ports, std::uint32_t radix) {
  std::optional<Instance> best;
  for (std::uint64_t e = 2; e <= std::min(ports, kMostEndpoints); e = e * 51 / 50 + 1) {
    for (Instance& i : f.near(e)) {
      const double off = i.fill > 1 ? i.fill : 1 / i.fill;
      if (i.ports > ports || i.radix > radix || off > 1.15) continue;
      const bool better = !best || i.endpoints > best->endpoints ||
                          (i.endpoints == best->endpoints && i.ports < best->ports);
      if (better) best = std::move(i);
    }
  }
  return best;
}

std::optional<Instance> instance_of(const Family& f, const CandidateParams& c, const StudyParams& s,
                                    config::Section& section) {
  if (s.ports && !c.endpoints) {
    auto i = within_ports(f, *s.ports, s.radix);
    if (!i) {
      section.error("family", fmt::format("no {} of routers with at most {} ports has at most {} of them "
                                          "in all; raise 'ports' or 'radix'", f.name, s.radix, *s.ports));
    }
    return i;
  }
  const std::uint64_t endpoints = c.endpoints.value_or(s.endpoints.value_or(0));
  const std::vector<Instance> all = f.near(endpoints);
  if (const Instance* i = nearest(all, endpoints, s.radix)) return *i;
  section.error("family", fmt::format("no {} has about {} endpoints; the nearest: {}{}", f.name, endpoints,
                                      nearest_sizes(f, endpoints, s.radix),
                                      nearest(all, endpoints)
                                          ? fmt::format(", or raise 'radix' above {}", s.radix)
                                          : ""));
  return std::nullopt;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family* f : families()) names.push_back(f->name);
  return names;
}

}  // namespace

config::Fields<CandidateParams> CandidateParams::fields() {
  using P = CandidateParams;
  return {config::field("name", &P::name, "name in the results; default: the family or the type"),
          config::field("family", &P::family,
                        "networks of one kind, of which one meets the study's endpoints or ports: " +
                            config::join(family_names())),
          config::field("topology", &P::topology, "a topology as it is, instead of a family"),
          config::field("routing", &P::routing, "default: the usual one of the topology"),
          config::field("vcs", &P::vcs, "virtual channels per link; default: router.vcs, or as many as the "
                        "routing needs").range(1, kMaxVcs),
          config::field("endpoints", &P::endpoints, "size of this candidate, if not the study's")
              .range(2, kMostEndpoints)};
}

void CandidateParams::validate(const CandidateParams& c, config::Section& section) {
  if (c.family.empty() == !c.topology.has_value()) {
    section.error(c.topology ? "family" : "", "a candidate has either a 'family' or a 'topology'");
  } else if (!c.family.empty() && !find_family(c.family)) {
    const auto names = family_names();
    section.error("family", fmt::format("unknown family '{}'{}; known: {}", c.family,
                                        config::did_you_mean(c.family, names), config::join(names)));
  }
}

config::Fields<WorkloadParams> WorkloadParams::fields() {
  using P = WorkloadParams;
  return {config::field("name", &P::name, "name in the results").required(),
          config::field("jobs", &P::jobs, "jobs, as in [[jobs]] of a configuration")
              .size(1, 64)
              .required()};
}

config::Fields<ToleranceParams> ToleranceParams::fields() {
  using P = ToleranceParams;
  return {config::field("links", &P::links, "share of the cables between routers that fail")
              .range(0.0, 0.9),
          config::field("routers", &P::routers, "share of the routers that fail").range(0.0, 0.9),
          config::field("samples", &P::samples, "random selections of them, whose mean is shown; 0: none")
              .range(0, 1000)};
}

config::Fields<PriceParams> PriceParams::fields() {
  using P = PriceParams;
  return {config::field("currency", &P::currency, "of all prices"),
          config::field("router", &P::router, "of a router without its ports").range(0.0, 1e12),
          config::field("router_port", &P::router_port, "of a port that is used").range(0.0, 1e12),
          config::field("nic", &P::nic, "of an endpoint, with its cable").range(0.0, 1e12),
          config::field("backplane", &P::backplane, "of a trace between two routers").range(0.0, 1e12),
          config::field("copper", &P::copper, "of a copper cable of any length").range(0.0, 1e12),
          config::field("optical", &P::optical, "of an optical cable with transceivers, of any length")
              .range(0.0, 1e12),
          config::field("copper_metre", &P::copper_metre, "of a metre of it, besides").range(0.0, 1e12),
          config::field("optical_metre", &P::optical_metre, "of a metre of it, besides").range(0.0, 1e12)};
}

config::Fields<StudyKeys> StudyKeys::fields() {
  using P = StudyKeys;
  return {config::field("endpoints", &P::endpoints, "endpoints (NICs) that each candidate has at least")
              .range(2, kMostEndpoints),
          config::field("ports", &P::ports, "router ports that each candidate has at most")
              .range(2, kMostPorts),
          config::field("radix", &P::radix, "ports of a router of a family, at most").range(3, 4096),
          config::field("interference", &P::interference,
                        "whether the jobs of a workload with several also run alone"),
          config::field("candidates", &P::candidates, "networks to compare").size(1, 64).required(),
          config::field("workloads", &P::workloads, "what each of them runs").size(1, 64).required(),
          config::field("tolerance", &P::tolerance, "failures that candidates are examined with"),
          config::field("prices", &P::prices, "prices of parts; without them, no price is shown")};
}

void StudyKeys::validate(const StudyKeys& p, config::Section& section) {
  const bool sized = std::ranges::all_of(p.candidates, [](const CandidateParams& c) {
    return c.topology.has_value() || c.endpoints.has_value();
  });
  if (p.endpoints && p.ports) {
    section.error("ports", "candidates are sized by 'endpoints' or by 'ports', not by both");
  } else if (!p.endpoints && !p.ports && !sized) {
    section.error("", "candidates that are families need a size: set 'endpoints' or 'ports'");
  }
}

namespace {

// The sections of a configuration that all runs share.
struct SharedSections {
  std::optional<LayoutParams> layout;
  std::optional<Fidelity> fidelity;
  ModelSections models;
  RouterParams router;
  LinkParams link;
  NicParams nic;
  mpi::MpiParams mpi;
  RdmaParams rdma;
  std::optional<PowerParams> power;
  std::optional<config::Choice<mpi::Noise>> noise;
  RunParams run;

  static config::Fields<SharedSections> fields() {
    using P = SharedSections;
    config::Fields<P> all{config::field("layout", &P::layout, "racks and cables"),
                          config::field("fidelity", &P::fidelity, "packet, flow or message"),
                          config::field("router", &P::router, "timing and buffers of all routers"),
                          config::field("link", &P::link, "rates and latencies of all links"),
                          config::field("nic", &P::nic, "network interfaces of the nodes"),
                          config::field("mpi", &P::mpi, "costs and algorithms of message passing"),
                          config::field("rdma", &P::rdma, "costs of one-sided communication"),
                          config::field("power", &P::power,
                                        "power of the machine; without it, no energy is shown"),
                          config::field("noise", &P::noise, "operating-system noise"),
                          config::field("run", &P::run, "seed, limits and checks")};
    add_model_sections(all, &P::models);
    return all;
  }
};

const config::DescribeFile<StudyKeys> file_of_compare{
    "compare", "networks to compare, sized to one number of endpoints or ports, and workloads", true};

}  // namespace

StudyParams StudyParams::read(config::Document& document) {
  StudyParams s{config::read<StudyKeys>(document.root()), {}, {}};
  auto k = config::read<SharedSections>(document.root());
  s.layout = k.layout.value_or(LayoutParams{});
  s.shared.layout = k.layout;
  s.shared.fidelity = k.fidelity;
  s.shared.models = std::move(k.models);
  s.shared.router = std::move(k.router);
  s.shared.link = std::move(k.link);
  s.shared.nic = std::move(k.nic);
  s.shared.mpi = std::move(k.mpi);
  s.shared.rdma = std::move(k.rdma);
  s.shared.power = std::move(k.power);
  s.shared.noise = std::move(k.noise);
  s.shared.run = k.run;
  config::Section root = document.root();
  Config::validate(s.shared, root);
  return s;
}

// As a configuration that does not set them has them. What else the routing refuses, its runs say.
static std::uint32_t vcs_of(const StudyParams& s, const Candidate& c) {
  std::uint32_t vcs = s.shared.router.vcs;
  try {
    with_enough_vcs(vcs, [&](std::uint32_t tried) {
      RoutingContext context{*c.topology, tried};
      return c.routing ? c.routing->make(context)
                       : config::Choice<Routing>(c.topology->usual_routing()).make(context);
    });
  } catch (const Error&) {
  }
  return vcs;
}

std::vector<Candidate> size_candidates(const StudyParams& s, config::Document& document) {
  std::vector<config::Section> sections = document.root().sections("candidates");
  std::vector<Candidate> all;
  std::set<std::string> names;
  for (std::size_t i = 0; i < s.candidates.size(); ++i) {
    const CandidateParams& p = s.candidates[i];
    Candidate c{p.name, {}, nullptr, p.routing, p.vcs};
    if (p.topology) {
      c.choice = *p.topology;
    } else {
      const Family* f = find_family(p.family);
      const auto instance = f ? instance_of(*f, p, s, sections[i]) : std::nullopt;
      if (!instance) continue;
      c.choice = choice_of(*f, *instance);
    }
    if (c.name.empty()) c.name = p.family.empty() ? std::string(c.choice.name()) : p.family;
    if (!names.insert(c.name).second) {
      sections[i].error(p.name.empty() ? "" : "name",
                        fmt::format("another candidate is '{}', too; give each a name of its own", c.name));
    }
    TopologyContext context;
    try {
      c.topology = c.choice.make(context);
    } catch (const Error& e) {
      sections[i].error("topology", e.what());
      continue;
    }
    if (!c.vcs && !document.root().section("router").has("vcs")) c.vcs = vcs_of(s, c);
    all.push_back(std::move(c));
  }
  names.clear();
  auto workloads = document.root().sections("workloads");
  for (std::size_t i = 0; i < s.workloads.size(); ++i) {
    if (names.insert(s.workloads[i].name).second) continue;
    workloads[i].error("name", fmt::format("another workload is '{}', too", s.workloads[i].name));
  }
  return all;
}

Config configuration(const StudyParams& s, const Candidate& c, const WorkloadParams& w) {
  Config config = s.shared;
  config.topology = c.choice;
  config.routing = c.routing;
  if (c.vcs) config.router.vcs = *c.vcs;
  // Classes that other candidates have.
  const std::vector<std::string> known = c.topology->link_classes();
  std::erase_if(config.link.classes, [&](const auto& l) {
    return std::ranges::find(known, l.first) == known.end();
  });
  config.jobs = w.jobs;
  return config;
}

}  // namespace kasuri::cli
