// SPDX-License-Identifier: MIT
// Windows at the origin: their making, operations, and the three kinds of synchronisation (MPI 4.1,
// sections 12.2, 12.3 and 12.5).
#include "mpi/ranks/windows.h"

#include <fmt/format.h>

#include <cstring>
#include <numeric>

#include "base/core/guarded.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/communicators.h"
#include "mpi/ranks/one_sided.h"
#include "network/net/payload.h"

namespace kasuri::mpi {
namespace {

constexpr int kSyncError = 50;  // MPI_ERR_RMA_SYNC

std::uint64_t window_key(std::uint32_t rank, std::uint32_t context) {
  return std::uint64_t{rank} << 32 | context;
}

}  // namespace

std::byte* SharedSegments::segment(int rank) {
  if (!memory) {
    const std::int64_t all = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
    memory = static_cast<std::byte*>(std::calloc(static_cast<std::size_t>(all) + 1, 1));
  }
  return memory ? memory + std::accumulate(sizes.begin(), sizes.begin() + rank, std::int64_t{0}) : nullptr;
}

bool Window::has(Wait what, int target) const {
  const auto of = [&] {
    if (target == kAll) return all_open;
    const auto found = open.find(target);
    return found == open.end() ? Open{} : found->second;
  };
  switch (what) {
    case Wait::here: return of().here == 0;
    case Wait::there: return of().there == 0 && of().here == 0;
    case Wait::lock: return locks.at(target).granted;
    case Wait::posts: return unposted.empty();
    case Wait::completes: return completes >= origins.size;
    case Wait::nothing: break;
  }
  return true;
}

Windows::Windows(World& world, Transport& transport, const RdmaParams& params, std::uint32_t nics_per_node)
    : world_(world), transport_(transport), p_(params), nics_(nics_per_node),
      client_(transport.add_client(*this)) {}

Windows::~Windows() {
  for (const auto& w : windows_) std::free(w.second->allocated);
}

Window* Windows::find(std::uint32_t rank, std::uint32_t context) {
  const auto found = windows_.find(window_key(rank, context));
  return found == windows_.end() ? nullptr : found->second.get();
}

const Window* Windows::beside(const Window& w, int rank) const {
  const auto found = windows_.find(window_key(rank_of(w, rank), w.comm->context));
  return found == windows_.end() ? nullptr : found->second.get();
}

void Windows::barrier(Call& call, Window& w) {
  const std::int32_t tag = world_.enter_collective(call.coroutine(), *w.comm,
                                                   static_cast<std::uint32_t>(Collective::barrier), 0);
  {
    Team team(world_, call.coroutine(), *w.comm, tag);
    world_.run_collective(team, Collective::barrier, {});
  }
  world_.leave_collective(call.coroutine());
}

// The second barrier of allocate_shared is its exchange of sizes.
Window& Windows::create(Call& call, Communicator& parent, const Plan& plan) {
  Communicator* const comm = duplicate(call, parent);
  auto& w = windows_[window_key(call.rank(), comm->context)] = std::make_unique<Window>();
  of_rank_[call.rank()].push_back(w.get());
  w->rank = call.rank();
  w->comm = comm;
  w->flavour = plan.flavour;
  w->base = plan.base;
  w->size = plan.size;
  w->unit = plan.unit;
  Window& made = *w;
  if (plan.flavour == WindowFlavour::allocate) {
    made.allocated = static_cast<std::byte*>(std::calloc(static_cast<std::size_t>(plan.size) + 1, 1));
    if (!made.allocated) call.fail_as(39, fmt::format("there are no {} bytes of memory", plan.size));
    made.base = made.allocated;
  }
  if (plan.flavour == WindowFlavour::shared) {
    auto& known = segments_[{comm->context, comm->group.member(0)}];
    made.segments = known.lock();
    if (!made.segments) known = made.segments = std::make_shared<SharedSegments>();
    const auto me = static_cast<std::size_t>(comm->group.index_of(call.rank()));
    made.segments->sizes.resize(static_cast<std::size_t>(comm->size()));
    made.segments->units.resize(static_cast<std::size_t>(comm->size()));
    made.segments->sizes[me] = plan.size;
    made.segments->units[me] = plan.unit;
    barrier(call, made);
    made.base = made.segments->segment(static_cast<int>(me));
    if (!made.base) call.fail_as(39, "there is no memory for the window");
  }
  barrier(call, made);  // others may use it from now on
  return made;
}

void Windows::free(Call& call, Window& w) {
  if (w.started || w.posted || w.locked_all || !w.locks.empty()) {
    call.fail_as(kSyncError, "an epoch of the window is still open");
  }
  wait_for(call, w, Window::Wait::there, Window::kAll);
  barrier(call, w);
  std::free(w.allocated);
  Communicator& comm = *w.comm;
  const std::uint32_t context = comm.context;
  if (w.segments) {
    const auto key = std::pair(context, comm.group.member(0));
    w.segments.reset();
    if (segments_[key].expired()) segments_.erase(key);
  }
  comm.freed = true;
  world_.release(call.rank(), comm);
  std::vector<Window*>& own = of_rank_[call.rank()];
  std::erase(own, &w);
  if (own.empty()) of_rank_.erase(call.rank());
  windows_.erase(window_key(call.rank(), context));
}

// ---- Waiting ----

void Windows::wait_for(Call& call, Window& w, Window::Wait what, int target) {
  if (w.has(what, target)) return;
  const std::int32_t peer = target == Window::kAll
                                ? kAnySource
                                : static_cast<std::int32_t>(rank_of(w, target) -
                                                            world_.world_of(w.rank).group.first);
  const std::uint32_t request =
      world_.new_one_sided(w.rank, peer, {0}, kFirstWork + static_cast<std::int32_t>(what), false);
  w.waiting = {what, target, request};
  call.finish(handle_of(request));
}

// Something has changed: is it what the rank waits for?
void Windows::look(Window& w) {
  if (w.waiting.what == Window::Wait::nothing || !w.has(w.waiting.what, w.waiting.target)) return;
  w.waiting.what = Window::Wait::nothing;
  world_.complete(world_.requests_[w.waiting.request]);
}

std::string Windows::describe(const Request& r) {
  const std::string who =
      r.key.source == kAnySource ? "other ranks" : fmt::format("rank {}", r.key.source);
  switch (static_cast<Window::Wait>(r.key.tag - kFirstWork)) {
    case Window::Wait::here:
    case Window::Wait::there: return fmt::format("its accesses to the window of {}", who);
    case Window::Wait::lock: return fmt::format("the lock of the window of {}", who);
    case Window::Wait::posts: return "MGEN_Win_post by a rank of its group";
    case Window::Wait::completes: return "MGEN_Win_complete by the ranks of its group";
    case Window::Wait::nothing: break;
  }
  return fmt::format("an access to the window of {}", who);
}

std::string Windows::leftovers(std::uint32_t rank) const {
  const auto own = of_rank_.find(rank);
  if (own == of_rank_.end()) return "";
  for (const Window* const w : own->second) {
    if (w->all_open.there == 0) continue;
    return fmt::format("{} accesses to windows are not complete", w->all_open.there);
  }
  return "";
}

// ---- Operations ----

// Whether an epoch allows the access; a lock by lock_all is asked for now.
void Windows::prepare_access(Call& call, Window& w, const Access& a) {
  if (w.fenced || w.locks.contains(a.target)) return;
  if (w.started && w.targets.find(rank_of(w, a.target)) >= 0) return;
  if (w.locked_all) {
    w.locks[a.target] = {.exclusive = false, .asked = !w.unchecked_all, .granted = w.unchecked_all,
                         .by_all = true};
    if (w.unchecked_all) return;
    send_control(w, a.target, Kind::lock_shared);
    return wait_for(call, w, Window::Wait::lock, a.target);
  }
  call.fail_as(kSyncError, fmt::format("no epoch for an access to rank {} has been opened, by a fence, "
                                       "MGEN_Win_start or a lock", a.target));
}

// The operands and what the target must know besides them; null: nothing.
std::byte* Windows::payload_of(Call& call, const Access& a) {
  const Layout* const layout = a.there.type.layout;
  const bool sends = a.kind != Access::Kind::get && a.op != static_cast<std::uint8_t>(WindowOp::no_op);
  const Element& type = a.origin.type;
  const bool has = sends && call.payload() && a.origin.bytes().n > 0 &&
                   (type.layout ? type.layout->has_data(a.origin.buffer) : a.origin.buffer != nullptr);
  const bool is_atomic = a.kind >= Access::Kind::accumulate;
  if (!call.payload() || (!has && !layout && !is_atomic)) return nullptr;

  Head head{};
  head.has_data = has;
  head.op = a.op;
  head.type = a.type;
  head.count = a.there.count;
  if (layout) {
    head.loops = std::ssize(layout->loops), head.pieces = std::ssize(layout->pieces);
    head.block = layout->block, head.size = layout->size;
    head.lower = layout->lower, head.extent = layout->extent;
    if (head.loops + head.pieces == 0) head.loops = -1;
  }
  const std::size_t loops = layout ? layout->loops.size() * sizeof(Layout::Loop) : 0;
  const std::size_t pieces = static_cast<std::size_t>(head.pieces) * sizeof(Layout::Piece);
  const Bytes data = has ? a.origin.bytes() : Bytes{0};
  const auto element = static_cast<std::size_t>(a.kind == Access::Kind::compare_and_swap ? data.n : 0);
  std::byte* const payload =
      new_payload({static_cast<std::int64_t>(sizeof head + loops + pieces + element) + data.n});
  std::byte* at = payload;
  const auto put = [&](const void* from, std::size_t n) {
    if (n > 0) std::memcpy(at, from, n);
    at += n;
  };
  put(&head, sizeof head);
  if (loops) put(layout->loops.data(), loops);
  if (pieces) put(layout->pieces.data(), pieces);
  const bool good = without_fault([&] {
    if (!has) return;
    if (type.layout) type.layout->pack(a.origin.buffer, a.origin.count, at);
    else std::memcpy(at, a.origin.buffer, static_cast<std::size_t>(data.n));
    if (element) std::memcpy(at + data.n, a.compare, element);
  });
  if (good) return payload;
  free_payload(payload);
  world_.fail_access(call.rank(), a.origin.buffer, a.origin.bytes(), false);
  return nullptr;
}

Handle Windows::begin(Call& call, Window& w, const Access& a, bool wants_request) {
  prepare_access(call, w, a);
  const bool fetches = a.kind != Access::Kind::put && a.kind != Access::Kind::accumulate;
  const Access::Side& to = a.kind == Access::Kind::get ? a.origin : a.result;
  const Bytes there = a.there.bytes();
  Time busy = p_.overhead;
  if (a.origin.type.layout) busy += there / world_.params().eager_copy_rate;
  call.spend(Activity::sending, busy);
  if (fetches && to.type.layout == nullptr && to.buffer && call.payload()) {
    call.check_access(to.buffer, 0, to.bytes().n, to.bytes(), true);
  }
  std::byte* const payload = payload_of(call, a);

  World::Rank& me = world_.rank(w.rank);
  ++me.statistics.messages;
  me.statistics.bytes += there;
  const std::uint32_t i = operations_.allocate();
  operations_[i] = {.window = &w, .call = world_.coroutine(call.coroutine()).call, .target = a.target,
                    .request = World::kNone, .waits_for_data = fetches, .left = fetches, .done = false,
                    .result = fetches ? to.buffer : nullptr, .layout = fetches ? to.type.layout : nullptr,
                    .displacement = a.displacement, .bytes = there};
  if (wants_request) {
    const auto peer = static_cast<std::int32_t>(rank_of(w, a.target) -
                                                world_.world_of(w.rank).group.first);
    operations_[i].request = world_.new_one_sided(w.rank, peer, there, kFirstWork, false);
  }
  Window::Open& open = w.open[a.target];
  ++open.here, ++open.there, ++w.all_open.here, ++w.all_open.there;
  const Handle h = wants_request ? handle_of(operations_[i].request) : complete_handle();

  const Envelope e{.from = w.rank, .to = rank_of(w, a.target), .context = w.comm->context, .operation = i,
                   .displacement = a.displacement, .kind = static_cast<Kind>(a.kind), .bytes = there};
  const auto command = static_cast<std::uint8_t>(Message::kFromNic | Message::kForNic |
                                                 (p_.control_first ? Message::kFirst : 0));
  const bool sends = a.kind != Access::Kind::get && a.op != static_cast<std::uint8_t>(WindowOp::no_op);
  if (!sends) {
    send_ordered(e, p_.control_size, command, Traffic::control, payload);
  } else if (a.kind == Access::Kind::compare_and_swap) {
    send_ordered(e, std::max(p_.control_size, there + there), command, Traffic::control, payload);
  } else {
    send_ordered(e, there, 0, Traffic::point_to_point, payload, !fetches);
  }
  return h;
}

void Windows::send_control(Window& w, int target, Kind kind) {
  const auto ways = static_cast<std::uint8_t>(Message::kFromNic | Message::kForNic |
                                              (p_.control_first ? Message::kFirst : 0));
  send_ordered({.from = w.rank, .to = rank_of(w, target), .context = w.comm->context, .kind = kind},
               p_.control_size, ways, Traffic::control, nullptr);
}

// ---- Synchronisation ----

void Windows::fence(Call& call, Window& w, bool more) {
  if (w.started || w.posted || w.locked_all || !w.locks.empty()) {
    call.fail_as(kSyncError, "an epoch of another kind is open");
  }
  wait_for(call, w, Window::Wait::there, Window::kAll);
  barrier(call, w);
  w.fenced = more;
}

void Windows::post(Call& call, Window& w, const Group& origins, bool checked) {
  if (w.posted) call.fail_as(kSyncError, "MGEN_Win_post was called before, without MGEN_Win_wait");
  w.fenced = false;
  w.posted = true;
  w.origins = origins;
  for (std::int32_t i = 0; checked && i < origins.size; ++i) {
    send_control(w, index_of(w, origins.member(i)), Kind::post);
  }
}

void Windows::start(Call& call, Window& w, const Group& targets, bool checked) {
  if (w.started) call.fail_as(kSyncError, "MGEN_Win_start was called before, without MGEN_Win_complete");
  if (w.locked_all || !w.locks.empty()) call.fail_as(kSyncError, "a lock of the window is held");
  w.fenced = false;
  w.started = true;
  w.targets = targets;
  for (std::int32_t i = 0; checked && i < targets.size; ++i) {
    const int target = index_of(w, targets.member(i));
    const auto post = w.posts.find(target);
    if (post == w.posts.end()) w.unposted.insert(target);
    else if (--post->second == 0) w.posts.erase(post);
  }
  wait_for(call, w, Window::Wait::posts, Window::kAll);
}

void Windows::complete(Call& call, Window& w) {
  if (!w.started) call.fail_as(kSyncError, "MGEN_Win_start was not called before");
  wait_for(call, w, Window::Wait::there, Window::kAll);
  for (std::int32_t i = 0; i < w.targets.size; ++i) {
    send_control(w, index_of(w, w.targets.member(i)), Kind::complete);
  }
  w.started = false;
}

void Windows::lock(Call& call, Window& w, int target, bool exclusive, bool checked) {
  if (w.locks.contains(target) || w.locked_all) {
    call.fail_as(kSyncError, fmt::format("a lock of the window of rank {} is held already", target));
  }
  if (w.started) call.fail_as(kSyncError, "an epoch of MGEN_Win_start is open");
  w.fenced = false;
  w.locks[target] = {.exclusive = exclusive, .asked = checked, .granted = !checked, .by_all = false};
  if (!checked) return;
  call.spend(Activity::sending, p_.overhead);
  send_control(w, target, exclusive ? Kind::lock_exclusive : Kind::lock_shared);
  wait_for(call, w, Window::Wait::lock, target);
}

void Windows::unlock(Call& call, Window& w, int target) {
  const auto lock = w.locks.find(target);
  if (lock == w.locks.end() || lock->second.by_all) {
    call.fail_as(kSyncError, fmt::format("the lock of the window of rank {} is not held", target));
  }
  wait_for(call, w, Window::Wait::there, target);
  if (lock->second.asked) send_control(w, target, Kind::unlock);
  w.locks.erase(target);
}

void Windows::unlock_all(Call& call, Window& w) {
  if (!w.locked_all) call.fail_as(kSyncError, "MGEN_Win_lock_all was not called before");
  wait_for(call, w, Window::Wait::there, Window::kAll);
  for (const auto& [target, lock] : w.locks) {
    if (lock.asked) send_control(w, target, Kind::unlock);
  }
  w.locks.clear();
  w.locked_all = false;
}

}  // namespace kasuri::mpi
