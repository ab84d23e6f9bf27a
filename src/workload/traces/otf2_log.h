// SPDX-License-Identifier: MIT
// What a recording of OTF2 archives keeps of a run until it is over, and the writer of it.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "mpi/ranks/communicator.h"
#include "mpi/ranks/op_stream.h"
#include "workload/traces/recording.h"

namespace kasuri::trace::otf2 {

struct Event {
  enum class Kind : std::uint8_t {
    none, enter, leave, isend, isend_complete, irecv_request, irecv, cancelled, test, parameter,
    collective_begin, collective_end, begun, complete,
    remote,           // `step` of one-sided communication; a: peer, comm: window, b: group, c: bytes
    remote_complete,  // of the operation `request`
    put_heard         // by the receive `request`
  };
  Kind kind = Kind::none;
  mpi::RemoteStep::Kind step{};
  std::uint32_t a = 0, comm = 0, b = 0;
  std::uint64_t c = 0, d = 0, request = 0;  // c, d of a collective: what was sent and received
  Time time{0};
  const char* name = nullptr;
};

// A request under way.
struct Open {
  std::uint64_t request;
  std::uint32_t comm;  // of a remote operation: its window
  Event collective;
  std::vector<Event> parameters;
  bool is_remote = false, hears_puts = false;
};

// Lists of members are the world's, which is gone when the trace is written: each is copied once.
struct Comm {
  using List = std::shared_ptr<const std::vector<std::uint32_t>>;
  std::uint32_t context;
  mpi::Group group;
  List list{};
  std::uint32_t member(std::int32_t i) const {
    return list ? (*list)[static_cast<std::size_t>(i)] : group.member(i);
  }
};

// A window that a rank has made: the `number`-th with this communicator.
struct Window {
  std::uint32_t comm = 0, number = 0;
  // Accesses that are not complete, with their targets.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> open{};
};
// The windows of MGEN_acp_copy and of ACP, which every rank has from the start.
inline constexpr std::uint32_t kMgenWindow = 0, kAcpWindow = 1, kOwnWindows = 2;

struct Log {
  SpillFile* spill = nullptr;
  Spilled<Event> events;
  std::size_t call_begin = 0;
  Time now{0}, until{0}, interrupted{0};
  bool passes = true;
  std::uint64_t requests = 0;
  bool neighbours = false;  // there were collectives among them
  std::uint32_t own_sends = 0;  // of collectives, complete at once, and not waited for yet
  std::deque<std::uint64_t> complete;
  std::unordered_map<mpi::Handle, Open> open;
  std::vector<Comm> comms;

  // One-sided communication. Copies are known by MGEN's handles and by ACP's.
  std::map<std::int64_t, std::uint64_t> copies[2];
  std::vector<Window> windows = std::vector<Window>(kOwnWindows);
  std::unordered_map<std::uint32_t, std::uint32_t> window_of;  // the one of a communicator's context
  std::vector<std::vector<std::uint32_t>> groups;

  void add(Event e) {
    e.time = now;
    events.push_back(*spill, e);
  }
  void remote(const mpi::Operation&, std::uint32_t window_comm, std::uint32_t context,
              std::int64_t handle);
  void heard_put(std::uint64_t request, const mpi::Status&);

 private:
  void copy(const mpi::Operation&, std::int64_t handle);
  void access(const mpi::Operation&, std::uint32_t window, std::int64_t handle);
  void synchronise(const mpi::Operation&, std::uint32_t window);
  void make(std::uint32_t comm, std::uint32_t context);
  void parameter(const char* name, std::int64_t value);
  void end_accesses(std::uint32_t window, std::int64_t target);
};

// Of one job, whose number it is; `folder` is the archive's own. Throws Error.
void write_archive(const std::filesystem::path& folder, const std::string& name, const RecordedJob&,
                   std::size_t number, std::vector<Log>&);

}  // namespace kasuri::trace::otf2
