// SPDX-License-Identifier: MIT
#include "base/engine/windows.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <numeric>
#include <utility>

#include "base/engine/thread_team.h"

namespace kasuri {
namespace {

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

double WindowProfile::barrier_share() const {
  const double busy = std::accumulate(busy_s.begin(), busy_s.end(), 0.0);
  const double wait = std::accumulate(wait_s.begin(), wait_s.end(), 0.0);
  return busy + wait > 0 ? wait / (busy + wait) : 0;
}

double WindowProfile::events_per_window() const {
  const auto sum = std::accumulate(events.begin(), events.end(), std::uint64_t{0});
  return windows > 0 ? static_cast<double>(sum) / static_cast<double>(windows) : 0;
}

double WindowProfile::imbalance() const {
  const auto sum = std::accumulate(events.begin(), events.end(), std::uint64_t{0});
  if (sum == 0) return 1;
  return static_cast<double>(*std::ranges::max_element(events)) *
         static_cast<double>(events.size()) / static_cast<double>(sum);
}

Windows::Windows(ThreadTeam& team, std::vector<Lane*> lanes, bool spin, Exchange* exchange)
    : team_(team),
      lanes_(std::move(lanes)),
      members_(team.members()),
      barrier_(team.members(), spin),
      trial_(team.members(), {}),
      exchange_(exchange) {
  share_out();
}

void Windows::set_trial(const ThreadTrial::Params& p) { trial_ = ThreadTrial(team_.members(), p); }

void Windows::share_out() {
  const std::size_t threads = trial_.one() ? 1 : members_.size();
  for (Member& m : members_) {
    m.lanes.clear();
    m.told = {.report = {}, .next = kNever, .stops = false, .handled = 0, .wait_s = m.wait_s};
  }
  for (std::size_t i = 0; i < lanes_.size(); ++i) members_[i % threads].lanes.push_back(lanes_[i]);
  barrier_.set_threads(static_cast<std::uint32_t>(threads));
}

Partition::Pause Windows::run_until(Time end, const Poll& poll) {
  do {
    rests_ = false;
    if (trial_.one()) {
      run_member(0, end, poll);
    } else {
      team_.run([&](unsigned i) { run_member(i, end, poll); });
    }
    started_ = true;
    for (Member& m : members_) {
      if (m.error) std::rethrow_exception(std::exchange(m.error, nullptr));
    }
    if (rests_) share_out();
    if (rests_ && poll) poll();
  } while (rests_);
  const bool reached_stop = all_.stop < kNever && next_ >= all_.stop;
  if (stopped_ || reached_stop) return Partition::Pause::stop;
  return next_ == kNever ? Partition::Pause::idle : Partition::Pause::end;
}

void Windows::settle() {
  ++number_;
  team_.run([this](unsigned i) {
    for (Lane* lane : members_[i].lanes) lane->begin_window(number_);
  });
}

void Windows::run_member(unsigned i, Time end, const Poll& poll) {
  const Poll no_poll;
  const bool alone = lanes_.size() == 1, rests = poll && !alone;
  Member& me = members_[i];
  std::uint64_t number = number_;
  for (Lane* lane : me.lanes) lane->run_here();
  if (!started_) barrier_.wait(arrive(me, number, kNever, false));
  const double start = seconds(), waited = me.wait_s;
  while (window_follows(end)) {
    const Time until = window_end(end);
    ++number;
    run_lanes(me, number, until, may_leave_some(until, end), alone ? poll : no_poll);
    const Barrier::Round round = arrive(me, number, until, rests);
    if (!me.unfinished.empty()) finish_lanes(me, until);
    if (barrier_.is_over(round)) continue;
    const double then = seconds();
    barrier_.wait(round);
    me.wait_s += seconds() - then;
  }
  me.busy_s += seconds() - start - (me.wait_s - waited);
}

// The window's events of all lanes, or of their boundaries.
void Windows::run_lanes(Member& me, std::uint64_t number, Time until, bool boundaries, const Poll& poll) {
  // Reading the clock that often costs nothing; an event may be a program's computation on the host.
  constexpr std::uint64_t kEventsBetweenPolls = 1 << 10;
  guarded(me, [&] {
    for (Lane* lane : me.lanes) {
      Partition& partition = lane->partition();
      lane->begin_window(number);
      partition.pause_after_boundary(boundaries);
      for (Partition::Pause pause = Partition::Pause::budget; pause == Partition::Pause::budget;) {
        const std::uint64_t before = partition.handled();
        pause = partition.run_until(until, kEventsBetweenPolls);
        me.stops |= pause == Partition::Pause::stop;
        if (pause == Partition::Pause::boundary) me.unfinished.push_back(lane);
        me.polled += partition.handled() - before;
        if (poll && me.polled >= kEventsBetweenPolls) {
          me.polled = 0;
          poll();
        }
      }
    }
  });
}

// The others may be a step further: what all know of each other is not touched.
void Windows::finish_lanes(Member& me, Time until) {
  guarded(me, [&] {
    for (Lane* lane : me.unfinished) {
      Partition& partition = lane->partition();
      partition.pause_after_boundary(false);
      me.stops |= partition.run_until(until) == Partition::Pause::stop;
    }
  });
  me.unfinished.clear();
}

template <class Work>
void Windows::guarded(Member& me, Work&& work) {
  if (me.error) return;  // all others stop when they are told
  try {
    work();
  } catch (...) {
    me.error = std::current_exception();
    me.stops = true;
  }
}

// Tells what there is; after the barrier, `all_` says what all others have told. Of a lane that is not
// done with its window no event is left before `until`.
Barrier::Round Windows::arrive(Member& me, std::uint64_t number, Time until, bool polls) {
  me.told = {.report = {}, .next = me.unfinished.empty() ? kNever : until, .stops = me.stops,
             .handled = 0, .wait_s = me.wait_s};
  for (Lane* lane : me.lanes) {
    const Lane::Report r = lane->end_window();
    me.told.report += r;
    me.told.next = std::min(me.told.next, r.sent);
    me.told.handled += lane->partition().handled();
    if (std::ranges::find(me.unfinished, lane) != me.unfinished.end()) continue;
    me.told.next = std::min(me.told.next, lane->partition().next_time());
  }
  return barrier_.arrive([&] { reduce(me, number, polls); });
}

void Windows::reduce(Member& me, std::uint64_t number, bool polls) {
  const double now = seconds();
  if (polls && now - polled_ >= kPollPeriod) {
    polled_ = now;
    rests_ = true;
  }
  ThreadTrial::Sums sums{.now_s = now};
  number_ = number;
  all_ = {};
  next_ = kNever;
  stopped_ = false;
  for (const Member& m : members_) {
    next_ = std::min(next_, m.told.next);
    all_ += m.told.report;
    stopped_ |= m.told.stops;
    sums.events += m.told.handled;
    sums.waited_s += m.told.wait_s;
  }
  sent_ = all_.sent < kNever;
  rests_ |= trial_.note(sums);
  if (!exchange_) return;
  const double then = seconds();
  try {
    exchange_->swap(number_, all_, next_, stopped_);
  } catch (...) {
    if (!me.error) me.error = std::current_exception();
    stopped_ = true;
  }
  me.wait_s += seconds() - then;
}

bool Windows::window_follows(Time end) const {
  return !rests_ && !stopped_ && next_ < std::min(end, all_.stop);
}

// Where a run may end, or be stopped, all must have been handled and told. One thread has nobody to wait
// for meanwhile.
bool Windows::may_leave_some(Time until, Time end) const {
  const bool waits = members_.size() > 1 && !trial_.one();
  return waits && until < std::min(end, all_.stop) && until.ps % kStopGrid.ps != 0;
}

// A machine in one piece needs windows only to stop where others would.
Time Windows::window_end(Time end) const {
  end = std::min(end, all_.stop);
  if (all_.lookahead == kNever) return std::min(end, next_stop(next_));
  // On a multiple of the largest power of two within the lookahead, where buckets of places end too.
  const auto grain = static_cast<std::int64_t>(
      std::bit_floor(static_cast<std::uint64_t>(all_.lookahead.ps)));
  const Time horizon{(next_ + all_.lookahead).ps / grain * grain};
  return std::min({end, horizon, next_stop(next_)});
}

WindowProfile Windows::profile() const {
  WindowProfile p{.windows = number_, .on_one_thread = trial_.windows_of_one(), .busy_s = {}, .wait_s = {},
                  .events = {}};
  for (const Member& m : members_) {
    p.busy_s.push_back(m.busy_s);
    p.wait_s.push_back(m.wait_s);
  }
  for (Lane* lane : lanes_) p.events.push_back(lane->partition().handled());
  return p;
}

}  // namespace kasuri
