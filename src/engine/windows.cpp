// SPDX-License-Identifier: MIT
#include "engine/windows.h"

#include <algorithm>
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
      members_(lanes_.size()),
      barrier_(static_cast<std::uint32_t>(lanes_.size()), spin),
      exchange_(exchange) {
  for (std::size_t i = 0; i < lanes_.size(); ++i) members_[i].lane = lanes_[i];
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
  crew_.run([this](unsigned i) { lanes_[i]->begin_window(number_); });
}

void Windows::run_member(unsigned i, Time end, const std::function<void()>& poll) {
  constexpr std::uint64_t kEventsBetweenPolls = 1 << 17;
  Member& me = members_[i];
  Partition& partition = me.lane->partition();
  std::uint64_t polled = partition.handled();
  std::uint64_t number = number_;
  if (!started_) meet(me, number);
  while (window_follows(end)) {
    const Time until = window_end(end);
    const double start = seconds();
    try {
      me.lane->begin_window(++number);
      for (;;) {
        const Partition::Pause pause = partition.run_until(until, kEventsBetweenPolls);
        me.stopped = pause == Partition::Pause::stop;
        if (i == 0 && poll && partition.handled() - polled >= kEventsBetweenPolls) {
          polled = partition.handled();
          poll();
        }
        if (pause != Partition::Pause::budget) break;
      }
    } catch (...) {
      me.error = std::current_exception();
      me.stopped = true;
    }
    const double done = seconds();
    me.busy_s += done - start;
    meet(me, number);
    me.wait_s += seconds() - done;
  }
}

// Tells what there is, and learns what all others have told.
void Windows::meet(Member& me, std::uint64_t number) {
  me.report = me.lane->end_window();
  me.next = std::min(me.lane->partition().next_time(), me.report.sent);
  barrier_.arrive([&] { reduce(number); });
}

void Windows::reduce(std::uint64_t number) {
  number_ = number;
  all_ = {};
  next_ = kNever;
  stopped_ = false;
  for (const Member& m : members_) {
    next_ = std::min(next_, m.next);
    all_.lookahead = std::min(all_.lookahead, m.report.lookahead);
    all_.stop = std::min(all_.stop, m.report.stop);
    all_.progress += m.report.progress;
    stopped_ |= m.stopped;
  }
  if (exchange_) exchange_->swap(number_, all_, next_, stopped_);
}

bool Windows::window_follows(Time end) const {
  return !stopped_ && next_ < std::min(end, all_.stop);
}

// A machine in one piece has no windows: its only lane runs to the end.
Time Windows::window_end(Time end) const {
  end = std::min(end, all_.stop);
  if (all_.lookahead == kNever) return end;
  const Time horizon = all_.lookahead < kNever - next_ ? next_ + all_.lookahead : kNever;
  return std::min({end, horizon, next_stop(next_)});
}

WindowProfile Windows::profile() const {
  WindowProfile p{.windows = number_, .busy_s = {}, .wait_s = {}, .events = {}};
  for (const Member& m : members_) {
    p.busy_s.push_back(m.busy_s);
    p.wait_s.push_back(m.wait_s);
    p.events.push_back(m.lane->partition().handled());
  }
  return p;
}

}  // namespace kasuri
