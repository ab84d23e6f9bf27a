// SPDX-License-Identifier: MIT
#include "experiment/run/event_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiment/run/collected_results.h"
#include "mpi/ranks/world.h"
#include "experiment/plan/config.h"
#include "experiment/run/machine.h"
#include "experiment/run/host_watch.h"

namespace kasuri {
namespace {

// It is looked so often whether all ranks only poll. On the stop grid, so that no window is cut for it.
constexpr Time kBetweenPollLooks{10'000'000'000};
static_assert(kBetweenPollLooks.ps % kStopGrid.ps == 0);

// What grows when the run gets on: looked at at fixed simulated times, so that the verdict does not
// depend on the host.
struct Advance {
  std::int64_t messages = 0;
  Time computing{0};
  std::int64_t ended = 0;

  static Advance of(const Machine& m) {
    const DeliveryStatistics d = m.delivered();
    std::array<std::int64_t, 3> sums{
        static_cast<std::int64_t>(d.messages + d.intra_node_messages + d.packets), 0, 0};
    for (std::size_t j = 0; j < m.jobs().size(); ++j) {
      if (m.jobs()[j].has_ranks()) {
        const mpi::JobResult r = m.result(j);
        sums[1] += r.total.computing.ps;
        sums[2] += r.ended;
      } else {
        sums[0] += static_cast<std::int64_t>(m.tally(j).messages);
      }
    }
    if (m.cluster()) m.cluster()->sum(sums);
    return {sums[0], {sums[1]}, sums[2]};
  }
  bool operator==(const Advance&) const = default;
};

}  // namespace

EventLoop::EventLoop(const Config& config, Machine& machine, const RunOptions& options,
                     const HostWatch& host)
    : config_(config),
      machine_(machine),
      options_(options),
      host_(host),
      long_pause_(machine.domain(0).network().watchdog()),
      between_looks_(next_stop(std::min(kBetweenPollLooks, long_pause_) - Time{1})),
      poll_look_(config.run.watchdog < kNever ? between_looks_ : kNever),
      measurement_(Measurement::of(config, machine)) {
  for (std::size_t j = 0; j < machine.jobs().size(); ++j) {
    const Pattern* pattern = machine.domain(0).pattern(j);
    planned_end_ = later(planned_end_, pattern ? pattern->planned_end() : kNever);
  }
  planned_end_ = std::min(planned_end_, config.run.time_limit);
}

// Runs to `end`, telling of progress on the way.
Partition::Pause EventLoop::advance_to(Time end) {
  return machine_.windows().run_until(end, options_.progress ? [this] { tell(); } : Windows::Poll());
}

// All threads rest meanwhile. Of several processes, this one speaks for all.
void EventLoop::tell() {
  const double now = wall_seconds();
  if (now - told_ < 0.2) return;
  told_ = now;
  const std::uint64_t processes = machine_.cluster() ? machine_.cluster()->size() : 1;
  const bool parted = machine_.domains().size() > 1;
  if (options_.look && !parted && processes == 1 && now - looked_ > 0.7) {
    looked_ = now;
    options_.look(machine_.domain(0).partition().now(), links_so_far(machine_));
  }
  options_.progress({simulated(), planned_end_, share_done(), machine_.delivered().packets * processes,
                     now - started_});
}

// How far the run is. Of several parts any may be ahead, or have nothing more to do.
Time EventLoop::simulated() const {
  Time now{0};
  for (const auto& d : machine_.domains()) now = later(now, d->partition().now());
  return now;
}

// The run is over when its last job is, or at its limit.
double EventLoop::share_done() const {
  const Time now = simulated();
  const auto of_time = [&](Time end) {
    return end == kNever || end <= Time{0} ? -1 : now.seconds() / end.seconds();
  };
  const auto of_ranks = [&](std::size_t job) {
    double sum = 0;
    int parts = 0;
    for (const auto& d : machine_.domains()) {
      const double share = d->share_done(job);
      if (share < 0) continue;  // no rank of it is there, or nobody knows
      sum += share;
      ++parts;
    }
    return parts > 0 ? sum / parts : -1;
  };
  double all = 1;
  for (std::size_t j = 0; j < machine_.jobs().size(); ++j) {
    const Pattern* const pattern = machine_.domain(0).pattern(j);
    all = std::min(all, pattern ? of_time(pattern->planned_end()) : of_ranks(j));
  }
  return std::max(all, of_time(config_.run.time_limit));
}

// Of several processes any may be short of memory.
End EventLoop::why_stopped() const {
  return of_all(!host_.out_of_memory().empty()) > 0 ? End::memory_limit : End::interrupted;
}

std::int64_t EventLoop::of_all(std::int64_t here) const {
  if (machine_.cluster()) machine_.cluster()->sum({&here, 1});
  return here;
}

bool EventLoop::has_failed_in_thread() const {
  std::int64_t failed = 0;
  for (const auto& d : machine_.domains()) failed += d->world().has_failed_in_thread();
  return of_all(failed) > 0;
}

// Whether nothing is to come but polls: no event of the network, of a pattern, or of a rank that does
// something else. Then what they poll for never comes.
bool EventLoop::only_polls() const {
  std::array<std::int64_t, 2> sums{machine_.windows().in_transit() ? 1 : 0, 0};  // others, polls
  for (const auto& d : machine_.domains()) {
    const auto polls = d->polls_to_come(poll_look_, config_.run.watchdog);
    sums[0] += !polls;
    sums[1] += polls.value_or(0);
  }
  if (machine_.cluster()) machine_.cluster()->sum(sums);
  return sums[0] == 0 && sums[1] > 0;
}

// Whether outputs of switches have paused each other for long, in a cycle. That the run gets on elsewhere
// hides that.
bool EventLoop::pauses_in_cycle(Time now) {
  std::int64_t stalled = 0;
  for (const auto& d : machine_.domains()) {
    stalled += static_cast<std::int64_t>(d->network().stalled(now - long_pause_));
  }
  if (of_all(stalled) == 0) return false;
  CollectedResults all = CollectedResults::of(machine_, true);
  const Cluster* const cluster = machine_.cluster();
  if (cluster) {
    const std::vector<ByteBuffer> others = machine_.cluster()->gather(all.pack());
    for (std::size_t i = 1; i < others.size(); ++i) all.merge(others[i]);
  }
  const Topology& t = machine_.domain(0).network().machine().topology;
  const bool tells = !cluster || cluster->rank() == 0;
  return of_all(tells && !all.stuck.cycle(t).empty()) > 0;
}

// Whether all is done, though timers are to come that will find nothing to do.
bool EventLoop::only_idle_timers() const {
  std::int64_t others = machine_.unfinished() + (machine_.windows().in_transit() ? 1 : 0);
  for (const auto& d : machine_.domains()) {
    others += static_cast<std::int64_t>(d->partition().pending() - d->network().idle_timers());
  }
  return of_all(others) == 0;
}

// All processes come to the same verdict: it rests on what the windows and sums say of all.
End EventLoop::go() {
  const End end = go_on();
  if (measurement_ && end != End::measured) measurement_->finish();
  return end;
}

// To `check` or the limit; `end` before that: what was looked at on the way ends the run.
std::optional<End> EventLoop::advance_with_looks(Time check, Partition::Pause& pause) {
  for (;;) {
    const Time look = measurement_ ? measurement_->next() : kNever;
    const Time until = std::min({check, config_.run.time_limit, look, poll_look_});
    pause = advance_to(until);
    if (pause != Partition::Pause::end) return {};
    if (until == poll_look_) {
      if (only_polls()) {
        hang_ = "all ranks that have not ended wait for messages or poll for them, and no message is in "
                "transit";
        return End::deadlock;
      }
      if (pauses_in_cycle(poll_look_)) {
        hang_ = fmt::format("outputs of switches have paused for more than {} and wait for each other, "
                            "though other packets get on", to_string(long_pause_));
        return End::deadlock;
      }
      const Time next = later(poll_look_, machine_.windows().next_time());
      poll_look_ = next < kNever - between_looks_
                       ? Time{(next.ps / between_looks_.ps + 1) * between_looks_.ps}
                       : kNever;
    }
    if (until == look && measurement_->look(machine_.cluster())) return End::measured;
    if (until == check || until == config_.run.time_limit) return {};
  }
}

End EventLoop::go_on() {
  const Time limit = config_.run.time_limit;
  const Time period = config_.run.watchdog;
  Advance before;
  for (Time check{0};;) {
    check = period < kNever - check ? check + period : kNever;
    Partition::Pause pause{};
    if (const auto end = advance_with_looks(check, pause)) return *end;
    const bool failed = machine_.windows().stopped_at() < kNever;
    if (pause == Partition::Pause::stop) return failed ? End::program_failed : why_stopped();
    if (pause == Partition::Pause::idle) {
      if (has_failed_in_thread()) return End::program_failed;
      return of_all(machine_.unfinished()) == 0 ? End::completed : End::deadlock;
    }
    if (check >= limit) {
      return failed ? End::program_failed : only_idle_timers() ? End::completed : End::time_limit;
    }
    const Advance after = Advance::of(machine_);
    if (const Time gap = machine_.windows().next_time() - check; gap >= period) {
      // Nothing at all happens for so long: that is waiting, not hanging.
      check += period * (gap.ps / period.ps);
    } else if (after == before) {
      hang_ = fmt::format("for {} of simulated time no message has arrived and no rank has computed or "
                          "ended, though there are events (run.watchdog)", to_string(period));
      return End::deadlock;
    }
    before = after;
  }
}

}  // namespace kasuri
