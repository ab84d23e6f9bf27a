// SPDX-License-Identifier: MIT
#include "experiment/plan/planning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/core/check.h"
#include "base/core/host_memory.h"
#include "base/engine/address_space.h"
#include "experiment/plan/accuracy.h"
#include "experiment/plan/collectives.h"
#include "experiment/plan/fault_plan.h"
#include "experiment/plan/memory_estimate.h"
#include "experiment/plan/placement.h"
#include "experiment/probe/recorders.h"
#include "network/net/too_few_vcs.h"
#include "network/model/link_classes.h"
#include "network/model/network_model.h"
#include "network/model/sending.h"
#include "network/power/model.h"
#include "network/router/layout.h"
#include "network/routing/traffic_classes.h"
#include "workload/motifs/motif.h"
#include "workload/traces/trace.h"
#include "workload/patterns/pattern.h"

namespace kasuri {
namespace {

void refuse_if_too_large(const Config& c, std::uint64_t needed, std::uint64_t available,
                         config::Document& document) {
  if (needed <= available) return;
  document.finish();  // other mistakes come first
  const auto size = [](std::uint64_t bytes) {
    return to_string(Bytes{static_cast<std::int64_t>(bytes)});
  };
  throw Error(Exit::limit, ErrorPlace(document.name()),
              fmt::format("this run needs {} or more, but {} {}; make the machine "
                          "smaller, use fewer ranks, or set run.memory_limit",
                          size(needed), size(available),
                          c.run.memory_limit ? "is the limit set by run.memory_limit"
                                             : "of memory are available"));
}

// Stacks of ranks are reserved, and take address space before they take memory.
void refuse_without_address_space(const Config& c, const Plan& plan, config::Document& document) {
  const std::uint64_t needed = least_address_space(c, plan), left = address_space_left();
  if (needed <= left) return;
  const auto size = [](std::uint64_t n) { return to_string(Bytes{static_cast<std::int64_t>(n)}); };
  throw Error(Exit::limit, ErrorPlace(document.name()),
              fmt::format("this run needs {} of address space or more, but the limit of the process "
                          "(ulimit -v) leaves {}: raise it, make the machine smaller, or use fewer ranks",
                          size(needed), size(left)));
}

// A list of lines as one line.
std::string in_one_line(std::string text) {
  for (const auto& [from, to] : {std::pair(":\n  ", ": "), {"\n  ", ", "}, {"\n", "; "}}) {
    for (std::size_t at; (at = text.find(from)) != text.npos;) {
      text.replace(at, std::strlen(from), to);
    }
  }
  return text;
}

}  // namespace

// The limits of 30-bit sender ids and of 16-bit indices of a router's input VCs.
static void check_numbering(const Config& c, const Plan& plan, config::Section root) {
  const std::uint64_t senders = std::uint64_t{plan.topology->routers()} + plan.nodes + plan.ranks();
  if (senders >= std::uint64_t{1} << 30) {
    root.section("topology")
        .error("extents", fmt::format("{} routers, nodes and ranks together; at most {} are possible",
                                      senders, (1u << 30) - 1));
  }
  const RouterLayout layout(*plan.topology, c.router.all_vcs());
  if (layout.input_vcs() > UINT16_MAX + 1u) {
    root.section("router").error(
        "vcs", fmt::format("ports × VCs of a router may be at most 65,536, not {}; lower router.vcs or the "
                           "number of endpoints per router",
                           layout.input_vcs()));
  }
}

// Makes a component. What it refuses is reported where it was chosen, and null returned, so that the other
// mistakes of the file are found, too. What speaks of a file of its own is complete.
template <class Make>
static auto make_at(config::Section section, std::string_view key, const config::Document& document,
                    Make make) -> decltype(make()) {
  try {
    return make();
  } catch (const Error& e) {
    if (e.has_place()) throw;
    if (e.code() == Exit::limit) throw Error(e.code(), ErrorPlace(document.name()), e.what());
    if (e.code() != Exit::usage) throw;
    section.error(key, e.what());
    return nullptr;
  }
}

// The configured topology; null if it refuses its settings, which is reported.
static std::unique_ptr<Topology> try_topology(const Config& c, config::Document& document) {
  TopologyContext context;
  return make_at(document.root().section("topology"), "type", document,
                 [&] { return c.topology.make(context); });
}

std::unique_ptr<Topology> make_topology(const Config& c, config::Document& document) {
  auto made = try_topology(c, document);
  if (!made) document.finish();
  return made;
}

// The one that is configured, or the topology's usual one, for each class of traffic. What that refuses is
// reported where it, or else the topology, was chosen; then it is null.
static std::unique_ptr<Routing> make_routing(Config& c, const Topology& t, const Failures* failures,
                                             config::Document& document) {
  const auto make_with = [&](std::uint32_t vcs) -> std::unique_ptr<Routing> {
    RoutingContext context{t, vcs, failures, c.model().usual_fabric_routing(c)};
    auto made = c.routing ? c.routing->make(context)
                          : config::Choice<Routing>(routing_name(c, t)).make(context);
    if (t.planes() > 0 && made->planes() != t.planes()) {
      throw Error(Exit::usage, fmt::format("routing '{}' would send packets from one plane to another; use "
                                           "'rails' with this routing as routing.inner",
                                           c.routing->name()));
    }
    if (failures && failures->any() && t.planes() > 0) {
      throw Error(Exit::usage,
                  "links and routers of several planes cannot fail: no routing algorithm computes paths "
                  "around them in a plane; NICs can fail (faults.failures.nics), nodes then use their "
                  "other NICs");
    }
    if (failures && failures->any() && !made->avoids_failures()) {
      throw Error(Exit::usage,
                  fmt::format("routing '{}' has no paths around failures; use 'detour' with it as "
                              "routing.inner, 'shortest-paths', or 'tables' without a file",
                              routing_name(c, t)));
    }
    if (c.router.classes == 1) return made;
    return std::make_unique<TrafficClasses>(std::move(made), vcs, c.router.classes);
  };
  // As many virtual channels as the file says; else the default, or the fewest that the routing takes.
  const bool is_set = document.root().section("router").has("vcs");
  const auto make = [&] {
    return is_set ? make_with(c.router.vcs) : with_enough_vcs(c.router.vcs, make_with);
  };
  return make_at(document.root().section(c.routing ? "routing" : "topology"), "type", document, make);
}

// Patterns refuse what they do not fit when they are made: so they are made for nothing once.
static void check_patterns(const Config& c, const Plan& plan, config::Section root) {
  struct Nowhere final : Transport {
    std::uint8_t add_client(TransportClient&) override { return 0; }
    void send(const Message&) override {}
    Bytes on_wire(Bytes payload) const override { return payload + Bytes{1}; }
  };
  auto sections = root.sections("jobs");
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    if (!c.jobs[i].pattern || plan.placement[i].empty()) continue;
    Partition partition;
    Nowhere nowhere;
    PatternContext context{.partition = partition, .transport = nowhere, .nodes = plan.placement[i],
                           .here = {}, .places = {}, .first_sender = 0, .job = 0, .seed = 0,
                           .injection_rate = endpoint_rate(c, *plan.topology),
                           .topology = plan.topology.get()};
    try {
      c.jobs[i].pattern->make(context);
    } catch (const Error& e) {
      if (e.code() != Exit::usage) throw;
      sections[i].error("pattern", e.what());
    }
  }
}

// A rank of the trace is a rank of the job.
static PlannedJob open_trace(const JobParams& job, config::Section section) {
  trace::ReplayParams replay = job.replay.value_or(trace::ReplayParams{});
  replay.iterations = job.iterations;
  PlannedJob planned{trace::open(*job.trace, replay), nullptr, std::nullopt};
  planned.ranks = static_cast<std::uint32_t>(planned.trace->ranks());
  if (replay.roofline && !planned.trace->has_device()) {
    section.section("replay").error(
        "roofline",
        fmt::format("traces of the format '{}' do not say what a device computes: leave this out (only "
                    "Chakra's have num_ops and tensor_size)", planned.trace->summary().format));
  }
  if (replay.sends && !planned.trace->has_device()) {
    section.section("replay").error("sends", fmt::format("this is for Chakra's traces; the format is '{}'",
                                                         planned.trace->summary().format));
  }
  if (job.ranks && *job.ranks != *planned.ranks) {
    section.error("ranks", fmt::format("the trace has {} ranks, not {}", *planned.ranks, *job.ranks));
  }
  return planned;
}

// A motif that has a grid says how many ranks there are.
static PlannedJob make_motif(const JobParams& job, config::Section section) {
  MotifContext context{job.ranks};
  try {
    std::shared_ptr<const Motif> motif = job.motif->make(context);
    const std::uint32_t ranks = motif->ranks();
    if (motif->has_steps() && job.iterations > 1) {
      section.error("iterations",
                    fmt::format("the motif counts its steps: leave this out and set motif.steps = {}",
                                job.iterations));
    }
    return {nullptr, std::move(motif), ranks};
  } catch (const Error& e) {
    section.error("motif", e.what());
    return {nullptr, nullptr, job.ranks.value_or(0)};
  }
}

// Whether each router has whole nodes.
static bool check_nodes(const Topology& t, std::uint32_t per_node, config::Section nic) {
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    if (t.endpoints_at({r}) % per_node == 0) continue;
    nic.error("per_node", fmt::format("the {} NICs of a node must attach to one router, but router {} "
                                      "has {} endpoints, not a multiple of {}",
                                      per_node, r, t.endpoints_at({r}), per_node));
    return false;
  }
  return true;
}

static std::vector<PlannedJob> open_jobs(const Config& c, config::Document& document) {
  auto sections = document.root().sections("jobs");
  std::vector<PlannedJob> all;
  for (const JobParams& job : c.jobs) all.push_back({nullptr, nullptr, job.ranks});
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (c.jobs[i].trace) all[i] = open_trace(c.jobs[i], sections[i]);
    if (c.jobs[i].motif) all[i] = make_motif(c.jobs[i], sections[i]);
  }
  return all;
}

// The probes that are asked for. Adds diagnostics for those that do not fit the machine.
static Recorders::Probes make_probes(const Config& c, const Plan& plan, config::Section statistics) {
  std::uint64_t ranks = 0;
  for (std::size_t i = 0; i < c.jobs.size(); ++i) ranks += c.jobs[i].pattern ? 0 : plan.placement[i].size();
  Recorders::Probes probes;
  for (const auto& [name, choice] : chosen_probes(c.statistics)) {
    std::string unwatched;
    if (!plan.can.routers) {
      unwatched = fmt::format("{}: remove it, or {}", plan.model->where(c), plan.model->instead(c));
    }
    ProbeContext context{name, *plan.topology, std::move(unwatched), ranks, c.run.time_limit,
                         statistics.section(name), plan.can.routers || plan.can.queues};
    probes.push_back(choice.make(context));
  }
  return probes;
}

// What a motif computes by the formula of a server's own links must be within one.
static void check_servers(const Config& c, const Plan& plan, config::Document& document) {
  const std::uint32_t gpus = plan.topology->servers().endpoints;
  if (gpus < 2) return;  // the topology does not say what a server is
  auto sections = document.root().sections("jobs");
  const auto server = [&](NodeId n) { return n.v * static_cast<std::uint32_t>(c.nic.per_node) / gpus; };
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    const Motif* const motif = plan.jobs[i].motif.get();
    const auto& nodes = plan.placement[i];
    for (std::uint32_t r = 0; motif && r < nodes.size(); ++r) {
      const std::uint32_t first = motif->in_server_from(r);
      if (server(nodes[r]) == server(nodes[first])) continue;
      const std::string_view key = motif->server_key();
      sections[i].section("motif").error(
          key,
          fmt::format("the ranks from {} to {} are in one group of tensor parallelism, but rank {} is on "
                      "server {} and rank {} on server {}, of {} GPUs: choose another tp or placement{}",
                      first, r, first, server(nodes[first]), r, server(nodes[r]), gpus,
                      key == "merge_inside" ? ", or simulate these collectives (merge_inside = false)"
                                            : ""));
      break;
    }
  }
}

// Of all sections.
static std::vector<Need> needs_of(const Config& c, const Plan& plan) {
  std::vector<Need> all;
  if (plan.power) all = PowerModel::needs(*plan.power);
  if (c.faults) {
    const std::vector<Need> faults = needs_of(plan.faults);
    all.insert(all.end(), faults.begin(), faults.end());
  }
  if (c.measure) {
    all.push_back({&Capabilities::steady_state, "measure", "", "a steady state of packets is not measured",
                   "leave out [measure]"});
  }
  return all;
}

// An endpoint with several links, as a GPU, sends over all of them unless the file says otherwise: several
// messages together, and none of its packets waits for one link behind those for another. What needs queues
// at inputs keeps them. The flow level shares links as such routers do.
static void let_endpoints_use_all_links(Config& c, const Topology& t, config::Section root) {
  if (!c.model().reads("nic", "scheduler") || links_at_once(c, t) == 0) return;
  config::Section nic = root.section("nic"), router = root.section("router");
  if (!nic.has("scheduler")) c.nic.scheduler = SendOrder::round_robin;
  for (const char* key : {"architecture", "preset", "speedup", "arbiter"}) {
    if (router.has(key)) return;
  }
  c.router.architecture = "output-queued";
}

Plan make_plan(Config& c, config::Document& document) {
  Plan plan;
  plan.jobs = open_jobs(c, document);
  plan.topology = try_topology(c, document);
  if (!plan.topology) document.finish();
  plan.model = &c.model();
  plan.can = plan.model->can(c);
  plan.available_bytes = c.run.memory_limit ? static_cast<std::uint64_t>(c.run.memory_limit->n)
                                            : available_memory();
  // Before anything is done for each router.
  refuse_if_too_large(c, least_memory(c, plan), plan.available_bytes, document);
  config::Section root = document.root();
  let_endpoints_use_all_links(c, *plan.topology, root);
  check_link_classes(c, *plan.topology, document);
  plan.faults = plan_faults(c, *plan.topology, document);
  plan.routing = make_routing(c, *plan.topology, plan.faults.failures.get(), document);

  const auto per_node = static_cast<std::uint32_t>(c.nic.per_node);
  const bool has_nodes = check_nodes(*plan.topology, per_node, root.section("nic"));
  if (const std::uint32_t planes = plan.routing ? plan.routing->planes() : 1; per_node % planes != 0) {
    root.section("nic").error(
        "per_node", fmt::format("a node has equally many NICs on each plane: a multiple of {} "
                                "(topology.planes), not {}", planes, per_node));
  }
  if (!has_nodes) document.finish();  // there is nothing to place jobs on
  plan.nodes = plan.topology->endpoints() / per_node;
  plan.placement = place_jobs(c, *plan.topology, plan.jobs, document);
  for (std::uint32_t i = 0; i < c.jobs.size(); ++i) plan.job_numbers.push_back(i);
  check_reachable(c, plan, root);
  check_numbering(c, plan, root);
  if (c.power) {
    config::Section power = root.section("power");
    plan.power = PowerSettings::resolve(*c.power, *plan.topology, &power, link_classes(c, *plan.topology));
    if (c.layout && c.layout->power) plan.power->cables = cable_power(*c.layout, *plan.topology);
  }
  check_needs(c, needs_of(c, plan), root);
  plan.probes = make_probes(c, plan, root.section("statistics"));
  if (plan.routing) plan.model->check_plan(c, plan, root);
  if (c.run.deadlock_check) plan.model->check_waiting(c, root);
  check_patterns(c, plan, root);
  check_collectives(c, *plan.topology, root);
  if (c.compute) c.compute->check_nodes(plan.nodes, root.section("compute"));
  check_servers(c, plan, document);
  if (c.accuracy && !c.accuracy->errors.empty()) {
    plan.errors = make_at(root.section("accuracy"), "errors", document, [&] {
      return std::make_shared<const MachineErrors>(MachineErrors::read(c.accuracy->errors));
    });
  }
  document.finish();

  if (c.run.deadlock_check && (plan.can.waits_for_buffers || plan.can.pauses)) {
    plan.deadlock = check_deadlock(*plan.topology, *plan.routing, c.router.all_vcs(),
                                   {.one_queue = plan.can.pauses}, plan.faults.failures.get());
    if (!plan.deadlock->ok() && plan.can.pauses) {
      root.section(plan.model->section)
          .error("flow_control", in_one_line(plan.deadlock->describe(*plan.topology)) +
                                     "; choose another routing, flow_control 'none', or run it anyway with "
                                     "--allow-deadlock (run.deadlock_check = false)");
      document.finish();
    } else if (!plan.deadlock->ok()) {
      config::Section router = root.section("router");
      router.error("vcs", in_one_line(plan.deadlock->describe(*plan.topology)) +
                              "; raise router.vcs, or run it anyway with --allow-deadlock "
                              "(run.deadlock_check = false)");
      document.finish();
    }
  }
  plan.memory_bytes = estimate_memory(c, plan);
  refuse_if_too_large(c, plan.memory_bytes, plan.available_bytes, document);
  refuse_without_address_space(c, plan, document);
  return plan;
}

Config resolved(const Config& c, const Plan& plan) {
  Config all = c;
  if (!all.routing) all.routing.emplace(routing_name(c, *plan.topology));
  plan.model->resolve(all, plan);
  complete_collectives(all, *plan.topology);
  for (std::size_t i = 0; i < all.jobs.size(); ++i) all.jobs[i].ranks = plan.jobs[i].ranks;
  return all;
}

}  // namespace kasuri
