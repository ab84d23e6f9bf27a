// SPDX-License-Identifier: MIT
#include "experiment/run/domain.h"

#include <algorithm>

#include "mpi/ranks/program_threads.h"
#include "network/model/link_classes.h"
#include "network/model/network_model.h"
#include "network/power/model.h"
#include "experiment/plan/collectives.h"
#include "experiment/plan/plan.h"
#include "experiment/run/server_links.h"
#include "mpi/ranks/stream_runner.h"
#include "mpi/ranks/world.h"
#include "experiment/probe/recorders.h"
#include "experiment/probe/probe.h"
#include "workload/traces/trace.h"
#include "workload/motifs/motif.h"
#include "workload/patterns/pattern.h"

namespace kasuri {

ProgramTimeOf::ProgramTimeOf(const JobParams& p) {
  CoreContext context;
  if (p.compute == ComputeMode::counted) {
    core = p.core ? p.core->make(context) : config::Choice<TargetCore>("x86-64").make(context);
  }
  time = {p.compute, core.get(), p.compute_factor, p.threads_per_rank};
}

namespace {

mpi::JobSpec job_spec(const Job& job, const PlannedJob& planned, const Program* program,
                      std::uint32_t epoch, std::span<const NodeId> placement,
                      std::function<bool(NodeId)> is_here,
                      std::function<std::uint32_t(NodeId)> place_of) {
  const JobParams& p = *job.params;
  const auto node = [placement](int rank) { return placement[static_cast<std::size_t>(rank)]; };
  mpi::JobSpec spec;
  spec.name = job.name;
  spec.ranks = static_cast<int>(placement.size());
  spec.node_of_rank = node;
  spec.is_here = [node, is_here = std::move(is_here)](int rank) { return is_here(node(rank)); };
  spec.place_of_rank = [node, place_of = std::move(place_of)](int rank) {
    return place_of(node(rank));
  };
  if (program) {
    spec.program = program->entry();
    spec.globals = program->globals();
    spec.is_mpi = program->is_mpi();
    spec.open_library = program->open_library();
    spec.threads = program->is_mpi() ? static_cast<int>(p.threads_per_rank) : 1;
    spec.computes = program->is_mpi() && p.compute != ComputeMode::declared;
    spec.arguments = {p.program->string()};
    spec.arguments.insert(spec.arguments.end(), p.args.begin(), p.args.end());
  } else if (planned.motif) {
    spec.streams = [motif = planned.motif](int rank, int) {
      return motif->stream(static_cast<std::uint32_t>(rank));
    };
    spec.communicators = planned.motif->communicators();
    spec.meetings = planned.motif->has_steps();
  } else {
    spec.streams = [trace = planned.trace](int rank, int) { return trace->stream(rank); };
    spec.communicators = planned.trace->communicators();
  }
  spec.payload = p.payload;
  if (p.collectives) spec.collectives = *p.collectives;
  spec.start = p.start;
  spec.epoch = epoch;
  spec.runs = planned.trace && planned.trace->loops() ? 1 : p.iterations;
  return spec;
}

// Which nodes are one server, for collectives between GPUs.
void tell_servers(mpi::JobSpec& spec, const Config& c, const Topology& topology) {
  const mpi::NcclParams& p = c.mpi.nccl;
  const Servers all = topology.servers();
  const auto per_node = static_cast<std::uint32_t>(c.nic.per_node);
  const std::uint32_t of_topology = all.endpoints > 1 ? all.endpoints : 1;
  const std::uint32_t gpus = p.gpus_per_server ? p.gpus_per_server : of_topology;
  const std::uint32_t nics = p.nics_per_server ? p.nics_per_server
                             : p.gpus_per_server || all.endpoints <= 1 ? std::max(gpus, per_node)
                                                                       : all.nics;
  const Topology* const network = all.network                     ? all.network
                                  : gpus == topology.endpoints() ? &topology
                                                                  : nullptr;
  spec.servers = {.gpus = gpus, .nics = nics, .multicast = all.multicast, .links = nullptr};
  spec.servers.data = 1 - static_cast<double>(c.nic.header.n) / static_cast<double>(c.nic.packet.n);
  if (const BytesPerSecond nic = rate_of_nic(c, topology); nic < kUnlimited) {
    const double all = static_cast<double>(nic.n) * std::max(1u, nics / gpus);  // of a GPU
    spec.servers.nic_rate = {static_cast<std::int64_t>(all * spec.servers.data)};
  }
  if (network && gpus > 1 && network->endpoints() == gpus) {
    const std::vector<LinkClass> classes = link_classes(c, topology);
    spec.servers.links = links_within(*network, classes);
    // With the cables and overheads of the endpoints.
    const Time ends =
        classes.back().cable * 2 + c.nic.send_overhead + c.nic.receive_overhead;
    const Time router = c.router.request_time() + c.router.switch_traversal_time;
    spec.servers.nearest = ends + nearest_within(*network, classes, router);
    spec.servers.next = std::max(c.nic.send_overhead, c.nic.receive_overhead);
  }
  if (gpus > 1) {
    spec.server_of = [gpus, per_node](NodeId n) { return n.v * per_node / gpus; };
  }
}

std::unique_ptr<NetworkPart> build_network(const Config& c, const Plan& plan, Partition& partition,
                                          const Decomposition& decomposition, const Lookahead& links,
                                          std::uint16_t part, std::span<const Job> jobs) {
  std::vector<std::uint32_t> classes(plan.job_count());
  bool in_time_order = false;  // no place ahead of others: who sends by callbacks does so for any node
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    classes[plan.job_numbers[i]] = jobs[i].params->traffic_class;
    const auto& pattern = jobs[i].params->pattern;
    in_time_order |= pattern && pattern->name() == "external";
  }
  return plan.model->build({.settings = c,
                            .plan = plan,
                            .partition = partition,
                            .decomposition = decomposition,
                            .part = part,
                            .links = in_time_order ? Lookahead::constant(Time{1}) : links,
                            .jobs = plan.job_count(),
                            .traffic_classes = std::move(classes),
                            .seed = c.run.seed,
                            .watches_packets = watches_packets(plan.probes),
                            .splits_links = splits_links(plan.probes)});
}

}  // namespace

Domain::Domain(const Config& c, const Plan& plan, const Decomposition& decomposition,
               const Lookahead& links, const Lookahead& cut, std::uint16_t part,
               std::span<const Job> jobs)
    : lookahead_(cut),
      network_(build_network(c, plan, partition_, decomposition, links, part, jobs)) {
  // Senders: routers, nodes, ranks.
  const auto per_node = static_cast<std::uint32_t>(c.nic.per_node);
  world_ = std::make_unique<mpi::World>(partition_, network_->transport(), c.mpi,
                                        SenderId{plan.topology->routers() + plan.nodes}, per_node,
                                        network_->keeps_order(), c.rdma);
  if (c.noise) {
    mpi::NoiseContext context{c.run.seed};
    noise_ = c.noise->make(context);
  }
  if (c.compute) rates_ = std::make_unique<mpi::ComputeRates>(*c.compute, c.run.seed);
  world_->set_speed({noise_.get(), rates_.get()});
  add_jobs(c, plan, jobs);
  add_recorders(plan, jobs);
  network_->begin();
  if (network_->power()) count_power_of_jobs(plan, jobs);
}

void Domain::run_here() { mpi::ProgramThreads::run_here(*world_); }

bool Job::has_ranks() const { return !params->pattern; }

std::vector<std::vector<Table>> Domain::probe_tables() { return recorders_->take(); }

Domain::~Domain() = default;

void Domain::add_jobs(const Config& c, const Plan& plan, std::span<const Job> jobs) {
  const MachinePart& machine = network_->machine();
  const Topology& topology = machine.topology;
  const Decomposition& decomposition = machine.decomposition;
  const auto per_node = static_cast<std::uint32_t>(c.nic.per_node);
  const auto is_here = [&topology, &decomposition, part = machine.part, per_node](NodeId n) {
    return decomposition.owner(topology.router_of({n.v * per_node})) == part;
  };
  const auto place_of = [&topology, &decomposition, per_node](NodeId n) {
    return decomposition.local(topology.router_of({n.v * per_node}));
  };
  patterns_.resize(jobs.size());
  pattern_places_.resize(jobs.size());
  pattern_ranks_.resize(jobs.size());
  world_jobs_.resize(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::span<const NodeId> placement = plan.placement[i];
    if (jobs[i].has_ranks()) {
      // A data segment that is exchanged at each switch serves one thread: each part has its own. What is
      // compiled is compiled once, not by all threads at a time.
      const JobParams& p = *jobs[i].params;
      const bool has_own_globals = p.program && jobs[i].program->globals();
      if (has_own_globals) {
        own_programs_.push_back(jobs[i].program->again(ProgramTimeOf(p).time));
      }
      const Program* program = !p.program          ? nullptr
                               : has_own_globals   ? &own_programs_.back()
                                                   : &*jobs[i].program;
      mpi::JobSpec spec =
          job_spec(jobs[i], plan.jobs[i], program, c.run.epoch, placement, is_here, place_of);
      spec.number = static_cast<std::uint16_t>(plan.job_numbers[i]);
      tell_servers(spec, c, topology);
      world_jobs_[i] = world_->add_job(std::move(spec));
      continue;
    }
    find_ranks(i, placement, is_here, place_of);
    PatternContext context{.partition = partition_,
                           .transport = network_->transport(),
                           .nodes = placement,
                           .here = pattern_ranks_[i],
                           .places = pattern_places_[i],
                           .first_sender = topology.routers(),
                           .job = plan.job_numbers[i],
                           .seed = c.run.seed,
                           .injection_rate = machine.link_classes.back().rate,
                           .topology = &topology,
                           .start = jobs[i].params->start,
                           .loops_back = c.nic.loopback == "router" &&
                                         plan.model->reads("nic", "loopback")};
    if (c.measure) context.usual_duration = c.measure->longest();
    patterns_[i] = jobs[i].params->pattern->make(context);
  }
}

void Domain::add_recorders(const Plan& plan, std::span<const Job> jobs) {
  RecorderContext here{network_->machine(), network_->fabric(), *world_, network_->routers(),
                       network_->latencies(), {}};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    here.jobs.push_back({plan.job_numbers[i], std::nullopt});
    if (jobs[i].has_ranks()) here.jobs.back().world = world_jobs_[i];
  }
  recorders_ = std::make_unique<Recorders>(plan.probes, here);
}

// The ranks here, and their places. If each place has one, they are in the order of these.
template <class Here, class Place>
void Domain::find_ranks(std::size_t job, std::span<const NodeId> placement, Here is_here, Place place_of) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t>& ranks = pattern_ranks_[job];
  std::vector<std::uint32_t>& places = pattern_places_[job];
  const auto all = static_cast<std::uint32_t>(placement.size());
  ranks.assign(network_->machine().router_count(), kNone);
  for (std::uint32_t rank = 0; rank < all; ++rank) {
    if (is_here(placement[rank])) ranks[place_of(placement[rank])] = rank;
  }
  const auto here = std::ranges::count_if(placement, is_here);
  if (here == std::ssize(ranks) && std::ranges::count(ranks, kNone) == 0) return;
  ranks.clear();
  for (std::uint32_t rank = 0; rank < all; ++rank) {
    if (!is_here(placement[rank])) continue;
    ranks.push_back(rank);
    places.push_back(place_of(placement[rank]));
  }
  ranks.shrink_to_fit();
}

void Domain::count_power_of_jobs(const Plan& plan, std::span<const Job> jobs) {
  JobUse::Jobs all{std::vector<Time>(plan.job_count()), {}};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    all.starts[plan.job_numbers[i]] = jobs[i].params->start;
  }
  if (jobs.size() == 1) all.only = plan.job_numbers[0];
  network_->power()->count_jobs(std::move(all));
}

void Domain::start() {
  world_->start();
  for (const auto& pattern : patterns_) {
    if (pattern) pattern->start();
  }
}

MemoryUse Domain::memory() const {
  const NetworkMemory n = network_->memory();
  MemoryUse m;
  m.nodes = n.nodes;
  m.routers = n.routers;
  m.nics = n.nics;
  m.packets = n.packets;
  m.messages = n.messages;
  m.events = partition_.memory_bytes();
  for (const auto& pattern : patterns_) m.patterns += pattern ? pattern->memory_bytes() : 0;
  for (const auto* tables : {&pattern_ranks_, &pattern_places_}) {
    for (const auto& table : *tables) m.patterns += table.capacity() * sizeof(std::uint32_t);
  }
  return m;
}

void Domain::release_memory() {
  network_->release_memory();
  partition_.release_memory();
}

void Domain::begin_window(std::uint64_t number) {
  Crossings* const crossings = network_->crossings();
  if (!crossings) return;
  crossings->begin_window(number);
  network_->begin_window();
  for (Domain* other : neighbours_) crossings->fetch(*other->network_->crossings(), number - 1);
  for (Domain* other : neighbours_) crossings->take(*other->network_->crossings(), number - 1);
  crossings->take_received();
}

std::optional<std::uint32_t> Domain::polls_to_come(Time now, Time patience) const {
  if (partition_.pending() > world_->running()) return std::nullopt;
  const auto polls = world_->only_polling(now, patience);
  return polls && *polls == partition_.pending() ? polls : std::nullopt;
}

Lane::Report Domain::end_window() {
  Crossings* const crossings = network_->crossings();
  if (crossings) crossings->close();
  return {.sent = crossings ? crossings->earliest() : kNever,
          .lookahead = lookahead_.window(network_->smallest_packet()),
          .stop = partition_.limit()};
}

mpi::JobResult Domain::result(std::size_t job) const { return world_->result(world_jobs_[job]); }

double Domain::share_done(std::size_t job) const { return world_->streams().share_done(world_jobs_[job]); }

}  // namespace kasuri
