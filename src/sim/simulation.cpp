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
    const DeliveryStatistics& d = m.nics().delivered();
    a.messages = d.messages + d.intra_node_messages + d.packets;
    for (std::uint32_t j = 0; j < m.jobs().size(); ++j) {
      if (m.jobs()[j].pattern) {
        a.messages += m.jobs()[j].pattern->messages();
      } else {
        const mpi::JobResult r = m.world().result(m.jobs()[j].world_job);
        a.computing += r.total.computing;
        a.ended += static_cast<std::uint64_t>(r.ended);
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
    for (const Machine::Job& job : machine.jobs()) {
      const Time end = job.pattern ? job.pattern->planned_end() : kNever;
      planned_end_ = job.pattern ? std::max(planned_end_, end) : kNever;
      if (planned_end_ == kNever) break;
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
  constexpr std::uint64_t kEventsBetweenClockReads = 1 << 17;
  for (;;) {
    const Partition::Pause pause = machine_.partition().run_until(end, kEventsBetweenClockReads);
    const double now = wall_seconds();
    if (options_.progress && now - told_ > 0.2) {
      told_ = now;
      options_.progress({machine_.partition().now(), planned_end_,
                         machine_.nics().delivered().packets, now - started_});
    }
    if (pause != Partition::Pause::budget) return pause;
  }
}

End Run::go(std::vector<std::string>& report) {
  const Time limit = config_.run.time_limit;
  const Time period = config_.run.watchdog;
  Advance before;
  for (Time check{0};;) {
    check = period < kNever - check ? check + period : kNever;
    const Partition::Pause pause = advance_to(std::min(check, limit));
    if (const auto& failure = machine_.world().failure()) {
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
    if (const Time gap = machine_.partition().next_time() - check; gap >= period) {
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
  r.link_classes = t.link_classes();
  r.link_classes.push_back("terminal");
  for (std::uint32_t c = 0; c < r.link_classes.size(); ++c) {
    r.stalled.push_back(m.routers().stalled(c));
  }
  for (std::uint32_t router = 0; router < t.routers(); ++router) {
    const std::uint32_t degree = t.degree({router});
    for (std::uint32_t port = 0; port < degree + t.endpoints_at({router}); ++port) {
      const OutputPort& out = m.routers().output({router}, port);
      r.links.push_back({router, port, out.peer, out.link_class, port >= degree, out.packets,
                         out.bytes, out.bytes / m.fabric().link_classes[out.link_class].flow.rate()});
    }
  }
  for (std::uint32_t e = 0; e < t.endpoints(); ++e) {
    r.nics.push_back({t.router_of({e}).v, m.nics().use({e})});
  }
}

void collect_jobs(Machine& m, Results& r) {
  for (std::size_t i = 0; i < m.jobs().size(); ++i) {
    const Machine::Job& job = m.jobs()[i];
    JobRow row;
    row.name = job.name;
    row.ranks = static_cast<std::uint32_t>(m.plan().placement[i].size());
    if (job.pattern) {
      row.kind = job.params->pattern->name();
      row.finished = job.pattern->finished();
      row.time = row.finished ? job.pattern->finish_time() : r.time;
      row.messages = job.pattern->messages();
      row.bytes = job.pattern->bytes();
    } else {
      const mpi::JobResult result = m.world().result(job.world_job);
      row.kind = "program";
      row.finished = result.ended == result.ranks;
      row.time = (row.finished ? result.finish : r.time) - result.start;
      row.messages = result.total.messages;
      row.bytes = result.total.bytes;
      row.computing = result.total.computing;
      row.waiting = result.total.waiting;
      row.exit_code = result.exit_code;
      if (const auto& failure = m.world().failure(); failure && failure->job == job.name) {
        row.exit_code = failure->program_code;
      }
      row.unmatched = result.unmatched_messages;
    }
    r.jobs.push_back(std::move(row));
  }
  std::uint32_t world_rank = 0;
  for (std::uint32_t j = 0; j < m.jobs().size(); ++j) {
    if (m.jobs()[j].pattern) continue;
    const auto& placement = m.plan().placement[j];
    for (std::uint32_t rank = 0; rank < placement.size(); ++rank, ++world_rank) {
      const mpi::RankStatistics s = m.world().statistics({world_rank});
      r.ranks.push_back({j, rank, placement[rank].v, s.computing, s.waiting, s.messages, s.bytes});
    }
  }
}

void report_exit_codes(Machine& m, Results& r) {
  for (const Machine::Job& job : m.jobs()) {
    if (job.pattern) continue;
    const mpi::JobResult result = m.world().result(job.world_job);
    if (result.exit_code == 0) continue;
    r.report.push_back(fmt::format("job '{}', rank {}: ended with exit code {}", job.name,
                                   result.failed_rank, result.exit_code));
  }
}

Exit exit_of(const Results& r, const mpi::World& world) {
  switch (r.end) {
    case End::completed: break;
    case End::time_limit: return Exit::limit;
    case End::deadlock: return Exit::deadlock;
    case End::program_failed: return world.failure()->exit;
    case End::interrupted: return static_cast<Exit>(128 + r.signal);
  }
  const bool failed = std::any_of(r.jobs.begin(), r.jobs.end(),
                                  [](const JobRow& j) { return j.exit_code != 0; });
  return failed ? Exit::program_failed : Exit::done;
}

}  // namespace

Results simulate(const Config& config, Plan&& plan, const RunOptions& options) {
  const double setup = cpu_seconds();
  Machine machine(config, std::move(plan), options.include_dir);
  Interruptible interruptible(machine.partition());
  Results r;
  r.seed = config.run.seed;

  const double cpu = cpu_seconds(), wall = wall_seconds();
  machine.start();
  r.end = Run(config, machine, options).go(r.report);
  r.host = {.wall_s = wall_seconds() - wall,
            .cpu_s = cpu_seconds() - cpu,
            .setup_cpu_s = cpu - setup,
            .peak_rss_bytes = static_cast<std::int64_t>(peak_memory()),
            .queue_events = machine.partition().handled()};

  r.signal = InterruptGuard::signal();
  r.time = r.end == End::time_limit ? config.run.time_limit : machine.partition().last_counted();
  r.events = machine.partition().events();
  r.delivered = machine.nics().delivered();
  r.undelivered = machine.fabric().packets.in_use();
  if (r.end == End::completed) r.time = later(r.time, r.delivered.last);
  collect_links(machine, r);
  collect_jobs(machine, r);
  collect_power(machine, r);
  r.exit = exit_of(r, machine.world());
  if (r.end == End::completed && r.exit == Exit::program_failed) {
    r.end = End::program_failed;
    report_exit_codes(machine, r);
  }
  return r;
}

}  // namespace kasuri
