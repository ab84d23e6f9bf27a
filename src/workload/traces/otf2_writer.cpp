// SPDX-License-Identifier: MIT
// Writes what a recording has kept as an OTF2 archive (otf2_log.h).
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>

#include "base/core/errors.h"
#include "workload/traces/otf2_log.h"
#include "workload/traces/otf2_names.h"

namespace kasuri::trace::otf2 {
namespace {

using Kind = Event::Kind;

// A reader takes so much memory for each rank that it reads at once, and clears it: the least there may be.
constexpr std::uint64_t kChunk = OTF2_CHUNK_SIZE_MIN;

// A reader clears one for each rank, so it is small; but the largest definition, the group of all ranks at
// up to nine bytes each, must fit.
std::uint64_t definitions_chunk(std::uint64_t ranks) {
  return std::clamp<std::uint64_t>(16 * ranks, OTF2_CHUNK_SIZE_MIN, OTF2_CHUNK_SIZE_MAX);
}

// One archive in the making.
struct ArchiveInMaking {
  std::filesystem::path folder;
  std::string name;
  const RecordedJob& job;
  std::size_t number;
  std::vector<Log>& ranks;
  OTF2_Archive* archive = nullptr;
  std::map<std::string, OTF2_RegionRef> regions{};
  std::map<std::string, OTF2_ParameterRef> parameters{};
  std::map<std::pair<std::uint32_t, std::vector<std::uint64_t>>, OTF2_CommRef> comms{};
  std::map<std::pair<OTF2_CommRef, std::uint32_t>, OTF2_RmaWinRef> windows{};
  std::map<std::vector<std::uint64_t>, OTF2_GroupRef> groups{};  // of ranks; group 0 is that of locations
  std::vector<std::uint64_t> counts{};
  Time last{0};

  void check(OTF2_ErrorCode code) const {
    if (code == OTF2_SUCCESS) return;
    throw Error(Exit::limit, ErrorPlace((folder / name).string()),
                fmt::format("cannot be written: {}", OTF2_Error_GetDescription(code)));
  }
  OTF2_GroupRef group_ref(std::vector<std::uint64_t> members) {
    const auto next = static_cast<OTF2_GroupRef>(groups.size() + 1);
    return groups.try_emplace(std::move(members), next).first->second;
  }
  // Of a communicator; without members: all ranks.
  OTF2_GroupRef group_of(std::vector<std::uint64_t> members) {
    if (members.empty()) {
      for (std::uint64_t r = 0; r < job.ranks; ++r) members.push_back(r);
    }
    return group_ref(std::move(members));
  }
  OTF2_CommRef comm_ref(const Comm& comm) {
    std::vector<std::uint64_t> members;
    if (comm.context != 2 * number) {  // else it is all ranks
      for (std::int32_t i = 0; i < comm.group.size; ++i) {
        members.push_back(comm.member(i) - job.first_rank);
      }
    }
    group_of(members);
    const auto next = static_cast<OTF2_CommRef>(comms.size());
    return comms.try_emplace({comm.context, std::move(members)}, next).first->second;
  }
  static std::string region_name(std::string_view call) {
    return call.starts_with("MGEN_") ? "MPI_" + std::string(call.substr(5)) : std::string(call);
  }
  // What the events of a rank refer to, by its own numbers.
  struct Refs {
    std::uint32_t rank;
    OTF2_EvtWriter* w;
    std::vector<OTF2_CommRef> comms;
    std::vector<std::pair<OTF2_CommRef, std::uint32_t>> windows;
    std::vector<OTF2_GroupRef> groups;
  };
  OTF2_RmaWinRef window(const std::pair<OTF2_CommRef, std::uint32_t>& key) {
    return windows.try_emplace(key, static_cast<OTF2_RmaWinRef>(windows.size())).first->second;
  }
  void write_event(const Event&, const Refs&);
  void write_remote(const Event&, const Refs&);
  void write_rank(std::uint32_t r);
  void write_definitions();
  void write_all();
};

void ArchiveInMaking::write_rank(std::uint32_t r) {
  Log& log = ranks[job.first_rank + r];
  OTF2_EvtWriter* const w = OTF2_Archive_GetEvtWriter(archive, r);
  if (!w) check(OTF2_ERROR_FILE_CAN_NOT_OPEN);
  check(OTF2_EvtWriter_ProgramBegin(w, nullptr, 0, 0, 0, nullptr));
  Refs refs{.rank = r, .w = w, .comms = {}, .windows = {}, .groups = {}};
  for (const Comm& comm : log.comms) refs.comms.push_back(comm_ref(comm));
  for (std::uint32_t i = 0; i < log.windows.size(); ++i) {
    const Window& window = log.windows[i];
    const bool made = i >= kOwnWindows;
    refs.windows.emplace_back(made ? refs.comms[window.comm] : 0, made ? window.number : UINT32_MAX - i);
  }
  for (const std::vector<std::uint32_t>& group : log.groups) {
    std::vector<std::uint64_t> members;
    for (const std::uint32_t m : group) members.push_back(m - job.first_rank);
    refs.groups.push_back(group_ref(members));
  }
  log.events.each(*log.spill, [&](std::span<const Event> some) {
    for (const Event& e : some) write_event(e, refs);
  });
  const Time end = std::max(log.now, log.until);
  last = std::max(last, end);
  check(OTF2_EvtWriter_ProgramEnd(w, nullptr, static_cast<OTF2_TimeStamp>(end.ps), 0));
  std::uint64_t n = 0;
  check(OTF2_EvtWriter_GetNumberOfEvents(w, &n));
  counts.push_back(n);
  check(OTF2_Archive_CloseEvtWriter(archive, w));
  log.events = {};
}

void ArchiveInMaking::write_event(const Event& e, const Refs& refs) {
  OTF2_EvtWriter* const w = refs.w;
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
      check(OTF2_EvtWriter_MpiIsend(w, nullptr, t, e.a, refs.comms[e.comm], e.b, e.c, e.request));
      break;
    case Kind::isend_complete: check(OTF2_EvtWriter_MpiIsendComplete(w, nullptr, t, e.request)); break;
    case Kind::irecv_request: check(OTF2_EvtWriter_MpiIrecvRequest(w, nullptr, t, e.request)); break;
    case Kind::irecv:
      check(OTF2_EvtWriter_MpiIrecv(w, nullptr, t, e.a, refs.comms[e.comm], e.b, e.c, e.request));
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
                                            refs.comms[e.comm], e.b, e.c, e.d));
      break;
    case Kind::begun:
      check(OTF2_EvtWriter_NonBlockingCollectiveRequest(w, nullptr, t, e.request));
      break;
    case Kind::complete:
      check(OTF2_EvtWriter_NonBlockingCollectiveComplete(
          w, nullptr, t, static_cast<OTF2_CollectiveOp>(e.a), refs.comms[e.comm], e.b, e.c, e.d,
          e.request));
      break;
    case Kind::remote:
    case Kind::remote_complete:
    case Kind::put_heard: return write_remote(e, refs);
  }
}

void ArchiveInMaking::write_remote(const Event& e, const Refs& refs) {
  using Step = mpi::RemoteStep::Kind;
  OTF2_EvtWriter* const w = refs.w;
  const auto t = static_cast<OTF2_TimeStamp>(e.time.ps);
  const OTF2_RmaWinRef win = window(refs.windows[e.comm]);
  const auto both =
      static_cast<OTF2_RmaSyncLevel>(OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY);
  const auto begin = [&] { check(OTF2_EvtWriter_RmaCollectiveBegin(w, nullptr, t)); };
  const auto end = [&](OTF2_CollectiveOp op) {
    check(OTF2_EvtWriter_RmaCollectiveEnd(w, nullptr, t, op, both, win, OTF2_COLLECTIVE_ROOT_NONE, 0, 0));
  };
  const auto put = [&] { check(OTF2_EvtWriter_RmaPut(w, nullptr, t, win, e.a, e.c, e.request)); };
  const auto get = [&](std::uint32_t from) {
    check(OTF2_EvtWriter_RmaGet(w, nullptr, t, win, from, e.c, e.request));
  };
  const auto atomic = [&](std::uint32_t at, OTF2_RmaAtomicType type, std::uint64_t back) {
    check(OTF2_EvtWriter_RmaAtomic(w, nullptr, t, win, at, type, e.c, back, e.request));
  };
  const auto group = [&](OTF2_GroupRef ref) {
    check(OTF2_EvtWriter_RmaGroupSync(w, nullptr, t, OTF2_RMA_SYNC_LEVEL_PROCESS, win, ref));
  };
  if (e.kind == Kind::remote_complete) {
    return check(OTF2_EvtWriter_RmaOpCompleteNonBlocking(w, nullptr, t, win, e.request));
  }
  if (e.kind == Kind::put_heard) return check(OTF2_EvtWriter_RmaWaitChange(w, nullptr, t, win));
  switch (e.step) {
    case Step::copy:
      if (e.a == refs.rank && e.b != e.a) return get(e.b);
      return put();
    case Step::put: return put();
    case Step::get: return get(e.a);
    case Step::atomic: return atomic(e.b, OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE, e.c);
    case Step::accumulate: return atomic(e.a, OTF2_RMA_ATOMIC_TYPE_ACCUMULATE, 0);
    case Step::get_accumulate: return atomic(e.a, OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE, e.c);
    case Step::compare_and_swap: return atomic(e.a, OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP, e.c);
    case Step::complete: return check(OTF2_EvtWriter_RmaOpCompleteBlocking(w, nullptr, t, win, e.request));
    case Step::control:
      return check(OTF2_EvtWriter_RmaSync(w, nullptr, t, win, e.a, OTF2_RMA_SYNC_TYPE_NOTIFY_OUT));
    case Step::await_change: return check(OTF2_EvtWriter_RmaWaitChange(w, nullptr, t, win));
    case Step::registration: return;  // a parameter says it
    case Step::make:
      begin();
      check(OTF2_EvtWriter_RmaWinCreate(w, nullptr, t, win));
      return end(OTF2_COLLECTIVE_OP_CREATE_HANDLE);
    case Step::free:
      begin();
      check(OTF2_EvtWriter_RmaWinDestroy(w, nullptr, t, win));
      return end(OTF2_COLLECTIVE_OP_DESTROY_HANDLE);
    case Step::fence: begin(); return end(OTF2_COLLECTIVE_OP_BARRIER);
    case Step::post:
    case Step::start:
    case Step::end_access:
    case Step::end_exposure: return group(refs.groups[e.b]);
    case Step::lock:
    case Step::lock_all:
      return check(OTF2_EvtWriter_RmaAcquireLock(w, nullptr, t, win, e.a, 0,
                                                 e.b ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED));
    case Step::unlock:
    case Step::unlock_all: return check(OTF2_EvtWriter_RmaReleaseLock(w, nullptr, t, win, e.a, 0));
    case Step::flush:
      return check(OTF2_EvtWriter_RmaSync(w, nullptr, t, win, e.a, OTF2_RMA_SYNC_TYPE_MEMORY));
  }
}

// Definitions of one kind stand in the order of their references: readers complain if not.
template <class Key, class Reference>
std::map<Reference, Key> by_reference(const std::map<Key, Reference>& all) {
  std::map<Reference, Key> ordered;
  for (const auto& [key, ref] : all) ordered.emplace(ref, key);
  return ordered;
}

void ArchiveInMaking::write_definitions() {
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
  for (const auto& [ref, members] : by_reference(groups)) {
    check(OTF2_GlobalDefWriter_WriteGroup(w, ref, string(""), OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                          OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(members.size()),
                                          members.data()));
  }
  for (const auto& [ref, key] : by_reference(comms)) {
    const auto& [context, members] = key;
    const bool world = context == 2 * number;
    check(OTF2_GlobalDefWriter_WriteComm(
        w, ref, string(world ? "MPI_COMM_WORLD" : fmt::format("Comm {}", (context - 2 * number) / 2)),
        group_of(members), OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  }
  for (const auto& [ref, key] : by_reference(windows)) {
    const auto& [comm, number] = key;
    const bool made = number < UINT32_MAX - kOwnWindows;
    const std::string text = made ? fmt::format("window {}", ref)
                                 : number == UINT32_MAX - kMgenWindow ? kMgenName : kAcpName;
    check(OTF2_GlobalDefWriter_WriteRmaWin(
        w, ref, string(text), comm,
        made ? OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS : OTF2_RMA_WIN_FLAG_NONE));
  }
}

void ArchiveInMaking::write_all() {
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
  comm_ref(Comm{.context = static_cast<std::uint32_t>(2 * number), .group = {}});
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

}  // namespace

void write_archive(const std::filesystem::path& folder, const std::string& name, const RecordedJob& job,
                   std::size_t number, std::vector<Log>& ranks) {
  ArchiveInMaking{.folder = folder, .name = name, .job = job, .number = number, .ranks = ranks}.write_all();
}

}  // namespace kasuri::trace::otf2
