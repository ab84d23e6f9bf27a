// SPDX-License-Identifier: MIT
#include "experiment/plan/planning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/core/check.h"
#include "base/core/host_memory.h"
#include "base/engine/address_space.h"
#include "network/flow/expected_error.h"
#include "experiment/plan/collectives.h"
#include "experiment/plan/fault_plan.h"
#include "experiment/plan/link_classes.h"
#include "experiment/plan/memory_estimate.h"
#include "experiment/plan/placement.h"
#include "network/power/model.h"
#include "network/router/layout.h"
#include "network/routing/traffic_classes.h"
#include "network/topology/rails.h"

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
static std::unique_ptr<Routing> make_routing(const Config& c, const Topology& t,
                                             const Failures* failures, config::Document& document) {
  RoutingContext context{t, c.router.vcs, failures};
  const auto make = [&]() -> std::unique_ptr<Routing> {
    auto made = c.routing ? c.routing->make(context)
                          : config::Choice<Routing>(t.usual_routing()).make(context);
    const auto* const rails = dynamic_cast<const Rails*>(&t);
    if (rails && made->planes() != rails->planes()) {
      throw Error(Exit::usage, fmt::format("routing '{}' would send packets from one plane to another; use "
                                           "'rails' with this routing as routing.inner",
                                           c.routing->name()));
    }
    if (failures && failures->any() && rails) {
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
    return std::make_unique<TrafficClasses>(std::move(made), c.router.vcs, c.router.classes);
  };
  return make_at(document.root().section(c.routing ? "routing" : "topology"), "type", document, make);
}

static std::unique_ptr<MessageModel> make_network(const Config& c, const Topology& t,
                                                  config::Document& document) {
  MessageModelContext context{t, endpoint_rate(c, t)};
  return make_at(document.root().section("network"), "", document, [&] {
    return c.network.value_or(config::Choice<MessageModel>("loggp")).make(context);
  });
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

// Flits of packets of all virtual channels enter the buffer of a NIC in turn, and none leaves it before its
// packet is whole: one must have space for its last flit when all others lack theirs.
static void check_receive_buffers(const Config& c, config::Section root) {
  if (!c.run.deadlock_check || !c.router.moves_flits()) return;
  const Bytes last{(c.nic.packet.n - 1) % c.router.flit.n + 1};
  const Bytes least = last + (c.nic.packet - last) * c.router.all_vcs();
  if (c.nic.receive_buffer >= least) return;
  root.section("nic").error(
      "receive_buffer",
      fmt::format("packets of the {} virtual channels would wait for the rest of each other there: with {} "
                  "routers at least {} B, not {} B; or lower nic.packet or router.vcs, or run it anyway "
                  "with --allow-deadlock (run.deadlock_check = false)",
                  c.router.all_vcs(), c.router.architecture, least.n, c.nic.receive_buffer.n));
}

// Wormholes hold channels of several routers at a time.
static void check_wormholes(const Config& c, const Plan& plan, config::Section root) {
  if (!c.router.moves_flits() || plan.fidelity != Fidelity::packet) return;
  const std::string name = routing_name(c, *plan.topology);
  if (plan.routing->counts_packets()) {
    root.section("routing").error(
        "type", fmt::format("routing '{}' counts on buffers for whole packets, which {} routers do not "
                            "wait for; choose another, or router.architecture = \"input-queued\"",
                            name, c.router.architecture));
  } else if (plan.routing->escape_vcs() && !c.router.wait_for_tail_credit) {
    root.section("router").error(
        "wait_for_tail_credit", fmt::format("the escape channels of routing '{}' need virtual channels "
                                            "with one packet each: set wait_for_tail_credit = true", name));
  }
}

// Bubble flow control lets packets into a ring only where two of the largest size have room.
static void check_bubbles(const Config& c, const Plan& plan, config::Section root) {
  if (!plan.routing->counts_packets() || plan.fidelity != Fidelity::packet) return;
  const Bytes needed = c.nic.packet * 2;
  const std::string why = fmt::format("routing '{}' needs space for two of the largest packets: at least "
                                      "{}", c.routing->name(), to_string(needed));
  if (c.router.buffer < needed) root.section("router").error("buffer", why);
  config::Section link = root.section("link");
  for (const auto& [name, params] : c.link.classes) {
    if (params.buffer && *params.buffer < needed) link.section(name).error("buffer", why);
    if (params.output_buffer && *params.output_buffer < needed) {
      link.section(name).error("output_buffer", why);
    }
  }
  if (!c.router.queues_at_outputs()) return;
  if (c.router.output_buffer < needed) root.section("router").error("output_buffer", why);
  if (c.router.output_pool.n > 0) {
    root.section("router").error(
        "output_pool", fmt::format("routing '{}' keeps space free in each virtual channel, which other "
                                   "channels would take from the pool: remove this key and raise "
                                   "output_buffer",
                                   c.routing->name()));
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
    ProbeContext context{name, *plan.topology, plan.fidelity == Fidelity::packet, ranks, c.run.time_limit,
                         statistics.section(name)};
    probes.push_back(choice.make(context));
  }
  return probes;
}

// Messages at flow level send no signals ahead, and links keep their rates.
static void check_power_of_flows(const PowerSettings& s, config::Section& power) {
  const char* const instead = "at flow level; choose another, or set fidelity = \"packet\"";
  if (s.params.directions == Directions::joint) {
    power.error("directions",
                fmt::format("the directions of a link know nothing of each other {}", instead));
  } else if (PowerModel::needs_signals(s)) {
    power.error("policy", fmt::format("no policy wakes links ahead of messages {}", instead));
  }
  if (PowerModel::scales_rate(s)) {
    power.error("policy", fmt::format("no policy changes links' rates {}", instead));
  }
}

// What has failed before the run, and slow links, are known when shares are computed.
static void check_faults_of_flows(const FaultPlan& f, config::Section& faults) {
  const char* const instead = "set fidelity = \"packet\"";
  if (f.failures && f.failures->epochs() > 1) {
    faults.error("failures",
                 fmt::format("at flow level nothing fails or comes back during a run, since flows keep "
                             "their paths: leave out 'at' and 'until', or {}", instead));
  }
  const auto makes_errors = [](const LinkFault& x) { return x.bit_error_rate > 0; };
  if (std::ranges::any_of(f.degraded.by_class, makes_errors) ||
      std::ranges::any_of(f.degraded.exceptions, makes_errors, &LinkFaultTable::Exception::fault)) {
    faults.error("degraded",
                 fmt::format("at flow level links make no errors, which hit packets one by one: leave out "
                             "'bit_error_rate', or {}", instead));
  }
}

// What a motif computes by the formula of a server's own links must be within one.
static void check_servers(const Config& c, const Plan& plan, config::Document& document) {
  const std::uint32_t gpus = plan.topology->servers().endpoints;
  if (gpus < 2) return;  // the topology does not say what a server is
  auto sections = document.root().sections("jobs");
  const auto server = [&](NodeId n) { return n.v * static_cast<std::uint32_t>(c.nic.per_node) / gpus; };
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    const std::uint32_t together = plan.jobs[i].motif ? plan.jobs[i].motif->in_one_server() : 1;
    const auto& nodes = plan.placement[i];
    for (std::size_t r = 0; together > 1 && r < nodes.size(); ++r) {
      const std::size_t first = r - r % together;
      if (server(nodes[r]) == server(nodes[first])) continue;
      sections[i].section("motif").error(
          "merge_inside",
          fmt::format("the {} ranks from {} on are one group of tensor parallelism, but rank {} is on "
                      "server {} and rank {} on server {}, of {} GPUs: choose another tp or placement, or "
                      "simulate these collectives (merge_inside = false)",
                      together, first, first, server(nodes[first]), r, server(nodes[r]), gpus));
      break;
    }
  }
}

Plan make_plan(const Config& c, config::Document& document) {
  Plan plan;
  plan.jobs = open_jobs(c, document);
  plan.topology = try_topology(c, document);
  if (!plan.topology) document.finish();
  plan.available_bytes = c.run.memory_limit ? static_cast<std::uint64_t>(c.run.memory_limit->n)
                                            : available_memory();
  // Before anything is done for each router.
  refuse_if_too_large(c, least_memory(c, plan), plan.available_bytes, document);
  config::Section root = document.root();
  check_link_classes(c, *plan.topology, document);
  plan.faults = plan_faults(c, *plan.topology, document);
  if (c.faults && c.level() == Fidelity::flow) {
    config::Section faults = root.section("faults");
    check_faults_of_flows(plan.faults, faults);
  }
  plan.routing = make_routing(c, *plan.topology, plan.faults.failures.get(), document);
  plan.fidelity = c.level();
  if (plan.fidelity == Fidelity::message) plan.network = make_network(c, *plan.topology, document);

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
    plan.power = PowerSettings::resolve(*c.power, *plan.topology, &power);
    if (c.layout && c.layout->power) plan.power->cables = cable_power(*c.layout, *plan.topology);
    if (plan.fidelity == Fidelity::flow) check_power_of_flows(*plan.power, power);
  }
  plan.probes = make_probes(c, plan, root.section("statistics"));
  if (plan.routing) {
    check_wormholes(c, plan, root);
    if (plan.fidelity == Fidelity::packet) check_receive_buffers(c, root);
    check_bubbles(c, plan, root);
  }
  check_patterns(c, plan, root);
  check_collectives(c, *plan.topology, root);
  check_servers(c, plan, document);
  document.finish();

  if (c.run.deadlock_check && plan.fidelity == Fidelity::packet) {
    plan.deadlock = check_deadlock(*plan.topology, *plan.routing, c.router.all_vcs(), {},
                                   plan.faults.failures.get());
    if (!plan.deadlock->ok()) {
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

std::string routing_name(const Config& c, const Topology& t) {
  return std::string(c.routing ? c.routing->name() : t.usual_routing());
}

std::string routing_of_paths(const Config& c, const Plan& plan) {
  const std::string_view inner = plan.routing ? plan.routing->inner_name() : std::string_view();
  return inner.empty() ? routing_name(c, *plan.topology) : std::string(inner);
}

FlowParams flow_params(const Config& c, const Plan& plan) {
  FlowParams p = c.flow.value_or(FlowParams{});
  if (!p.efficiency) p.efficiency = effective_capacity(c.topology.name(), routing_of_paths(c, plan));
  return p;
}

Config resolved(const Config& c, const Plan& plan) {
  Config all = c;
  if (!all.routing) all.routing.emplace(routing_name(c, *plan.topology));
  if (c.level() == Fidelity::flow) all.flow = flow_params(c, plan);
  if (c.level() == Fidelity::message && !all.network) all.network.emplace("loggp");
  all.mpi.name_algorithms();
  for (std::size_t i = 0; i < all.jobs.size(); ++i) all.jobs[i].ranks = plan.jobs[i].ranks;
  return all;
}

}  // namespace kasuri
