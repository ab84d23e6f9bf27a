// SPDX-License-Identifier: MIT
#include "mpi/ranks/rank_threads.h"

#include <algorithm>
#include <utility>

#include "mpi/ranks/call.h"
#include "mpi/ranks/stream_runner.h"

namespace kasuri::mpi {

RankThreads::RankThreads(World& world, std::uint32_t rank) : world_(world), rank_(rank) {
  all_.push_back(std::make_unique<Thread>());
  all_[0]->state = State::ready;
}

RankThreads& RankThreads::of(World& world, std::uint32_t rank) {
  std::unique_ptr<ThreadsOfRank>& place = world.ranks().objects(rank).threads;
  if (!place) place = std::make_unique<RankThreads>(world, rank);
  return static_cast<RankThreads&>(*place);
}

RankThreads& RankThreads::here() {
  World& world = *current_world();
  return of(world, world.coroutine(world.running_coroutine()).rank);
}

// What the program has computed since it was last asked is the time of the thread that runs.
void RankThreads::settle() {
  RankState& me = world_.rank(rank_);
  if (!me.computes) return;
  PrivateGlobals& globals = *world_.ranks().globals_of(rank_);
  if (const Time t = globals.computed(rank_); t > Time{0}) compute(t);
  globals.end_call(rank_);
}

// Threads that do not wait share the cores, if there are fewer of these.
void RankThreads::compute(Time t) {
  const int cores = world_.ranks().job_of(rank_).threads;
  if (alive_ > static_cast<std::uint32_t>(cores)) {
    const auto ready = std::ranges::count_if(all_, [](const auto& o) { return o->state == State::ready; });
    t = Time{static_cast<std::int64_t>(static_cast<double>(t.ps) * std::max(1.0, double(ready) / cores))};
  }
  now().clock += world_.with_noise(rank_, t, now().clock - world_.now());
}

std::uint32_t RankThreads::start(Run* run, void* data, void** place, void* word) {
  RankState& me = world_.rank(rank_);
  if (!me.has_threads) {
    me.has_threads = true;
    place_ = place;
    all_[0]->clock = world_.now();
    current_ = 0;
  }
  settle();
  std::uint32_t number = 1;
  while (number < all_.size() && all_[number]->state != State::free) ++number;
  if (number == all_.size()) all_.push_back(std::make_unique<Thread>());
  Thread& t = *all_[number];
  t.clock = now().clock;
  t.state = State::ready;
  t.to_world = false;
  t.word = word;
  t.run = run;
  t.data = data;
  t.call = nullptr;
  t.in_context = 0;
  t.strand.begin(static_cast<std::size_t>(world_.params().stack.n), &run_thread, this);
  ++alive_;
  return number;
}

void RankThreads::run_thread(void* threads) {
  auto& all = *static_cast<RankThreads*>(threads);
  all.now().run(all.now().data);
  all.end();
}

void RankThreads::turn(std::uint32_t calls) {
  settle();
  now().clock += world_.params().thread_call_time * static_cast<std::int64_t>(calls);
  go_on();
  if (!now().strand.is_intact()) {
    world_.mistakes().fail(rank_, "a thread has overflowed its stack; mpi.stack sets the size");
  }
}

void RankThreads::block() {
  settle();
  now().state = State::blocked;
  go_on();
}

void RankThreads::wake(std::uint32_t thread) {
  Thread& t = *all_[thread];
  if (t.state != State::blocked) return;
  t.state = State::ready;
  t.clock = later(t.clock, now().clock);
}

void RankThreads::end() {
  settle();
  now().state = State::free;
  --alive_;
  ended_ = current_;
  go_on();
  __builtin_unreachable();
}

void RankThreads::join() {
  if (alive_ > 1 || !world_.rank(rank_).has_threads) return;
  settle();
  const Time rest = now().clock - world_.now();
  world_.rank(rank_).has_threads = false;
  if (rest <= Time{0}) return;
  world_.book(rank_, Activity::computing, rest);
  if (world_.occupy(rank_, rest)) world_.yield();
}

// The thread whose turn it is goes on; returns when that is this one.
void RankThreads::go_on() {
  const std::uint32_t next = pick();
  if (next == current_) return;
  Thread& from = now();
  Thread& to = *all_[next];
  exchange(from, to);
  current_ = next;
  from.strand.switch_to(to.strand);
  if (const std::uint32_t ended = std::exchange(ended_, 0)) all_[ended]->strand.give_back();
}

void RankThreads::exchange(Thread& from, Thread& to) {
  Coroutine& c = world_.coroutine(rank_);
  RankState& me = world_.rank(rank_);
  from.call = std::exchange(c.call, to.call);
  from.in_context = std::exchange(me.in_context, to.in_context);
  from.in_tag = std::exchange(me.in_tag, to.in_tag);
  from.in_since = std::exchange(me.in_since, to.in_since);
  from.word = std::exchange(*place_, to.word);
}

bool RankThreads::any_is_in(const MatchKey& m) const {
  return std::ranges::any_of(all_, [&](const auto& t) {
    return t != all_[current_] && t->in_context == m.context && t->in_tag >> 15 == m.tag >> 15;
  });
}

bool RankThreads::is_done(const Thread& t) const {
  const auto done = [&](Handle h) { return is_null(h) || world_.requests().is_done(h); };
  return t.any ? std::ranges::any_of(t.handles, [&](Handle h) { return !is_null(h) && done(h); })
               : std::ranges::all_of(t.handles, done);
}

std::uint32_t RankThreads::pick() {
  for (;;) {
    constexpr std::uint32_t kNobody = UINT32_MAX;
    std::uint32_t least = kNobody;
    bool waits = false;
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      Thread& t = *all_[i];
      if (t.state == State::waits && is_done(t)) {
        t.state = State::ready;
        t.clock = later(t.clock, world_.now());
      }
      waits |= t.state == State::waits;
      if (t.state == State::ready && (least == kNobody || t.clock < all_[least]->clock)) least = i;
    }
    if (least == kNobody && !waits) {
      world_.mistakes().fail(rank_, "its threads wait for each other without end: at a barrier that not "
                                    "all of them reach, or for a lock that is not given back",
                             Exit::deadlock);
    }
    if (least == kNobody) {
      pass_time({});
    } else if (all_[least]->to_world && all_[least]->clock > world_.now()) {
      pass_time(all_[least]->clock);
    } else {
      return least;
    }
  }
}

// Until one of those who wait may go on, or until then.
void RankThreads::pass_time(std::optional<Time> until) {
  union_.clear();
  Coroutine& c = world_.coroutine(rank_);
  const char* const outer = c.call;
  for (const auto& t : all_) {
    if (t->state != State::waits) continue;
    std::ranges::copy_if(t->handles, std::back_inserter(union_),
                         [&](Handle h) { return !is_null(h) && !world_.requests().is_done(h); });
    if (t.get() != &now()) c.call = t->call;
  }
  if (union_.empty()) {
    const Time busy = *until - world_.now();
    world_.book(rank_, Activity::computing, busy);
    if (world_.occupy(rank_, busy)) world_.yield();
  } else {
    const Handle timer = until ? world_.streams().start_timer(rank_, *until) : nullptr;
    if (until) union_.push_back(timer);
    if (world_.requests().await_any(rank_, union_)) {
      world_.yield();
      world_.requests().end_any(rank_, union_);
    }
    if (until) world_.requests().release(timer);
  }
  c.call = outer;
}

void RankThreads::enter(bool at_its_clock) {
  settle();
  now().to_world = at_its_clock;
  go_on();
  now().to_world = false;
  if (at_its_clock) now().clock = later(now().clock, world_.now());
}

void RankThreads::leave() {
  now().clock = later(now().clock, world_.now());
  if (world_.rank(rank_).computes) world_.ranks().globals_of(rank_)->end_call(rank_);
  now().strand.note_running();
}

void RankThreads::wait(std::span<const Handle> all, bool any) {
  Thread& me = now();
  me.handles = all;
  me.any = any;
  if (is_done(me)) return;
  me.state = State::waits;
  go_on();
}

// ---- From calls (caller.h, call.h) ----

namespace threads {

void enter(World& w, std::uint32_t rank, bool aligned) { RankThreads::of(w, rank).enter(aligned); }
void leave(World& w, std::uint32_t rank) { RankThreads::of(w, rank).leave(); }
void compute(World& w, std::uint32_t rank, Time t) { RankThreads::of(w, rank).compute(t); }
Time clock(World& w, std::uint32_t rank) { return RankThreads::of(w, rank).clock(); }
void wait(World& w, std::uint32_t rank, std::span<const Handle> all, bool any) {
  RankThreads::of(w, rank).wait(all, any);
}

}  // namespace threads
}  // namespace kasuri::mpi

// ---- From the program (modules/rank/openmp.c) ----

using kasuri::mpi::RankThreads;

extern "C" {

// How many cores the rank has; at the beginning only.
int kasuri_cores() {
  kasuri::mpi::World* const w = kasuri::mpi::current_world();
  return w ? w->ranks().job_of(w->coroutine(w->running_coroutine()).rank).threads : 1;
}
int kasuri_thread_start(void (*run)(void*), void* data, void** place, void* word) {
  return static_cast<int>(RankThreads::here().start(run, data, place, word));
}
void kasuri_thread_turn(int calls) { RankThreads::here().turn(static_cast<std::uint32_t>(calls)); }
void kasuri_thread_block() { RankThreads::here().block(); }
void kasuri_thread_wake(int thread) { RankThreads::here().wake(static_cast<std::uint32_t>(thread)); }
int kasuri_thread_number() { return static_cast<int>(RankThreads::here().current()); }
void kasuri_thread_join() { RankThreads::here().join(); }

}  // extern "C"
