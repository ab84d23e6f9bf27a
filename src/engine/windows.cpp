// SPDX-License-Identifier: MIT
#include "engine/windows.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <numeric>
#include <utility>

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

double WindowProfile::imbalance() const {
  const auto sum = std::accumulate(events.begin(), events.end(), std::uint64_t{0});
  if (sum == 0) return 1;
  return static_cast<double>(*std::ranges::max_element(events)) *
         static_cast<double>(events.size()) / static_cast<double>(sum);
}

Windows::Windows(Crew& crew, std::vector<Lane*> lanes, bool spin, Exchange* exchange)
    : crew_(crew),
      lanes_(std::move(lanes)),
      members_(crew.members()),
      barrier_(crew.members(), spin),
      exchange_(exchange) {
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    members_[i % members_.size()].lanes.push_back(lanes_[i]);
  }
}

Partition::Pause Windows::run_until(Time end, const std::function<void()>& poll) {
  crew_.run([&](unsigned i) { run_member(i, end, poll); });
  started_ = true;
  for (Member& m : members_) {
    if (m.error) std::rethrow_exception(std::exchange(m.error, nullptr));
  }
  const bool reached_stop = all_.stop < kNever && next_ >= all_.stop;
  if (stopped_ || reached_stop) return Partition::Pause::stop;
  return next_ == kNever ? Partition::Pause::idle : Partition::Pause::end;
}

void Windows::settle() {
  ++number_;
  crew_.run([this](unsigned i) {
    for (Lane* lane : members_[i].lanes) lane->begin_window(number_);
  });
}

void Windows::run_member(unsigned i, Time end, const std::function<void()>& poll) {
  Member& me = members_[i];
  const std::function<void()> no_poll;
  std::uint64_t number = number_;
  if (!started_) meet(me, number);
  while (window_follows(end)) {
    const Time until = window_end(end);
    const double start = seconds();
    ++number;
    for (Lane* lane : me.lanes) run_lane(*lane, number, until, me, i == 0 ? poll : no_poll);
    const double done = seconds();
    me.busy_s += done - start;
    meet(me, number);
    me.wait_s += seconds() - done;
  }
}

void Windows::run_lane(Lane& lane, std::uint64_t number, Time until, Member& me,
                       const std::function<void()>& poll) {
  constexpr std::uint64_t kEventsBetweenPolls = 1 << 17;
  Partition& partition = lane.partition();
  try {
    lane.begin_window(number);
    for (Partition::Pause pause = Partition::Pause::budget; pause == Partition::Pause::budget;) {
      const std::uint64_t before = partition.handled();
      pause = partition.run_until(until, kEventsBetweenPolls);
      me.stopped |= pause == Partition::Pause::stop;
      me.polled += partition.handled() - before;
      if (poll && me.polled >= kEventsBetweenPolls) {
        me.polled = 0;
        poll();
      }
    }
  } catch (...) {
    if (!me.error) me.error = std::current_exception();
    me.stopped = true;
  }
}

// Tells what there is, and learns what all others have told.
void Windows::meet(Member& me, std::uint64_t number) {
  me.report = {};
  me.next = kNever;
  for (Lane* lane : me.lanes) {
    const Lane::Report r = lane->end_window();
    me.report += r;
    me.next = std::min({me.next, lane->partition().next_time(), r.sent});
  }
  barrier_.arrive([&] { reduce(number); });
}

void Windows::reduce(std::uint64_t number) {
  number_ = number;
  all_ = {};
  next_ = kNever;
  stopped_ = false;
  for (const Member& m : members_) {
    next_ = std::min(next_, m.next);
    all_ += m.report;
    stopped_ |= m.stopped;
  }
  if (!exchange_) return;
  try {
    exchange_->swap(number_, all_, next_, stopped_);
  } catch (...) {
    if (!members_[0].error) members_[0].error = std::current_exception();
    stopped_ = true;
  }
}

bool Windows::window_follows(Time end) const {
  return !stopped_ && next_ < std::min(end, all_.stop);
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
  WindowProfile p{.windows = number_, .busy_s = {}, .wait_s = {}, .events = {}};
  for (const Member& m : members_) {
    p.busy_s.push_back(m.busy_s);
    p.wait_s.push_back(m.wait_s);
  }
  for (Lane* lane : lanes_) p.events.push_back(lane->partition().handled());
  return p;
}

}  // namespace kasuri
