// SPDX-License-Identifier: MIT
// Operation streams: the same door as blocking calls, but returning to the loop instead of
// suspending. Each operation goes through the stages of StreamRun.
#include "core/check.h"
#include "mpi/caller.h"
#include "mpi/collective_tag.h"
#include "mpi/stream_run.h"

namespace kasuri::mpi {
namespace {

using Kind = Operation::Kind;

const char* name_of(const Operation& op) {
  switch (op.kind) {
    case Kind::compute: return "compute";
    case Kind::send: return "send";
    case Kind::receive: return "receive";
    case Kind::isend: return "isend";
    case Kind::ireceive: return "ireceive";
    case Kind::wait: return "wait";
    case Kind::wait_all: return "wait_all";
    case Kind::collective: break;
  }
  return name_of(op.collective).data();
}

bool sends(const Operation& op) { return op.kind == Kind::send || op.kind == Kind::isend; }

}  // namespace

void World::step(std::uint32_t index) try {
  Strand& s = strands_[index];
  StreamRun& run = streams_[strands_[index].stream];
  for (;;) {
    if (run.stage == StreamRun::Stage::fetch) {
      s.call = nullptr;
      run.operation = {};
      if (!run.stream->next(now(), run.operation)) return end_rank(index, 0);
      s.call = name_of(run.operation);
      run.stage = StreamRun::Stage::start;
      Time busy{0};
      if (run.operation.kind == Kind::compute) busy = run.operation.time;
      if (sends(run.operation)) busy = send_cost(run.operation.bytes);
      if (occupy(index, busy)) return;
    }
    if (run.stage == StreamRun::Stage::start) {
      run.stage = StreamRun::Stage::finish;
      if (perform(index, run)) return;
    }
    if (run.operation.kind == Kind::wait_all) {
      for (Handle& h : run.requests) {
        collect(h);
        h = nullptr;
      }
    } else if (run.own) {
      collect(run.own);
      run.own = nullptr;
    }
    run.stage = StreamRun::Stage::fetch;
  }
} catch (const StreamStopped&) {
}

// Begins the operation; returns whether the stream must wait for its end.
bool World::perform(std::uint32_t index, StreamRun& run) {
  const Operation& op = run.operation;
  const std::uint32_t rank = strands_[index].rank;
  const Communicator& comm = world_of(rank);
  const Transfer transfer{.bytes = op.bytes, .peer = op.peer, .tag = op.tag, .comm = &comm};

  const auto request = [&]() -> Handle& {
    if (op.request >= run.requests.size()) run.requests.resize(op.request + 1);
    return run.requests[op.request];
  };
  const auto begin = [&] {
    if (op.peer == kProcNull) return complete_handle();
    const bool any = !sends(op) && op.peer == kAnySource;
    if (!any && (op.peer < 0 || op.peer >= comm.size())) {
      fail(index, "the peer is not a rank of the job");
    }
    return sends(op) ? start_send(rank, transfer) : start_receive(rank, transfer);
  };

  switch (op.kind) {
    case Kind::compute:
      add_computing(rank, op.time);
      return false;
    case Kind::isend:
    case Kind::ireceive:
      if (request()) fail(index, "the request is still in use");
      request() = begin();
      return false;
    case Kind::send:
    case Kind::receive:
      run.own = begin();
      return await(index, {&run.own, 1});
    case Kind::wait:
      run.own = request();
      request() = nullptr;
      return await(index, {&run.own, 1});
    case Kind::wait_all:
      return await(index, run.requests);
    case Kind::collective:
      strands_[index].fiber = fibers_->create(&World::collective_entry, this, index);
      return !resume(index);
  }
  return false;
}

void World::collective_entry(void* world, std::uint32_t strand) {
  auto& w = *static_cast<World*>(world);
  const Operation& op = w.streams_[w.strands_[strand].stream].operation;
  Communicator& comm = w.world_of(w.strands_[strand].rank);
  const Blocks blocks{.count = op.bytes.n};
  CollectiveCall call{.count = op.bytes.n, .root = op.root, .out = blocks, .in = blocks};
  const bool scatters = op.collective == Collective::reduce_scatter ||
                        op.collective == Collective::reduce_scatter_block;
  if (scatters) call.count *= comm.size();
  const std::int32_t tag = w.enter_collective(
      strand, comm, static_cast<std::uint32_t>(op.collective), hash_of(op.collective, call));
  Team team(w, strand, comm, tag);
  w.run_collective(team, op.collective, call);
  w.leave_collective(strand);
}

}  // namespace kasuri::mpi
