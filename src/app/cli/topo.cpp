// SPDX-License-Identifier: MIT
// kasuri topo CONFIG: the network as a graph: size, distances, bisection and what it is built of.
// Only [topology], [routing], [router], [link], [nic], [layout] and run.seed are read, so that a file
// without jobs will do.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "shell/verbs/command.h"
#include "app/cli/configured.h"
#include "experiment/report/summary.h"
#include "network/model/credits.h"
#include "network/model/link_classes.h"
#include "app/cli/pattern_traffic.h"
#include "experiment/plan/planning.h"
#include "network/routing/routed_loads.h"
#include "network/topology/analysis.h"
#include "network/topology/bisection.h"
#include "network/topology/distances.h"
#include "network/topology/graph_export.h"

namespace kasuri::cli {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct TopoArguments {
  ConfigArguments config;
  bool json = false;
  std::vector<std::string> exports;
  std::string worst_traffic;
};

// Of [run], what paths depend on.
struct RunSeed {
  std::uint64_t seed = RunParams{}.seed;
  static config::Fields<RunSeed> fields() {
    return {config::field("seed", &RunSeed::seed, "of all random numbers")};
  }
};

struct Read {
  std::unique_ptr<Topology> topology;
  config::Choice<Routing> routing;
  std::uint32_t vcs;
  std::uint64_t seed;
  std::vector<LinkClass> links;  // the topology's classes, then those to NICs
  std::vector<CreditLimit> credit_limits;
  LayoutParams layout;
  std::string_view caveat;
};

// The network model that a section of the file chooses; null if it has none such.
const NetworkModel* chosen_model(const config::Section& root) {
  for (const NetworkModel* m : network_models()) {
    if (m->by_section && root.has(m->section)) return m;
  }
  return nullptr;
}

Read read(const ConfigArguments& arguments) {
  config::Document document = arguments.load();
  config::Section root = document.root();
  Config c;
  c.topology = config::read<config::Choice<Topology>>(root.section("topology"));
  c.link = config::read<LinkParams>(root.section("link"));
  c.nic = config::read<NicParams>(root.section("nic"));
  c.layout = config::read<LayoutParams>(root.section("layout"));
  const bool has_routing = root.has("routing");
  const NetworkModel* const model = chosen_model(root);
  if (has_routing) c.routing = config::read<config::Choice<Routing>>(root.section("routing"));
  c.router = config::read<RouterParams>(root.section("router"));
  // From a copy, so that the section's other keys are not looked at; its mistakes are the file's.
  config::Document copy = arguments.load();
  const auto seed = config::read<RunSeed>(copy.root().section("run")).seed;
  if (copy.has_errors()) config::read<RunSeed>(root.section("run"));
  for (const config::TopLevel* s : config::top_level()) root.skip(s->name);
  root.skip("fidelity");
  document.finish();
  auto topology = make_topology(c, document);
  const config::Choice<Routing> routing =
      has_routing ? *c.routing : config::Choice<Routing>(topology->usual_routing());
  Read result{std::move(topology), routing, c.router.vcs, seed, {}, {}, *c.layout, {}};
  check_link_classes(c, *result.topology, document);
  document.finish();
  result.links = link_classes(c, *result.topology);
  if (!model) result.credit_limits = throttled(c, *result.topology);
  result.caveat = model ? model->caveat(*result.topology) : result.topology->caveat();
  return result;
}

struct ClassCount {
  std::string name;
  std::uint64_t channels = 0, cables = 0;
  LinkClass link;
};

// What the configured routing carries of each pattern, if its tables are not too large for this command.
std::optional<RoutedLoads> loads_of_routing(const Read& m, const std::vector<double>& rates,
                                            std::span<const TrafficDemand> patterns) {
  const Topology& t = *m.topology;
  constexpr std::uint64_t kMost = 500'000'000;  // sources × channels
  RoutedLoads loads;
  if (std::uint64_t{t.endpoints()} * channel_count(t) > kMost) {
    loads.described = m.routing.name();
    loads.reason = "not counted, the machine is too large";
  } else {
    try {
      RoutingContext context{t, m.vcs};
      const auto routing = m.routing.make(context);
      loads = routed_loads(ChannelGraph(t, rates), t, *routing, patterns, rates.back(), m.seed);
    } catch (const Error& e) {
      if (e.code() != Exit::usage && e.code() != Exit::limit) throw;
      loads.described = m.routing.name();
      loads.reason = e.what();
    }
  }
  loads.routing = m.routing.name();
  return loads;
}

// All that is said of a topology, once, for people and as JSON.
struct Report {
  std::string description;
  std::string caveat;
  std::vector<CreditLimit> credit_limits;
  Servers servers;
  std::uint64_t routers, endpoints, terminals = 0, ports = 0;
  std::map<std::uint32_t, std::uint64_t> by_ports;  // routers with so many, those to NICs included
  std::vector<ClassCount> classes;                  // without the terminal links
  LinkClass terminal;
  DistanceSummary distance, terminal_distance;
  std::optional<MinimumCut> bisection;
  double bisection_rate = 0;   // bytes per second, one direction
  double bisection_share = 0;  // of what half of the NICs send

  GraphAnalysis more;

  explicit Report(const Read& machine) : Report(*machine.topology, machine.links, machine) {}
  Report(const Topology& t, const std::vector<LinkClass>& links, const Read& machine)
      : description(t.describe()),
        caveat(machine.caveat),
        credit_limits(machine.credit_limits),
        servers(t.servers()),
        routers(t.routers()),
        endpoints(t.endpoints()),
        terminal(links.back()),
        distance(summarize_distances(t)),
        terminal_distance(summarize_terminal_distances(t)) {
    const std::vector<std::string> names = t.link_classes();
    for (std::size_t c = 0; c < names.size(); ++c) classes.push_back({names[c], 0, 0, links[c]});
    for (std::uint32_t r = 0; r < t.routers(); ++r) {
      const std::uint32_t here = t.degree({r}) + t.endpoints_at({r});
      ports += here;
      ++by_ports[here];
      terminals += t.endpoints_at({r}) > 0;
      for (std::uint32_t p = 0; p < t.degree({r}); ++p) ++classes[t.link_class({r}, p)].channels;
    }
    for (const Cable& c : cables(t)) ++classes[c.link_class].cables;

    std::vector<std::uint64_t> capacity;
    for (const ClassCount& c : classes)
      capacity.push_back(static_cast<std::uint64_t>(c.link.rate.n));
    bisection = find_bisection(t, capacity);
    std::vector<double> rates;
    for (const LinkClass& l : links) rates.push_back(static_cast<double>(l.rate.n));
    const std::vector<TrafficDemand> patterns = pattern_traffic(t);
    more = analyse_graph(t, rates, machine.layout, bisection, patterns);
    if (!more.traffic.empty()) more.routed = loads_of_routing(machine, rates, patterns);
    if (!bisection) return;
    bisection_rate = static_cast<double>(bisection->capacity);
    bisection_share = bisection_rate /
                      (static_cast<double>(endpoints) / 2 * static_cast<double>(terminal.rate.n));
  }

  std::uint64_t channels() const {
    std::uint64_t n = 0;
    for (const ClassCount& c : classes) n += c.channels;
    return n;
  }
  std::uint64_t cable_count() const {
    std::uint64_t n = endpoints;
    for (const ClassCount& c : classes) n += c.cables;
    return n;
  }
};

std::string distance_text(const DistanceSummary& d) {
  return fmt::format("{}{}, mean {}{:.4g}", d.exact ? "" : "at least ", d.diameter,
                     d.exact ? "" : "about ", d.mean);
}

std::string to_text(const Report& r) {
  std::string s = fmt::format("topology   {}\nrouters    {}", r.description, r.routers);
  std::string_view before = ": ";
  for (const auto& [ports, routers] : r.by_ports) {
    s += fmt::format("{}{} with {} port{}", before, routers, ports, ports == 1 ? "" : "s");
    before = ", ";
  }
  s += fmt::format("\nendpoints  {} at {} of the routers\n", r.endpoints, r.terminals);
  if (r.servers.network) {
    s += fmt::format("servers    {} with {} endpoints and {} NIC{} each\n", r.servers.count,
                     r.servers.endpoints, r.servers.nics, r.servers.nics == 1 ? "" : "s");
  }
  if (!r.caveat.empty()) s += fmt::format("caveat     {}\n", r.caveat);
  for (const CreditLimit& l : r.credit_limits) s += fmt::format("credits    {}\n", l.describe());
  std::size_t width = 12;
  for (const ClassCount& c : r.classes) width = std::max(width, c.name.size());
  s += fmt::format("links      {:<{}}  cables  channels  rate         cable\n", "class", width);
  for (const ClassCount& c : r.classes) {
    if (!c.channels) continue;
    s += fmt::format("           {:<{}} {:>7} {:>9}  {:<11}  {}\n", c.name, width, c.cables, c.channels,
                     to_string(c.link.rate), to_string(c.link.cable));
  }
  s += fmt::format("           {:<{}} {:>7} {:>9}  {:<11}  {}\n", "to NICs", width, r.endpoints,
                   2 * r.endpoints, to_string(r.terminal.rate), to_string(r.terminal.cable));
  s += fmt::format("diameter   {}\n", distance_text(r.distance));
  if (r.terminals < r.routers) {
    s += fmt::format("           {} between routers with endpoints\n",
                     distance_text(r.terminal_distance));
  }
  if (r.bisection) {
    std::uint64_t cut = 0;
    for (const std::uint64_t n : r.bisection->channels) cut += n;
    s += fmt::format(
        "bisection  at most {} channels, {} each way: {:.3g} of what half the NICs send\n", cut,
        to_string(BytesPerSecond{static_cast<std::int64_t>(r.bisection_rate)}), r.bisection_share);
  } else {
    s += r.terminals < 2 ? "bisection  all endpoints are at one router\n"
                         : "bisection  not computed: the machine is too large\n";
  }
  s += fmt::format("cost       {} routers, {} router ports, {} cables\n", r.routers, r.ports,
                   r.cable_count());
  return s + to_text(r.more);
}

Json to_json(const Report& r) {
  Json classes = Json::array(), by_ports = Json::object();
  for (const auto& [ports, routers] : r.by_ports) by_ports[std::to_string(ports)] = routers;
  const auto add = [&](const std::string& name, std::uint64_t cables, std::uint64_t channels,
                       const LinkClass& l) {
    classes.push_back({{"class", name},
                       {"cables", cables},
                       {"channels", channels},
                       {"bytes_per_s", l.rate.n},
                       {"latency_ps", l.cable.ps}});
  };
  for (const ClassCount& c : r.classes) add(c.name, c.cables, c.channels, c.link);
  add("terminal", r.endpoints, 2 * r.endpoints, r.terminal);
  const auto distance = [](const DistanceSummary& d) {
    return Json{{"diameter", d.diameter}, {"mean", d.mean}, {"exact", d.exact}};
  };
  Json j{{"topology", r.description},
         {"routers", r.routers},
         {"degree", r.more.degree},
         {"diameter", r.distance.diameter},
         {"endpoints", r.endpoints},
         {"channels", r.channels()},
         {"links", classes},
         {"distance", distance(r.distance)},
         {"distance_between_endpoints", distance(r.terminal_distance)},
         {"bisection", nullptr},
         {"cost",
          {{"routers", r.routers},
           {"routers_by_ports", by_ports},
           {"router_ports", r.ports},
           {"cables", r.cable_count()}}}};
  if (r.servers.network) {
    j["servers"] = {{"count", r.servers.count},
                    {"endpoints", r.servers.endpoints},
                    {"nics", r.servers.nics}};
  }
  if (!r.caveat.empty()) j["caveat"] = r.caveat;
  for (const CreditLimit& l : r.credit_limits) j["credit_limits"].push_back(credit_limit_json(l));
  add_to_json(r.more, j);
  if (r.bisection) {
    Json cut = Json::object();
    for (std::size_t c = 0; c < r.classes.size(); ++c) {
      cut[r.classes[c].name] = r.bisection->channels[c];
    }
    j["bisection"] = {{"at_most_bytes_per_s", r.bisection_rate},
                      {"share_of_half_the_nics", r.bisection_share},
                      {"channels", cut}};
    if (r.more.least_bisection) j["bisection"]["at_least_bytes_per_s"] = *r.more.least_bisection;
    if (r.more.exact_bisection) j["bisection"]["exact_bytes_per_s"] = *r.more.exact_bisection;
  }
  return j;
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw Error(Exit::limit, ErrorPlace(file.string()), "cannot be written");
}

// For the pattern `table`: each endpoint sends to the same place at the router of the permutation.
std::string traffic_table(const Topology& t, const WorstPermutation& worst) {
  std::string lines = fmt::format("# the worst permutation for shortest paths on {}\n", t.describe());
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    const RouterId to{worst.to[r]};
    if (to.v == r) continue;
    const std::uint32_t pairs = std::min(t.endpoints_at({r}), t.endpoints_at(to));
    for (std::uint32_t k = 0; k < pairs; ++k) {
      lines += fmt::format("{} {}\n", t.first_endpoint({r}).v + k, t.first_endpoint(to).v + k);
    }
  }
  return lines;
}

Exit analyse(const TopoArguments& a) {
  const StepLine line(a.config.progress);
  const Read machine = read(a.config);
  const Topology& t = *machine.topology;
  constexpr std::uint32_t kMost = 20'000'000;
  if (t.routers() > kMost) {
    throw Error(Exit::limit, ErrorPlace(a.config.file),
                fmt::format("{} has {} routers, more than {}, the most for this analysis",
                            t.describe(), t.routers(), kMost));
  }
  constexpr std::uint64_t kMostChannels = 400'000'000;
  if (const std::uint64_t channels = channel_count(t); channels > kMostChannels) {
    throw Error(Exit::limit, ErrorPlace(a.config.file),
                fmt::format("{} has {} channels, more than {}, the most for this analysis", t.describe(),
                            channels, kMostChannels));
  }
  for (const fs::path file : a.exports) {
    const std::string extension = file.extension().string();
    if (extension == ".dot" || extension == ".gv") {
      write(file, to_dot(t, machine.links));
    } else if (extension == ".json") {
      write(file, kasuri::to_json(t, machine.links).dump(1) + "\n");
    } else if (extension == ".net") {
      write(file, to_edge_list(t, machine.links));
    } else {
      throw Error(Exit::usage, ErrorPlace(file.string()),
                  fmt::format("the graph is exported as .dot, .gv, .json or .net (edge list), not as '{}'",
                              extension));
    }
  }
  const Report report(machine);
  if (!a.worst_traffic.empty()) {
    if (!report.more.worst) {
      throw Error(Exit::limit, ErrorPlace(a.config.file),
                  fmt::format("the worst permutation is found for networks of 2 to 2,500 routers, but {} "
                              "has {}",
                              t.describe(), t.routers()));
    }
    write(a.worst_traffic, traffic_table(t, *report.more.worst));
  }
  fmt::print("{}", a.json ? to_json(report).dump(2) + "\n" : to_text(report));
  return Exit::done;
}

const Verb topo{"topo", "describe the network of a configuration as a graph, and export it",
                [](CLI::App& app) -> Action {
                  auto a = std::make_shared<TopoArguments>();
                  a->config.add_to(app);
                  add_progress_option(app, a->config.progress);
                  app.add_flag("--json", a->json, "print JSON instead of text");
                  app.add_option("--export", a->exports,
                                 "write the graph to this file: .dot, .json or .net (edge list); "
                                 "repeatable")
                      ->type_name("FILE")
                      ->allow_extra_args(false)
                      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
                  app.add_option("--worst-traffic", a->worst_traffic,
                                 "write the worst permutation for shortest paths to this file, for the "
                                 "pattern 'table'")
                      ->type_name("FILE");
                  return [a] { return analyse(*a); };
                }};

}  // namespace
}  // namespace kasuri::cli
