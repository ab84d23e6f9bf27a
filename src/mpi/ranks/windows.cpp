// SPDX-License-Identifier: MIT
// Windows at the origin: their making and operations (MPI 4.1, sections 12.2 and 12.3).
#include "mpi/ranks/windows.h"

#include <fmt/format.h>

#include <cstring>
#include <numeric>

#include "base/core/guarded.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/collectives.h"
#include "mpi/ranks/communicators.h"
#include "mpi/ranks/one_sided.h"
#include "network/net/payload.h"

namespace kasuri::mpi {
namespace {

using Step = RemoteStep::Kind;
constexpr int kSyncError = 50;  // MPI_ERR_RMA_SYNC
// By Access::Kind.
constexpr Step kSteps[] = {Step::put, Step::get, Step::accumulate, Step::get_accumulate,
                           Step::compare_and_swap};

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

Windows::Windows(World& world, Transport& transport, std::uint32_t nics_per_node)
    : world_(world), transport_(transport), p_(world.one_sided().params()), nics_(nics_per_node),
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
  const std::int32_t tag = world_.collectives().enter(call.coroutine(), *w.comm,
                                                   static_cast<std::uint32_t>(Collective::barrier), 0);
  {
    Team team(world_, call.coroutine(), *w.comm, tag);
    world_.collectives().run(team, Collective::barrier, {});
  }
  world_.collectives().leave(call.coroutine());
}

void Windows::tell(Call& call, const Window& w, RemoteStep step, const mpi::Operation& what, Handle h) {
  Recorder* const r = world_.recorder();
  if (!r) [[likely]] return;
  mpi::Operation op = what;
  op.kind = mpi::Operation::Kind::remote;
  op.remote = step;
  r->remote(call.rank(), op, *w.comm, static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(h)));
}

// The second barrier of allocate_shared is its exchange of sizes.
Window& Windows::create(Call& call, Communicator& parent, const Plan& plan) {
  if (Recorder* const r = world_.recorder(); r && !r->has_remote()) {
    call.fail("traces with windows cannot be recorded in this format, only by --record otf2");
  }
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
  const bool is_shared = plan.flavour == WindowFlavour::shared;
  tell(call, made, {.kind = Step::make, .flags = is_shared ? RemoteStep::kShared : 0u});
  return made;
}

void Windows::free(Call& call, Window& w) {
  if (w.started || w.posted || w.locked_all || !w.locks.empty()) {
    call.fail_as(kSyncError, "an epoch of the window is still open");
  }
  wait_for(call, w, Window::Wait::there, Window::kAll);
  barrier(call, w);
  tell(call, w, {.kind = Step::free});
  std::free(w.allocated);
  Communicator& comm = *w.comm;
  const std::uint32_t context = comm.context;
  if (w.segments) {
    const auto key = std::pair(context, comm.group.member(0));
    w.segments.reset();
    if (segments_[key].expired()) segments_.erase(key);
  }
  comm.freed = true;
  world_.ranks().release(call.rank(), comm);
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
                                                            world_.ranks().world_of(w.rank).group.first);
  const std::uint32_t request =
      world_.requests().add_own(w.rank, Request::Purpose::one_sided, peer, {0},
                                kFirstWork + static_cast<std::int32_t>(what));
  w.waiting = {what, target, request};
  call.finish(handle_of(request));
}

// Something has changed: is it what the rank waits for?
void Windows::look(Window& w) {
  if (w.waiting.what == Window::Wait::nothing || !w.has(w.waiting.what, w.waiting.target)) return;
  w.waiting.what = Window::Wait::nothing;
  world_.requests().complete(world_.requests()[w.waiting.request]);
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
  world_.mistakes().fail_access(call.rank(), a.origin.buffer, a.origin.bytes(), false);
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

  RankState& me = world_.rank(w.rank);
  ++me.statistics.messages;
  me.statistics.bytes += there;
  const std::uint32_t i = operations_.allocate();
  operations_[i] = {.window = &w, .call = world_.coroutine(call.coroutine()).call, .target = a.target,
                    .request = World::kNone, .waits_for_data = fetches, .left = fetches, .done = false,
                    .result = fetches ? to.buffer : nullptr, .layout = fetches ? to.type.layout : nullptr,
                    .displacement = a.displacement, .bytes = there};
  if (wants_request) {
    const auto peer = static_cast<std::int32_t>(rank_of(w, a.target) -
                                                world_.ranks().world_of(w.rank).group.first);
    operations_[i].request =
        world_.requests().add_own(w.rank, Request::Purpose::one_sided, peer, there, kFirstWork);
  }
  Window::Open& open = w.open[a.target];
  ++open.here, ++open.there, ++w.all_open.here, ++w.all_open.there;
  const Handle h = wants_request ? handle_of(operations_[i].request) : complete_handle();
  const bool no_op = a.op == static_cast<std::uint8_t>(WindowOp::no_op);
  tell(call, w,
       {.kind = kSteps[static_cast<std::size_t>(a.kind)],
        .flags = (wants_request ? RemoteStep::kRequests : 0u) |
                 (a.origin.type.layout ? RemoteStep::kPacks : 0u) |
                 (no_op ? RemoteStep::kSendsNone : 0u)},
       {.peer = a.target, .bytes = there}, wants_request ? h : nullptr);

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

}  // namespace kasuri::mpi
