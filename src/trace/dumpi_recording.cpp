// SPDX-License-Identifier: MIT
// A run of programs as DUMPI traces: a file of each rank with its calls of MPI, as sst-dumpi writes them, in
// nanoseconds. A rank's clock is its own: what is between two calls is exact where it is a whole number of
// nanoseconds, and rounded in the sum where it is not.
//
// DUMPI is of MPI-2: it has no non-blocking or neighbourhood collectives, and no MPI_Comm_create_group.
// Starts of persistent requests are written as the sends and receives that they begin.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/errors.h"
#include "core/text_file.h"
#include "mpi/communicators.h"
#include "mpi/world.h"
#include "trace/dumpi_writer.h"
#include "trace/recording.h"

namespace kasuri::trace {
namespace {

using namespace dumpi;
using mpi::Collective;
using mpi::Handle;
using mpi::Making;

constexpr std::uint16_t kNone = kEndOfStream;

struct Name {
  std::string_view call;
  std::uint16_t function;
};
// Calls that move nothing by themselves, or complete what others began.
constexpr Name kNames[] = {
    {"MGEN_Wait", kWait}, {"MGEN_Test", kTest}, {"MGEN_Waitany", kWaitany}, {"MGEN_Testany", kTestany},
    {"MGEN_Waitall", kWaitall}, {"MGEN_Testall", kTestall}, {"MGEN_Waitsome", kWaitsome},
    {"MGEN_Testsome", kTestsome}, {"MGEN_Iprobe", kIprobe}, {"MGEN_Probe", kProbe}, {"MGEN_Init", kInit},
    {"MGEN_Finalize", kFinalize},
    {"MGEN_Send", kSend}, {"MGEN_Ssend", kSsend}, {"MGEN_Bsend", kBsend}, {"MGEN_Rsend", kRsend},
    {"MGEN_Isend", kIsend}, {"MGEN_Issend", kIssend}, {"MGEN_Ibsend", kIbsend}, {"MGEN_Irsend", kIrsend},
    {"MGEN_Recv", kRecv}, {"MGEN_Irecv", kIrecv}, {"MGEN_Sendrecv", kSendrecv},
    {"MGEN_Sendrecv_replace", kSendrecvReplace}};

std::uint16_t function_of(std::string_view call) {
  const auto found = std::ranges::find(kNames, call, &Name::call);
  return found == std::end(kNames) ? kNone : found->function;
}

class DumpiRecording final : public Recording {
 public:
  explicit DumpiRecording(std::vector<RecordedJob> jobs) : Recording(std::move(jobs)), ranks_(all_ranks()) {
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
    log.passes = true;
  }
  void computes(std::uint32_t, Time) override {}
  void polls(std::uint32_t rank, Time) override { ranks_[rank].call.polled = true; }
  void sends(std::uint32_t strand, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (strand != rank) return;
    Log& log = ranks_[rank];
    if (t.collective) {
      if (!mpi::is_request(h)) ++log.own_sends;
      return;
    }
    const std::int32_t request = ++log.requests;
    log.call.sends.push_back(message(log, t, request));
    if (mpi::is_request(h)) log.open[h] = request;
    else log.complete.push_back(request);
  }
  void receives(std::uint32_t strand, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (strand != rank || t.collective) return;
    Log& log = ranks_[rank];
    const std::int32_t request = ++log.requests;
    log.call.receives.push_back(message(log, t, request));
    log.open[h] = request;
  }
  // A send that was complete at once has no handle of its own: those that were begun first end first.
  void awaits(std::uint32_t strand, std::uint32_t rank, std::span<const Handle> all) override {
    if (strand != rank) return;
    Log& log = ranks_[rank];
    for (const Handle h : all) {
      if (!h || mpi::is_request(h)) continue;
      if (log.own_sends > 0) {
        --log.own_sends;
      } else if (!log.complete.empty()) {
        log.call.ended.push_back({log.complete.front(), {}});
        log.complete.pop_front();
      }
    }
  }
  void ends(std::uint32_t rank, Handle h, const mpi::Status& s, bool is_send) override {
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
  void collective(std::uint32_t rank, const mpi::Communicator& comm, Collective which,
                  const mpi::CollectiveCall& call, Handle handle) override {
    Log& log = ranks_[rank];
    if (handle || which >= Collective::neighbor_allgather) return refuse(log, log.call.name);
    Sizes& s = log.call.collective.emplace_back();
    s.which = which;
    s.comm = comm_of(log, comm);
    s.me = comm.group.index_of(rank);
    s.size = comm.size();
    s.root = call.root;
    s.count = call.count;
    s.block = fitting(log, which == Collective::alltoall ? call.out.bytes(0).n : call.bytes().n);
    s.element = static_cast<int>(call.element());
    const bool rooted_here = call.root == s.me;
    if (which == Collective::alltoallv || (which == Collective::scatterv && rooted_here)) s.out = sizes(log, call.out, s.size);
    if (which == Collective::alltoallv || which == Collective::allgatherv || which == Collective::reduce_scatter ||
        (which == Collective::gatherv && rooted_here)) {
      s.in = sizes(log, call.in, s.size);
    }
  }
  void makes(std::uint32_t rank, const mpi::Communicator& parent, std::uint32_t code, std::int32_t colour,
             std::int32_t key, const mpi::Communicator* made) override {
    Log& log = ranks_[rank];
    if (log.call.name == "MGEN_Comm_idup" || log.call.name == "MGEN_Comm_create_group") {
      return refuse(log, log.call.name);
    }
    Made& m = log.call.made.emplace_back();
    m.code = static_cast<Making>(code);
    m.parent = comm_of(log, parent);
    m.colour = colour;
    m.key = key;
    if (!made) return;
    m.context = made->context;
    if (m.code == Making::dup || m.code == Making::split) return;
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
    Collective which{};
    std::uint16_t comm = 0;
    std::int32_t me = 0, size = 0, root = 0;
    std::int64_t count = 0;
    std::int64_t block = 0;       // bytes
    int element = 1;
    std::vector<std::int32_t> out, in;  // bytes
  };
  struct Made {
    Making code{};
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
  struct Log {
    std::size_t job = 0;
    DumpiWriter writer;
    Call call;
    bool passes = true;
    std::uint32_t own_sends = 0;  // of collectives, complete at once, and not waited for yet
    std::int32_t requests = kFirstUserRequest - 1;
    std::deque<std::int32_t> complete;
    std::unordered_map<Handle, std::int32_t> open;
    std::unordered_map<std::uint32_t, std::uint16_t> comms;  // handles by context
    std::uint16_t next_comm = kFirstUserComm;
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
    if (c.context == 2 * log.job) return kCommWorld;
    const auto found = log.comms.find(c.context);
    if (found != log.comms.end()) return found->second;
    if (c.size() == 1) return kCommSelf;
    refuse(log, fmt::format("communicators like that of its {}", log.call.name));
    return kCommNull;
  }
  Message message(Log& log, const mpi::Transfer& t, std::int32_t request) {
    return {.peer = t.peer == mpi::kAnySource ? kAny : t.peer,
            .tag = t.tag == mpi::kAnyTag ? kAny : t.tag,
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

// The record of a call. Its first one takes the time before and of the call, others no more.
DumpiWriter& DumpiRecording::begin(Log& log, std::uint16_t function, Time end) {
  const auto whole = [&](Time t) {
    const std::int64_t ps = t.ps + log.rest_ps, ns = (ps + 500) / 1000;
    log.rest_ps = ps - ns * 1000;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(ns, 0));
  };
  const std::uint64_t start = log.clock + whole(std::max(log.call.begin, log.last) - log.last);
  const std::int64_t length = (end - std::max(log.call.begin, log.last)).ps / 1000;
  log.clock = start + static_cast<std::uint64_t>(std::max<std::int64_t>(length, 0));
  log.last = end;
  return log.writer.call(function, start, log.clock);
}

void DumpiRecording::write_call(Log& log, Time now) {
  Call& c = log.call;
  const std::uint16_t function = function_of(c.name);
  if (!c.sends.empty() || !c.receives.empty()) {
    write_messages(log, function, now);
  } else if (!c.collective.empty()) {
    for (const Sizes& s : c.collective) write_collective(log, s, now);
  } else if (!c.made.empty()) {
    for (const Made& m : c.made) write_made(log, m, now);
  } else if (!c.ended.empty() || (function >= kWait && function <= kTestsome && function != kRequestFree)) {
    write_ended(log, function, now);
  } else if (function == kIprobe) {
    begin(log, kIprobe, now).i(kAny).i(kAny).h(kCommWorld).i(!c.polled).statuses();
  } else if (function == kProbe) {
    begin(log, kProbe, now).i(kAny).i(kAny).h(kCommWorld).statuses();
  } else if (function == kInit) {
    begin(log, kInit, now).i(0);
  } else if (function == kFinalize) {
    begin(log, kFinalize, now);
  } else if (c.polled) {
    begin(log, kIprobe, now).i(kAny).i(kAny).h(kCommWorld).i(0).statuses();
  } else if (now > c.begin) {
    // It moves nothing, but takes time, which is no computation: asking for the version takes its place.
    constexpr std::uint16_t kGetVersion = 115;
    begin(log, kGetVersion, now).i(2).i(2);
  }
}

void DumpiRecording::write_messages(Log& log, std::uint16_t function, Time end) {
  Call& c = log.call;
  // Of those that DUMPI does not know, what is complete at the end of the call tells.
  const auto is_over = [&](const Message& m) {
    return std::ranges::find(c.ended, m.request, &Ended::request) != c.ended.end();
  };
  const bool over = std::ranges::all_of(c.sends, is_over) && std::ranges::all_of(c.receives, is_over);
  const bool blocks = function == kSend || function == kSsend || function == kBsend || function == kRsend ||
                      function == kRecv || function == kSendrecv || function == kSendrecvReplace ||
                      (function == kNone && over);
  if (blocks && function == kNone) function = c.receives.empty() ? kSend : c.sends.empty() ? kRecv : kSendrecv;
  const auto status = [&](const Message& m) {
    const auto found = std::ranges::find(c.ended, m.request, &Ended::request);
    return found == c.ended.end() ? DumpiWriter::Status{} : found->status;
  };
  if (!blocks) {
    for (const bool sends : {true, false}) {
      for (const Message& m : sends ? c.sends : c.receives) {
        const std::uint16_t send = m.synchronous ? kIssend : kIsend, f = sends ? send : std::uint16_t{kIrecv};
        begin(log, f, end).i(m.bytes).h(kByte).i(m.peer).i(m.tag).h(m.comm).i(m.request);
      }
    }
    return;
  }
  // It has ended its own sends, and no older ones.
  const auto own = [&](std::int32_t r) {
    return std::ranges::find(c.sends, r, &Message::request) != c.sends.end();
  };
  std::erase_if(log.complete, own);
  for (const Ended& e : c.ended) {
    if (!own(e.request) && std::ranges::find(c.receives, e.request, &Message::request) == c.receives.end()) {
      log.complete.push_front(e.request);
    }
  }
  if (function == kSendrecv || function == kSendrecvReplace) {
    const Message none{.peer = mpi::kProcNull, .comm = kCommWorld};
    const Message& to = c.sends.empty() ? none : c.sends[0];
    const Message& from = c.receives.empty() ? none : c.receives[0];
    const std::uint16_t comm = c.sends.empty() ? from.comm : to.comm;
    DumpiWriter& w = begin(log, kSendrecv, end);
    w.i(to.bytes).h(kByte).i(to.peer).i(to.tag).i(from.bytes).h(kByte).i(from.peer).i(from.tag).h(comm);
    w.status(status(from));
    return;
  }
  for (const Message& m : c.sends) {
    begin(log, m.synchronous ? kSsend : function, end).i(m.bytes).h(kByte).i(m.peer).i(m.tag).h(m.comm);
  }
  for (const Message& m : c.receives) {
    begin(log, kRecv, end).i(m.bytes).h(kByte).i(m.peer).i(m.tag).h(m.comm).status(status(m));
  }
}

// What a call has completed is written as if it had been given no more.
void DumpiRecording::write_ended(Log& log, std::uint16_t function, Time end) {
  const std::vector<Ended>& all = log.call.ended;
  std::vector<std::int32_t> requests, indices;
  std::vector<DumpiWriter::Status> statuses;
  for (const Ended& e : all) {
    indices.push_back(static_cast<std::int32_t>(requests.size()));
    requests.push_back(e.request);
    statuses.push_back(e.status);
  }
  for (const Ended& e : all) {
    if (e.status.cancelled) begin(log, kCancel, end).i(e.request);
  }
  const auto n = static_cast<std::int64_t>(all.size());
  const bool one = n == 1;
  if (n > 1 && (function == kWait || function == kTest || function == kWaitany || function == kTestany)) {
    function = kWaitall;
  }
  const std::int64_t first = one ? requests[0] : kRequestNull;
  // Without a request to look at, some of its own would be complete.
  const bool failed = n == 0 && log.call.polled;
  switch (function) {
    case kWait: begin(log, kWait, end).i(first).statuses(statuses); return;
    case kTest: begin(log, kTest, end).i(first).i(!failed).statuses(statuses); return;
    case kWaitany:
      begin(log, kWaitany, end).i(n).list(requests).i(one ? 0 : -1).statuses(statuses);
      return;
    case kTestany:
      begin(log, kTestany, end).i(n).list(requests).i(one ? 0 : -1).i(!failed).statuses(statuses);
      return;
    case kTestall: begin(log, kTestall, end).i(n).list(requests).i(!failed).statuses(statuses); return;
    case kWaitsome: case kTestsome:
      begin(log, function, end).i(n).list(requests).i(n > 0 || failed ? n : -1).list(indices).statuses(statuses);
      return;
    default: begin(log, kWaitall, end).i(n).list(requests).statuses(statuses); return;
  }
}

void DumpiRecording::write_collective(Log& log, const Sizes& s, Time end) {
  using enum Collective;
  // Elements of a reduction have their size; all others are bytes.
  const auto type = [&]() -> int {
    constexpr int kShort = 7, kLongDouble = 15;
    switch (s.element) {
      case 2: return kShort;
      case 4: return kInt;
      case 8: return kDouble;
      case 16: return kLongDouble;
      default: return kByte;
    }
  }();
  const std::int64_t bytes = s.count * s.element;
  const bool known = type != kByte || s.element == 1;
  const std::int64_t count = known ? s.count : bytes;
  const std::vector<std::int32_t> zeros(static_cast<std::size_t>(s.size));
  const bool root = s.root == s.me;
  const auto all_bytes = [](std::vector<std::int32_t> all, int by) {
    for (std::int32_t& n : all) n /= by;
    return all;
  };
  switch (s.which) {
    case barrier: begin(log, kBarrier, end).h(s.comm); return;
    case bcast: begin(log, kBcast, end).i(bytes).h(kByte).i(s.root).h(s.comm); return;
    case reduce: begin(log, kReduce, end).i(count).h(type).b(kSum).i(s.root).h(s.comm); return;
    case allreduce: begin(log, kAllreduce, end).i(count).h(type).b(kSum).h(s.comm); return;
    case scan: begin(log, kScan, end).i(count).h(type).b(kSum).h(s.comm); return;
    case exscan: begin(log, kExscan, end).i(count).h(type).b(kSum).h(s.comm); return;
    case gather: case scatter: {
      DumpiWriter& w = begin(log, s.which == gather ? kGather : kScatter, end);
      w.i(s.me).i(bytes).h(kByte).i(s.root).h(s.comm);
      if (root) w.i(bytes).h(kByte);
      return;
    }
    case gatherv: {
      DumpiWriter& w = begin(log, kGatherv, end);
      w.i(s.me).i(s.size).i(bytes).h(kByte).i(s.root).h(s.comm);
      if (root) w.list(s.in).list(zeros);
      w.h(kByte);
      return;
    }
    case scatterv: {
      DumpiWriter& w = begin(log, kScatterv, end);
      w.i(s.me).i(s.size).h(kByte).i(bytes).h(kByte).i(s.root).h(s.comm);
      if (root) w.list(s.out).list(zeros);
      return;
    }
    case allgather: begin(log, kAllgather, end).i(bytes).h(kByte).i(bytes).h(kByte).h(s.comm); return;
    case alltoall: begin(log, kAlltoall, end).i(s.block).h(kByte).i(s.block).h(kByte).h(s.comm); return;
    case allgatherv:
      begin(log, kAllgatherv, end).i(s.size).i(bytes).h(kByte).list(s.in).list(zeros).h(kByte).h(s.comm);
      return;
    case alltoallv:
      begin(log, kAlltoallv, end).i(s.size).list(s.out).list(zeros).h(kByte).list(s.in).list(zeros).h(kByte).h(s.comm);
      return;
    case reduce_scatter:
      begin(log, kReduceScatter, end).i(s.size).list(all_bytes(s.in, known ? s.element : 1)).h(type).b(kSum).h(s.comm);
      return;
    case reduce_scatter_block: {
      const std::vector<std::int32_t> parts(zeros.size(), static_cast<std::int32_t>(count / s.size));
      begin(log, kReduceScatter, end).i(s.size).list(parts).h(type).b(kSum).h(s.comm);
      return;
    }
    default: return;
  }
}

// Handles are new each time, so that no group or communicator is freed.
void DumpiRecording::write_made(Log& log, const Made& m, Time end) {
  std::uint16_t handle = kCommNull;
  if (m.context != UINT32_MAX) {
    if (log.next_comm == UINT16_MAX) return refuse(log, "more than 65,531 communicators");
    handle = log.comms[m.context] = log.next_comm++;
  }
  constexpr std::uint16_t kAll = kFirstUserGroup, kSome = kFirstUserGroup + 1;
  switch (m.code) {
    case Making::dup: begin(log, kCommDup, end).h(m.parent).h(handle); return;
    case Making::split:
      begin(log, kCommSplit, end).h(m.parent).i(m.colour).i(m.key).h(handle);
      return;
    default:
      begin(log, kCommGroup, end).h(m.parent).h(kAll);
      begin(log, kGroupIncl, end).h(kAll).i(static_cast<std::int64_t>(m.members.size())).list(m.members).h(kSome);
      begin(log, kCommCreate, end).h(m.parent).h(kSome).h(handle);
  }
}

std::vector<std::string> DumpiRecording::write(const std::filesystem::path& folder) {
  for (const Log& log : ranks_) {
    if (log.refused.empty()) continue;
    throw Error(Exit::usage, fmt::format("kasuri: error: --record dumpi: DUMPI has no record of {}; record otf2",
                                         log.refused));
  }
  std::vector<std::string> names;
  for (std::size_t j = 0; j < jobs_.size(); ++j) {
    const std::string name = file_name(j), in = name + "-dumpi";
    std::filesystem::create_directories(folder / in);
    for (std::uint32_t r = 0; r < jobs_[j].ranks; ++r) {
      Log& log = ranks_[jobs_[j].first_rank + r];
      std::vector<std::int32_t> sizes(kTypeSizes.begin(), kTypeSizes.end());
      sizes[0] = sizes[1] = 0;
      write_text(folder / in / fmt::format("{}-{:04}.bin", name, r), log.writer.file({.type_sizes = sizes}));
      log.writer = DumpiWriter();
    }
    write_text(folder / in / (name + ".meta"), DumpiWriter::meta(jobs_[j].ranks, name));
    names.push_back(fmt::format("{}/{}.meta", in, name));
  }
  return names;
}

const RecordingFormat format{"dumpi", "a DUMPI trace of calls, in nanoseconds",
                             [](std::vector<RecordedJob> jobs) -> std::unique_ptr<Recording> {
                               return std::make_unique<DumpiRecording>(std::move(jobs));
                             }};

}  // namespace
}  // namespace kasuri::trace
