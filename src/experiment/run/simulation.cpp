// SPDX-License-Identifier: MIT
#include "experiment/run/simulation.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <set>

#include "base/core/host_memory.h"
#include "base/core/streams.h"
#include "mpi/ranks/program_heap.h"
#include "network/model/credits.h"
#include "network/model/link_classes.h"
#include "experiment/plan/plan_text.h"
#include "experiment/run/collected_results.h"
#include "experiment/run/event_loop.h"
#include "experiment/run/flow_run.h"
#include "experiment/run/machine_accuracy.h"
#include "experiment/run/machine.h"
#include "base/engine/interrupt.h"
#include "experiment/run/power_account.h"
#include "mpi/ranks/world.h"
#include "network/model/network_part.h"
#include "workload/traces/recording.h"
#include "experiment/run/host_watch.h"
#include "experiment/probe/probe.h"

namespace kasuri {
namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Programs may change the working directory, which is all ranks' and ours.
class WorkingDirectory {
 public:
  WorkingDirectory() : path_(std::filesystem::current_path(ignored_)) {}
  ~WorkingDirectory() { std::filesystem::current_path(path_, ignored_); }
  WorkingDirectory(const WorkingDirectory&) = delete;
  WorkingDirectory& operator=(const WorkingDirectory&) = delete;

 private:
  std::error_code ignored_;
  std::filesystem::path path_;
};

std::uint32_t nodes_of(std::vector<NodeId> placement) {
  std::ranges::sort(placement);
  const auto rest = std::ranges::unique(placement);
  return static_cast<std::uint32_t>(rest.begin() - placement.begin());
}

JobRow job_row(const Machine& m, std::size_t i, const CollectedResults& h, Time end) {
  const Job& job = m.jobs()[i];
  JobRow row;
  row.name = job.name;
  row.ranks = static_cast<std::uint32_t>(m.plan().placement[i].size());
  row.nodes = nodes_of(m.plan().placement[i]);
  row.start = job.params->start;
  row.iterations = job.params->iterations;
  row.delivered = h.delivered[i];
  if (!job.has_ranks()) {
    const PatternTally& tally = h.tallies[i];
    row.kind = job.params->pattern->name();
    row.finished =
        tally.pending == static_cast<std::int64_t>(h.delivered[i].dropped_messages);
    row.time = later(row.finished ? tally.last : end, row.start) - row.start;
    row.messages = tally.messages;
    row.bytes = tally.bytes;
    row.draws = tally.draws;
    return row;
  }
  const mpi::JobResult& result = h.results[i];
  row.kind = job.program ? "program" : job.params->motif ? "motif" : "trace";
  row.finished = result.ended == result.ranks;
  row.time = later(row.finished ? result.finish : end, row.start) - row.start;
  row.messages = result.total.messages;
  row.bytes = result.total.bytes;
  row.spent = result.total;
  row.payload = result.payload;
  row.compute = name_of(job.params->compute);
  row.exit_code = result.exit_code;
  const bool failed = h.failure && h.failure->job == job.name;
  if (failed) row.exit_code = h.failure->program_code;
  row.crashed = failed && row.exit_code > 128 && !h.failure->call.ends_with("_Abort");
  row.unmatched = result.unmatched_messages;
  return row;
}

std::vector<std::string> report(const Topology& t, const CollectedResults& h, End end,
                                const std::string& hang, const std::string& out_of_memory) {
  if (end == End::program_failed) return {h.failure->message};
  if (end == End::memory_limit) {
    return {fmt::format("memory limit at {}: {}", to_string(h.last_event),
                        out_of_memory.empty() ? "another process has no more memory" : out_of_memory)};
  }
  if (end != End::deadlock) return {};
  std::vector<std::string> lines{
      hang.empty() ? fmt::format("deadlock at {}: there are no more events", to_string(h.last_event))
                   : fmt::format("hang at {}: {}", to_string(h.last_event), hang)};
  const DeliveryStatistics d = h.all_delivered();
  if (d.dropped_messages + d.dropped_controls > 0) {
    lines.push_back(fmt::format("{} had no path to their destinations and were dropped (faults)",
                                describe_dropped(d)));
  }
  for (std::string& line : h.stuck.describe(t, h.packets)) lines.push_back(std::move(line));
  return lines;
}

void report_exit_codes(const CollectedResults& h, Results& r) {
  for (std::size_t i = 0; i < r.jobs.size(); ++i) {
    if (h.results[i].exit_code == 0) continue;
    r.report.push_back(fmt::format("job '{}', rank {}: ended with exit code {}", r.jobs[i].name,
                                   h.results[i].failed_rank, h.results[i].exit_code));
  }
}

// Others may wait for them.
void report_ended_ranks(const CollectedResults& h, Results& r) {
  for (std::size_t i = 0; i < r.jobs.size(); ++i) {
    const mpi::JobResult& job = h.results[i];
    if (job.ended == 0 || job.ended == job.ranks) continue;
    std::string line = fmt::format("job '{}': {} of {} ranks {} ended", r.jobs[i].name, job.ended,
                                   job.ranks, job.ended == 1 ? "has" : "have");
    if (job.exit_code != 0) {
      line += fmt::format(", rank {} at {} with exit code {}", job.failed_rank, to_string(job.failed_at),
                          job.exit_code);
    }
    r.report.push_back(std::move(line));
  }
}

Exit exit_of(const Results& r, const std::optional<mpi::Failure>& failure) {
  switch (r.end) {
    case End::completed:
    case End::measured: break;
    case End::time_limit:
    case End::memory_limit: return Exit::limit;
    case End::deadlock: return Exit::deadlock;
    case End::program_failed: return failure->exit;
    case End::interrupted: return static_cast<Exit>(128 + r.signal);
  }
  const bool failed = std::any_of(r.jobs.begin(), r.jobs.end(),
                                  [](const JobRow& j) { return j.exit_code != 0; });
  return failed ? Exit::program_failed : Exit::done;
}

}  // namespace

// When all processes have come to their end. Where a rank has failed, that is later than its failure:
// the others stop at the next time of the stop grid.
static Time stopped(Cluster* cluster, const CollectedResults& h, End end) {
  std::int64_t sooner = -later(h.last_event, end == End::completed ? h.all_delivered().last : Time{0}).ps;
  if (cluster) cluster->least({&sooner, 1});
  return {-sooner};
}

static std::vector<Outcome> conclude_probes(const Machine& m, std::vector<std::vector<Table>>&& merged,
                                            const Results& r) {
  const Plan& plan = m.plan();
  RunFacts facts{r.time, m.topology(), r.link_classes, {}, {}, {}};
  const auto& classes = m.domains()[0]->network().machine().link_classes;
  for (const LinkClass& l : classes) facts.link_rates.push_back(l.flow.rate());
  for (std::uint32_t j = 0; j < m.jobs().size(); ++j) {
    facts.jobs.push_back(m.jobs()[j].name);
    if (!m.jobs()[j].has_ranks() || plan.probes.empty()) continue;
    for (std::uint32_t rank = 0; rank < plan.placement[j].size(); ++rank) facts.ranks.push_back({j, rank});
  }
  std::vector<Outcome> outcomes;
  for (std::size_t p = 0; p < plan.probes.size(); ++p) {
    for (Table& t : merged[p]) t.settle();
    outcomes.push_back(plan.probes[p]->conclude(std::move(merged[p]), facts));
  }
  return outcomes;
}

static Results assemble(const Config& config, const Machine& m, CollectedResults&& h, End end,
                        const std::string& hang, const std::string& out_of_memory) {
  Results r;
  r.end = end;
  r.seed = config.run.seed;
  r.caveat = m.plan().model->caveat(m.topology());
  r.signal = InterruptGuard::signal();
  r.report = report(m.topology(), h, end, hang, out_of_memory);
  if (end == End::deadlock) {
    const std::vector<BlockedPacket> cycle = h.stuck.cycle(m.topology());
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const BlockedPacket &from = cycle[i], &to = cycle[(i + 1) % cycle.size()];
      r.cycle.push_back({from.at.v, to.at.v, to.vc, to.queued, from.since});
    }
  }
  r.time = end == End::time_limit       ? config.run.time_limit
           : end == End::program_failed ? h.failure->time
                                        : h.last_event;
  r.delivered = h.all_delivered();
  if (end == End::completed) r.time = later(r.time, r.delivered.last);
  r.events = h.events;
  r.network.undelivered = h.packets;
  const NetworkModel& model = *m.plan().model;
  model.conclude(h.network, r.time);
  for (std::size_t i = 0; i < h.network.size(); ++i) {
    r.network.counts.emplace_back(model.counted()[i], h.network[i].value);
  }
  r.network.text = model.describe_counts(h.network);
  r.link_classes = m.topology().link_classes();
  r.link_classes.push_back("terminal");
  for (const LinkClass& l : link_classes(config, m.topology())) r.link_rates.push_back(l.rate);
  r.network.credit_limits = throttled(config, m.topology());
  for (std::size_t i = 0; i < m.jobs().size(); ++i) r.jobs.push_back(job_row(m, i, h, r.time));
  if (end == End::deadlock) report_ended_ranks(h, r);
  r.links = std::move(h.links);
  r.nics = std::move(h.nics);
  r.ranks = std::move(h.ranks);
  r.probes = conclude_probes(m, std::move(h.probes), r);
  if (config.faults) {
    r.faults.emplace();
    const FaultPlan& plan = m.plan().faults;
    for (std::uint32_t e = 0; plan.failures && e < plan.failures->epochs(); ++e) {
      r.faults->epochs.push_back(plan.failures->epoch(e));
    }
    r.faults->degraded_channels = plan.degraded_channels;
    r.faults->errors = std::move(h.link_errors);
  }
  if (h.power) r.power = make_power_run(m, std::move(*h.power), r);
  if (m.plan().can.estimates) r.fidelity = flow_fidelity(config, m.plan(), r);
  if (m.plan().errors) r.network.accuracy = machine_accuracy(m.plan(), r);
  r.host = h.host;
  r.host.queue_events = h.queue_events;
  r.exit = exit_of(r, h.failure);
  if (r.end == End::completed && r.exit == Exit::program_failed) {
    r.end = End::program_failed;
    report_exit_codes(h, r);
  }
  return r;
}

// Tells all ranks to whom they tell what they do.
static std::shared_ptr<trace::Recording> start_recording(const RunOptions& options, Machine& machine) {
  if (options.record.empty() && !options.make_recording) return nullptr;
  const trace::RecordingFormat* const format = trace::find_recording_format(options.record);
  if (!format && !options.make_recording) {
    throw Error(Exit::usage, "kasuri: error: --record: unknown format " + options.record);
  }
  if (options.cluster) {
    throw Error(Exit::usage, "kasuri: error: --record works in one process only; use --threads");
  }
  std::vector<trace::RecordedJob> jobs;
  std::uint32_t ranks = 0;
  for (std::size_t i = 0; i < machine.jobs().size(); ++i) {
    const Job& job = machine.jobs()[i];
    if (!job.has_ranks()) continue;
    if (!job.program && format && options.record != "goal" && options.record != "chakra") {
      throw Error(Exit::usage, fmt::format("kasuri: error: --record {}: job '{}' is not a program and "
                                           "makes no calls; record chakra or goal",
                                           options.record, job.name));
    }
    const auto n = static_cast<std::uint32_t>(machine.plan().placement[i].size());
    jobs.push_back({job.name, ranks, n});
    ranks += n;
  }
  if (jobs.empty()) throw Error(Exit::usage, "kasuri: error: --record: no job has ranks to record");
  std::shared_ptr<trace::Recording> recording =
      format ? format->make(std::move(jobs)) : options.make_recording(std::move(jobs));
  recording->set_clock([&w = machine.domains().front()->world()] { return w.now(); });
  for (const auto& d : machine.domains()) d->world().accounts().record_to(recording.get());
  return recording;
}

// Also in quiet runs and in points of a sweep, since their results may be wrong.
static void warn_of_programs(const Machine& machine, const Cluster* cluster) {
  if (cluster && cluster->rank() != 0) return;
  std::set<std::string> all;
  for (const Job& job : machine.jobs()) {
    if (job.program) all.insert(job.program->warnings().begin(), job.program->warnings().end());
  }
  for (const std::string& warning : all) fmt::print(stderr, "kasuri: warning: {}\n", warning);
}

// Where the host cannot guard all stacks.
static void tell_of_guards(const Machine& machine, const RunOptions& options) {
  std::uint32_t unguarded = 0;
  for (const auto& d : machine.domains()) unguarded += d->world().unguarded_stacks();
  if (unguarded == 0) return;
  options.tell(fmt::format("{} stacks had no guard: the kernel allows no more mappings (vm.max_map_count) "
                           "and has no MADV_GUARD_INSTALL (Linux 6.13). A stack overflow there may have "
                           "damaged another rank's stack unnoticed", unguarded));
}

// Where threads did not pay.
static void tell_of_threads(const HostFigures& host, const RunOptions& options) {
  constexpr double kWorthTelling = 0.1;  // s
  const WindowProfile& w = host.windows;
  if (host.wall_s < kWorthTelling || w.on_one_thread == 0 || w.on_one_thread * 10 < w.windows) return;
  options.tell(fmt::format("one thread was faster than {} in {:.0f} % of the windows: windows have too few "
                           "events ({:.0f}), or cores are busy",
                           w.busy_s.size(),
                           100.0 * static_cast<double>(w.on_one_thread) / static_cast<double>(w.windows),
                           w.events_per_window()));
}

// In the order in which they are made; what ranks do begins with the clock.
struct Session::State {
  State(const Config& c, Plan&& plan, const RunOptions& o)
      : config(c),
        options(o),
        machine(c, std::move(plan), o.include_dir, o.threads, o.cluster, o.cores),
        interruptible((tell_at_start(), machine.windows())),
        recording(start_recording(o, machine)) {
    cpu = cpu_seconds(), wall = wall_seconds();
    KeptStreams::protect_descriptors();
    machine.start();
    mpi::ProgramHeap::begin();
    std::optional<std::uint64_t> limit;
    if (c.run.memory_limit) limit = static_cast<std::uint64_t>(c.run.memory_limit->n);
    watch.emplace(machine, HostWatch::Options{.memory_limit = limit, .tell = o.tell});
    run.emplace(c, machine, options, *watch);
  }

  void tell_at_start() {
    if (options.alternates) machine.windows().set_trial(ThreadTrial::Params::alternating());
    warn_of_programs(machine, options.cluster);
    if (!options.tell) return;
    std::ranges::for_each(trace_departures(config, machine.plan()), options.tell);
    if (!machine.cut_description().empty()) options.tell(machine.cut_description());
  }

  const Config& config;
  const RunOptions options;
  double setup = cpu_seconds();
  const WorkingDirectory here;
  const KeptStreams streams;
  Machine machine;
  Interruptible interruptible;
  const std::shared_ptr<trace::Recording> recording;
  double cpu = 0, wall = 0;
  std::optional<HostWatch> watch;
  std::optional<EventLoop> run;
};

Session::Session(const Config& config, Plan&& plan, const RunOptions& options)
    : s_(std::make_unique<State>(config, std::move(plan), options)) {}
Session::~Session() = default;
Machine& Session::machine() { return s_->machine; }
End Session::go() { return s_->run->go(); }

Results Session::collect(End end) {
  const Config& config = s_->config;
  const RunOptions& options = s_->options;
  Machine& machine = s_->machine;
  const EventLoop& run = *s_->run;
  const std::string out_of_memory = s_->watch->out_of_memory();
  s_->watch.reset();
  HostFigures host{.wall_s = wall_seconds() - s_->wall,
                   .cpu_s = cpu_seconds() - s_->cpu,
                   .setup_cpu_s = s_->cpu - s_->setup,
                   .estimated_bytes = machine.plan().memory_bytes,
                   .program_heap_bytes = mpi::ProgramHeap::peak(),
                   .windows = machine.windows().profile(),
                   .memory = {}};
  machine.windows().settle();
  if (options.tell) tell_of_guards(machine, options);
  if (options.tell) tell_of_threads(host, options);
  host.memory = machine.memory();
  machine.release_memory();
  CollectedResults collected = CollectedResults::of(machine, end == End::deadlock);
  collected.host = host;
  collected.host.peak_rss_bytes = static_cast<std::int64_t>(peak_memory());
  Cluster* const cluster = options.cluster;
  if (config.power) {
    collected.take_power(machine, end == End::time_limit ? config.run.time_limit
                                                       : stopped(cluster, collected, end));
  }
  Results r;
  if (!cluster) {
    r = assemble(config, machine, std::move(collected), end, run.hang(), out_of_memory);
    r.measured = run.measured();
    r.recording = s_->recording;
    return r;
  }
  std::int64_t exit = INT64_MAX;
  const std::vector<ByteBuffer> all = cluster->gather(collected.pack());
  if (cluster->rank() == 0) {
    for (std::size_t i = 1; i < all.size(); ++i) collected.merge(all[i]);
    r = assemble(config, machine, std::move(collected), end, run.hang(), out_of_memory);
    r.measured = run.measured();
    exit = static_cast<std::int64_t>(r.exit);
  }
  cluster->least({&exit, 1});
  r.exit = static_cast<Exit>(exit);
  return r;
}

Results simulate(const Config& config, Plan&& plan, const RunOptions& options) {
  Session session(config, std::move(plan), options);
  return session.collect(session.go());
}

}  // namespace kasuri
