// SPDX-License-Identifier: MIT
// One-sided communication in a recording. A step's window, peer, bytes and number stand in its event; what
// OTF2 has no place for, in parameters before it.
#include <algorithm>
#include <cstdint>

#include "workload/traces/otf2_log.h"
#include "workload/traces/otf2_names.h"

namespace kasuri::trace::otf2 {

using Kind = Event::Kind;
using mpi::RemoteStep;
using Step = RemoteStep::Kind;

namespace {

mpi::Handle request_of(std::int64_t handle) {
  return reinterpret_cast<mpi::Handle>(static_cast<std::uintptr_t>(handle));
}

}  // namespace

void Log::parameter(const char* name, std::int64_t value) {
  add({.kind = Kind::parameter, .c = static_cast<std::uint64_t>(value), .name = name});
}

void Log::remote(const mpi::Operation& op, std::uint32_t comm, std::uint32_t context, std::int64_t handle) {
  const RemoteStep& step = op.remote;
  switch (step.kind) {
    case Step::copy: case Step::atomic: case Step::complete: return copy(op, handle);
    case Step::control: {
      const std::uint64_t request = ++requests;
      parameter(kRequest, static_cast<std::int64_t>(request));
      add({.kind = Kind::remote, .step = step.kind, .a = static_cast<std::uint32_t>(op.peer),
           .comm = kMgenWindow, .request = request});
      if (handle == 0) complete.push_back(request);
      else open[request_of(handle)] = {request, kMgenWindow, {}, {}, true};
      return;
    }
    case Step::await_change: return add({.kind = Kind::remote, .step = step.kind, .comm = kAcpWindow});
    case Step::registration:
      if (step.flags) parameter(kFlags, step.flags);
      return parameter(kRegisters, op.bytes.n);
    case Step::make:
      if (step.flags) parameter(kFlags, step.flags);
      return make(comm, context);
    case Step::put: case Step::get: case Step::accumulate: case Step::get_accumulate:
    case Step::compare_and_swap: return access(op, window_of[context], handle);
    default: return synchronise(op, window_of[context]);
  }
}

void Log::heard_put(std::uint64_t request, const mpi::Status& s) {
  parameter(kRequest, static_cast<std::int64_t>(request));
  parameter(kPutFrom, s.source);
  parameter(kPutBytes, s.bytes.n);
  add({.kind = Kind::put_heard, .comm = kMgenWindow});
}

void Log::copy(const mpi::Operation& op, std::int64_t handle) {
  const RemoteStep& step = op.remote;
  const bool ordered = step.has(RemoteStep::kOrdered);
  const std::uint32_t window = ordered ? kAcpWindow : kMgenWindow;
  std::map<std::int64_t, std::uint64_t>& known = copies[ordered];
  if (step.kind == Step::complete) {
    // ACP's completion is that of all before it.
    for (auto at = known.begin(); at != known.end() && at->first <= handle;) {
      if (!ordered && at->first != handle) {
        ++at;
        continue;
      }
      add({.kind = Kind::remote, .step = step.kind, .comm = window, .request = at->second});
      at = known.erase(at);
    }
    return;
  }
  const std::uint64_t request = known[handle] = ++requests;
  if (ordered && step.order != 0) {
    const auto after = known.find(step.order);
    parameter(kOrder, step.order < 0          ? step.order
                      : after != known.end() ? static_cast<std::int64_t>(after->second)
                                             : 0);
  }
  const bool is_atomic = step.kind == Step::atomic;
  parameter(is_atomic ? kTarget : kSource, is_atomic ? op.peer : op.root);
  add({.kind = Kind::remote, .step = step.kind, .a = static_cast<std::uint32_t>(op.peer), .comm = window,
       .b = static_cast<std::uint32_t>(op.root), .c = static_cast<std::uint64_t>(op.bytes.n),
       .request = request});
}

void Log::make(std::uint32_t comm, std::uint32_t context) {
  const auto number = static_cast<std::uint32_t>(std::ranges::count(windows, comm, &Window::comm));
  window_of[context] = static_cast<std::uint32_t>(windows.size());
  add({.kind = Kind::remote, .step = Step::make, .comm = window_of[context]});
  windows.push_back({.comm = comm, .number = number});
}

void Log::access(const mpi::Operation& op, std::uint32_t window, std::int64_t handle) {
  const std::uint64_t request = ++requests;
  const auto target = static_cast<std::uint32_t>(op.peer);
  if (op.remote.flags) parameter(kFlags, op.remote.flags);
  add({.kind = Kind::remote, .step = op.remote.kind, .a = target, .comm = window,
       .c = static_cast<std::uint64_t>(op.bytes.n), .request = request});
  if (op.remote.has(RemoteStep::kRequests)) open[request_of(handle)] = {request, window, {}, {}, true};
  else windows[window].open.emplace_back(target, request);
}

// Of one target, or of all (less than 0).
void Log::end_accesses(std::uint32_t window, std::int64_t target) {
  std::erase_if(windows[window].open, [&](const auto& access) {
    if (target >= 0 && access.first != target) return false;
    add({.kind = Kind::remote_complete, .comm = window, .request = access.second});
    return true;
  });
}

void Log::synchronise(const mpi::Operation& op, std::uint32_t window) {
  const RemoteStep& step = op.remote;
  Event e{.kind = Kind::remote, .step = step.kind, .a = static_cast<std::uint32_t>(op.peer),
          .comm = window, .b = step.has(RemoteStep::kExclusive)};
  if (step.kind == Step::lock_all || step.kind == Step::unlock_all) e.a = UINT32_MAX;
  const bool local = step.has(RemoteStep::kLocal);
  switch (step.kind) {
    case Step::fence: case Step::end_access: case Step::unlock_all: case Step::free:
      end_accesses(window, -1);
      break;
    case Step::unlock: end_accesses(window, op.peer); break;
    case Step::flush: if (!local) end_accesses(window, op.peer); break;
    default: break;
  }
  const bool of_group = step.kind == Step::post || step.kind == Step::start ||
                        step.kind == Step::end_access || step.kind == Step::end_exposure;
  if (of_group) {
    e.b = static_cast<std::uint32_t>(groups.size());
    const Comm& comm = comms[windows[window].comm];
    std::vector<std::uint32_t>& members = groups.emplace_back();
    for (const std::uint32_t m : op.requests) members.push_back(comm.member(static_cast<std::int32_t>(m)));
  }
  if (step.flags) parameter(kFlags, step.flags);
  add(e);
}

}  // namespace kasuri::trace::otf2
