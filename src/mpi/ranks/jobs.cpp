// SPDX-License-Identifier: MIT
// What a world is made of, the jobs that it gets, and their start.
#include "base/core/check.h"
#include "base/engine/address_space.h"
#include "mpi/ranks/collectives.h"
#include "mpi/ranks/files.h"
#include "mpi/ranks/hosting.h"
#include "mpi/ranks/lanes.h"
#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/program_threads.h"
#include "mpi/ranks/stream_runner.h"
#include "mpi/ranks/windows.h"
#include "mpi/ranks/world.h"

namespace kasuri::mpi {
World::World(Partition& partition, Transport& transport, const MpiParams& params,
             SenderId first_sender, std::uint32_t nics_per_node, bool in_order,
             const RdmaParams& rdma)
    : partition_(partition),
      params_(params),
      ranks_(nics_per_node),
      coroutines_(partition, partition.add_handler<&World::on_wake, &World::prefetch_wake>(this),
                  first_sender, ranks_),
      mistakes_(partition, ranks_, coroutines_),
      requests_(ranks_, coroutines_, params_, accounts_, mistakes_, buffers_),
      collectives_(std::make_unique<Collectives>(*this)),
      messages_(transport, params_, ranks_, coroutines_, accounts_, mistakes_, requests_,
                collectives_->in_flight(), in_order),
      lanes_(std::make_unique<Lanes>(partition, ranks_, coroutines_, accounts_, messages_)),
      streams_(std::make_unique<StreamRunner>(*this, partition)),
      one_sided_(std::make_unique<OneSided>(*this, transport, rdma, nics_per_node)),
      windows_(std::make_unique<Windows>(*this, transport, nics_per_node)),
      files_(std::make_unique<Files>(*this, partition, transport, params.io, nics_per_node)) {
  FiberPool::catch_crashes();
  watch_program_threads();
  ProgramThreads::enlist(*this);
}

World::World(Partition& partition, Transport& transport, const MpiParams& params, SenderId first_sender,
             std::uint32_t nics_per_node, bool in_order)
    : World(partition, transport, params, first_sender, nics_per_node, in_order, RdmaParams{}) {}

World::~World() { ProgramThreads::delist(*this); }

std::uint32_t World::add_job(JobSpec spec) {
  check(!coroutines_.started(), "jobs are added before the start");
  const bool counts = ranks_.nics() > 1 && params_.nic_choice == MessageNic::by_local_rank;
  const std::uint32_t job = ranks_.add(std::move(spec), counts);
  RankTable::Job& added = ranks_.jobs()[job];
  added.algorithms = collectives_->algorithms_for(added.spec);
  return job;
}

void World::start() {
  check(!coroutines_.started(), "the world starts once");
  running_ranks_ = static_cast<std::uint32_t>(ranks_.here().size());
  const auto asked = static_cast<std::size_t>(params_.stack.n);
  const std::uint32_t ranks = ranks_.size(), helpers = collectives_->most_helpers();
  params_.stack = {static_cast<std::int64_t>(fitting_stack(asked, ranks))};  // streams borrow them, too
  coroutines_.start(ranks + helpers,
                    {.stack_bytes = static_cast<std::size_t>(params_.stack.n),
                     .capacity = running_ranks_ + helpers,
                     .guard = params_.stack_guards ? StackArea::Guard::best : StackArea::Guard::canary,
                     .terminated = &World::terminated,
                     .interruptible = &World::is_interruptible});
  ranks_.places().grow(ranks + helpers);
  const std::uint32_t* const places = ranks_.places().data();
  partition_.set_places(coroutines_.wake_kind(), places);
  lanes_->set_places(places);
  streams_->set_places(places);
  files_->start(places);
  std::size_t streams = 0;
  for (const RankTable::Job& job : ranks_.jobs()) {
    streams += job.spec.streams ? job.here_end - job.here_first : 0;
  }
  streams_->reserve(streams);
  for (const RankTable::Job& job : ranks_.jobs()) {
    if (job.spec.meetings) messages_.meetings().want();
    for (std::size_t k = job.here_first; k < job.here_end; ++k) {
      const std::uint32_t s = ranks_.here()[k];
      coroutines_[s] = {.rank = s,
                        .is_program = job.spec.program != nullptr,
                        .stream = static_cast<std::uint32_t>(streams_->size()),
                        .ready = job.spec.start,
                        .since = job.spec.start};
      if (job.spec.streams) {
        streams_->add(job.spec.streams(static_cast<int>(s - job.first_rank), job.spec.ranks));
      }
      coroutines_.wake(s, job.spec.start);
    }
  }
}

JobResult World::result(std::uint32_t index) const {
  const RankTable::Job& job = ranks_.jobs()[index];
  const Matching& matching = messages_.matching();
  JobResult result = job.result;
  for (std::size_t k = job.here_first; k < job.here_end; ++k) {
    const RankState& rank = ranks_[ranks_.here()[k]];
    result.total += rank.statistics;
    for (std::uint32_t m = rank.early_first; m != kNone; m = matching.early(m).after) {
      if (matching.early(m).key.context != kPutContext) ++result.unmatched_messages;
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
