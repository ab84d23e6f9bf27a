// SPDX-License-Identifier: MIT
// A run of programs as DUMPI traces: a file of each rank with its calls of MPI, as sst-dumpi writes
// them, in nanoseconds. A rank's clock is its own: what is between two calls is exact where it is a
// whole number of nanoseconds, and rounded in the sum where it is not.
//
// DUMPI is of MPI-2: it has no non-blocking or neighbourhood collectives, and no MPI_Comm_create_group.
// Starts of persistent requests are written as the sends and receives that they begin.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/world.h"
#include "workload/traces/dumpi_writer.h"
#include "workload/traces/recording.h"

namespace kasuri::trace {

class DumpiRecording final : public Recording {
 public:
  explicit DumpiRecording(std::vector<RecordedJob> jobs)
      : Recording(std::move(jobs)), ranks_(all_ranks()) {
    for (std::size_t j = 0; j < jobs_.size(); ++j) {
      for (std::uint32_t r = 0; r < jobs_[j].ranks; ++r) ranks_[jobs_[j].first_rank + r].job = j;
    }
  }

  void entered(std::uint32_t rank, const char* call, Time now) override {
    Log& log = ranks_[rank];
    log.passes = call == std::string_view("MGEN_Comp") || call == std::string_view("MGEN_Wtime") ||
                 call == std::string_view("MGEN_Wtick");
    if (log.passes) return;
    log.call = {};
    log.call.name = call;
    log.call.begin = now;
  }
  void left(std::uint32_t rank, Time now) override {
    Log& log = ranks_[rank];
    if (!log.passes) write_call(log, now);
    if (log.writer.size() > kMostInWriter) log.before.append(spill_, log.writer.take());
    log.passes = true;
  }
  void computes(std::uint32_t, Time) override {}
  void interrupted(std::uint32_t rank, Time length) override {
    if (ranks_[rank].passes) ranks_[rank].last += length;  // what is between calls is computation
  }
  void polls(std::uint32_t rank, Time) override { ranks_[rank].call.polled = true; }
  void sends(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, mpi::Handle h) override {
    if (coroutine != rank) return;
    Log& log = ranks_[rank];
    if (t.collective) {
      if (!mpi::is_request(h)) ++log.own_sends;
      return;
    }
    const std::int32_t request = ++log.requests;
    log.call.sends.push_back(message(log, t, request));
    if (mpi::is_request(h))
      log.open[h] = request;
    else
      log.complete.push_back(request);
  }
  void receives(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t,
                mpi::Handle h) override {
    if (coroutine != rank || t.collective) return;
    Log& log = ranks_[rank];
    const std::int32_t request = ++log.requests;
    log.call.receives.push_back(message(log, t, request));
    log.open[h] = request;
  }
  // A send that was complete at once has no handle of its own: those that were begun first end first.
  void awaits(std::uint32_t coroutine, std::uint32_t rank, std::span<const mpi::Handle> all) override {
    if (coroutine != rank) return;
    Log& log = ranks_[rank];
    for (const mpi::Handle h : all) {
      if (mpi::is_null(h) || mpi::is_request(h)) continue;
      if (log.own_sends > 0) {
        --log.own_sends;
      } else if (!log.complete.empty()) {
        log.call.ended.push_back({log.complete.front(), {}});
        log.complete.pop_front();
      }
    }
  }
  void ends(std::uint32_t rank, mpi::Handle h, const mpi::Status& s, bool is_send) override {
    Log& log = ranks_[rank];
    const auto found = log.open.find(h);
    if (found == log.open.end()) return;
    Ended e{found->second, {}};
    log.open.erase(found);
    if (!is_send || s.cancelled) {
      e.status = {static_cast<std::int32_t>(s.bytes.n), s.source, s.tag, s.cancelled};
    }
    log.call.ended.push_back(e);
  }
  void collective(std::uint32_t rank, const mpi::Communicator& comm, mpi::Collective which,
                  const mpi::CollectiveCall& call, mpi::Handle handle) override {
    Log& log = ranks_[rank];
    if (handle || which >= mpi::Collective::neighbor_allgather) return refuse(log, log.call.name);
    Sizes& s = log.call.collective.emplace_back();
    s.which = which;
    s.comm = comm_of(log, comm);
    s.me = comm.group.index_of(rank);
    s.size = comm.size();
    s.root = call.root;
    s.count = call.count;
    s.block = fitting(log, which == mpi::Collective::alltoall ? call.out.bytes(0).n : call.bytes().n);
    s.element = static_cast<int>(call.element());
    const bool rooted_here = call.root == s.me;
    if (which == mpi::Collective::alltoallv || (which == mpi::Collective::scatterv && rooted_here))
      s.out = sizes(log, call.out, s.size);
    if (which == mpi::Collective::alltoallv || which == mpi::Collective::allgatherv ||
        which == mpi::Collective::reduce_scatter ||
        (which == mpi::Collective::gatherv && rooted_here)) {
      s.in = sizes(log, call.in, s.size);
    }
  }
  void makes(std::uint32_t rank, const mpi::Communicator& parent, std::uint32_t code,
             std::int32_t colour, std::int32_t key, const mpi::Communicator* made) override {
    Log& log = ranks_[rank];
    if (log.call.name == "MGEN_Comm_idup" || log.call.name == "MGEN_Comm_create_group") {
      return refuse(log, log.call.name);
    }
    Made& m = log.call.made.emplace_back();
    m.code = static_cast<mpi::Making>(code);
    m.parent = comm_of(log, parent);
    m.colour = colour;
    m.key = key;
    if (!made) return;
    m.context = made->context;
    if (m.code == mpi::Making::dup || m.code == mpi::Making::split) return;
    for (std::int32_t i = 0; i < made->group.size; ++i) {
      m.members.push_back(parent.group.index_of(made->group.member(i)));
    }
  }

  std::vector<std::string> write(const std::filesystem::path& folder) override;

 private:
  struct Message {
    std::int32_t peer = 0, tag = 0, request = 0;
    std::int64_t bytes = 0;
    std::uint16_t comm = 0;
    bool synchronous = false;
  };
  struct Ended {
    std::int32_t request = 0;
    DumpiWriter::Status status{};
  };
  struct Sizes {
    mpi::Collective which{};
    std::uint16_t comm = 0;
    std::int32_t me = 0, size = 0, root = 0;
    std::int64_t count = 0;
    std::int64_t block = 0;  // bytes
    int element = 1;
    std::vector<std::int32_t> out, in;  // bytes
  };
  struct Made {
    mpi::Making code{};
    std::uint16_t parent = 0;
    std::int32_t colour = 0, key = 0;
    std::uint32_t context = UINT32_MAX;  // the rank is no member
    std::vector<std::int32_t> members;   // by their ranks in the parent
  };
  struct Call {
    std::string_view name;
    Time begin{0};
    bool polled = false;
    std::vector<Message> sends, receives;
    std::vector<Ended> ended;
    std::vector<Sizes> collective;
    std::vector<Made> made;
  };
  static constexpr std::size_t kMostInWriter = 4096;
  struct Log {
    std::size_t job = 0;
    DumpiWriter writer;
    Spilled<char> before{};  // taken from the writer
    Call call;
    bool passes = true;
    std::uint32_t own_sends = 0;  // of collectives, complete at once, and not waited for yet
    std::int32_t requests = dumpi::kFirstUserRequest - 1;
    std::deque<std::int32_t> complete;
    std::unordered_map<mpi::Handle, std::int32_t> open;
    std::unordered_map<std::uint32_t, std::uint16_t> comms;  // handles by context
    std::uint16_t next_comm = dumpi::kFirstUserComm;
    Time last{0};              // when the last call ended,
    std::uint64_t clock = 0;   // and the rank's own time then, in nanoseconds
    std::int64_t rest_ps = 0;  // of the rounding so far
    std::string refused;       // what DUMPI has no record of
  };

  static void refuse(Log& log, std::string_view what) {
    if (log.refused.empty()) log.refused = what;
  }
  // Counts have 32 bits.
  static std::int64_t fitting(Log& log, std::int64_t bytes) {
    if (bytes > INT32_MAX) refuse(log, "messages of 2 GiB and more");
    return bytes;
  }
  static std::vector<std::int32_t> sizes(Log& log, const mpi::Blocks& b, int n) {
    std::vector<std::int32_t> all;
    for (int i = 0; i < n; ++i) all.push_back(static_cast<std::int32_t>(fitting(log, b.bytes(i).n)));
    return all;
  }
  std::uint16_t comm_of(Log& log, const mpi::Communicator& c) {
    if (c.context == 2 * log.job) return dumpi::kCommWorld;
    const auto found = log.comms.find(c.context);
    if (found != log.comms.end()) return found->second;
    if (c.size() == 1) return dumpi::kCommSelf;
    refuse(log, fmt::format("communicators as in its {}", log.call.name));
    return dumpi::kCommNull;
  }
  Message message(Log& log, const mpi::Transfer& t, std::int32_t request) {
    return {.peer = t.peer == mpi::kAnySource ? dumpi::kAny : t.peer,
            .tag = t.tag == mpi::kAnyTag ? dumpi::kAny : t.tag,
            .request = request,
            .bytes = fitting(log, t.bytes.n),
            .comm = comm_of(log, *t.comm),
            .synchronous = t.mode == mpi::SendMode::synchronous};
  }
  void write_call(Log&, Time now);
  DumpiWriter& begin(Log&, std::uint16_t function, Time end);
  void write_messages(Log&, std::uint16_t function, Time end);
  void write_ended(Log&, std::uint16_t function, Time end);
  void write_collective(Log&, const Sizes&, Time end);
  void write_made(Log&, const Made&, Time end);

  std::vector<Log> ranks_;
};

}  // namespace kasuri::trace
