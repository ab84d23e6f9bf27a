// SPDX-License-Identifier: MIT
#include "sim/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/check.h"
#include "core/host_memory.h"
#include "router/layout.h"
#include "routing/traffic_classes.h"
#include "sim/faults.h"
#include "sim/memory.h"
#include "topology/rails.h"

namespace kasuri {
namespace {

void refuse_if_too_large(const Config& c, std::uint64_t needed, std::uint64_t available,
                         const config::Document& document) {
  if (needed <= available) return;
  const auto size = [](std::uint64_t bytes) {
    return to_string(Bytes{static_cast<std::int64_t>(bytes)});
  };
  throw Error(Exit::limit,
              fmt::format("{}: error: this run needs {} or more, but {} {}; make the machine "
                          "smaller, use fewer ranks, or set run.memory_limit",
                          document.name(), size(needed), size(available),
                          c.run.memory_limit ? "is the limit set by run.memory_limit"
                                             : "of memory are available"));
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

std::vector<LinkClass> link_classes(const Config& c, const Topology& t) {
  const auto link = [&](BytesPerSecond rate, Time cable, Time credit, std::int32_t buffer,
                        std::int32_t output_buffer) {
    return LinkClass{rate, Serialisation(std::min(rate, c.router.switch_rate)), cable, credit,
                     buffer, output_buffer};
  };
  std::vector<LinkClass> all;
  const std::vector<std::string> names = t.link_classes();
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    const LinkFacts facts = t.link_facts(i);
    const auto found = c.link.classes.find(names[i]);
    const LinkClassParams own = found == c.link.classes.end() ? LinkClassParams{} : found->second;
    const Time cable = facts.cable_latency.value_or(c.link.cable_latency);
    all.push_back(link(own.rate.value_or(facts.rate.value_or(c.link.rate)),
                       own.cable_latency.value_or(cable),
                       own.credit_time.value_or(c.link.credit_time),
                       static_cast<std::int32_t>(own.buffer.value_or(Bytes{0}).n),
                       static_cast<std::int32_t>(own.output_buffer.value_or(Bytes{0}).n)));
  }
  all.push_back(link(c.nic.link_rate.value_or(c.link.rate),
                     c.nic.cable_latency.value_or(c.link.cable_latency), c.link.credit_time, 0, 0));
  return all;
}

void check_link_classes(const Config& c, const Topology& t, config::Document& document) {
  config::Section link = document.root().section("link");
  const std::vector<std::string> known = t.link_classes();
  for (const auto& [name, params] : c.link.classes) {
    if (name == "terminal") {
      link.error(name, "links between routers and NICs are set by nic.link_rate and "
                       "nic.cable_latency");
    } else if (std::ranges::find(known, name) == known.end()) {
      link.error(name, fmt::format("unknown link class '{}'{}; {} has: {}", name,
                                   config::did_you_mean(name, known), t.describe(),
                                   config::join(known)));
    } else if (params.buffer && *params.buffer < c.nic.packet) {
      link.section(name).error(
          "buffer", fmt::format("virtual cut-through needs room for a whole packet: at least {} "
                                "(nic.packet), not {}",
                                to_string(c.nic.packet), to_string(*params.buffer)));
    }
    if (!params.output_buffer) continue;
    if (!c.router.queues_at_outputs()) {
      link.section(name).error(
          "output_buffer", fmt::format("{} routers have no queues of virtual channels at their outputs: "
                                       "leave it out, or set router.architecture",
                                       c.router.architecture));
    } else if (*params.output_buffer < c.nic.packet) {
      link.section(name).error(
          "output_buffer", fmt::format("an output holds whole packets: at least {} (nic.packet), not {}",
                                       to_string(c.nic.packet), to_string(*params.output_buffer)));
    }
  }
}

std::uint64_t Plan::ranks() const {
  std::uint64_t n = 0;
  for (const auto& job : placement) n += job.size();
  return n;
}

std::size_t Plan::job_count() const {
  return job_numbers.empty() ? 0 : std::ranges::max(job_numbers) + std::size_t{1};
}

void Plan::keep_only(std::size_t job) {
  placement = {placement[job]};
  job_numbers = {job_numbers[job]};
}

// The limits of 30-bit sender ids and of 16-bit indices of a router's input VCs.
static void check_numbering(const Config& c, const Plan& plan, config::Section root) {
  const std::uint64_t senders = std::uint64_t{plan.topology->routers()} + plan.nodes + plan.ranks();
  if (senders >= std::uint64_t{1} << 30) {
    root.section("topology")
        .error("extents", fmt::format("{} routers, nodes and ranks together are more than the {} "
                                      "that can be numbered",
                                      senders, (1u << 30) - 1));
  }
  const RouterLayout layout(*plan.topology, c.router.all_vcs());
  if (layout.input_vcs() > UINT16_MAX + 1u) {
    root.section("router").error(
        "vcs", fmt::format("ports × VCs of a router may be 65,536 at the most, not {}; lower "
                           "router.vcs or the number of endpoints per router",
                           layout.input_vcs()));
  }
}

// What speaks of a file of its own is complete; what does not gets its place here.
static void report_at(const Error& e, config::Section section, std::string_view key,
                      config::Document& document) {
  if (std::string_view(e.what()).find("error: ") != std::string::npos) return;
  if (e.code() == Exit::limit) {
    throw Error(e.code(), fmt::format("{}: error: {}", document.name(), e.what()));
  }
  if (e.code() != Exit::usage) return;
  section.error(key, e.what());
  document.finish();
}

std::unique_ptr<Topology> make_topology(const Config& c, config::Document& document) {
  TopologyContext context;
  try {
    return c.topology.make(context);
  } catch (const Error& e) {
    report_at(e, document.root().section("topology"), "type", document);
    throw;
  }
}

// The one that is configured, or the topology's usual one, for each class of traffic. What that refuses is
// reported where it, or else the topology, was chosen.
static std::unique_ptr<Routing> make_routing(const Config& c, const Topology& t,
                                             const Failures* failures, config::Document& document) {
  RoutingContext context{t, c.router.vcs, failures};
  try {
    auto made = c.routing ? c.routing->make(context)
                          : config::Choice<Routing>(t.usual_routing()).make(context);
    const auto* const rails = dynamic_cast<const Rails*>(&t);
    if (rails && made->planes() != rails->planes()) {
      throw Error(Exit::usage, fmt::format("routing '{}' would lead packets from one plane to another; use "
                                           "'rails', with it as routing.inner",
                                           c.routing->name()));
    }
    if (failures && failures->any() && rails) {
      throw Error(Exit::usage,
                  "several planes cannot have links or routers that fail, since no routing goes around "
                  "them plane by plane; NICs can (faults.failures.nics), and nodes then use their others");
    }
    if (failures && failures->any() && !made->avoids_failures()) {
      throw Error(Exit::usage,
                  fmt::format("routing '{}' does not go around what has failed; use 'detour', which goes "
                              "around it and else its ways, 'shortest-paths', or 'tables' without a "
                              "file",
                              c.routing ? c.routing->name() : t.usual_routing()));
    }
    if (c.router.classes == 1) return made;
    return std::make_unique<TrafficClasses>(std::move(made), c.router.vcs, c.router.classes);
  } catch (const Error& e) {
    report_at(e, document.root().section(c.routing ? "routing" : "topology"), "type", document);
    throw;
  }
}

static std::unique_ptr<MessageModel> make_network(const Config& c, const Topology& t,
                                                  config::Document& document) {
  MessageModelContext context{t, c.nic.link_rate.value_or(c.link.rate)};
  try {
    return c.network->make(context);
  } catch (const Error& e) {
    document.root().section("network").error("", e.what());
    document.finish();
    throw;
  }
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
    if (!c.jobs[i].pattern) continue;
    Partition partition;
    Nowhere nowhere;
    PatternContext context{.partition = partition, .transport = nowhere, .nodes = plan.placement[i],
                           .here = {}, .places = {}, .first_sender = 0, .job = 0, .seed = 0,
                           .injection_rate = c.link.rate, .topology = plan.topology.get()};
    try {
      c.jobs[i].pattern->make(context);
    } catch (const Error& e) {
      if (e.code() != Exit::usage) throw;
      sections[i].error("pattern", e.what());
    }
  }
}

// Bubble flow control lets packets into a ring only where two of the largest size have room.
static void check_bubbles(const Config& c, const Plan& plan, config::Section root) {
  if (!plan.routing->counts_packets()) return;
  const Bytes needed = c.nic.packet * 2;
  const std::string why = fmt::format("routing '{}' needs room for two of the largest packets: at "
                                      "least {}", c.routing->name(), to_string(needed));
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
        "output_pool", fmt::format("routing '{}' keeps a place free in each virtual channel, which others "
                                   "would take from the pool: leave it out and raise output_buffer",
                                   c.routing->name()));
  }
}

// A rank of the trace is a rank of the job.
static void open_traces(Config& c, config::Document& document) {
  auto sections = document.root().sections("jobs");
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    JobParams& job = c.jobs[i];
    if (!job.trace) continue;
    trace::ReplayParams replay = job.replay.value_or(trace::ReplayParams{});
    replay.iterations = job.iterations;
    job.opened = trace::open(*job.trace, replay);
    const auto ranks = static_cast<std::uint32_t>(job.opened->ranks());
    if (job.ranks && *job.ranks != ranks) {
      sections[i].error("ranks", fmt::format("the trace has {} ranks, not {}", ranks, *job.ranks));
    }
    job.ranks = ranks;
  }
  document.finish();
}

// A motif that has a grid says how many ranks there are.
static void make_motifs(Config& c, config::Document& document) {
  auto sections = document.root().sections("jobs");
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    JobParams& job = c.jobs[i];
    if (!job.motif) continue;
    MotifContext context{job.ranks};
    try {
      job.made = job.motif->make(context);
      job.ranks = job.made->ranks();
    } catch (const Error& e) {
      sections[i].error("motif", e.what());
    }
  }
  document.finish();
}

Plan make_plan(Config& c, config::Document& document) {
  Plan plan;
  open_traces(c, document);
  make_motifs(c, document);
  plan.topology = make_topology(c, document);
  plan.available_bytes = c.run.memory_limit ? static_cast<std::uint64_t>(c.run.memory_limit->n)
                                            : available_memory();
  // Before anything is done for each router.
  refuse_if_too_large(c, least_memory(c, *plan.topology), plan.available_bytes, document);
  config::Section root = document.root();
  check_link_classes(c, *plan.topology, document);
  plan.faults = plan_faults(c, *plan.topology, document);
  plan.routing = make_routing(c, *plan.topology, plan.faults.failures.get(), document);
  if (c.network) plan.network = make_network(c, *plan.topology, document);

  const auto per_node = static_cast<std::uint32_t>(c.nic.per_node);
  for (std::uint32_t r = 0; r < plan.topology->routers(); ++r) {
    if (plan.topology->endpoints_at({r}) % per_node == 0) continue;
    root.section("nic").error(
        "per_node", fmt::format("the {} NICs of a node must attach to one router, but router {} "
                                "has {} endpoints, not a multiple of {}",
                                per_node, r, plan.topology->endpoints_at({r}), per_node));
    document.finish();  // there are no nodes to place jobs on
  }
  if (const std::uint32_t planes = plan.routing->planes(); per_node % planes != 0) {
    root.section("nic").error(
        "per_node", fmt::format("a node has as many NICs on each plane: a multiple of {} "
                                "(topology.planes), not {}", planes, per_node));
  }
  plan.nodes = plan.topology->endpoints() / per_node;
  plan.placement = place_jobs(c, *plan.topology, document);
  for (std::uint32_t i = 0; i < c.jobs.size(); ++i) plan.job_numbers.push_back(i);
  check_reachable(c, plan, root);
  check_numbering(c, plan, root);
  if (c.power) {
    config::Section power = root.section("power");
    plan.power = PowerSettings::resolve(*c.power, *plan.topology, &power);
  }
  plan.probes = make_probes(c.statistics, plan, c.run.time_limit, root.section("statistics"));
  document.finish();

  check_bubbles(c, plan, root);
  check_patterns(c, plan, root);
  document.finish();
  if (c.run.deadlock_check && !c.network) {
    plan.deadlock = check_deadlock(*plan.topology, *plan.routing, c.router.all_vcs(), {},
                                   plan.faults.failures.get());
    if (!plan.deadlock->ok()) {
      config::Section router = root.section("router");
      router.error("vcs", in_one_line(plan.deadlock->describe(*plan.topology)) +
                              "; raise router.vcs, or see it happen with --allow-deadlock "
                              "(run.deadlock_check = false)");
      document.finish();
    }
  }
  plan.memory_bytes = estimate_memory(c, plan);
  refuse_if_too_large(c, plan.memory_bytes, plan.available_bytes, document);
  return plan;
}

}  // namespace kasuri
