// SPDX-License-Identifier: MIT
#include "experiment/run/domain.h"

#include <algorithm>

#include "experiment/plan/link_classes.h"
#include "experiment/plan/plan.h"
#include "experiment/plan/planning.h"
#include "network/router/layout.h"
#include "network/routing/traffic_classes.h"

namespace kasuri {
namespace {

// With less, handling events place by place would not pay.
constexpr Time kShortestSweep{1000};

}  // namespace

ProgramTimeOf::ProgramTimeOf(const JobParams& p) {
  CoreContext context;
  if (p.compute == ComputeMode::counted) {
    core = p.core ? p.core->make(context) : config::Choice<TargetCore>("x86-64").make(context);
  }
  time = {p.compute, core.get(), p.compute_factor};
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
  spec.servers = {.gpus = gpus, .nics = nics, .multicast = all.multicast};
  if (gpus > 1) {
    spec.server_of = [gpus, per_node](NodeId n) { return n.v * per_node / gpus; };
  }
}

// Null if nothing fails.
const Failures* failures_of(const Plan& plan) {
  const Failures* const f = plan.faults.failures.get();
  if (!f) return nullptr;
  bool any = f->any();
  for (std::uint32_t e = 0; e < f->epochs(); ++e) any |= f->epoch(e).nics > 0;
  return any ? f : nullptr;
}

}  // namespace

Time request_time(const Config& c) {
  return c.router.request_time();
}

Domain::Domain(const Config& c, const Plan& plan, const Decomposition& decomposition,
               const Lookahead& links, const Lookahead& cut, std::uint16_t part,
               std::span<const Job> jobs)
    : lookahead_(cut) {
  const Topology& topology = *plan.topology;
  fabric_.emplace(Fabric{.partition = partition_,
                         .topology = topology,
                         .routing = *plan.routing,
                         .decomposition = decomposition,
                         .part = part,
                         .vcs = c.router.all_vcs(),
                         .vc_buffer = static_cast<std::int32_t>(c.router.buffer.n),
                         .receive_buffer = static_cast<std::int32_t>(c.nic.receive_buffer.n),
                         .request = request_time(c),
                         .traversal = c.router.switch_traversal_time,
                         .link_classes = link_classes(c, topology),
                         .largest_packet = static_cast<std::int32_t>(c.nic.packet.n),
                         .seed = c.run.seed,
                         .lookahead = links,
                         .channels = PartitionChannels(decomposition.parts()),
                         .failures = failures_of(plan),
                         .retry_time = c.faults ? c.faults->retry_time : Time{0}});
  const bool signals = plan.power && PowerModel::needs_signals(*plan.power);
  const bool flows = plan.fidelity == Fidelity::flow;
  if (links.window(UINT32_MAX) >= kShortestSweep && !signals && !flows) {
    partition_.set_window(links.window(UINT32_MAX), fabric_->router_count());
    // Without routers a message may go from anywhere to anywhere.
    if (decomposition.parts() > 1 && !plan.network) partition_.set_boundary(decomposition.boundary(part));
  }
  const bool watched = plan.power || watches_packets(plan.probes) || plan.faults.degraded.any() ||
                       fabric_->failures;
  RouterContext router_context{*fabric_, c.router, watched, splits_links(plan.probes)};
  routers_ = config::Choice<Routers>(c.router.architecture).make(router_context);
  nics_.emplace(c.nic, *fabric_, plan.job_count());
  if (plan.network) network_.emplace(*plan.network, c.nic, *fabric_, plan.job_count());
  if (flows) {
    flows_.emplace(flow_params(c, plan), c.nic, plan.faults.degraded, *fabric_, plan.job_count());
  }
  Transport& transport = flows_     ? static_cast<Transport&>(*flows_)
                         : network_ ? static_cast<Transport&>(*network_)
                                    : *nics_;
  if (plan.power) {
    power_.emplace(*plan.power, *fabric_);
    fabric_->power = &*power_;
  }

  // Senders: routers, nodes, ranks.
  const auto per_node = static_cast<std::uint32_t>(c.nic.per_node);
  world_ = std::make_unique<mpi::World>(partition_, transport, c.mpi,
                                        SenderId{topology.routers() + plan.nodes}, per_node,
                                        plan.network && plan.network->serial() && per_node == 1,
                                        c.rdma);
  if (c.noise) {
    mpi::NoiseContext context{c.run.seed};
    noise_ = c.noise->make(context);
    world_->add_noise(*noise_);
  }
  const auto is_here = [&topology, &decomposition, part, per_node](NodeId n) {
    return decomposition.owner(topology.router_of({n.v * per_node})) == part;
  };
  const auto place_of = [&topology, &decomposition, per_node](NodeId n) {
    return decomposition.local(topology.router_of({n.v * per_node}));
  };
  if (c.router.classes > 1) {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      nics_->limit_vcs(plan.job_numbers[i],
                       vcs_of_class(jobs[i].params->traffic_class, c.router.vcs));
    }
  }
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
                           .transport = transport,
                           .nodes = placement,
                           .here = pattern_ranks_[i],
                           .places = pattern_places_[i],
                           .first_sender = topology.routers(),
                           .job = plan.job_numbers[i],
                           .seed = c.run.seed,
                           .injection_rate = fabric_->link_classes.back().rate,
                           .topology = &topology,
                           .start = jobs[i].params->start};
    patterns_[i] = jobs[i].params->pattern->make(context);
  }
  Latencies& latencies = flows_     ? flows_->latencies()
                         : network_ ? network_->latencies()
                                    : nics_->latencies();
  RecorderContext watched_here{*fabric_, *world_, *routers_, latencies, {}};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    watched_here.jobs.push_back({plan.job_numbers[i], std::nullopt});
    if (jobs[i].has_ranks()) watched_here.jobs.back().world = world_jobs_[i];
  }
  recorders_.emplace(plan.probes, watched_here);
  const Failures* const failures = fabric_->failures;
  if (!flows && (plan.faults.degraded.any() || (failures && failures->epochs() > 1))) {
    link_faults_.emplace(plan.faults.degraded, failures, *fabric_);
  }
  if (fabric_->power && fabric_->power->scales_rate()) {
    slow_links_.emplace(*fabric_);
    fabric_->slow = &*slow_links_;
  }
  if (power_) count_power_of_jobs(plan, jobs);
  if (flows_) flows_->begin_tracking();
}

// The ranks here, and their places. If each place has one, they are in the order of these.
template <class Here, class Place>
void Domain::find_ranks(std::size_t job, std::span<const NodeId> placement, Here is_here, Place place_of) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t>& ranks = pattern_ranks_[job];
  std::vector<std::uint32_t>& places = pattern_places_[job];
  const auto all = static_cast<std::uint32_t>(placement.size());
  ranks.assign(fabric_->router_count(), kNone);
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
  power_->count_jobs(std::move(all));
}

PowerShare Domain::collect_power(Time end) {
  if (flows_) {
    const FlowTracks& t = flows_->tracks();
    return power_->collect(end, {[this, &t](RouterId r, std::uint32_t port) {
                                   return t.last_tail(fabric_->router(r.v), port);
                                 },
                                 [&t](EndpointId e) { return t.last_tail(e); }});
  }
  return power_->collect(end, {[this](RouterId r, std::uint32_t port) {
                                 return routers_->output(r.v, port).free;
                               },
                               [this](EndpointId e) { return nics_->last_tail(e.v); }});
}

void Domain::start() {
  world_->start();
  for (const auto& pattern : patterns_) {
    if (pattern) pattern->start();
  }
}

LinkTable::Load Domain::output_load(std::uint32_t router, std::uint32_t port) const {
  if (flows_) {
    const FlowNetwork::Load l = flows_->load(fabric_->router(router), port);
    return {l.packets, l.bytes};
  }
  const OutputUse out = routers_->output(router, port);
  const SlowLinks* const slow = fabric_->slow;
  return {out.packets, out.bytes, out.packets && slow ? slow->of_output(router, port) : Time{0}};
}

MemoryUse Domain::memory() const {
  MemoryUse m;
  const RouterLayout layout(fabric_->topology, fabric_->vcs);
  m.nodes = nics_->nodes();
  m.routers = fabric_->router_count() * layout.stride;
  m.nics = nics_->memory_bytes();
  m.packets = fabric_->packets.memory_bytes();
  m.messages = nics_->message_bytes() + (flows_ ? flows_->memory_bytes() : 0);
  m.events = partition_.memory_bytes();
  for (const auto& pattern : patterns_) m.patterns += pattern ? pattern->memory_bytes() : 0;
  for (const auto* tables : {&pattern_ranks_, &pattern_places_}) {
    for (const auto& table : *tables) m.patterns += table.capacity() * sizeof(std::uint32_t);
  }
  return m;
}

void Domain::release_memory() {
  fabric_->packets.release_memory();
  nics_->release_memory();
  partition_.release_memory();
}

void Domain::begin_window(std::uint64_t number) {
  fabric_->channels.begin_window(number);
  nics_->begin_window();
  for (Domain* other : neighbours_) {
    other->fabric_->channels.sent(number - 1, fabric_->part).fetch<false>();
  }
  for (Domain* other : neighbours_) {
    fabric_->take_in(other->fabric_->channels.sent(number - 1, fabric_->part));
  }
  for (const MessageBatch* batch : received_) fabric_->take_in(*batch);
  received_.clear();
}

std::optional<std::uint32_t> Domain::polls_to_come(Time now, Time patience) const {
  if (partition_.pending() > world_->running()) return std::nullopt;
  const auto polls = world_->only_polling(now, patience);
  return polls && *polls == partition_.pending() ? polls : std::nullopt;
}

Lane::Report Domain::end_window() {
  fabric_->channels.close();
  return {.sent = fabric_->channels.earliest(),
          .lookahead = lookahead_.window(nics_->smallest_packet()),
          .stop = partition_.limit()};
}

}  // namespace kasuri
