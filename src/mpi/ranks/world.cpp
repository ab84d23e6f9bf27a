// SPDX-License-Identifier: MIT
// The life of ranks: running, waiting, end.
#include "mpi/ranks/world.h"

#include <alloca.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/core/allocation.h"
#include "base/core/check.h"
#include "base/core/environment.h"
#include "base/engine/windows.h"
#include "mpi/ranks/stream_run.h"
#include "mpi/ranks/thread_faults.h"

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

  if (e.target >= ranks()) {
    run_helper(e.target);
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
  } else {
    step(e.target);
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
  } else if (s.stream < streams_.size()) {
    const StreamRun& run = streams_[s.stream];
    if (stage == Partition::Ahead::near) {
      for (std::size_t at = 0; at < sizeof run; at += 64) {
        __builtin_prefetch(reinterpret_cast<const std::byte*>(&run) + at);
      }
    } else {
      __builtin_prefetch(run.requests.data());
      const auto* const stream = reinterpret_cast<const std::byte*>(run.stream.get());
      for (std::size_t at = 0; stream && at < 256; at += 64) __builtin_prefetch(stream + at);
    }
  }
}

// Returns whether the code on the fiber has come to its end.
bool World::resume(std::uint32_t index) {
  Coroutine& s = coroutines_[index];
  if (PrivateGlobals* globals = jobs_[ranks_[s.rank].job].spec.globals) globals->enter(s.rank);
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
  static_cast<World*>(world)->fail_with_exception(coroutine, "left MGEN_Main");
}

// Each rank has its own copy of the arguments: programs may change them.
void World::run_program(std::uint32_t index) {
  const JobSpec& spec = job_of(coroutines_[index].rank);
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
  while (has_objects(rank) && !objects(rank).exit_functions.empty()) {
    auto& all = objects(rank).exit_functions;
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

void World::yield() { coroutines_.fibers().suspend(); }

void World::exit_rank(std::uint32_t coroutine, int code) {
  coroutines_[coroutine].exit_code = code;
  coroutines_.fibers().finish();
}

// As in a loop around the program: what it has sent and not received meets the next run's receives, and
// communicators go on counting.
void World::begin_again(std::uint32_t index) {
  Coroutine& s = coroutines_[index];
  Rank& rank = ranks_[s.rank];
  Job& job = jobs_[rank.job];
  const std::uint32_t number = s.rank - job.first_rank;
  --job.runs_left[number];
  rank.initialised = rank.finalised = rank.has_threads = false;
  if (job.spec.globals) job.spec.globals->reset(s.rank);
  if (has_objects(s.rank)) {
    objects(s.rank).signal_actions.clear();
    objects(s.rank).threads.reset();
  }
  if (job.spec.streams) {
    streams_[s.stream] = {};
    streams_[s.stream].stream = job.spec.streams(static_cast<int>(number), job.spec.ranks);
  }
  s.call = nullptr;
  s.state = Coroutine::State::asleep;
  coroutines_.wake(index, now());
}

void World::end_rank(std::uint32_t index, int code) {
  Coroutine& s = coroutines_[index];
  if (code == 0 && runs_again(s.rank)) return begin_again(index);
  s.state = Coroutine::State::ended;
  Job& job = jobs_[ranks_[s.rank].job];
  --running_ranks_;
  ranks_[s.rank].statistics.finish = now();
  ++job.result.ended;
  job.result.finish = later(job.result.finish, now());
  job.result.note_exit(code, static_cast<int>(s.rank - job.first_rank), now());
}

bool World::occupy(std::uint32_t index, Time busy) {
  if (busy.ps == 0) return false;
  Coroutine& s = coroutines_[index];
  s.state = Coroutine::State::asleep;
  coroutines_.wake(index, now() + busy);
  return true;
}

// The CPU takes its part of each receive when the message is there and the CPU is free.
bool World::await(std::uint32_t index, std::span<const Handle> handles) {
  if (recorder()) [[unlikely]] recorder()->awaits(index, coroutines_[index].rank, handles);
  Coroutine& s = coroutines_[index];
  s.received = index == s.rank ? take_owed(ranks_[s.rank]) : Time{0};
  s.pending = 0;
  s.last = kNone;
  for (const Handle h : handles) {
    if (!is_request(h)) continue;
    Request& r = requests_[index_of(h)];
    if (r.state == Request::State::done) {
      s.received += receive_cost(params_, r);
    } else {
      r.coroutine = index;
      ++s.pending;
    }
  }
  s.ready = now() + s.received;
  if (s.pending == 0 && s.ready == now()) return false;
  s.since = now();
  s.waits_for = handles.data();
  s.waits = handles.size();
  s.state = Coroutine::State::blocked;
  if (s.pending == 0) coroutines_.wake(index, s.ready);
  return true;
}

bool World::await_any(std::uint32_t index, std::span<const Handle> handles) {
  const auto is_open = [&](Handle h) { return is_request(h) && !is_done(h); };
  if (std::ranges::any_of(handles, [&](Handle h) { return !is_null(h) && !is_open(h); })) return false;
  if (std::ranges::none_of(handles, is_open)) return false;
  Coroutine& s = coroutines_[index];
  s.received = index == s.rank ? take_owed(ranks_[s.rank]) : Time{0};
  s.ready = now() + s.received;
  s.pending = 1;
  s.last = kNone;
  s.any = true;
  for (const Handle h : handles) {
    if (is_open(h)) requests_[index_of(h)].coroutine = index;
  }
  s.since = now();
  s.waits_for = handles.data();
  s.waits = handles.size();
  s.state = Coroutine::State::blocked;
  return true;
}

void World::end_any(std::uint32_t index, std::span<const Handle> handles) {
  coroutines_[index].any = false;
  for (const Handle h : handles) {
    if (!is_request(h)) continue;
    Request& r = requests_[index_of(h)];
    if (r.coroutine == index) r.coroutine = kNone;
  }
}

bool World::is_valid(Handle h, std::uint32_t rank) const {
  const std::uint32_t i = index_of(h);
  if (reinterpret_cast<std::uintptr_t>(h) > std::uintptr_t{UINT32_MAX} || i >= requests_.peak()) {
    return false;
  }
  const Request& r = requests_[i];
  return r.state != Request::State::free && r.key.rank == rank && !r.unowned;
}

Status World::status_of(Handle h) const {
  if (is_null(h)) return {.source = kAnySource};
  if (!is_request(h)) return {};
  const Request& r = requests_[index_of(h)];
  if (r.cancelled) return {.cancelled = true};
  if (r.is_send) return {};
  return {.source = r.key.source, .tag = r.key.tag, .bytes = r.bytes, .error = r.error};
}

World::Origin World::origin_of(Handle h) const {
  const Request& r = requests_[index_of(h)];
  if (r.purpose == Request::Purpose::file) return {true, static_cast<std::uint32_t>(r.key.source)};
  return {false, r.key.context};
}

void World::end(Handle h) {
  if (!is_request(h)) return;
  const std::uint32_t i = index_of(h);
  Request& r = requests_[i];
  debug_check(r.state == Request::State::done, "only finished operations are collected");
  if (recorder()) [[unlikely]] recorder()->ends(r.key.rank, h, status_of(h), r.is_send);
  if (r.packed) [[unlikely]] unpack(i);
  r.state = Request::State::free;
  --ranks_[r.key.rank].requests;
  ++ranks_[r.key.rank].ended_requests;
  requests_.free(i);
}

void World::fail(std::uint32_t coroutine, std::string_view what, Exit exit, int code) {
  record_failure(coroutine, what, exit, code);
  if (coroutines_.fibers().on_fiber()) coroutines_.fibers().finish();
  throw StreamStopped{};
}

void World::record_failure(std::uint32_t index, std::string_view what, Exit exit, int code) {
  Coroutine& s = coroutines_[index];
  s.state = Coroutine::State::ended;
  partition_.stop_before(next_stop(now()));
  const Job& job = jobs_[ranks_[s.rank].job];
  Failure f;
  f.exit = exit;
  f.job = job.spec.name;
  f.rank = static_cast<int>(s.rank - job.first_rank);
  f.world_rank = s.rank;
  f.call = as_written(s.rank, s.call ? s.call : "");
  f.time = now();
  f.program_code = code;
  f.message = fmt::format("job '{}', rank {}, {} at {}: {}", f.job, f.rank,
                          f.call.empty() ? "in program code" : f.call, to_string(f.time),
                          as_written(s.rank, std::string(what)));
  if (!failure_ || f < *failure_) failure_ = std::move(f);
}

std::string World::as_written(std::uint32_t rank, std::string text) const {
  if (!jobs_[ranks_[rank].job].spec.is_mpi) return text;
  constexpr std::string_view kPrefix = "MGEN_", kEntry = "MGEN_Main";
  for (std::size_t at = 0; (at = text.find(kPrefix, at)) != text.npos; ++at) {
    const bool is_entry = text.compare(at, kEntry.size(), kEntry) == 0;
    text.replace(at, is_entry ? kEntry.size() : kPrefix.size(), is_entry ? "main" : "MPI_");
  }
  return text;
}

RankObjects& World::objects(std::uint32_t rank) {
  if (objects_.empty()) objects_.resize(ranks());
  std::unique_ptr<RankObjects>& mine = objects_[rank];
  if (!mine) mine = std::make_unique<RankObjects>(rank, world_of(rank).context);
  return *mine;
}

void World::share_memory(std::span<World* const> all) {
  for (World* const w : all) {
    w->beside_.assign(all.begin(), all.end());
    w->handed_ = all[0]->handed_;
  }
}

bool World::shares_memory(std::uint32_t rank, std::uint32_t other) const {
  return std::ranges::any_of(beside_, [&, number = ranks_[rank].job](const World* w) {
    const Job& job = w->jobs_[number];
    return !job.spec.is_here || job.spec.is_here(static_cast<int>(other - job.first_rank));
  });
}

double World::share_done(std::uint32_t index) const {
  constexpr std::size_t kSamples = 64;
  const Job& job = jobs_[index];
  const std::size_t n = job.here_end - job.here_first;
  if (!job.spec.streams || n == 0) return -1;
  const std::size_t step = (n + kSamples - 1) / kSamples;
  double sum = 0;
  int looked = 0;
  for (std::size_t k = job.here_first; k < job.here_end; k += step, ++looked) {
    const Coroutine& s = coroutines_[here_[k]];
    const OpStream* const stream = streams_[s.stream].stream.get();
    const double share = s.state == Coroutine::State::ended || !stream ? 1 : stream->share_done();
    if (share < 0) return -1;
    const double left = job.runs_left.empty() ? 0 : job.runs_left[here_[k] - job.first_rank];
    sum += (job.spec.runs - left - 1 + share) / job.spec.runs;
  }
  return sum / looked;
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
