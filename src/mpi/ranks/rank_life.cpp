// SPDX-License-Identifier: MIT
// The life of ranks: running, waiting, end.
#include <alloca.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/core/allocation.h"
#include "base/core/check.h"
#include "base/core/environment.h"
#include "mpi/ranks/collectives.h"
#include "mpi/ranks/noise.h"
#include "mpi/ranks/stream_runner.h"
#include "mpi/ranks/thread_faults.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {
namespace {

thread_local World* running_world = nullptr;

}  // namespace

World* current_world() { return running_world; }

bool World::on_wake(const Event& e) {
  struct Mine {  // ends also when something throws
    ~Mine() { running_world = nullptr; }
  };
  const Coroutines::Turn turn(coroutines_, e.target);
  const Mine mine;
  running_world = this;

  if (e.target >= ranks_.size()) {
    collectives_->run_helper(e.target);
    return true;
  }
  Coroutine& s = coroutines_[e.target];
  if (params_.progress == Progress::on_arrival && ranks_[s.rank].owed > Time{0}) {
    // Messages came while the rank was busy: it is so much later.
    const Time owed = take_owed(ranks_[s.rank]);
    if (s.state == Coroutine::State::blocked) s.received += owed;
    else book(s.rank, Activity::receiving, owed);
    if (recorder()) [[unlikely]] recorder()->interrupted(s.rank, owed);
    coroutines_.wake(s.rank, now() + owed);
    return true;
  }
  if (s.state == Coroutine::State::blocked) end_wait(s);
  s.state = Coroutine::State::running;
  const bool is_program = s.is_program;
  if (is_program && s.fiber == FiberPool::kNone) {
    s.fiber = coroutines_.fibers().create(&World::program_entry, this, e.target);
  }
  if (s.fiber != FiberPool::kNone && !resume(e.target)) return true;
  if (is_program) {
    end_rank(e.target, s.exit_code);
  } else if (streams_->step(e.target)) {
    end_rank(e.target, 0);
  }
  return true;
}

void World::prefetch_wake(const Event& e, Partition::Ahead stage) const {
  const Coroutine& s = coroutines_[e.target];
  if (stage == Partition::Ahead::far) {
    __builtin_prefetch(&s);
    __builtin_prefetch(reinterpret_cast<const std::byte*>(&s + 1) - 1);
  } else if (s.fiber != FiberPool::kNone) {
    if (stage == Partition::Ahead::near) coroutines_.fibers().prefetch(s.fiber);
  } else {
    streams_->prefetch(s.stream, stage);
  }
}

// Returns whether the code on the fiber has come to its end.
bool World::resume(std::uint32_t index) {
  Coroutine& s = coroutines_[index];
  if (PrivateGlobals* globals = ranks_.globals_of(s.rank)) globals->enter(s.rank);
  const FiberPool::Outcome outcome = coroutines_.fibers().resume(s.fiber);
  const bool is_wrong = any_thread_failed.load(std::memory_order_acquire) || damage_is_untold;
  if (is_wrong) [[unlikely]] record_faults_of_threads();
  if (outcome == FiberPool::Outcome::suspended) return false;

  s.fiber = FiberPool::kNone;
  if (outcome == FiberPool::Outcome::ended) return s.state != Coroutine::State::ended;  // it failed
  record_crash(index, outcome);
  return false;
}

void World::program_entry(void* world, std::uint32_t coroutine) try {
  static_cast<World*>(world)->run_program(coroutine);
} catch (...) {
  static_cast<World*>(world)->mistakes_.fail_with_exception(coroutine, "left MGEN_Main");
}

// Each rank has its own copy of the arguments: programs may change them.
void World::run_program(std::uint32_t index) {
  const JobSpec& spec = ranks_.job_of(coroutines_[index].rank);
  const std::size_t n = spec.arguments.size();
  auto** argv = static_cast<char**>(alloca((n + 1) * sizeof(char*)));
  for (std::size_t i = 0; i < n; ++i) {
    const std::string& argument = spec.arguments[i];
    argv[i] = static_cast<char*>(alloca(argument.size() + 1));
    std::memcpy(argv[i], argument.c_str(), argument.size() + 1);
  }
  argv[n] = nullptr;
  // main() may have a third parameter.
  using Entry = int (*)(int argc, char** argv, char** environment);
  const auto entry = reinterpret_cast<Entry>(reinterpret_cast<void*>(spec.program));
  const int code = entry(static_cast<int>(n), argv, environment());
  if (FiberPool::in_child()) {  // that a rank has forked, and let return
    std::fflush(nullptr);
    _exit(code);
  }
  run_exit_functions();
  coroutines_[index].exit_code = code;
}

void World::run_exit_functions() {
  const std::uint32_t rank = coroutines_[running_coroutine()].rank;
  while (ranks_.has_objects(rank) && !ranks_.objects(rank).exit_functions.empty()) {
    auto& all = ranks_.objects(rank).exit_functions;
    const std::function<void()> function = std::move(all.back());
    all.pop_back();
    function();
  }
}

bool World::in_program_code() const {
  const std::uint32_t s = running_coroutine();
  return s != kNone && coroutines_[s].is_program && coroutines_[s].state == Coroutine::State::running &&
         !coroutines_[s].call;
}

void World::exit_rank(std::uint32_t coroutine, int code) {
  coroutines_[coroutine].exit_code = code;
  coroutines_.fibers().finish();
}

// As in a loop around the program: what it has sent and not received meets the next run's receives, and
// communicators go on counting.
void World::begin_again(std::uint32_t index) {
  Coroutine& s = coroutines_[index];
  RankState& rank = ranks_[s.rank];
  RankTable::Job& job = ranks_.jobs()[rank.job];
  const std::uint32_t number = s.rank - job.first_rank;
  --job.runs_left[number];
  rank.initialised = rank.finalised = rank.has_threads = false;
  if (job.spec.globals) job.spec.globals->reset(s.rank);
  if (ranks_.has_objects(s.rank)) {
    ranks_.objects(s.rank).signal_actions.clear();
    ranks_.objects(s.rank).threads.reset();
  }
  if (job.spec.streams) {
    streams_->begin_again(s.stream, job.spec.streams(static_cast<int>(number), job.spec.ranks));
  }
  s.call = nullptr;
  s.state = Coroutine::State::asleep;
  coroutines_.wake(index, now());
}

void World::end_rank(std::uint32_t index, int code) {
  Coroutine& s = coroutines_[index];
  if (code == 0 && ranks_.runs_again(s.rank)) return begin_again(index);
  s.state = Coroutine::State::ended;
  RankTable::Job& job = ranks_.job(s.rank);
  --running_ranks_;
  ranks_[s.rank].statistics.finish = now();
  ++job.result.ended;
  job.result.finish = later(job.result.finish, now());
  job.result.note_exit(code, static_cast<int>(s.rank - job.first_rank), now());
}

Time World::slowed(std::uint32_t coroutine, Time t, Time until_it_begins) {
  const auto [noise, rates] = speed_;
  const std::uint32_t rank = coroutines_[coroutine].rank;
  const NodeId node = ranks_.node_of(rank);
  const Time alone = rates ? rates->time(node, t) : t;
  const Time begin = now() + until_it_begins;
  const Time took = noise ? noise->end_of(node, begin, alone) - begin : alone;
  ranks_[rank].statistics.slowness += alone - t;
  ranks_[rank].statistics.noise += took - alone;
  return took;
}

bool World::occupy(std::uint32_t index, Time busy) {
  if (busy.ps == 0) return false;
  Coroutine& s = coroutines_[index];
  s.state = Coroutine::State::asleep;
  coroutines_.wake(index, now() + busy);
  return true;
}

JobResult& JobResult::operator+=(const JobResult& o) {
  ended += o.ended;
  finish = later(finish, o.finish);
  total += o.total;
  payload |= o.payload;
  note_exit(o.exit_code, o.failed_rank, o.failed_at);
  unmatched_messages += o.unmatched_messages;
  unmatched_receives += o.unmatched_receives;
  return *this;
}

}  // namespace kasuri::mpi
