// SPDX-License-Identifier: MIT
// One-sided communication of OTF2 archives. An access to a window that MPI has made, and its
// synchronisation, is what the call of its region does; a put or get of another window (of SHMEM, ACP, …)
// is a copy with a handle, that an event completes.
#include <fmt/format.h>

#include <algorithm>

#include "workload/traces/otf2_callbacks.h"
#include "workload/traces/otf2_names.h"

namespace kasuri::trace {

using Kind = mpi::Operation::Kind;
using Step = mpi::RemoteStep::Kind;
using mpi::RemoteStep;

bool Otf2Rank::take_remote_detail(const std::string& name, std::int64_t value) {
  RemoteDetails& d = details_.remote;
  if (name == otf2::kRegisters) {
    call_.remote = call_.told = true;
    Item& item = add(Kind::remote);
    item.op.remote = {.kind = Step::registration, .flags = std::exchange(d, {}).flags};
    if (value < 0 || value >= std::int64_t{1} << 48) fail("memory of 256 TiB or more cannot be registered");
    item.op.bytes = {value};
  } else if (name == otf2::kFlags) {
    d.flags = static_cast<std::uint32_t>(value);
  } else if (name == otf2::kSource) {
    d.source = static_cast<std::int32_t>(value);
  } else if (name == otf2::kTarget) {
    d.target = static_cast<std::int32_t>(value);
  } else if (name == otf2::kOrder) {
    d.order = value;
  } else if (name == otf2::kRequest) {
    d.request = static_cast<std::uint64_t>(value);
  } else if (name == otf2::kPutFrom) {
    d.put_from = static_cast<std::int32_t>(value);
  } else if (name == otf2::kPutBytes) {
    d.put_bytes = value;
  } else {
    return false;
  }
  return true;
}

bool Otf2Rank::is_made(OTF2_RmaWinRef win) const {
  return std::ranges::find(windows_, win) != windows_.end();
}

std::int32_t Otf2Rank::remote_peer(std::uint32_t peer, std::uint32_t ranks) const {
  if (peer >= ranks) fail(fmt::format("rank {} does not exist; the window has {} ranks", peer, ranks));
  return static_cast<std::int32_t>(peer);
}

std::int32_t Otf2Rank::window_peer(OTF2_RmaWinRef win, std::uint32_t peer) const {
  return remote_peer(peer, archive_.communicator(archive_.window(win)->comm).size);
}

Otf2Rank::Item& Otf2Rank::add_step(Step step, OTF2_RmaWinRef win) {
  if (!archive_.window(win)) fail(fmt::format("window {} is not defined{}", win, archive_.windows_named()));
  call_.remote = true;
  Item& item = add(Kind::remote);
  item.op.remote = {.kind = step, .flags = std::exchange(details_.remote, {}).flags, .window = win};
  item.op.peer = RemoteStep::kEach;
  return item;
}

void Otf2Rank::add_transfer(Step step, OTF2_RmaWinRef win, std::uint32_t peer, std::uint64_t bytes,
                            std::uint64_t id) {
  if (bytes >= std::uint64_t{1} << 40) fail("this transfer is larger than 1 TiB");
  if (!is_made(win)) return add_copy(step, win, peer, bytes, id);
  // Only these are completed by themselves.
  const std::string_view call = call_.region ? std::string_view(call_.region->name) : "";
  const bool requests = call.starts_with("MPI_R");
  Item& item = add_step(step, win);
  item.op.peer = window_peer(win, peer);
  item.op.bytes = params_.size_of({static_cast<std::int64_t>(bytes)});
  if (requests) {
    item.op.remote.flags |= RemoteStep::kRequests;
    item.op.request = begin_request(id, nullptr);
  } else {
    item.op.remote.flags &= ~std::uint32_t{RemoteStep::kRequests};
  }
}

void Otf2Rank::add_copy(Step step, OTF2_RmaWinRef win, std::uint32_t peer, std::uint64_t bytes,
                        std::uint64_t id) {
  const RemoteDetails d = details_.remote;
  const bool atomic = step != Step::put && step != Step::get;
  Item& item = add_step(atomic ? Step::atomic : Step::copy, win);
  const auto ranks = static_cast<std::uint32_t>(archive_.ranks());
  const std::int32_t other = remote_peer(peer, ranks);
  const auto or_me = [&](std::int32_t rank) {
    return rank < 0 ? rank_ : remote_peer(static_cast<std::uint32_t>(rank), ranks);
  };
  item.op.root = step == Step::put ? or_me(d.source) : other;
  item.op.peer = step == Step::put ? other : or_me(d.target);
  // ACP's have the sizes of words.
  item.op.bytes = {static_cast<std::int64_t>(bytes)};
  if (!atomic) item.op.bytes = params_.size_of(item.op.bytes);
  const bool ordered = atomic || archive_.window(win)->name == otf2::kAcpName;
  if (ordered) item.op.remote.flags |= RemoteStep::kOrdered;
  if (d.order > 0) {
    const auto after = requests_.find(static_cast<std::uint64_t>(d.order));
    if (after != requests_.end()) item.op.remote.order = std::int64_t{after->second.number} + 1;
  } else {
    item.op.remote.order = std::max<std::int64_t>(d.order, -2);
  }
  item.op.request = begin_request(id, nullptr);
  requests_[id].is_copy = true;
  requests_[id].ordered = ordered;
}

void Otf2Rank::complete_transfer(OTF2_RmaWinRef win, std::uint64_t id) {
  const auto found = requests_.find(id);
  if (found == requests_.end()) return;  // an access whose epoch ends
  if (!found->second.is_copy) return complete(id);
  Item& item = add_step(Step::complete, win);
  item.op.request = found->second.number;
  if (found->second.ordered) item.op.remote.flags = RemoteStep::kOrdered;
  free_requests_.push_back(found->second.number);
  requests_.erase(found);
}

void Otf2Rank::end_remote_collective(OTF2_CollectiveOp op, OTF2_RmaWinRef win) {
  const bool makes = op == OTF2_COLLECTIVE_OP_CREATE_HANDLE || op == OTF2_COLLECTIVE_OP_DESTROY_HANDLE ||
                     op == OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE ||
                     op == OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE;
  if (makes) return;  // there is an event of its own
  if (!is_made(win) || op != OTF2_COLLECTIVE_OP_BARRIER) return ignore("collectives on windows");
  add_step(Step::fence, win);
}

// What it is, the call says.
void Otf2Rank::synchronise_group(OTF2_RmaWinRef win, OTF2_GroupRef group) {
  const std::string_view call = call_.region ? std::string_view(call_.region->name) : "";
  Step step = Step::end_exposure;
  if (call.ends_with("_post")) step = Step::post;
  else if (call.ends_with("_start")) step = Step::start;
  else if (call.ends_with("_complete")) step = Step::end_access;
  else if (!call.ends_with("_wait") && !call.ends_with("_test")) {
    return ignore("synchronisation of groups of unknown kind");
  }
  if (!is_made(win)) return ignore("synchronisation of windows that were not made");
  Item& item = add_step(step, win);
  if (step != Step::post && step != Step::start) return;
  const Otf2Communicator& comm = archive_.communicator(archive_.window(win)->comm);
  for (const std::uint64_t rank : archive_.members_of(group)) {
    const std::uint32_t place =
        comm.number == 0 ? static_cast<std::uint32_t>(rank)
                         : archive_.place(comm, static_cast<std::uint32_t>(rank));
    item.requests.push_back(static_cast<std::uint32_t>(remote_peer(place, comm.size)));
  }
}

// A put that a receive has heard of, or any change.
void Otf2Rank::await_change(OTF2_RmaWinRef win) {
  const RemoteDetails d = details_.remote;
  if (d.put_from < 0) {
    add_step(Step::await_change, win);
    return;
  }
  details_.remote = {};
  const auto found = requests_.find(d.request);
  if (found == requests_.end() || !found->second.item) return ignore("puts that nobody waited for");
  Item& item = *std::exchange(found->second.item, nullptr);
  item.known = true;
  item.op.comm = mpi::kPutNotices;
  const auto ranks = static_cast<std::uint32_t>(archive_.ranks());
  item.op.peer = remote_peer(static_cast<std::uint32_t>(d.put_from), ranks);
  item.op.bytes = params_.size_of({d.put_bytes});
  call_.done.push_back(d.request);
}

struct Otf2RemoteEvents : Otf2Callbacks {
  static OTF2_CallbackCode make(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaWinRef win) {
    return message(u, t, e, [&](Otf2Rank& r) {
      if (r.is_made(win)) r.fail(fmt::format("window {} is made twice", win));
      Otf2Rank::Item& item = r.add_step(Step::make, win);
      const Otf2Communicator& comm = r.archive_.communicator(r.archive_.window(win)->comm);
      if (comm.number == Otf2Communicator::kUnknown || comm.first_group > 0) {
        r.fail(fmt::format("window {} ('{}') is of communicator '{}', whose members are not known", win,
                           r.archive_.window(win)->name, comm.name));
      }
      item.op.comm = comm.number == Otf2Communicator::kSelf ? mpi::kAlone : comm.number;
      r.windows_.push_back(win);
    });
  }
  static OTF2_CallbackCode free(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaWinRef win) {
    return message(u, t, e, [&](Otf2Rank& r) {
      if (std::erase(r.windows_, win) > 0) r.add_step(Step::free, win);
    });
  }
  static OTF2_CallbackCode begin(Loc, Stamp t, std::uint64_t e, void* u, List*) {
    return message(u, t, e, [](Otf2Rank&) {});
  }
  static OTF2_CallbackCode end(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_CollectiveOp op,
                               OTF2_RmaSyncLevel, OTF2_RmaWinRef win, std::uint32_t, std::uint64_t,
                               std::uint64_t) {
    return message(u, t, e, [&](Otf2Rank& r) { r.end_remote_collective(op, win); });
  }
  static OTF2_CallbackCode group(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaSyncLevel,
                                 OTF2_RmaWinRef win, OTF2_GroupRef group) {
    return message(u, t, e, [&](Otf2Rank& r) { r.synchronise_group(win, group); });
  }
  // Without a rank: of all.
  static OTF2_CallbackCode lock(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaWinRef win,
                                std::uint32_t peer, std::uint64_t, OTF2_LockType type) {
    return message(u, t, e, [&](Otf2Rank& r) {
      if (!r.is_made(win)) return r.ignore("locks of windows that were not made");
      Otf2Rank::Item& item = r.add_step(peer == UINT32_MAX ? Step::lock_all : Step::lock, win);
      if (peer != UINT32_MAX) item.op.peer = r.window_peer(win, peer);
      if (type == OTF2_LOCK_EXCLUSIVE) item.op.remote.flags |= RemoteStep::kExclusive;
    });
  }
  static OTF2_CallbackCode unlock(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaWinRef win,
                                  std::uint32_t peer, std::uint64_t) {
    return message(u, t, e, [&](Otf2Rank& r) {
      if (!r.is_made(win)) return r.ignore("locks of windows that were not made");
      Otf2Rank::Item& item = r.add_step(peer == UINT32_MAX ? Step::unlock_all : Step::unlock, win);
      if (peer != UINT32_MAX) item.op.peer = r.window_peer(win, peer);
    });
  }
  static OTF2_CallbackCode sync(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaWinRef win,
                                std::uint32_t peer, OTF2_RmaSyncType type) {
    return message(u, t, e, [&](Otf2Rank& r) {
      if (type == OTF2_RMA_SYNC_TYPE_NOTIFY_OUT && r.details_.remote.request > 0) {
        const std::uint64_t id = r.details_.remote.request;
        Otf2Rank::Item& item = r.add_step(Step::control, win);
        item.op.peer = r.remote_peer(peer, static_cast<std::uint32_t>(r.archive_.ranks()));
        item.op.request = r.begin_request(id, nullptr);
        return;
      }
      if (type != OTF2_RMA_SYNC_TYPE_MEMORY || !r.is_made(win)) {
        return r.ignore("synchronisation of memory");
      }
      Otf2Rank::Item& item = r.add_step(Step::flush, win);
      if (peer != UINT32_MAX) item.op.peer = r.window_peer(win, peer);
    });
  }
  static OTF2_CallbackCode change(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaWinRef win) {
    return message(u, t, e, [&](Otf2Rank& r) { r.await_change(win); });
  }
  template <Step step>
  static OTF2_CallbackCode transfer(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaWinRef win,
                                    std::uint32_t peer, std::uint64_t bytes, std::uint64_t id) {
    return message(u, t, e, [&](Otf2Rank& r) { r.add_transfer(step, win, peer, bytes, id); });
  }
  static OTF2_CallbackCode atomic(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaWinRef win,
                                  std::uint32_t peer, OTF2_RmaAtomicType type, std::uint64_t sent,
                                  std::uint64_t back, std::uint64_t id) {
    return message(u, t, e, [&](Otf2Rank& r) {
      const Step step = type == OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP ? Step::compare_and_swap
                        : back > 0                                    ? Step::get_accumulate
                                                                      : Step::accumulate;
      r.add_transfer(step, win, peer, std::max(sent, back), id);
    });
  }
  static OTF2_CallbackCode complete(Loc, Stamp t, std::uint64_t e, void* u, List*, OTF2_RmaWinRef win,
                                    std::uint64_t id) {
    return message(u, t, e, [&](Otf2Rank& r) { r.complete_transfer(win, id); });
  }
};

void Otf2Rank::set_remote_callbacks(OTF2_EvtReaderCallbacks* c) {
  using E = Otf2RemoteEvents;
  OTF2_EvtReaderCallbacks_SetRmaWinCreateCallback(c, &E::make);
  OTF2_EvtReaderCallbacks_SetRmaWinDestroyCallback(c, &E::free);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback(c, &E::begin);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback(c, &E::end);
  OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback(c, &E::group);
  OTF2_EvtReaderCallbacks_SetRmaRequestLockCallback(c, &E::lock);
  OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback(c, &E::lock);
  OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback(c, &E::unlock);
  OTF2_EvtReaderCallbacks_SetRmaSyncCallback(c, &E::sync);
  OTF2_EvtReaderCallbacks_SetRmaWaitChangeCallback(c, &E::change);
  OTF2_EvtReaderCallbacks_SetRmaPutCallback(c, &E::transfer<Step::put>);
  OTF2_EvtReaderCallbacks_SetRmaGetCallback(c, &E::transfer<Step::get>);
  OTF2_EvtReaderCallbacks_SetRmaAtomicCallback(c, &E::atomic);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(c, &E::complete);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(c, &E::complete);
  OTF2_EvtReaderCallbacks_SetRmaOpCompleteRemoteCallback(c, &E::complete);
}

}  // namespace kasuri::trace
