// SPDX-License-Identifier: MIT
// A run of programs as OTF2 archives: the calls of MPI as regions with their messages, requests and
// collectives, as Score-P writes them, in picoseconds. What OTF2 has no place for stands in parameters
// named kasuri.…: sizes of blocks, elements, how a communicator was made; the reader understands them
// (otf2_collectives.cpp), others may pass them over.
#include <otf2/otf2.h>

#include <map>
#include <mutex>

#include "base/core/errors.h"
#include "mpi/ranks/communicators.h"
#include "mpi/ranks/one_sided.h"
#include "workload/traces/otf2_log.h"
#include "workload/traces/otf2_names.h"

namespace kasuri::trace {
namespace {

using mpi::Handle;
using otf2::Log;
using EventKind = otf2::Event::Kind;

class Otf2Recording final : public Recording {
 public:
  explicit Otf2Recording(std::vector<RecordedJob> jobs)
      : Recording(std::move(jobs)), ranks_(all_ranks()) {
    for (Log& log : ranks_) log.spill = &spill_;
  }

  void entered(std::uint32_t rank, const char* call, Time now) override {
    Log& log = ranks_[rank];
    log.now = now - log.interrupted;
    log.passes = is_no_call(call);
    if (log.passes) return;
    log.call_begin = log.events.size();
    log.add({.kind = EventKind::enter, .name = call});
  }
  void left(std::uint32_t rank, Time at) override {
    Log& log = ranks_[rank];
    const Time now = at - log.interrupted;
    if (!log.passes && !log.events.empty()) {
      // What ended in the call ended when it did.
      for (std::size_t i = log.events.size(); i-- > log.call_begin;) {
        otf2::Event e = log.events.get(spill_, i);
        if (!ends(e.kind)) break;
        e.time = now;
        log.events.set(spill_, i, e);
      }
    }
    log.now = now;
    if (!log.passes) {
      log.add({.kind = EventKind::leave, .name = log.events.get(spill_, log.call_begin).name});
    }
    log.passes = true;
  }
  void computes(std::uint32_t rank, Time length) override {
    ranks_[rank].until = ranks_[rank].now + length;
  }
  void interrupted(std::uint32_t r, Time t) override { if (ranks_[r].passes) ranks_[r].interrupted += t; }
  void polls(std::uint32_t rank, Time) override { ranks_[rank].add({.kind = EventKind::test}); }
  void sends(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine != rank) return;
    Log& log = ranks_[rank];
    if (t.collective) {
      if (!mpi::is_request(h)) ++log.own_sends;
      return;
    }
    const std::uint64_t request = ++log.requests;
    const std::uint32_t comm = comm_of(log, *t.comm);
    log.add({.kind = EventKind::isend, .a = static_cast<std::uint32_t>(t.peer), .comm = comm,
              .b = static_cast<std::uint32_t>(t.tag), .c = static_cast<std::uint64_t>(t.bytes.n),
              .request = request});
    if (mpi::is_request(h)) log.open[h] = {request, comm, {}, {}};
    else log.complete.push_back(request);
  }
  void receives(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine != rank || t.collective) return;
    Log& log = ranks_[rank];
    const std::uint64_t request = ++log.requests;
    const bool hears_puts = t.comm->context == mpi::kPutContext;
    log.open[h] = {request, hears_puts ? 0 : comm_of(log, *t.comm), {}, {}, false, hears_puts};
    log.add({.kind = EventKind::irecv_request, .request = request});
  }
  // A send that was complete at once has no handle: those that were begun first end first.
  void awaits(std::uint32_t coroutine, std::uint32_t rank, std::span<const Handle> all) override {
    if (coroutine != rank) return;
    Log& log = ranks_[rank];
    for (const Handle h : all) {
      if (mpi::is_null(h) || mpi::is_request(h)) continue;
      if (log.own_sends > 0) {
        --log.own_sends;
      } else if (!log.complete.empty()) {
        log.add({.kind = EventKind::isend_complete, .request = log.complete.front()});
        log.complete.pop_front();
      }
    }
  }
  void ends(std::uint32_t rank, Handle h, const mpi::Status& s, bool is_send) override {
    Log& log = ranks_[rank];
    const auto found = log.open.find(h);
    if (found == log.open.end()) return;
    const otf2::Open o = std::move(found->second);
    log.open.erase(found);
    if (o.collective.kind != EventKind::none) {
      for (const otf2::Event& p : o.parameters) log.add(p);
      log.add(o.collective);
    } else if (o.is_remote) {
      log.add({.kind = EventKind::remote_complete, .comm = o.comm, .request = o.request});
    } else if (o.hears_puts && !s.cancelled) {
      log.heard_put(o.request, s);
    } else if (s.cancelled) {
      log.add({.kind = EventKind::cancelled, .request = o.request});
    } else if (is_send) {
      log.add({.kind = EventKind::isend_complete, .request = o.request});
    } else {
      log.add({.kind = EventKind::irecv, .a = static_cast<std::uint32_t>(s.source), .comm = o.comm,
                .b = static_cast<std::uint32_t>(s.tag), .c = static_cast<std::uint64_t>(s.bytes.n),
                .request = o.request});
    }
  }
  void collective(std::uint32_t rank, const mpi::Communicator&, mpi::Collective,
                  const mpi::CollectiveCall&, Handle) override;
  void makes(std::uint32_t rank, const mpi::Communicator& parent, std::uint32_t code, std::int32_t colour,
             std::int32_t key, const mpi::Communicator*) override {
    Log& log = ranks_[rank];
    const auto parameter = [&](const char* name, std::int32_t value) {
      const auto word = static_cast<std::uint64_t>(std::int64_t{value});
      log.add({.kind = EventKind::parameter, .c = word, .name = name});
    };
    parameter(otf2::kMaking, static_cast<std::int32_t>(code - mpi::kCollectives + otf2::kFirstMaking));
    parameter(otf2::kColour, colour);
    parameter(otf2::kKey, key);
    log.add({.kind = EventKind::collective_begin});
    log.add({.kind = EventKind::collective_end, .a = OTF2_COLLECTIVE_OP_CREATE_HANDLE,
              .comm = comm_of(log, parent), .b = OTF2_COLLECTIVE_ROOT_NONE});
  }

  bool has_remote() const override { return true; }
  void remote(std::uint32_t rank, const mpi::Operation& op, const mpi::Communicator& comm,
              std::int64_t handle) override {
    Log& log = ranks_[rank];
    const bool makes = op.remote.kind == mpi::RemoteStep::Kind::make;
    log.remote(op, makes ? comm_of(log, comm) : 0, comm.context, handle);
  }

  std::vector<std::string> write(const std::filesystem::path& folder) override;

 private:

  static bool is_no_call(std::string_view call) {
    return call == "MGEN_Comp" || call == "MGEN_Wtime" || call == "MGEN_Wtick";
  }
  static bool ends(EventKind k) {
    return k == EventKind::isend_complete || k == EventKind::irecv || k == EventKind::collective_end ||
           k == EventKind::complete || k == EventKind::cancelled || k == EventKind::test ||
           k == EventKind::put_heard ||
           k == EventKind::remote_complete;
  }
  std::uint32_t comm_of(Log& log, const mpi::Communicator& c) {
    for (std::uint32_t i = 0; i < log.comms.size(); ++i) {
      if (log.comms[i].context == c.context) return i;
    }
    otf2::Comm comm{c.context, c.group};
    if (c.group.list) comm.list = copy_of(c.group);
    comm.group.list = nullptr;
    log.comms.push_back(std::move(comm));
    return static_cast<std::uint32_t>(log.comms.size() - 1);
  }

  // Several threads ask at once.
  otf2::Comm::List copy_of(const mpi::Group& group) {
    const std::lock_guard lock(mutex_);
    otf2::Comm::List& copy = lists_[group.list];
    if (copy) return copy;
    std::vector<std::uint32_t> members;
    for (std::int32_t i = 0; i < group.size; ++i) members.push_back(group.member(i));
    return copy = std::make_shared<const std::vector<std::uint32_t>>(std::move(members));
  }

  std::vector<Log> ranks_;
  std::mutex mutex_;
  std::map<const mpi::MemberList*, otf2::Comm::List> lists_;
};

void Otf2Recording::collective(std::uint32_t rank, const mpi::Communicator& comm, mpi::Collective which,
                               const mpi::CollectiveCall& call, Handle handle) {
  using enum mpi::Collective;
  Log& log = ranks_[rank];
  const auto n = static_cast<std::uint64_t>(comm.size());
  const auto me = static_cast<std::uint64_t>(comm.group.index_of(rank));
  const auto root = static_cast<std::uint64_t>(call.root);
  const auto own = static_cast<std::uint64_t>(call.bytes().n);
  const auto sum = [&](const mpi::Blocks& b) {
    std::uint64_t all = 0;
    for (int i = 0; i < comm.size(); ++i) all += static_cast<std::uint64_t>(b.bytes(i).n);
    return all;
  };
  std::vector<otf2::Event> parameters;
  const auto parameter = [&](const char* name, std::int64_t value) {
    const auto word = static_cast<std::uint64_t>(value);
    parameters.push_back({.kind = EventKind::parameter, .c = word, .name = name});
  };
  const auto sizes = [&](const char* name, const mpi::Blocks& b) {
    for (int i = 0; i < comm.size(); ++i) parameter(name, b.bytes(i).n);
  };
  std::uint64_t sent = 0, received = 0;
  bool rooted = false;
  switch (which) {
    case neighbor_allgather: case neighbor_allgatherv: case neighbor_alltoall: case neighbor_alltoallv:
      log.neighbours = true;
      return;
    case barrier: break;
    case bcast: sent = me == root ? n * own : 0, received = own, rooted = true; break;
    case reduce: sent = own, received = me == root ? n * own : 0, rooted = true; break;
    case gather: case gatherv:
      sent = own, rooted = true;
      if (me == root) received = sum(call.in);
      if (me == root && which == gatherv) sizes(otf2::kIn, call.in);
      break;
    case scatter: case scatterv:
      received = own, rooted = true;
      if (me == root) sent = sum(call.out);
      if (me == root && which == scatterv) sizes(otf2::kOut, call.out);
      break;
    case allreduce: sent = received = n * own; break;
    case allgather: sent = n * own, received = sum(call.in); break;
    case allgatherv: sent = n * own, received = sum(call.in), sizes(otf2::kIn, call.in); break;
    case alltoall: sent = sum(call.out), received = sum(call.in); break;
    case alltoallv:
      sent = sum(call.out), received = sum(call.in);
      sizes(otf2::kOut, call.out), sizes(otf2::kIn, call.in);
      break;
    case reduce_scatter_block: sent = own, received = own / n; break;
    case reduce_scatter: {
      sent = own, received = static_cast<std::uint64_t>(call.in.bytes(static_cast<int>(me)).n);
      sizes(otf2::kIn, call.in);
      break;
    }
    case scan: sent = (n - me) * own, received = (me + 1) * own; break;
    case exscan: sent = (n - me - 1) * own, received = me * own; break;
  }
  if (call.element() > 1) parameter(otf2::kElement, call.element());
  otf2::Event e{.kind = EventKind::collective_end,
          .a = otf2::op_of(which),
          .comm = comm_of(log, comm),
          .b = rooted ? static_cast<std::uint32_t>(root) : OTF2_COLLECTIVE_ROOT_NONE,
          .c = sent,
          .d = received};
  if (handle) {
    e.kind = EventKind::complete;
    e.request = ++log.requests;
    log.add({.kind = EventKind::begun, .request = e.request});
    log.open[handle] = {e.request, e.comm, e, std::move(parameters)};
    return;
  }
  for (const otf2::Event& p : parameters) log.add(p);
  log.add({.kind = EventKind::collective_begin});
  log.add(e);
}

std::vector<std::string> Otf2Recording::write(const std::filesystem::path& folder) {
  if (std::ranges::any_of(ranks_, &Log::neighbours)) {
    throw Error(Exit::usage, ErrorPlace("kasuri"),
                "--record otf2: the program has collectives among neighbours, which OTF2 has no events "
                "for; record goal");
  }
  std::vector<std::string> names;
  for (std::size_t j = 0; j < jobs_.size(); ++j) {
    const std::string name = file_name(j);
    otf2::write_archive(folder / (name + "-otf2"), name, jobs_[j], j, ranks_);
    names.push_back(name + "-otf2/" + name + ".otf2");
  }
  return names;
}

const RecordingFormat otf2_recording_format{
    "otf2", "an OTF2 archive of calls, messages and collectives",
    [](std::vector<RecordedJob> jobs) -> std::unique_ptr<Recording> {
      return std::make_unique<Otf2Recording>(std::move(jobs));
    }};

}  // namespace
}  // namespace kasuri::trace
