// SPDX-License-Identifier: MIT
// A run of programs as OTF2 archives: the calls of MPI as regions with their messages, requests and
// collectives, as Score-P writes them, in picoseconds. What OTF2 has no place for stands in parameters
// named kasuri.…: sizes of blocks, elements, how a communicator was made; the reader understands them
// (otf2_collectives.cpp), others may pass them over.
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/core/errors.h"
#include "mpi/ranks/communicators.h"
#include "mpi/ranks/world.h"
#include "workload/traces/otf2_names.h"
#include "workload/traces/recording.h"

namespace kasuri::trace {
namespace {

// A reader takes so much memory for each rank that it reads at once, and clears it: the least there may be.
constexpr std::uint64_t kChunk = OTF2_CHUNK_SIZE_MIN;

// A reader clears one for each rank, so it is small; but the largest definition, the group of all ranks at
// up to nine bytes each, must fit.
std::uint64_t definitions_chunk(std::uint64_t ranks) {
  return std::clamp<std::uint64_t>(16 * ranks, OTF2_CHUNK_SIZE_MIN, OTF2_CHUNK_SIZE_MAX);
}

using mpi::Handle;

class Otf2Recording final : public Recording {
 public:
  explicit Otf2Recording(std::vector<RecordedJob> jobs)
      : Recording(std::move(jobs)), ranks_(all_ranks()) {}

  void entered(std::uint32_t rank, const char* call, Time now) override {
    Log& log = ranks_[rank];
    log.now = now - log.interrupted;
    log.passes = is_no_call(call);
    if (log.passes) return;
    log.call_begin = log.events.size();
    add(log, {.kind = Kind::enter, .name = call});
  }
  void left(std::uint32_t rank, Time at) override {
    Log& log = ranks_[rank];
    const Time now = at - log.interrupted;
    if (!log.passes && !log.events.empty()) {
      // What ended in the call ended when it did.
      for (std::size_t i = log.events.size(); i-- > log.call_begin && ends(log.events[i].kind);) {
        log.events[i].time = now;
      }
    }
    log.now = now;
    if (!log.passes) add(log, {.kind = Kind::leave, .name = log.events[log.call_begin].name});
    log.passes = true;
  }
  void computes(std::uint32_t rank, Time length) override {
    ranks_[rank].until = ranks_[rank].now + length;
  }
  void interrupted(std::uint32_t r, Time t) override { if (ranks_[r].passes) ranks_[r].interrupted += t; }
  void polls(std::uint32_t rank, Time) override { add(ranks_[rank], {.kind = Kind::test}); }
  void sends(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine != rank) return;
    Log& log = ranks_[rank];
    if (t.collective) {
      if (!mpi::is_request(h)) ++log.own_sends;
      return;
    }
    const std::uint64_t request = ++log.requests;
    const std::uint32_t comm = comm_of(log, *t.comm);
    add(log, {.kind = Kind::isend, .a = static_cast<std::uint32_t>(t.peer), .comm = comm,
              .b = static_cast<std::uint32_t>(t.tag), .c = static_cast<std::uint64_t>(t.bytes.n),
              .request = request});
    if (mpi::is_request(h)) log.open[h] = {request, comm, {}, {}};
    else log.complete.push_back(request);
  }
  void receives(std::uint32_t coroutine, std::uint32_t rank, const mpi::Transfer& t, Handle h) override {
    if (coroutine != rank || t.collective) return;
    Log& log = ranks_[rank];
    const std::uint64_t request = ++log.requests;
    log.open[h] = {request, comm_of(log, *t.comm), {}, {}};
    add(log, {.kind = Kind::irecv_request, .request = request});
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
        add(log, {.kind = Kind::isend_complete, .request = log.complete.front()});
        log.complete.pop_front();
      }
    }
  }
  void ends(std::uint32_t rank, Handle h, const mpi::Status& s, bool is_send) override {
    Log& log = ranks_[rank];
    const auto found = log.open.find(h);
    if (found == log.open.end()) return;
    const Open o = std::move(found->second);
    log.open.erase(found);
    if (o.collective.kind != Kind::none) {
      for (const Event& p : o.parameters) add(log, p);
      add(log, o.collective);
    } else if (s.cancelled) {
      add(log, {.kind = Kind::cancelled, .request = o.request});
    } else if (is_send) {
      add(log, {.kind = Kind::isend_complete, .request = o.request});
    } else {
      add(log, {.kind = Kind::irecv, .a = static_cast<std::uint32_t>(s.source), .comm = o.comm,
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
      add(log, {.kind = Kind::parameter, .c = word, .name = name});
    };
    parameter(otf2::kMaking, static_cast<std::int32_t>(code - mpi::kCollectives + otf2::kFirstMaking));
    parameter(otf2::kColour, colour);
    parameter(otf2::kKey, key);
    add(log, {.kind = Kind::collective_begin});
    add(log, {.kind = Kind::collective_end, .a = OTF2_COLLECTIVE_OP_CREATE_HANDLE,
              .comm = comm_of(log, parent), .b = OTF2_COLLECTIVE_ROOT_NONE});
  }

  std::vector<std::string> write(const std::filesystem::path& folder) override;

 private:
  enum class Kind : std::uint8_t {
    none, enter, leave, isend, isend_complete, irecv_request, irecv, cancelled, test, parameter,
    collective_begin, collective_end, begun, complete
  };
  struct Event {
    Kind kind = Kind::none;
    std::uint32_t a = 0, comm = 0, b = 0;
    std::uint64_t c = 0, d = 0, request = 0;  // c, d of a collective: what was sent and received
    Time time{0};
    const char* name = nullptr;
  };
  struct Open {
    std::uint64_t request;
    std::uint32_t comm;
    Event collective;
    std::vector<Event> parameters;
  };
  // Lists of members are the world's, which is gone when the trace is written: each is copied once.
  using List = std::shared_ptr<const std::vector<std::uint32_t>>;
  struct Comm {
    std::uint32_t context;
    mpi::Group group;
    List list{};
    std::uint32_t member(std::int32_t i) const {
      return list ? (*list)[static_cast<std::size_t>(i)] : group.member(i);
    }
  };
  struct Log {
    std::vector<Event> events;
    std::size_t call_begin = 0;
    Time now{0}, until{0}, interrupted{0};
    bool passes = true;
    std::uint64_t requests = 0;
    bool neighbours = false;  // there were collectives among them
    std::uint32_t own_sends = 0;  // of collectives, complete at once, and not waited for yet
    std::deque<std::uint64_t> complete;
    std::unordered_map<Handle, Open> open;
    std::vector<Comm> comms;
  };
  struct Archive;

  static bool is_no_call(std::string_view call) {
    return call == "MGEN_Comp" || call == "MGEN_Wtime" || call == "MGEN_Wtick";
  }
  static bool ends(Kind k) {
    return k == Kind::isend_complete || k == Kind::irecv || k == Kind::collective_end ||
           k == Kind::complete || k == Kind::cancelled || k == Kind::test;
  }
  static void add(Log& log, Event e) {
    e.time = log.now;
    log.events.push_back(e);
  }
  std::uint32_t comm_of(Log& log, const mpi::Communicator& c) {
    for (std::uint32_t i = 0; i < log.comms.size(); ++i) {
      if (log.comms[i].context == c.context) return i;
    }
    Comm comm{c.context, c.group};
    if (c.group.list) comm.list = copy_of(c.group);
    comm.group.list = nullptr;
    log.comms.push_back(std::move(comm));
    return static_cast<std::uint32_t>(log.comms.size() - 1);
  }

  // Several threads ask at once.
  List copy_of(const mpi::Group& group) {
    const std::lock_guard lock(mutex_);
    List& copy = lists_[group.list];
    if (copy) return copy;
    std::vector<std::uint32_t> members;
    for (std::int32_t i = 0; i < group.size; ++i) members.push_back(group.member(i));
    return copy = std::make_shared<const std::vector<std::uint32_t>>(std::move(members));
  }

  std::vector<Log> ranks_;
  std::mutex mutex_;
  std::map<const mpi::MemberList*, List> lists_;
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
  std::vector<Event> parameters;
  const auto parameter = [&](const char* name, std::int64_t value) {
    parameters.push_back({.kind = Kind::parameter, .c = static_cast<std::uint64_t>(value), .name = name});
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
  Event e{.kind = Kind::collective_end,
          .a = otf2::op_of(which),
          .comm = comm_of(log, comm),
          .b = rooted ? static_cast<std::uint32_t>(root) : OTF2_COLLECTIVE_ROOT_NONE,
          .c = sent,
          .d = received};
  if (handle) {
    e.kind = Kind::complete;
    e.request = ++log.requests;
    add(log, {.kind = Kind::begun, .request = e.request});
    log.open[handle] = {e.request, e.comm, e, std::move(parameters)};
    return;
  }
  for (const Event& p : parameters) add(log, p);
  add(log, {.kind = Kind::collective_begin});
  add(log, e);
}

// One archive in the making.
struct Otf2Recording::Archive {
  std::filesystem::path folder;
  std::string name;
  const RecordedJob& job;
  std::size_t number;
  std::vector<Log>& ranks;
  OTF2_Archive* archive = nullptr;
  std::map<std::string, OTF2_RegionRef> regions{};
  std::map<std::string, OTF2_ParameterRef> parameters{};
  std::map<std::pair<std::uint32_t, std::vector<std::uint64_t>>, OTF2_CommRef> comms{};
  std::vector<std::uint64_t> counts{};
  Time last{0};

  void check(OTF2_ErrorCode code) const {
    if (code == OTF2_SUCCESS) return;
    throw Error(Exit::limit, ErrorPlace((folder / name).string()),
                fmt::format("cannot be written: {}", OTF2_Error_GetDescription(code)));
  }
  OTF2_CommRef comm_ref(const Comm& comm) {
    std::vector<std::uint64_t> members;
    if (comm.context != 2 * number) {  // else it is all ranks
      for (std::int32_t i = 0; i < comm.group.size; ++i) {
        members.push_back(comm.member(i) - job.first_rank);
      }
    }
    const auto next = static_cast<OTF2_CommRef>(comms.size());
    return comms.try_emplace({comm.context, std::move(members)}, next).first->second;
  }
  static std::string region_name(std::string_view call) {
    return call.starts_with("MGEN_") ? "MPI_" + std::string(call.substr(5)) : std::string(call);
  }
  void write_rank(std::uint32_t r);
  void write_definitions();
  void write_all();
};

void Otf2Recording::Archive::write_rank(std::uint32_t r) {
  Log& log = ranks[job.first_rank + r];
  OTF2_EvtWriter* const w = OTF2_Archive_GetEvtWriter(archive, r);
  if (!w) check(OTF2_ERROR_FILE_CAN_NOT_OPEN);
  std::vector<OTF2_CommRef> refs;
  for (const Comm& comm : log.comms) refs.push_back(comm_ref(comm));
  check(OTF2_EvtWriter_ProgramBegin(w, nullptr, 0, 0, 0, nullptr));
  for (const Event& e : log.events) {
    const auto t = static_cast<OTF2_TimeStamp>(e.time.ps);
    const auto region = [&] {
      return regions.try_emplace(region_name(e.name), static_cast<OTF2_RegionRef>(regions.size()))
          .first->second;
    };
    switch (e.kind) {
      case Kind::none: break;
      case Kind::enter: check(OTF2_EvtWriter_Enter(w, nullptr, t, region())); break;
      case Kind::leave: check(OTF2_EvtWriter_Leave(w, nullptr, t, region())); break;
      case Kind::isend:
        check(OTF2_EvtWriter_MpiIsend(w, nullptr, t, e.a, refs[e.comm], e.b, e.c, e.request));
        break;
      case Kind::isend_complete: check(OTF2_EvtWriter_MpiIsendComplete(w, nullptr, t, e.request)); break;
      case Kind::irecv_request: check(OTF2_EvtWriter_MpiIrecvRequest(w, nullptr, t, e.request)); break;
      case Kind::irecv:
        check(OTF2_EvtWriter_MpiIrecv(w, nullptr, t, e.a, refs[e.comm], e.b, e.c, e.request));
        break;
      case Kind::cancelled: check(OTF2_EvtWriter_MpiRequestCancelled(w, nullptr, t, e.request)); break;
      case Kind::test: check(OTF2_EvtWriter_MpiRequestTest(w, nullptr, t, 0)); break;
      case Kind::parameter: {
        const auto ref = parameters.try_emplace(e.name, static_cast<OTF2_ParameterRef>(parameters.size()))
                             .first->second;
        check(OTF2_EvtWriter_ParameterInt(w, nullptr, t, ref, static_cast<std::int64_t>(e.c)));
        break;
      }
      case Kind::collective_begin: check(OTF2_EvtWriter_MpiCollectiveBegin(w, nullptr, t)); break;
      case Kind::collective_end:
        check(OTF2_EvtWriter_MpiCollectiveEnd(w, nullptr, t, static_cast<OTF2_CollectiveOp>(e.a),
                                              refs[e.comm], e.b, e.c, e.d));
        break;
      case Kind::begun:
        check(OTF2_EvtWriter_NonBlockingCollectiveRequest(w, nullptr, t, e.request));
        break;
      case Kind::complete:
        check(OTF2_EvtWriter_NonBlockingCollectiveComplete(
            w, nullptr, t, static_cast<OTF2_CollectiveOp>(e.a), refs[e.comm], e.b, e.c, e.d, e.request));
        break;
    }
  }
  const Time end = std::max(log.now, log.until);
  last = std::max(last, end);
  check(OTF2_EvtWriter_ProgramEnd(w, nullptr, static_cast<OTF2_TimeStamp>(end.ps), 0));
  std::uint64_t n = 0;
  check(OTF2_EvtWriter_GetNumberOfEvents(w, &n));
  counts.push_back(n);
  check(OTF2_Archive_CloseEvtWriter(archive, w));
  log.events = {};
}

// Definitions of one kind stand in the order of their references: readers complain if not.
template <class Key, class Reference>
std::map<Reference, Key> by_reference(const std::map<Key, Reference>& all) {
  std::map<Reference, Key> ordered;
  for (const auto& [key, ref] : all) ordered.emplace(ref, key);
  return ordered;
}

void Otf2Recording::Archive::write_definitions() {
  OTF2_GlobalDefWriter* const w = OTF2_Archive_GetGlobalDefWriter(archive);
  std::map<std::string, OTF2_StringRef> strings;
  const auto string = [&](const std::string& text) {
    const auto [at, fresh] = strings.try_emplace(text, static_cast<OTF2_StringRef>(strings.size()));
    if (fresh) check(OTF2_GlobalDefWriter_WriteString(w, at->second, text.c_str()));
    return at->second;
  };
  string(job.name);
  check(OTF2_GlobalDefWriter_WriteClockProperties(w, 1'000'000'000'000, 0,
                                                  static_cast<std::uint64_t>(last.ps) + 1,
                                                  OTF2_UNDEFINED_TIMESTAMP));
  check(OTF2_GlobalDefWriter_WriteSystemTreeNode(w, 0, string("machine"), string("machine"),
                                                 OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  const auto n = static_cast<std::uint32_t>(counts.size());
  for (std::uint32_t r = 0; r < n; ++r) {
    check(OTF2_GlobalDefWriter_WriteLocationGroup(w, r, string(fmt::format("MPI Rank {}", r)),
                                                  OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                  OTF2_UNDEFINED_LOCATION_GROUP));
    check(OTF2_GlobalDefWriter_WriteLocation(w, r, string("Master thread"), OTF2_LOCATION_TYPE_CPU_THREAD,
                                             counts[r], r));
  }
  for (const auto& [ref, text] : by_reference(regions)) {
    const OTF2_StringRef s = string(text);
    check(OTF2_GlobalDefWriter_WriteRegion(w, ref, s, s, string(""), OTF2_REGION_ROLE_UNKNOWN,
                                           OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE,
                                           OTF2_UNDEFINED_STRING, 0, 0));
  }
  for (const auto& [ref, text] : by_reference(parameters)) {
    check(OTF2_GlobalDefWriter_WriteParameter(w, ref, string(text), OTF2_PARAMETER_TYPE_INT64));
  }
  std::vector<std::uint64_t> all(n);
  for (std::uint32_t r = 0; r < n; ++r) all[r] = r;
  check(OTF2_GlobalDefWriter_WriteGroup(w, 0, string(""), OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                        OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, n, all.data()));
  OTF2_GroupRef group = 1;
  for (const auto& [ref, key] : by_reference(comms)) {
    const auto& [context, members] = key;
    const std::vector<std::uint64_t>& of = members.empty() ? all : members;
    check(OTF2_GlobalDefWriter_WriteGroup(w, group, string(""), OTF2_GROUP_TYPE_COMM_GROUP,
                                          OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                          static_cast<std::uint32_t>(of.size()), of.data()));
    const bool world = context == 2 * number;
    check(OTF2_GlobalDefWriter_WriteComm(
        w, ref, string(world ? "MPI_COMM_WORLD" : fmt::format("Comm {}", (context - 2 * number) / 2)),
        group, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
    ++group;
  }
}

void Otf2Recording::Archive::write_all() {
  archive = OTF2_Archive_Open(folder.c_str(), name.c_str(), OTF2_FILEMODE_WRITE, kChunk,
                              definitions_chunk(job.ranks), OTF2_SUBSTRATE_POSIX,
                              OTF2_COMPRESSION_NONE);
  if (!archive) check(OTF2_ERROR_FILE_CAN_NOT_OPEN);
  static const OTF2_FlushCallbacks flush{
      .otf2_pre_flush = [](void*, OTF2_FileType, OTF2_LocationRef, void*, bool) -> OTF2_FlushType {
        return OTF2_FLUSH;
      },
      .otf2_post_flush = nullptr};
  check(OTF2_Archive_SetFlushCallbacks(archive, &flush, nullptr));
  check(OTF2_Archive_SetSerialCollectiveCallbacks(archive));
  comm_ref({.context = static_cast<std::uint32_t>(2 * number), .group = {}});
  check(OTF2_Archive_OpenEvtFiles(archive));
  for (std::uint32_t r = 0; r < job.ranks; ++r) write_rank(r);
  check(OTF2_Archive_CloseEvtFiles(archive));
  check(OTF2_Archive_OpenDefFiles(archive));
  for (std::uint32_t r = 0; r < job.ranks; ++r) {
    OTF2_DefWriter* const w = OTF2_Archive_GetDefWriter(archive, r);
    check(OTF2_Archive_CloseDefWriter(archive, w));
  }
  check(OTF2_Archive_CloseDefFiles(archive));
  write_definitions();
  check(OTF2_Archive_Close(archive));
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
    Archive{.folder = folder / (name + "-otf2"),
            .name = name,
            .job = jobs_[j],
            .number = j,
            .ranks = ranks_}
        .write_all();
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
