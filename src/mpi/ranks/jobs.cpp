// SPDX-License-Identifier: MIT
// What a world is made of, the jobs that it gets, and their start.
#include <fmt/format.h>

#include <unordered_map>

#include "base/core/check.h"
#include "base/engine/address_space.h"
#include "mpi/ranks/files.h"
#include "mpi/ranks/hosting.h"
#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/program_threads.h"
#include "mpi/ranks/stream_run.h"
#include "mpi/ranks/windows.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {
namespace {

constexpr std::size_t kMaxArgumentBytes = 16 << 10;

}  // namespace

World::World(Partition& partition, Transport& transport, const MpiParams& params,
             SenderId first_sender, std::uint32_t nics_per_node, bool in_order,
             const RdmaParams& rdma)
    : partition_(partition),
      transport_(transport),
      params_(params),
      nics_(nics_per_node),
      in_order_(in_order),
      client_(transport.add_client(*this)),
      coroutines_(partition, partition.add_handler<&World::on_wake, &World::prefetch_wake>(this),
                  first_sender, ranks_),
      lane_kind_(partition.add_handler<&World::on_lane_message>(this)),
      timer_kind_(partition.add_handler<&World::on_timer>(this)),
      one_sided_(std::make_unique<OneSided>(*this, transport, rdma, nics_per_node)),
      windows_(std::make_unique<Windows>(*this, transport, rdma, nics_per_node)),
      files_(std::make_unique<Files>(*this, partition, transport, params.io, nics_per_node)) {
  algorithms_[0] = std::make_shared<AlgorithmTable>(params.algorithms, params.rules, params.library);
  FiberPool::catch_crashes();
  watch_program_threads();
  ProgramThreads::enlist(*this);
}

World::~World() { ProgramThreads::delist(*this); }

// As placements have them: ranks of a node follow each other, or nodes take turns.
static bool shares_nodes(const JobSpec& spec) {
  for (int r = 1; r < spec.ranks; ++r) {
    const NodeId node = spec.node_of_rank(r);
    if (node == spec.node_of_rank(r - 1) || node == spec.node_of_rank(0)) return true;
  }
  return false;
}

std::uint32_t World::add_job(JobSpec spec) {
  check(!started_, "jobs are added before the start");
  check(spec.ranks > 0 && spec.node_of_rank, "a job has ranks on nodes");
  check(!spec.program != !spec.streams, "a job has a program or operation streams");
  std::size_t bytes = 0;
  for (const std::string& a : spec.arguments) bytes += a.size() + 1 + sizeof(char*);
  if (bytes > kMaxArgumentBytes) {
    throw Error(Exit::usage, fmt::format("job '{}': the program's arguments take {} bytes, at most "
                                         "{} are possible", spec.name, bytes, kMaxArgumentBytes));
  }
  const std::uint32_t first = ranks();
  const auto n = static_cast<std::uint32_t>(spec.ranks);
  ranks_.grow(first + n);
  nodes_.grow(first + n);
  places_.grow(first + n);
  const auto job = static_cast<std::uint32_t>(jobs_.size());
  const std::size_t here_first = here_.size();
  const bool counts = nics_ > 1 && params_.nic_choice == MessageNic::by_local_rank;
  std::unordered_map<std::uint32_t, std::uint32_t> on_node;
  for (std::uint32_t i = 0; i < n; ++i) {
    nodes_[first + i] = spec.node_of_rank(static_cast<int>(i));
    if (spec.is_here && !spec.is_here(static_cast<int>(i))) continue;
    here_.push_back(first + i);
    if (spec.place_of_rank) places_[first + i] = spec.place_of_rank(static_cast<int>(i));
    ranks_[first + i] = {.job = job,
                         .payload = spec.payload && spec.program,
                         .initialised = false,
                         .finalised = false,
                         .computes = spec.computes && spec.globals,
                         .local_nic = static_cast<std::uint8_t>(
                             counts ? on_node[nodes_[first + i].v]++ % nics_ : 0),
                         .wild_first = kNone,
                         .wild_last = kNone,
                         .early_first = kNone,
                         .early_last = kNone,
                         .posted = 0,
                         .events = 0,
                         .recent_sent = PairCounters::kNone,
                         .recent_received = PairCounters::kNone,
                         .requests = 0,
                         .ended_requests = 0,
                         .polls = kNone,
                         .asked_clock = false,
                         .probe = kNone,
                         .collectives = 0,
                         .in_context = 0,
                         .in_tag = 0,
                         .in_since = {0},
                         .helpers = kNone,
                         .clock_row = 0,
                         .clock_queries = 0,
                         .clock_seen = {-1},
                         .owed = {0},
                         .statistics = {}};
  }
  Communicator& world = communicators_.emplace_back();
  world.context = 2 * job;
  world.group = {.size = spec.ranks, .first = first};
  world.name = "the world";
  JobResult result;
  result.ranks = spec.ranks;
  result.payload = spec.payload;
  result.start = spec.start;
  result.finish = spec.start;
  std::vector<std::uint32_t> runs_left;
  if (spec.runs > 1) runs_left.assign(n, spec.runs - 1);
  jobs_.push_back({std::move(spec), {}, first, here_first, here_.size(), std::move(result),
                   std::move(runs_left)});
  Job& added = jobs_.back();
  const bool is_shared = !added.spec.collectives && shares_nodes(added.spec);
  if (is_shared && !algorithms_[1]) {
    algorithms_[1] =
        std::make_shared<AlgorithmTable>(params_.algorithms, params_.rules, params_.library, true);
  }
  added.algorithms = added.spec.collectives
                         ? std::make_shared<AlgorithmTable>(AlgorithmParams{}, params_.rules,
                                                            added.spec.collectives)
                         : algorithms_[is_shared];
  return job;
}

void World::start() {
  check(!started_, "the world starts once");
  started_ = true;
  running_ranks_ = static_cast<std::uint32_t>(here_.size());
  const auto asked = static_cast<std::size_t>(params_.stack.n);
  params_.stack = {static_cast<std::int64_t>(fitting_stack(asked, ranks()))};  // streams borrow them, too
  coroutines_.start(ranks() + most_helpers(),
                    {.stack_bytes = static_cast<std::size_t>(params_.stack.n),
                     .capacity = running_ranks_ + most_helpers(),
                     .guard = params_.stack_guards ? StackArea::Guard::best : StackArea::Guard::canary,
                     .terminated = &World::terminated,
                     .interruptible = &World::is_interruptible});
  places_.grow(ranks() + most_helpers());
  partition_.set_places(coroutines_.wake_kind(), places_.data());
  partition_.set_places(lane_kind_, places_.data());
  partition_.set_places(timer_kind_, places_.data());
  files_->start(places_.data());
  std::size_t streams = 0;
  for (const Job& job : jobs_) streams += job.spec.streams ? job.here_end - job.here_first : 0;
  streams_.reserve(streams);
  for (const Job& job : jobs_) {
    if (job.spec.meetings) meetings_.want();
    for (std::size_t k = job.here_first; k < job.here_end; ++k) {
      const std::uint32_t s = here_[k];
      coroutines_[s] = {.rank = s,
                     .fiber = FiberPool::kNone,
                     .pending = 0,
                     .last = kNone,
                     .state = Coroutine::State::asleep,
                     .is_program = job.spec.program != nullptr,
                     .any = false,
                     .polls = false,
                     .stream = static_cast<std::uint32_t>(streams_.size()),
                     .ready = job.spec.start,
                     .since = job.spec.start,
                     .received = {0},
                     .call = nullptr,
                     .waits_for = nullptr,
                     .waits = 0,
                     .exit_code = 0};
      if (job.spec.streams) {
        streams_.emplace_back().stream =
            job.spec.streams(static_cast<int>(s - job.first_rank), job.spec.ranks);
      }
      coroutines_.wake(s, job.spec.start);
    }
  }
}

JobResult World::result(std::uint32_t index) const {
  const Job& job = jobs_[index];
  JobResult result = job.result;
  for (std::size_t k = job.here_first; k < job.here_end; ++k) {
    const Rank& rank = ranks_[here_[k]];
    result.total += rank.statistics;
    for (std::uint32_t m = rank.early_first; m != kNone; m = matching_.early(m).after) {
      if (matching_.early(m).key.context != kPutContext) ++result.unmatched_messages;
    }
  }
  const std::uint32_t end = job.first_rank + static_cast<std::uint32_t>(job.spec.ranks);
  for (std::uint32_t i = 0; i < requests_.peak(); ++i) {
    const Request& r = requests_[i];
    result.unmatched_receives += r.state == Request::State::active && !r.is_send &&
                                 r.key.rank >= job.first_rank && r.key.rank < end;
  }
  return result;
}

}  // namespace kasuri::mpi
