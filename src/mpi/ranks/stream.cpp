// SPDX-License-Identifier: MIT
// Operation streams: the same door as blocking calls, but returning to the loop instead of
// suspending. Each operation goes through the stages of StreamRun. Only a collective that must wait
// takes a stack, for as long as it lasts.
#include <fmt/format.h>

#include <algorithm>

#include "base/core/check.h"
#include "mpi/ranks/caller.h"
#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/communicators.h"
#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/stream_run.h"

namespace kasuri::mpi {
namespace {

using Kind = Operation::Kind;

// Streams know communicators by number; contexts of the world's and of those that programs make
// count up from 0 and never come here.
constexpr std::uint32_t kFirstContext = 1u << 30;

const char* name_of(const Operation& op) {
  switch (op.kind) {
    case Kind::compute: return "compute";
    case Kind::send: return "send";
    case Kind::receive: return "receive";
    case Kind::isend: return "isend";
    case Kind::ireceive: return "ireceive";
    case Kind::wait: return "wait";
    case Kind::wait_for: return "wait_for";
    case Kind::wait_any: return "wait_any";
    case Kind::wait_all: return "wait_all";
    case Kind::probe: return "probe";
    case Kind::poll: return "test";
    case Kind::cancel: return "cancel";
    case Kind::reap: return "reap";
    case Kind::duplicate: return "comm_dup";
    case Kind::split: return "comm_split";
    case Kind::create: return "comm_create";
    case Kind::icompute: return "compute";
    case Kind::idelay: return "delay";
    case Kind::end_step: return "end of a step";
    case Kind::remote: return "one-sided communication";
    case Kind::collective: case Kind::icollective: break;
  }
  return name_of(op.collective).data();
}

bool sends(const Operation& op) { return op.kind == Kind::send || op.kind == Kind::isend; }

// A call that takes in the messages that have come; waits do so themselves.
bool is_call(const Operation& op) {
  return sends(op) || op.kind == Kind::ireceive || op.kind == Kind::poll;
}

constexpr std::int64_t kAnySize = std::int64_t{1} << 39;

Blocks blocks_of(const Operation& op, std::span<const int> sizes, bool open) {
  if (!sizes.empty()) return {.counts = sizes.data(), .places = sizes.data()};
  return {.count = open ? kAnySize : op.bytes.n};
}

Type type_of(std::int32_t element) {
  switch (element) {
    case 2: return Type::i16;
    case 4: return Type::i32;
    case 8: return Type::i64;
    case 16: return Type::f80;
    default: return Type::byte;
  }
}

// Nothing of it has an address: streams count sizes only. Neighbours are those of a cycle of all ranks:
// each gives a block to the next, and gets one from the one before.
CollectiveCall call_of(const Operation& op, const Group& group, std::uint32_t rank,
                       std::unique_ptr<Neighbours>& cycle) {
  const int ranks = group.size;
  using enum Collective;
  const bool any_in = op.collective == alltoallv || op.collective == gatherv;
  CollectiveCall call{.count = op.bytes.n,
                      .root = op.root,
                      .out = blocks_of(op, op.out, false),
                      .in = blocks_of(op, op.in, any_in)};
  const bool whole = op.collective == bcast || op.collective == reduce || op.collective == allreduce ||
                     op.collective == scan || op.collective == exscan;
  if (whole) call.in = call.out = {};  // a vector has no blocks
  if (op.collective == reduce_scatter || op.collective == reduce_scatter_block) {
    call.count = 0;
    for (const int n : op.in) call.count += n;
    if (op.in.empty()) call.count = op.bytes.n * ranks;
    if (op.collective == reduce_scatter) call.in.places = nullptr;  // run_collective() makes them
  }
  if (op.collective == neighbor_alltoall) {
    const int at = group.index_of(rank);
    if (!cycle) {
      cycle = std::make_unique<Neighbours>(
          Neighbours::of_graph({(at + ranks - 1) % ranks}, {(at + 1) % ranks}));
    }
    call.neighbours = cycle.get();
  }
  call.type = type_of(op.element);
  call.count /= call.element();
  // Of blocks that only the root knows, or nobody does, what comes may be as large as it likes.
  const bool takes_any = op.collective == scatterv && op.root != group.index_of(rank);
  if (takes_any) call.count = kAnySize / call.element();
  return call;
}

void tell_end(RankObserver& o, std::uint32_t rank, const Operation& op) {
  if (op.served) o.served(rank, *op.served);
  else o.ended_step(rank, *op.step);
}

}  // namespace

void World::step(std::uint32_t index) try {
  using Stage = StreamRun::Stage;
  Coroutine& s = coroutines_[index];
  StreamRun& run = streams_[s.stream];
  for (;;) {
    if (run.stage == Stage::fetch) {
      s.call = nullptr;
      run.operation = {};
      if (!run.stream->next(now(), run.operation)) {
        run = {};
        return end_rank(index, 0);
      }
      const Operation& op = run.operation;
      s.call = name_of(op);
      run.stage = Stage::call;
      if (is_call(op)) {
        const Time owed = take_owed(ranks_[s.rank]);
        book(index, Activity::receiving, owed);
        if (occupy(index, owed)) return;
      }
    }
    if (run.stage == Stage::call) {
      const Operation& op = run.operation;
      run.stage = Stage::start;
      Time busy{0};
      if (op.kind == Kind::compute) busy = with_noise(index, op.time);
      if (op.kind == Kind::poll) busy = params_.poll_time;
      if (sends(op) && op.peer != kProcNull) {
        const bool shared = params_.shared_memory.copy_rate && op.comm != kPutNotices;
        busy = send_cost(s.rank, {.bytes = op.bytes,
                                  .peer = op.peer,
                                  .comm = shared ? &communicator_of(index, run, op.comm) : nullptr,
                                  .mode = op.mode});
      }
      book(index,
           op.kind == Kind::poll ? Activity::polling
           : sends(op)           ? Activity::sending
                                 : Activity::computing,
           busy);
      if (occupy(index, busy)) return;
    }
    if (run.stage == Stage::start) {
      run.stage = Stage::finish;
      if (perform(index, run)) return;
    }
    if (run.stage == Stage::choose && finish_any(index, run)) return;
    finish_operation(run);
    run.stage = Stage::fetch;
  }
} catch (const StreamStopped&) {
} catch (const Error& e) {
  record_failure(index, e.what(), e.code(), 0);
}

// Begins the operation; returns whether the stream must wait for its end.
bool World::perform(std::uint32_t index, StreamRun& run) {
  const Operation& op = run.operation;
  const std::uint32_t rank = coroutines_[index].rank;

  const auto request = [&](std::uint32_t number) -> Handle& {
    if (number >= run.requests.size()) run.requests.resize(number + 1);
    return run.requests[number];
  };
  const auto begin = [&] {
    if (op.peer == kProcNull) return complete_handle();
    if (op.comm == kPutNotices) return start_receive(rank, one_sided_->poll(rank, op.bytes, op.peer));
    const Communicator& comm = communicator_of(index, run, op.comm);
    const Transfer transfer{.buffer = op.data, .bytes = op.bytes, .peer = op.peer, .tag = op.tag,
                            .comm = &comm, .carries = op.data != nullptr, .mode = op.mode};
    const bool any = !sends(op) && op.peer == kAnySource;
    if (!any && (op.peer < 0 || op.peer >= comm.size())) {
      fail(index, op.comm == 0 ? "the peer is not a rank of the job"
                               : "the peer is not a rank of the communicator");
    }
    if (op.kind == Kind::probe) {
      return find_early(rank, transfer) != kNone ? complete_handle() : start_probe(rank, transfer);
    }
    return sends(op) ? start_send(rank, transfer) : start_receive(rank, transfer);
  };

  switch (op.kind) {
    case Kind::compute:
    case Kind::poll:
      return false;
    case Kind::isend:
    case Kind::ireceive: {
      if (request(op.request)) fail(index, "the request is still in use");
      const Handle begun = begin();
      request(op.request) = begun;
      return false;
    }
    case Kind::send:
    case Kind::receive:
    case Kind::probe:
      run.own = begin();
      return await(index, {&run.own, 1});
    case Kind::wait:
      run.own = request(op.request);
      run.requests[op.request] = nullptr;
      return await(index, {&run.own, 1});
    case Kind::wait_for:
    case Kind::wait_any:
      run.awaited.clear();
      for (const std::uint32_t number : op.requests) run.awaited.push_back(request(number));
      if (op.kind == Kind::wait_for) return await(index, run.awaited);
      run.stage = StreamRun::Stage::choose;
      return await_any(index, run.awaited);
    case Kind::wait_all:
      return await(index, run.requests);
    case Kind::cancel:
      run.own = request(op.request);
      run.requests[op.request] = nullptr;
      if (!run.own || cancel(run.own)) return false;
      return await(index, {&run.own, 1});  // a message has met it: it ends like any other
    case Kind::reap:
      for (const std::uint32_t number : op.requests) {
        if (!is_done(request(number))) continue;
        collect(run.requests[number]);
        run.requests[number] = nullptr;
        run.stream->ended(number);
      }
      return false;
    case Kind::icollective:
      return begin_collective(index, run);
    case Kind::icompute:
    case Kind::idelay:
      if (request(op.request)) fail(index, "the request is still in use");
      begin_timer(index, run);
      return false;
    case Kind::end_step:
      if (RankObserver* const o = accounts_.observer()) tell_end(*o, rank, op);
      return false;
    case Kind::collective: case Kind::duplicate:
    case Kind::split:
    case Kind::create:
    case Kind::remote:
      coroutines_[index].fiber = coroutines_.fibers().create(&World::collective_entry, this, index);
      return !resume(index);
  }
  return false;
}

// One of a wait_any's requests is there. Returns whether its receive takes time of the CPU.
bool World::finish_any(std::uint32_t index, StreamRun& run) {
  run.stage = StreamRun::Stage::finish;
  end_any(index, run.awaited);
  const auto done = [&](Handle h) { return h && is_done(h); };
  const auto found = std::ranges::find_if(run.awaited, done);
  if (found == run.awaited.end()) fail(index, "there is nothing to wait for");
  run.own = *found;
  run.operation.request = run.operation.requests[static_cast<std::size_t>(found - run.awaited.begin())];
  run.requests[run.operation.request] = nullptr;
  return await(index, {&run.own, 1});
}

void World::finish_operation(StreamRun& run) {
  const auto end_all = [&](std::vector<Handle>& all) {
    for (Handle& h : all) {
      collect(h);
      h = nullptr;
    }
  };
  const Operation& op = run.operation;
  if (op.kind == Kind::wait_all) return end_all(run.requests);
  if (op.kind == Kind::wait_for) {
    for (const std::uint32_t number : op.requests) run.requests[number] = nullptr;
    return end_all(run.awaited);
  }
  if (!run.own) return;
  if (meetings_.wanted() && op.kind == Kind::wait_any && is_request(run.own)) {
    const Request& r = requests_[index_of(run.own)];
    const bool receives = r.purpose == Request::Purpose::message && !r.is_send;
    run.stream->met(op.request, receives ? meetings_.of(index_of(run.own)) : Time{-1});
  }
  collect(run.own);
  run.own = nullptr;
  if (op.kind == Kind::wait_any) run.stream->ended(op.request);
}

Communicator& World::communicator_of(std::uint32_t index, StreamRun& run, std::uint32_t number) {
  const std::uint32_t rank = coroutines_[index].rank;
  if (number == 0) [[likely]] return world_of(rank);
  for (const auto& [n, comm] : run.communicators) {
    if (n == number) return *comm;
  }
  auto comm = std::make_unique<Communicator>();
  if (number == kAlone) {
    comm->context = world_of(rank).context + 2;  // as MPI_COMM_SELF of a program
    comm->group = {.size = 1, .first = rank};
    return *run.communicators.emplace_back(number, std::move(comm)).second;
  }
  Job& job = jobs_[ranks_[rank].job];
  const auto* const all = job.spec.communicators.get();
  if (!all || number > all->size()) fail(index, fmt::format("communicator {} is not known", number));
  job.groups.resize(all->size());
  Group& group = job.groups[number - 1];
  if (group.size == 0) {
    std::vector<std::uint32_t> members = (*all)[number - 1];
    for (std::uint32_t& m : members) m += job.first_rank;
    group = groups_.make(members);
  }
  if (group.size == 0 || group.find(rank) < 0) {
    fail(index, fmt::format("the rank is no member of communicator {}", number));
  }
  comm->context = kFirstContext + 2 * number;
  comm->group = group;
  return *run.communicators.emplace_back(number, std::move(comm)).second;
}

// What a device does by itself: its request is done when the time is over.
void World::begin_timer(std::uint32_t index, StreamRun& run) {
  const Operation& op = run.operation;
  const std::uint32_t rank = coroutines_[index].rank;
  const bool computes = op.kind == Kind::icompute;
  const Time length = computes ? with_noise(index, op.time) : op.time;
  const Handle begun = start_general(rank, now() + length);
  run.requests[op.request] = begun;
  if (Recorder* const r = recorder()) [[unlikely]] {
    if (computes) r->computes_beside(rank, length, begun);
    else r->delays_beside(rank, length, begun);
  }
  if (computes) run.computes_until = later(run.computes_until, now() + length);
}

bool World::on_timer(const Event& e) {
  complete(requests_[e.a]);
  return true;
}

void World::collective_entry(void* world, std::uint32_t coroutine) {
  static_cast<World*>(world)->run_on_stack(coroutine);
}

// A blocking collective, or the making of a communicator: the messages of it, for its time. The one
// that is made has served its purpose then: what the stream goes on with stands in the job.
void World::run_on_stack(std::uint32_t index) {
  StreamRun& run = streams_[coroutines_[index].stream];
  const Operation& op = run.operation;
  Communicator& comm = communicator_of(index, run, op.comm);
  if (op.kind == Kind::remote) return run_remote(index, run, comm);
  if (op.kind == Kind::collective) {
    const CollectiveCall call = call_of(op, comm.group, coroutines_[index].rank, run.cycle);
    const std::int32_t tag = enter_collective(
        index, comm, static_cast<std::uint32_t>(op.collective), hash_of(op.collective, call));
    if (Recorder* const r = recorder()) [[unlikely]] {
      r->collective(coroutines_[index].rank, comm, op.collective, call, nullptr);
    }
    Team team(*this, index, comm, tag);
    run_collective(team, op.collective, call);
    return leave_collective(index);
  }
  Caller caller(*this, index);
  Communicator* made = nullptr;
  if (op.kind == Kind::duplicate) made = duplicate(caller, comm);
  if (op.kind == Kind::split) made = split(caller, comm, op.colour, op.key);
  if (op.kind == Kind::create) made = create(caller, comm, comm.group);
  if (made) release(coroutines_[index].rank, *made);
}

bool World::begin_collective(std::uint32_t index, StreamRun& run) {
  Operation op = run.operation;
  if (op.request >= run.requests.size()) run.requests.resize(op.request + 1);
  if (run.requests[op.request]) fail(index, "the request is still in use");
  Communicator& comm = communicator_of(index, run, op.comm);
  if (!op.out.empty() || !op.in.empty()) {
    std::erase_if(run.blocks, [&](const auto& b) { return b.first == op.request; });
    auto copy = std::make_unique<int[]>(op.out.size() + op.in.size());
    std::ranges::copy(op.out, copy.get());
    std::ranges::copy(op.in, copy.get() + op.out.size());
    op.in = {copy.get() + op.out.size(), op.in.size()};
    op.out = {copy.get(), op.out.size()};
    run.blocks.emplace_back(op.request, std::move(copy));
  }
  const CollectiveCall call = call_of(op, comm.group, coroutines_[index].rank, run.cycle);
  const Handle begun = start_collective(index, comm, op.collective, call, nullptr);
  if (Recorder* const r = recorder()) [[unlikely]] {
    r->collective(coroutines_[index].rank, comm, op.collective, call, begun);
  }
  run.requests[op.request] = begun;
  return false;
}

}  // namespace kasuri::mpi
