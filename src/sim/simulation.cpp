// SPDX-License-Identifier: MIT
#include "sim/simulation.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>

#include "sim/interrupt.h"
#include "sim/memory.h"
#include "sim/stuck.h"

namespace kasuri {
namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

double wall_seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// What grows when the run gets on: looked at at fixed simulated times, so that the verdict does not
// depend on the host.
struct Advance {
  std::uint64_t messages = 0;
  Time computing{0};
  std::uint64_t ended = 0;

  static Advance of(Machine& m) {
    Advance a;
    const DeliveryStatistics d = m.delivered();
    a.messages = d.messages + d.intra_node_messages + d.packets;
    for (std::size_t j = 0; j < m.jobs().size(); ++j) {
      if (m.jobs()[j].program) {
        const mpi::JobResult r = m.result(j);
        a.computing += r.total.computing;
        a.ended += static_cast<std::uint64_t>(r.ended);
      } else {
        a.messages += m.tally(j).messages;
      }
    }
    return a;
  }
  bool operator==(const Advance&) const = default;
};

class Run {
 public:
  Run(const Config& config, Machine& machine, const RunOptions& options)
      : config_(config), machine_(machine), options_(options) {
    for (std::size_t j = 0; j < machine.jobs().size(); ++j) {
      const Pattern* pattern = machine.domain(0).pattern(j);
      planned_end_ = later(planned_end_, pattern ? pattern->planned_end() : kNever);
    }
    planned_end_ = std::min(planned_end_, config.run.time_limit);
  }

  End go(std::vector<std::string>& report);

 private:
  Partition::Pause advance_to(Time end);

  const Config& config_;
  Machine& machine_;
  const RunOptions& options_;
  Time planned_end_{0};
  double started_ = wall_seconds();
  double told_ = started_;
};

// Runs to `end`, telling of progress on the way.
Partition::Pause Run::advance_to(Time end) {
  return machine_.windows().run_until(end, [this] {
    const double now = wall_seconds();
    if (!options_.progress || now - told_ < 0.2) return;
    told_ = now;
    const bool alone = machine_.domains().size() == 1;
    options_.progress({machine_.domain(0).partition().now(), planned_end_,
                       alone ? machine_.delivered().packets : machine_.windows().progress(),
                       now - started_});
  });
}

End Run::go(std::vector<std::string>& report) {
  const Time limit = config_.run.time_limit;
  const Time period = config_.run.watchdog;
  Advance before;
  for (Time check{0};;) {
    check = period < kNever - check ? check + period : kNever;
    const Partition::Pause pause = advance_to(std::min(check, limit));
    if (const auto failure = machine_.failure();
        failure && pause != Partition::Pause::end) {
      report = {failure->message};
      return End::program_failed;
    }
    if (pause == Partition::Pause::stop) return End::interrupted;
    if (pause == Partition::Pause::idle) {
      if (machine_.finished()) return End::completed;
      report = describe_deadlock(machine_);
      return End::deadlock;
    }
    if (check >= limit) return End::time_limit;
    const Advance after = Advance::of(machine_);
    if (const Time gap = machine_.windows().next_time() - check; gap >= period) {
      // Nothing at all happens for so long: that is waiting, not hanging.
      check += period * (gap.ps / period.ps);
    } else if (after == before) {
      report = describe_hang(machine_, period);
      return End::deadlock;
    }
    before = after;
  }
}

void collect_links(Machine& m, Results& r) {
  const Topology& t = m.topology();
  const std::vector<LinkClass>& classes = m.domain(0).fabric().link_classes;
  r.link_classes = t.link_classes();
  r.link_classes.push_back("terminal");
  r.stalled.resize(r.link_classes.size());
  for (std::uint32_t c = 0; c < r.link_classes.size(); ++c) {
    for (const auto& d : m.domains()) r.stalled[c] += d->routers().stalled(c);
  }
  for (std::uint32_t router = 0; router < t.routers(); ++router) {
    const std::uint32_t degree = t.degree({router});
    Routers& routers = m.owner({router}).routers();
    const std::uint32_t local = m.decomposition().local(RouterId{router});
    for (std::uint32_t port = 0; port < degree + t.endpoints_at({router}); ++port) {
      const OutputPort& out = routers.output(local, port);
      const bool ejection = port >= degree;
      const std::uint32_t to = ejection ? t.first_endpoint({router}).v + (port - degree)
                                        : t.neighbour({router}, port).router.v;
      r.links.push_back({router, port, to, out.link_class, ejection, out.packets, out.bytes,
                         out.bytes / classes[out.link_class].flow.rate()});
    }
  }
  for (std::uint32_t e = 0; e < t.endpoints(); ++e) {
    const RouterId router = t.router_of({e});
    r.nics.push_back(
        {router.v, m.owner(router).nics().use(m.decomposition().local(EndpointId{e}))});
  }
}

void collect_jobs(Machine& m, Results& r) {
  const std::optional<mpi::Failure> failure = m.failure();
  for (std::size_t i = 0; i < m.jobs().size(); ++i) {
    const Job& job = m.jobs()[i];
    JobRow row;
    row.name = job.name;
    row.ranks = static_cast<std::uint32_t>(m.plan().placement[i].size());
    if (!job.program) {
      const PatternTally tally = m.tally(i);
      row.kind = job.params->pattern->name();
      row.finished = tally.pending == 0;
      row.time = row.finished ? tally.last : r.time;
      row.messages = tally.messages;
      row.bytes = tally.bytes;
      row.draws = tally.draws;
    } else {
      const mpi::JobResult result = m.result(i);
      row.kind = "program";
      row.finished = result.ended == result.ranks;
      row.time = (row.finished ? result.finish : r.time) - result.start;
      row.messages = result.total.messages;
      row.bytes = result.total.bytes;
      row.computing = result.total.computing;
      row.waiting = result.total.waiting;
      row.exit_code = result.exit_code;
      if (failure && failure->job == job.name) row.exit_code = failure->program_code;
      row.unmatched = result.unmatched_messages;
    }
    r.jobs.push_back(std::move(row));
  }
  const Topology& t = m.topology();
  const std::uint32_t per_node = t.endpoints() / m.plan().nodes;
  std::uint32_t world_rank = 0;
  for (std::uint32_t j = 0; j < m.jobs().size(); ++j) {
    if (!m.jobs()[j].program) continue;
    const auto& placement = m.plan().placement[j];
    for (std::uint32_t rank = 0; rank < placement.size(); ++rank, ++world_rank) {
      const std::uint32_t node = placement[rank].v;
      const mpi::World& world = m.owner(t.router_of({node * per_node})).world();
      const mpi::RankStatistics s = world.statistics({world_rank});
      r.ranks.push_back({j, rank, node, s.computing, s.waiting, s.messages, s.bytes});
    }
  }
}

void report_exit_codes(Machine& m, Results& r) {
  for (std::size_t i = 0; i < m.jobs().size(); ++i) {
    if (!m.jobs()[i].program) continue;
    const mpi::JobResult result = m.result(i);
    if (result.exit_code == 0) continue;
    r.report.push_back(fmt::format("job '{}', rank {}: ended with exit code {}", m.jobs()[i].name,
                                   result.failed_rank, result.exit_code));
  }
}

Exit exit_of(const Results& r, const std::optional<mpi::Failure>& failure) {
  switch (r.end) {
    case End::completed: break;
    case End::time_limit: return Exit::limit;
    case End::deadlock: return Exit::deadlock;
    case End::program_failed: return failure->exit;
    case End::interrupted: return static_cast<Exit>(128 + r.signal);
  }
  const bool failed = std::any_of(r.jobs.begin(), r.jobs.end(),
                                  [](const JobRow& j) { return j.exit_code != 0; });
  return failed ? Exit::program_failed : Exit::done;
}

}  // namespace

Results simulate(const Config& config, Plan&& plan, const RunOptions& options) {
  const double setup = cpu_seconds();
  Machine machine(config, std::move(plan), options.include_dir, options.threads);
  if (options.tell && !machine.cut_description().empty()) options.tell(machine.cut_description());
  Interruptible interruptible(machine.windows());
  Results r;
  r.seed = config.run.seed;

  const double cpu = cpu_seconds(), wall = wall_seconds();
  machine.start();
  r.end = Run(config, machine, options).go(r.report);
  r.host = {.wall_s = wall_seconds() - wall,
            .cpu_s = cpu_seconds() - cpu,
            .setup_cpu_s = cpu - setup,
            .peak_rss_bytes = static_cast<std::int64_t>(peak_memory()),
            .windows = machine.windows().profile()};

  machine.windows().settle();
  r.signal = InterruptGuard::signal();
  const std::optional<mpi::Failure> failure = machine.failure();
  r.time = r.end == End::time_limit       ? config.run.time_limit
           : r.end == End::program_failed ? failure->time
                                          : machine.last_event();
  for (const auto& d : machine.domains()) {
    r.events += d->partition().events();
    r.host.queue_events += d->partition().handled();
  }
  r.delivered = machine.delivered();
  r.undelivered = machine.packets();
  if (r.end == End::completed) r.time = later(r.time, r.delivered.last);
  collect_links(machine, r);
  collect_jobs(machine, r);
  r.exit = exit_of(r, failure);
  if (r.end == End::completed && r.exit == Exit::program_failed) {
    r.end = End::program_failed;
    report_exit_codes(machine, r);
  }
  return r;
}

}  // namespace kasuri
