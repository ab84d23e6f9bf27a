// SPDX-License-Identifier: MIT
#include "sim/machine.h"

#include <fmt/format.h>

#include <cstring>

#include "core/check.h"
#include "router/layout.h"
#include "sim/memory.h"

namespace kasuri {
namespace {

std::string job_name(const JobParams& p) {
  if (!p.name.empty()) return p.name;
  return p.program ? p.program->stem().string() : std::string(p.pattern->name());
}

// The topology's classes, then the terminal links'.
std::vector<LinkClass> link_classes(const Config& c, std::size_t of_topology) {
  const auto flow = [&](BytesPerSecond rate) {
    return Serialisation(std::min(rate, c.router.switch_rate));
  };
  std::vector<LinkClass> all(
      of_topology, {c.link.rate, flow(c.link.rate), c.link.cable_latency, c.link.credit_time});
  const BytesPerSecond rate = c.nic.link_rate.value_or(c.link.rate);
  all.push_back({rate, flow(rate), c.nic.cable_latency.value_or(c.link.cable_latency),
                 c.link.credit_time});
  return all;
}

mpi::JobSpec job_spec(const JobParams& p, const std::string& name,
                      const std::vector<NodeId>& placement, const Program& program) {
  mpi::JobSpec spec;
  spec.name = name;
  spec.ranks = static_cast<int>(placement.size());
  spec.node_of_rank = [&placement](int rank) { return placement[static_cast<std::size_t>(rank)]; };
  spec.program = program.entry();
  spec.arguments = {p.program->string()};
  spec.arguments.insert(spec.arguments.end(), p.args.begin(), p.args.end());
  spec.payload = p.payload;
  return spec;
}

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

std::uint64_t Plan::ranks() const {
  std::uint64_t n = 0;
  for (const auto& job : placement) n += job.size();
  return n;
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
  const RouterLayout layout(*plan.topology, c.router.vcs);
  if (layout.words * 64 > UINT16_MAX + 1u) {
    root.section("router").error(
        "vcs", fmt::format("ports × VCs of a router may be 65,536 at the most, not {}; lower "
                           "router.vcs or the number of endpoints per router",
                           layout.words * 64));
  }
}

Plan make_plan(const Config& c, config::Document& document) {
  Plan plan;
  TopologyContext topology_context;
  plan.topology = c.topology.make(topology_context);
  plan.available_bytes = c.run.memory_limit ? static_cast<std::uint64_t>(c.run.memory_limit->n)
                                            : available_memory();
  // Before anything is done for each router.
  refuse_if_too_large(c, least_memory(c, *plan.topology), plan.available_bytes, document);
  RoutingContext routing_context{*plan.topology, c.router.vcs};
  plan.routing = c.routing.make(routing_context);

  config::Section root = document.root();
  const auto per_node = static_cast<std::uint32_t>(c.nic.per_node);
  for (std::uint32_t r = 0; r < plan.topology->routers(); ++r) {
    if (plan.topology->endpoints_at({r}) % per_node == 0) continue;
    root.section("nic").error(
        "per_node", fmt::format("the {} NICs of a node must attach to one router, but router {} "
                                "has {} endpoints, not a multiple of {}",
                                per_node, r, plan.topology->endpoints_at({r}), per_node));
    break;
  }
  plan.nodes = plan.topology->endpoints() / per_node;
  auto job_sections = root.sections("jobs");
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    plan.placement.push_back(place_ranks(c.jobs[i], plan.nodes, job_sections[i]));
  }
  check_numbering(c, plan, root);
  if (c.power) {
    config::Section power = root.section("power");
    plan.power = PowerSettings::resolve(*c.power, *plan.topology, &power);
  }
  document.finish();

  if (c.run.deadlock_check) {
    plan.deadlock = check_deadlock(*plan.topology, *plan.routing, c.router.vcs);
    if (!plan.deadlock->ok()) {
      config::Section router = root.section("router");
      router.error("vcs", in_one_line(plan.deadlock->describe(*plan.topology)) +
                              "; raise router.vcs, or set run.deadlock_check = false to see it "
                              "happen");
      document.finish();
    }
  }
  plan.memory_bytes = estimate_memory(c, plan);
  refuse_if_too_large(c, plan.memory_bytes, plan.available_bytes, document);
  return plan;
}

Machine::Machine(const Config& c, Plan&& plan, const std::filesystem::path& include_dir)
    : plan_(std::move(plan)) {
  const Topology& topology = *plan_.topology;
  fabric_.emplace(Fabric{.partition = partition_,
                         .topology = topology,
                         .routing = *plan_.routing,
                         .vcs = c.router.vcs,
                         .vc_buffer = static_cast<std::int32_t>(c.router.buffer.n),
                         .receive_buffer = static_cast<std::int32_t>(c.nic.receive_buffer.n),
                         .request = c.router.routing_time + c.router.vc_allocation_time +
                                    c.router.switch_allocation_time,
                         .traversal = c.router.switch_traversal_time,
                         .link_classes = link_classes(c, topology.link_classes().size())});
  RouterContext router_context{*fabric_};
  routers_ = config::Choice<Routers>(c.router.architecture).make(router_context);
  nics_.emplace(c.nic, *fabric_);
  if (plan_.power) {
    power_.emplace(*plan_.power, *fabric_, PartitionScope::whole(topology));
    fabric_->power = &*power_;
  }

  // Senders: routers, nodes, ranks.
  const std::uint32_t first_node = topology.routers();
  world_ = std::make_unique<mpi::World>(partition_, *nics_, c.mpi,
                                        SenderId{first_node + plan_.nodes},
                                        static_cast<std::uint32_t>(c.nic.per_node));
  programs_.reserve(c.jobs.size());
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    const JobParams& p = c.jobs[i];
    Job job{&p, job_name(p), nullptr, 0};
    if (p.program) {
      programs_.push_back(Program::load(*p.program, include_dir));
      job.world_job =
          world_->add_job(job_spec(p, job.name, plan_.placement[i], programs_.back()));
    } else {
      PatternContext context{.partition = partition_,
                             .transport = *nics_,
                             .nodes = plan_.placement[i],
                             .first_sender = first_node,
                             .job = static_cast<std::uint32_t>(i),
                             .seed = c.run.seed,
                             .injection_rate = fabric_->link_classes.back().rate};
      job.pattern = p.pattern->make(context);
    }
    jobs_.push_back(std::move(job));
  }
}

void Machine::start() {
  world_->start();
  for (const Job& job : jobs_) {
    if (job.pattern) job.pattern->start();
  }
}

bool Machine::finished() const {
  if (!world_->finished() || nics_->in_flight() > 0) return false;
  return std::all_of(jobs_.begin(), jobs_.end(),
                     [](const Job& j) { return !j.pattern || j.pattern->finished(); });
}

}  // namespace kasuri
