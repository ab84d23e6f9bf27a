// SPDX-License-Identifier: MIT
#include "mpi/ranks/stream_runner.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/check.h"
#include "mpi/ranks/caller.h"
#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/collectives.h"
#include "mpi/ranks/communicators.h"
#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/task_stream.h"

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

// The next operation of a rank that is recorded.
bool next_recorded(Recorder& recorder, std::uint32_t rank, OpStream& stream, Time now, Operation& op) {
  auto* const tasks = dynamic_cast<TaskStream*>(&stream);
  auto* const graph = dynamic_cast<TaskRecorder*>(&recorder);
  if (!tasks || !graph || !tasks->keep_notes()) return stream.next(now, op);
  const bool more = stream.next(now, op);
  if (const auto notes = tasks->notes(); more && !notes.empty()) {
    graph->begins(rank, notes, tasks->graph() == TaskStream::Graph::queued);
  }
  return more;
}

void tell_end(RankObserver& o, std::uint32_t rank, const Operation& op) {
  if (op.served) o.served(rank, *op.served);
  else o.ended_step(rank, *op.step);
}

}  // namespace

StreamRunner::StreamRunner(World& world, Partition& partition)
    : world_(world), partition_(partition),
      timer_(partition.add_handler<&StreamRunner::on_timer>(this)) {}

void StreamRunner::prefetch(std::uint32_t stream, Partition::Ahead stage) const {
  if (stream >= runs_.size()) return;
  const StreamRun& run = runs_[stream];
  if (stage == Partition::Ahead::near) {
    for (std::size_t at = 0; at < sizeof run; at += 64) {
      __builtin_prefetch(reinterpret_cast<const std::byte*>(&run) + at);
    }
  } else {
    __builtin_prefetch(run.requests.data());
    const auto* const from = reinterpret_cast<const std::byte*>(run.stream.get());
    for (std::size_t at = 0; from && at < 256; at += 64) __builtin_prefetch(from + at);
  }
}

bool StreamRunner::step(std::uint32_t index) try {
  using Stage = StreamRun::Stage;
  Coroutine& s = world_.coroutine(index);
  StreamRun& run = runs_[s.stream];
  for (;;) {
    if (run.stage == Stage::fetch) {
      s.call = nullptr;
      run.operation = {};
      Recorder* const recorder = world_.recorder();
      if (!(recorder ? next_recorded(*recorder, s.rank, *run.stream, world_.now(), run.operation)
                     : run.stream->next(world_.now(), run.operation))) [[unlikely]] {
        run = {};
        return true;
      }
      const Operation& op = run.operation;
      s.call = name_of(op);
      run.stage = Stage::call;
      if (is_call(op)) {
        const Time owed = take_owed(world_.ranks()[s.rank]);
        world_.book(index, Activity::receiving, owed);
        if (world_.occupy(index, owed)) return false;
      }
    }
    if (run.stage == Stage::call) {
      const Operation& op = run.operation;
      run.stage = Stage::start;
      Time busy{0};
      if (op.kind == Kind::compute) busy = world_.with_noise(index, op.time);
      if (op.kind == Kind::poll) busy = world_.params().poll_time;
      if (sends(op) && op.peer != kProcNull) {
        const bool shared = world_.params().shared_memory.copy_rate && op.comm != kPutNotices;
        busy = world_.messages().send_cost(
            s.rank, {.bytes = op.bytes,
                     .peer = op.peer,
                     .comm = shared ? &communicator_of(index, run, op.comm) : nullptr,
                     .mode = op.mode});
      }
      world_.book(index,
                  op.kind == Kind::poll ? Activity::polling
                  : sends(op)           ? Activity::sending
                                        : Activity::computing,
                  busy);
      if (world_.occupy(index, busy)) return false;
    }
    if (run.stage == Stage::start) {
      run.stage = Stage::finish;
      if (perform(index, run)) return false;
    }
    if (run.stage == Stage::choose && finish_any(index, run)) return false;
    finish_operation(run);
    run.stage = Stage::fetch;
  }
} catch (const Mistakes::StreamStopped&) {
  return false;
} catch (const Error& e) {
  world_.mistakes().record(index, e.what(), e.code());
  return false;
}

// A request that the stream begins, by its number.
Handle& StreamRunner::free_request(std::uint32_t index, StreamRun& run, std::uint32_t number) {
  Handle& request = run.request(number);
  if (request) world_.mistakes().fail(index, "the request is still in use");
  return request;
}

// Begins a message, or a probe.
Handle StreamRunner::begin(std::uint32_t index, StreamRun& run) {
  const Operation& op = run.operation;
  const std::uint32_t rank = world_.coroutine(index).rank;
  Messages& messages = world_.messages();
  if (op.peer == kProcNull) return complete_handle();
  if (op.comm == kPutNotices) {
    return messages.start_receive(rank, world_.one_sided().poll(rank, op.bytes, op.peer));
  }
  const Communicator& comm = communicator_of(index, run, op.comm);
  const Transfer transfer{.buffer = op.data, .bytes = op.bytes, .peer = op.peer, .tag = op.tag,
                          .comm = &comm, .carries = op.data != nullptr, .mode = op.mode};
  const bool any = !sends(op) && op.peer == kAnySource;
  if (!any && (op.peer < 0 || op.peer >= comm.size())) {
    world_.mistakes().fail(index, op.comm == 0 ? "the peer is not a rank of the job"
                                               : "the peer is not a rank of the communicator");
  }
  if (op.kind == Kind::probe) {
    const bool is_there = messages.find_early(rank, transfer) != World::kNone;
    return is_there ? complete_handle() : messages.start_probe(rank, transfer);
  }
  return sends(op) ? messages.start_send(rank, transfer) : messages.start_receive(rank, transfer);
}

// Begins the operation; returns whether the stream must wait for its end.
bool StreamRunner::perform(std::uint32_t index, StreamRun& run) {
  const Operation& op = run.operation;
  switch (op.kind) {
    case Kind::compute:
    case Kind::poll:
      return false;
    case Kind::isend:
    case Kind::ireceive: {
      free_request(index, run, op.request);
      const Handle begun = begin(index, run);
      run.requests[op.request] = begun;
      return false;
    }
    case Kind::send:
    case Kind::receive:
    case Kind::probe:
      run.own = begin(index, run);
      return world_.requests().await(index, {&run.own, 1});
    case Kind::wait: case Kind::cancel:
    case Kind::wait_for: case Kind::wait_any: case Kind::wait_all:
      return wait_for(index, run);
    case Kind::reap:
      reap(run);
      return false;
    case Kind::icollective:
      begin_collective(index, run);
      return false;
    case Kind::icompute:
    case Kind::idelay:
      begin_timer(index, run);
      return false;
    case Kind::end_step:
      if (RankObserver* const o = world_.accounts().observer()) {
        tell_end(*o, world_.coroutine(index).rank, op);
      }
      return false;
    case Kind::collective: case Kind::duplicate: case Kind::split: case Kind::create: case Kind::remote:
      world_.coroutine(index).fiber =
          world_.coroutines().fibers().create(&StreamRunner::stack_entry, this, index);
      return !world_.resume(index);
  }
  return false;
}

bool StreamRunner::wait_for(std::uint32_t index, StreamRun& run) {
  Requests& requests = world_.requests();
  const Operation& op = run.operation;
  if (op.kind == Kind::wait_all) return requests.await(index, run.requests);
  if (op.kind == Kind::wait || op.kind == Kind::cancel) {
    run.own = std::exchange(run.request(op.request), nullptr);
    // One that a message has met cannot be cancelled: it ends like any other.
    if (op.kind == Kind::cancel && (!run.own || world_.messages().cancel(run.own))) return false;
    return requests.await(index, {&run.own, 1});
  }
  run.awaited.clear();
  for (const std::uint32_t number : op.requests) run.awaited.push_back(run.request(number));
  if (op.kind == Kind::wait_for) return requests.await(index, run.awaited);
  run.stage = StreamRun::Stage::choose;
  return requests.await_any(index, run.awaited);
}

// Ends those that are done.
void StreamRunner::reap(StreamRun& run) {
  for (const std::uint32_t number : run.operation.requests) {
    if (!world_.requests().is_done(run.request(number))) continue;
    world_.requests().collect(std::exchange(run.requests[number], nullptr));
    run.stream->ended(number);
  }
}

// One of a wait_any's requests is there. Returns whether its receive takes time of the CPU.
bool StreamRunner::finish_any(std::uint32_t index, StreamRun& run) {
  run.stage = StreamRun::Stage::finish;
  world_.requests().end_any(index, run.awaited);
  const auto done = [&](Handle h) { return h && world_.requests().is_done(h); };
  const auto found = std::ranges::find_if(run.awaited, done);
  if (found == run.awaited.end()) world_.mistakes().fail(index, "there is nothing to wait for");
  run.own = *found;
  run.operation.request = run.operation.requests[static_cast<std::size_t>(found - run.awaited.begin())];
  run.requests[run.operation.request] = nullptr;
  return world_.requests().await(index, {&run.own, 1});
}

void StreamRunner::finish_operation(StreamRun& run) {
  const auto end_all = [&](std::vector<Handle>& all) {
    for (Handle& h : all) {
      world_.requests().collect(h);
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
  if (world_.messages().meetings().wanted() && op.kind == Kind::wait_any && is_request(run.own)) {
    const Request& r = world_.requests()[index_of(run.own)];
    const bool receives = r.purpose == Request::Purpose::message && !r.is_send;
    run.stream->met(op.request, receives ? world_.messages().meetings().of(index_of(run.own)) : Time{-1});
  }
  world_.requests().collect(run.own);
  run.own = nullptr;
  if (op.kind == Kind::wait_any) run.stream->ended(op.request);
}

Communicator& StreamRunner::communicator_of(std::uint32_t index, StreamRun& run, std::uint32_t number) {
  const std::uint32_t rank = world_.coroutine(index).rank;
  if (number == 0) [[likely]] return world_.ranks().world_of(rank);
  for (const auto& [n, comm] : run.communicators) {
    if (n == number) return *comm;
  }
  auto comm = std::make_unique<Communicator>();
  if (number == kAlone) {
    comm->context = world_.ranks().world_of(rank).context + 2;  // as MPI_COMM_SELF of a program
    comm->group = {.size = 1, .first = rank};
    return *run.communicators.emplace_back(number, std::move(comm)).second;
  }
  RankTable::Job& job = world_.ranks().job(rank);
  const auto* const all = job.spec.communicators.get();
  if (!all || number > all->size()) {
    world_.mistakes().fail(index, fmt::format("communicator {} is not known", number));
  }
  job.groups.resize(all->size());
  Group& group = job.groups[number - 1];
  if (group.size == 0) {
    std::vector<std::uint32_t> members = (*all)[number - 1];
    for (std::uint32_t& m : members) m += job.first_rank;
    group = world_.ranks().groups().make(members);
  }
  if (group.size == 0 || group.find(rank) < 0) {
    world_.mistakes().fail(index, fmt::format("the rank is no member of communicator {}", number));
  }
  comm->context = kFirstContext + 2 * number;
  comm->group = group;
  return *run.communicators.emplace_back(number, std::move(comm)).second;
}

// What a device does by itself: its request is done when the time is over.
void StreamRunner::begin_timer(std::uint32_t index, StreamRun& run) {
  const Operation& op = run.operation;
  const std::uint32_t rank = world_.coroutine(index).rank;
  const bool computes = op.kind == Kind::icompute;
  const Time length = computes ? world_.with_noise(index, op.time) : op.time;
  Handle& begun = free_request(index, run, op.request);
  begun = start_timer(rank, world_.now() + length);
  if (Recorder* const r = world_.recorder()) [[unlikely]] {
    if (computes) r->computes_beside(rank, length, begun);
    else r->delays_beside(rank, length, begun);
  }
  if (computes) run.computes_until = later(run.computes_until, world_.now() + length);
}

Handle StreamRunner::start_timer(std::uint32_t rank, Time done) {
  const Handle h = world_.requests().start_general(rank);
  partition_.post({done, world_.coroutines().next_key(rank), rank, index_of(h), 0, timer_});
  return h;
}

bool StreamRunner::on_timer(const Event& e) {
  world_.requests().complete(world_.requests()[e.a]);
  return true;
}

void StreamRunner::stack_entry(void* runner, std::uint32_t coroutine) {
  static_cast<StreamRunner*>(runner)->run_on_stack(coroutine);
}

// A blocking collective, or the making of a communicator: the messages of it, for its time. The one
// that is made has served its purpose then: what the stream goes on with stands in the job.
void StreamRunner::run_on_stack(std::uint32_t index) {
  StreamRun& run = runs_[world_.coroutine(index).stream];
  const Operation& op = run.operation;
  Communicator& comm = communicator_of(index, run, op.comm);
  if (op.kind == Kind::remote) return run_remote(index, run, comm);
  if (op.kind == Kind::collective) {
    const CollectiveCall call = call_of(op, comm.group, world_.coroutine(index).rank, run.cycle);
    const std::int32_t tag = world_.collectives().enter(
        index, comm, static_cast<std::uint32_t>(op.collective), hash_of(op.collective, call));
    if (Recorder* const r = world_.recorder()) [[unlikely]] {
      r->collective(world_.coroutine(index).rank, comm, op.collective, call, nullptr);
    }
    Team team(world_, index, comm, tag);
    world_.collectives().run(team, op.collective, call);
    return world_.collectives().leave(index);
  }
  Caller caller(world_, index);
  Communicator* made = nullptr;
  Making how = Making::create;
  if (op.kind == Kind::duplicate) made = duplicate(caller, comm), how = Making::dup;
  if (op.kind == Kind::split) made = split(caller, comm, op.colour, op.key), how = Making::split;
  if (op.kind == Kind::create) made = create(caller, comm, comm.group);
  const std::uint32_t rank = world_.coroutine(index).rank;
  if (Recorder* const r = world_.recorder()) [[unlikely]] {
    r->makes(rank, comm, static_cast<std::uint32_t>(how), op.colour, op.key, made);
  }
  if (made) world_.ranks().release(rank, *made);
}

void StreamRunner::begin_collective(std::uint32_t index, StreamRun& run) {
  Operation op = run.operation;
  free_request(index, run, op.request);
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
  const CollectiveCall call = call_of(op, comm.group, world_.coroutine(index).rank, run.cycle);
  const Handle begun = world_.collectives().start(index, comm, op.collective, call, nullptr);
  if (Recorder* const r = world_.recorder()) [[unlikely]] {
    r->collective(world_.coroutine(index).rank, comm, op.collective, call, begun);
  }
  run.requests[op.request] = begun;
}

double StreamRunner::share_done(std::uint32_t index) const {
  constexpr std::size_t kSamples = 64;
  const RankTable::Job& job = world_.ranks().jobs()[index];
  const std::size_t n = job.here_end - job.here_first;
  if (!job.spec.streams || n == 0) return -1;
  const std::size_t step = (n + kSamples - 1) / kSamples;
  const auto here = world_.ranks().here();
  double sum = 0;
  int looked = 0;
  for (std::size_t k = job.here_first; k < job.here_end; k += step, ++looked) {
    const Coroutine& s = world_.coroutine(here[k]);
    const OpStream* const stream = runs_[s.stream].stream.get();
    const double share = s.state == Coroutine::State::ended || !stream ? 1 : stream->share_done();
    if (share < 0) return -1;
    const double left = job.runs_left.empty() ? 0 : job.runs_left[here[k] - job.first_rank];
    sum += (job.spec.runs - left - 1 + share) / job.spec.runs;
  }
  return sum / looked;
}

}  // namespace kasuri::mpi
