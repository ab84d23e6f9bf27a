// SPDX-License-Identifier: MIT
// One-sided communication of operation streams: each step is the call that a program would make, on a stack
// that the stream borrows for it. Nothing moves but sizes, so windows have no memory and no end.
#include <fmt/format.h>

#include <algorithm>

#include "mpi/ranks/call.h"
#include "mpi/ranks/one_sided.h"
#include "mpi/ranks/program_threads.h"
#include "mpi/ranks/stream_run.h"
#include "mpi/ranks/windows.h"

namespace kasuri::mpi {
namespace {

using Step = RemoteStep::Kind;

Window& remote_window(Call& call, StreamRun& run) {
  const std::uint32_t number = run.operation.remote.window;
  const auto found = std::ranges::find(run.windows, number, [](const auto& w) { return w.first; });
  if (found == run.windows.end()) call.fail("window {} does not exist", number);
  return *found->second;
}

void make_window(Call& call, StreamRun& run, Communicator& comm) {
  static std::byte no_memory;
  const RemoteStep& step = run.operation.remote;
  constexpr std::int64_t kEndless = INT64_MAX / 4;
  Windows::Plan plan{.base = &no_memory, .size = kEndless};
  if (step.has(RemoteStep::kShared)) plan = {.flavour = WindowFlavour::shared};
  Window& w = call.world().windows().create(call, comm, plan);
  w.flavour = WindowFlavour::create;
  w.base = &no_memory;
  w.size = kEndless;
  std::erase_if(run.windows, [&](const auto& known) { return known.first == step.window; });
  run.windows.emplace_back(step.window, &w);
}

// What MPI_Put and the others describe, where nothing has an address.
Access access_of(const Operation& op) {
  static const Layout somewhere;
  Access a;
  a.kind = static_cast<Access::Kind>(static_cast<int>(op.remote.kind) - static_cast<int>(Step::put));
  a.target = op.peer;
  a.there = {nullptr, op.bytes.n, Element(Type::byte)};
  if (op.remote.has(RemoteStep::kSendsNone)) a.op = static_cast<std::uint8_t>(WindowOp::no_op);
  else a.origin = a.there;
  a.result = a.there;
  if (op.remote.has(RemoteStep::kPacks)) a.origin.type.layout = &somewhere;
  return a;
}

void synchronise(Call& call, Window& w, const Operation& op, const Group& group) {
  Windows& windows = call.world().windows();
  const bool checked = !op.remote.has(RemoteStep::kUnchecked);
  switch (op.remote.kind) {
    case Step::fence: return windows.fence(call, w, !op.remote.has(RemoteStep::kLast));
    case Step::post: return windows.post(call, w, group, checked);
    case Step::start: return windows.start(call, w, group, checked);
    case Step::end_access: return windows.complete(call, w);
    case Step::end_exposure: return windows.end_exposure(call, w);
    case Step::lock:
      return windows.lock(call, w, op.peer, op.remote.has(RemoteStep::kExclusive), checked);
    case Step::unlock: return windows.unlock(call, w, op.peer);
    case Step::lock_all: return windows.lock_all(call, w, checked);
    case Step::unlock_all: return windows.unlock_all(call, w);
    case Step::flush:
      return windows.flush(call, w, op.peer == RemoteStep::kEach ? Window::kAll : op.peer,
                           op.remote.has(RemoteStep::kLocal) ? Window::Wait::here : Window::Wait::there);
    default: return;
  }
}

std::int64_t& copy_of(StreamRun& run, std::uint32_t number) {
  if (number >= run.copies.size()) run.copies.resize(number + 1);
  return run.copies[number];
}

// With handles: of MGEN, or of ACP.
void copy(Call& call, StreamRun& run) {
  const Operation& op = run.operation;
  OneSided& library = call.world().one_sided();
  const bool ordered = op.remote.has(RemoteStep::kOrdered);
  if (op.remote.kind == Step::complete) {
    const std::int64_t handle = copy_of(run, op.request);
    if (ordered) library.complete(call, handle);
    else library.complete_sized(call, handle);
    return;
  }
  const std::int64_t order =
      op.remote.order > 0 ? copy_of(run, static_cast<std::uint32_t>(op.remote.order - 1)) : op.remote.order;
  const std::int64_t handle = ordered ? library.begin_replayed(call, op, order)
                                      : library.begin_sized(call, op.root, op.peer, op.bytes);
  copy_of(run, op.request) = handle;
}

}  // namespace

World& Call::require_world(const char* name) {
  if (World* world = current_world()) return *world;
  if (!FiberPool::is_simulator_thread()) {
    ProgramThreads::refuse(name, "called from a thread that the program has made; simulated time passes "
                                 "for ranks, so only a rank's own thread may call the library "
                                 "(MGEN_THREAD_FUNNELED)");
  }
  throw Error(Exit::usage, fmt::format("{} was called outside of MGEN_Main", name));
}

void StreamRunner::run_remote(std::uint32_t index, StreamRun& run, Communicator& comm) {
  Call call("one-sided communication", Call::Needs::nothing);
  const Operation& op = run.operation;
  const Communicator& all = world_.ranks().world_of(call.rank());
  const auto request = [&](Handle begun) {
    free_request(index, run, op.request) = begun;
  };
  const auto peer = [&](std::int32_t rank, int ranks) {
    if (rank >= 0 && rank < ranks) return;
    world_.mistakes().fail(index, fmt::format("the peer {} is not one of {} ranks", rank, ranks));
  };
  switch (op.remote.kind) {
    case Step::copy:
    case Step::atomic:
      peer(op.peer, all.size());
      peer(op.root, all.size());
      [[fallthrough]];
    case Step::complete: return copy(call, run);
    case Step::control:
      peer(op.peer, all.size());
      return request(world_.one_sided().send_control(call, all.group.member(op.peer)));
    case Step::await_change: return world_.one_sided().wait_for_write(call);
    case Step::registration:
      return world_.one_sided().pass_registration(call, op.bytes, op.remote.has(RemoteStep::kComputes));
    case Step::make: return make_window(call, run, comm);
    case Step::free: {
      Window& w = remote_window(call, run);
      std::erase_if(run.windows, [&](const auto& known) { return known.second == &w; });
      return world_.windows().free(call, w);
    }
    case Step::put: case Step::get: case Step::accumulate: case Step::get_accumulate:
    case Step::compare_and_swap: {
      Window& w = remote_window(call, run);
      peer(op.peer, w.comm->size());
      const bool wants = op.remote.has(RemoteStep::kRequests);
      const Handle begun = world_.windows().begin(call, w, access_of(op), wants);
      if (wants) request(begun);
      return;
    }
    default: {
      Window& w = remote_window(call, run);
      std::vector<std::uint32_t> members(op.requests.begin(), op.requests.end());
      for (std::uint32_t& m : members) {
        peer(static_cast<std::int32_t>(m), w.comm->size());
        m = w.comm->group.member(static_cast<std::int32_t>(m));
      }
      return synchronise(call, w, op, members.empty() ? Group{} : world_.ranks().groups().make(members));
    }
  }
}

}  // namespace kasuri::mpi
