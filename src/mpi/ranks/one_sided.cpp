// SPDX-License-Identifier: MIT
// Handles, order and completion of one-sided operations, and how ranks learn of puts.
#include "mpi/ranks/one_sided.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/check.h"
#include "mpi/ranks/call.h"

namespace kasuri::mpi {
namespace {

// Request::parts of a put that the target's program acknowledges.
constexpr std::uint8_t kAwaitsProgram = 1;
// The tag of an operation's request says what it is, for reports.
enum Work : std::int32_t { kPut, kGet, kCopy, kAtomic, kControl, kWait };

using Step = RemoteStep::Kind;

const char* call_name_of(const RdmaOp& op) {
  if (op.counted) return "MGEN_acp_copy";
  constexpr const char* kNames[][2] = {{"acp_copy", "acp_copy"}, {"acp_cas4", "acp_cas8"},
                                       {"acp_swap4", "acp_swap8"}, {"acp_add4", "acp_add8"},
                                       {"acp_xor4", "acp_xor8"}, {"acp_or4", "acp_or8"},
                                       {"acp_and4", "acp_and8"}};
  return kNames[static_cast<std::size_t>(op.kind)][op.size.n == 8];
}

}  // namespace

OneSided::OneSided(World& world, Transport& transport, const RdmaParams& params,
                   std::uint32_t nics_per_node)
    : world_(world),
      p_(params),
      format_(AddressFormat::of(p_.nics, nics_per_node)),
      rdma_(transport, *this, p_, nics_per_node) {}

OneSided::~OneSided() {
  for (const auto& s : states_) {
    if (s && !s->regions.empty()) std::free(s->regions[kStarterTag].address);
  }
}

OneSided::State& OneSided::state(std::uint32_t rank) {
  if (states_.empty()) states_.resize(world_.ranks().size());
  std::unique_ptr<State>& s = states_[rank];
  if (!s) s = std::make_unique<State>();
  return *s;
}

const OneSided::State* OneSided::find(std::uint32_t rank) const {
  return states_.empty() ? nullptr : states_[rank].get();
}

void OneSided::Operations::trim() {
  while (front < requests.size() && requests[front] == kEnded) {
    ++front;
    ++first;
  }
  if (front < 64 || front * 2 < requests.size()) return;
  requests.erase(requests.begin(), requests.begin() + static_cast<std::ptrdiff_t>(front));
  front = 0;
}

std::uint32_t OneSided::new_request(std::uint32_t rank, const RdmaOp& op, bool unowned) {
  const bool reads = rank_of(op, RdmaEnd::source) != rank;
  const bool writes = rank_of(op, RdmaEnd::destination) != rank;
  const Work work = op.kind != RdmaOp::Kind::copy ? kAtomic
                    : reads && writes             ? kCopy
                    : reads                       ? kGet
                                                  : kPut;
  RankStatistics& statistics = world_.rank(rank).statistics;
  ++statistics.messages;
  statistics.bytes += op.size;
  const std::uint32_t peer = rank_of(op, reads ? RdmaEnd::source : RdmaEnd::destination);
  return world_.requests().add_own(rank, Request::Purpose::one_sided,
                                   static_cast<std::int32_t>(index_of(peer)), op.size, work, unowned);
}

// ---- MGEN ----

void OneSided::refuse_recording(Call& call) const {
  const Recorder* const r = world_.recorder();
  if (!r || r->has_remote()) return;
  call.fail("traces with one-sided communication cannot be recorded in this format, only by --record otf2");
}

void OneSided::tell(Call& call, RemoteStep step, const Operation& what, std::int64_t handle) {
  Recorder* const r = world_.recorder();
  if (!r) [[likely]] return;
  Operation op = what;
  op.kind = Operation::Kind::remote;
  op.remote = step;
  r->remote(call.rank(), op, world_.ranks().world_of(call.rank()), handle);
}

std::int64_t OneSided::begin_sized(Call& call, int source, int destination, Bytes size) {
  refuse_recording(call);
  const std::uint32_t rank = call.rank();
  call.occupy(p_.overhead);
  RdmaOp op;
  op.initiator = rank;
  op.counted = true;
  op.size = size;
  op.source = format_.address({static_cast<std::uint32_t>(source), kSizesTag, 0});
  op.destination = format_.address({static_cast<std::uint32_t>(destination), kSizesTag, 0});
  op.acknowledged_by_program =
      p_.put_ack == PutAck::program && rank_of(op, RdmaEnd::source) == rank;
  Operations& all = state(rank).sized;
  op.handle = new_request(rank, op, false);
  Request& r = world_.requests()[op.handle];
  r.order = static_cast<std::uint32_t>(all.next());
  if (op.acknowledged_by_program) r.parts = kAwaitsProgram;
  all.requests.push_back(op.handle);
  rdma_.start(op);
  tell(call, {.kind = Step::copy}, {.peer = destination, .bytes = size, .root = source}, all.next() - 1);
  return all.next() - 1;
}

void OneSided::wait_through(Call& call, Operations& all, std::int64_t handle) {
  std::vector<Handle> open;
  for (std::int64_t h = all.first; h <= handle; ++h) {
    if (all.at(h) != kEnded) open.push_back(mpi::handle_of(all.at(h)));
  }
  call.wait(open);
}

void OneSided::complete_sized(Call& call, std::int64_t handle) {
  Operations& all = state(call.rank()).sized;
  if (handle <= 0 || handle >= all.next()) call.fail("{} is no handle of this rank", handle);
  if (!all.has(handle) || all.at(handle) == kEnded) {
    call.fail("the transfer of handle {} was completed before", handle);
  }
  if (p_.strict_order) wait_through(call, all, handle);
  call.finish(mpi::handle_of(all.at(handle)));
  tell(call, {.kind = Step::complete}, {}, handle);
  all.at(handle) = kEnded;
  all.trim();
}

Handle OneSided::send_control(Call& call, std::uint32_t to) {
  refuse_recording(call);
  const auto peer = static_cast<std::int32_t>(index_of(to));
  if (p_.put_ack == PutAck::nic) {
    tell(call, {.kind = Step::control}, {.peer = peer}, 0);
    return complete_handle();
  }
  const std::uint32_t i = world_.requests().add_own(call.rank(), Request::Purpose::one_sided, peer,
                                                    p_.control_size, kControl);
  rdma_.send_control(call.rank(), to, i);
  tell(call, {.kind = Step::control}, {.peer = peer},
       static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(mpi::handle_of(i))));
  return mpi::handle_of(i);
}

void OneSided::on_control_sent(std::uint32_t handle) {
  world_.requests().complete(world_.requests()[handle]);
}

// The target's program acknowledges the oldest put to it.
void OneSided::on_control(std::uint32_t from, std::uint32_t to) {
  const auto peer = static_cast<std::int32_t>(index_of(from));
  Operations& all = state(to).sized;
  for (std::int64_t h = all.first; h < all.next(); ++h) {
    if (all.at(h) == kEnded) continue;
    Request& r = world_.requests()[all.at(h)];
    if (r.parts != kAwaitsProgram || r.key.source != peer) continue;
    r.parts = 0;
    return world_.requests().complete(r);
  }
  world_.mistakes().record(to, fmt::format("a control packet from rank {} acknowledges a put that does "
                                        "not exist", peer));
}

// Only its size is compared: the data are in the target's memory when the put is heard of.
Transfer OneSided::poll(Call& call, Bytes size, int source) {
  refuse_recording(call);
  return poll(call.rank(), size, source);
}

Transfer OneSided::poll(std::uint32_t rank, Bytes size, int source) {
  if (polls_.size() < world_.ranks().jobs().size()) polls_.resize(world_.ranks().jobs().size());
  Communicator& comm = polls_[world_.ranks()[rank].job];
  comm.context = kPutContext;
  comm.group = world_.ranks().world_of(rank).group;
  return {.bytes = size, .peer = source, .tag = kPutTag, .comm = &comm};
}

// ---- ACP ----

std::int64_t OneSided::begin(Call& call, RdmaOp op, const Rdma::Operands& operands,
                             std::int64_t order) {
  const std::uint32_t rank = call.rank();
  State& me = state(rank);
  Operations& all = me.global;
  op.initiator = rank;
  if (order != kNoOrder && order != kAfterAll && order != kRightAfter &&
      (order < 0 || order >= all.next())) {
    call.fail("order {} is no handle of this rank", order);
  }
  if (!op.counted) {
    check_own_end(call, op, RdmaEnd::source);
    check_own_end(call, op, RdmaEnd::destination);
  }
  call.occupy(p_.overhead);

  const std::int64_t last = all.next() - 1;
  std::int64_t after = order == kAfterAll ? last : order;
  if (order == kRightAfter) {
    // What goes from here to the same rank as the last one arrives after it anyway. Else it waits.
    const bool follows = op.kind == RdmaOp::Kind::copy && me.last.kind == op.kind && last > 0 &&
                         rank_of(op, RdmaEnd::source) == rank &&
                         rank_of(me.last, RdmaEnd::source) == rank &&
                         rank_of(op, RdmaEnd::destination) == rank_of(me.last, RdmaEnd::destination);
    const bool last_waits = !me.waiting.empty() && me.waiting.back().op.handle == me.last.handle &&
                            all.has(last) && all.at(last) == me.last.handle;
    after = !follows ? last : last_waits ? me.waiting.back().after : kNoOrder;
  }

  op.handle = new_request(rank, op, true);
  world_.requests()[op.handle].order = static_cast<std::uint32_t>(all.next());
  all.requests.push_back(op.handle);
  const std::int64_t handle = all.next() - 1;
  me.last = op;
  if (after >= all.first) me.waiting.push_back({after, op, operands});
  else rdma_.start(op, operands);
  tell(call,
       {.kind = op.kind == RdmaOp::Kind::copy ? Step::copy : Step::atomic, .flags = RemoteStep::kOrdered,
        .order = order},
       {.peer = static_cast<std::int32_t>(index_of(rank_of(op, RdmaEnd::destination))), .bytes = op.size,
        .root = static_cast<std::int32_t>(index_of(rank_of(op, RdmaEnd::source)))},
       handle);
  return handle;
}

// As begin(), between ranks of which only the places in the job are known.
std::int64_t OneSided::begin_replayed(Call& call, const Operation& o, std::int64_t order) {
  RdmaOp op;
  op.counted = true;
  if (o.remote.kind == Step::atomic) op.kind = RdmaOp::Kind::add;
  op.size = o.bytes;
  op.source = format_.address({static_cast<std::uint32_t>(o.root), kReplayTag, 0});
  op.destination = format_.address({static_cast<std::uint32_t>(o.peer), kReplayTag, 0});
  return begin(call, op, {}, order);
}

// A copy or atomic operation of which ACP has the handle.
bool OneSided::is_global(const RdmaOp& op) const {
  return !op.counted || parts_of(op.source).tag == kReplayTag;
}

// Those whose time has come, in the order in which they were begun.
void OneSided::start_waiting(State& s) {
  std::erase_if(s.waiting, [&](const Waiting& w) {
    if (w.after >= s.global.first) return false;
    rdma_.start(w.op, w.operands);
    return true;
  });
}

void OneSided::complete(Call& call, std::int64_t handle) {
  Operations& all = state(call.rank()).global;
  if (handle == kNoOrder) return;
  if (handle == kAfterAll || handle == kRightAfter) handle = all.next() - 1;
  if (handle < 0 || handle >= all.next()) call.fail("{} is no handle of this rank", handle);
  std::vector<Handle> open;
  for (std::int64_t h = all.first; h <= handle; ++h) {
    if (all.at(h) == kEnded) continue;
    open.push_back(mpi::handle_of(all.at(h)));
    world_.requests()[all.at(h)].unowned = false;
  }
  call.wait(open);
  for (const Handle h : open) call.world().requests().end(h);
  tell(call, {.kind = Step::complete, .flags = RemoteStep::kOrdered}, {}, handle);
}

bool OneSided::is_complete(Call& call, std::int64_t handle) {
  Operations& all = state(call.rank()).global;
  if (handle == kAfterAll || handle == kRightAfter) handle = all.next() - 1;
  if (handle < 0 || handle >= all.next()) call.fail("{} is no handle of this rank", handle);
  if (handle < all.first) return true;
  call.pass_poll_time();
  return handle < all.first;
}

void OneSided::wait_for_write(Call& call) {
  State& me = state(call.rank());
  if (me.writes == me.seen) {
    me.poll = world_.requests().add_own(call.rank(), Request::Purpose::one_sided, kAnySource, {0}, kWait);
    call.finish(mpi::handle_of(me.poll));
    me.poll = kEnded;
  }
  me.seen = me.writes;
  tell(call, {.kind = Step::await_change}, {}, 0);
}

void OneSided::pass_registration(Call& call, Bytes size, bool computes) {
  const Time t = p_.registration_time + size / p_.registration_rate;
  if (computes) call.compute(t);
  else call.occupy(t);
  tell(call, {.kind = Step::registration, .flags = computes ? RemoteStep::kComputes : 0u},
       {.bytes = size}, 0);
}

// ---- What NICs tell ----

// Also of ranks in other parts.
std::size_t OneSided::job_index(std::uint32_t rank) const {
  std::size_t job = world_.ranks().jobs().size() - 1;
  while (world_.ranks().jobs()[job].first_rank > rank) --job;
  return job;
}

std::uint32_t OneSided::first_rank_of(std::uint32_t rank) const {
  return world_.ranks().jobs()[job_index(rank)].first_rank;
}

std::uint16_t OneSided::job_of(std::uint32_t rank) const {
  return world_.ranks().jobs()[job_index(rank)].spec.number;
}

std::uint32_t OneSided::rank_of(const RdmaOp& op, RdmaEnd end) const {
  const GlobalAddress a = end == RdmaEnd::source ? op.source : op.destination;
  const std::uint32_t rank = parts_of(a).rank;
  const std::size_t job = job_index(op.initiator);
  const bool renumbered = !op.counted && job < numbers_.size() && !numbers_[job].place.empty();
  return world_.ranks().jobs()[job].first_rank + (renumbered ? numbers_[job].place[rank] : rank);
}

std::uint32_t OneSided::number_of(std::uint32_t rank) const {
  const std::size_t job = job_index(rank);
  const std::uint32_t place = rank - world_.ranks().jobs()[job].first_rank;
  if (job >= numbers_.size() || numbers_[job].of_place.empty()) return place;
  return static_cast<std::uint32_t>(numbers_[job].of_place[place]);
}

NodeId OneSided::node_of(std::uint32_t rank) const { return world_.ranks().node_of(rank); }

// Its memory has changed, by what another has begun or by a put to itself.
void OneSided::tell_written(std::uint32_t rank) {
  State& s = state(rank);
  ++s.writes;
  if (s.poll != kEnded && !world_.requests().is_done(mpi::handle_of(s.poll))) {
    world_.requests().complete(world_.requests()[s.poll]);
  }
}

void OneSided::on_changed(const RdmaOp& op) { tell_written(rank_of(op, RdmaEnd::source)); }

// What a rank gets is no news to it; what it puts to itself is.
void OneSided::on_written(const RdmaOp& op) {
  const std::uint32_t rank = rank_of(op, RdmaEnd::destination);
  if (rank == op.initiator && rank_of(op, RdmaEnd::source) != rank) return;
  if (rank == op.initiator && op.kind != RdmaOp::Kind::copy) return;
  if (is_global(op)) return tell_written(rank);
  if (world_.ranks()[rank].finalised) return;
  const auto source = static_cast<std::int32_t>(parts_of(op.source).rank);
  const Envelope e{.key = {rank, kPutContext, source, kPutTag}, .word = 0, .number = 0};
  Message told{};
  told.user = with_flags(e.pack(MessageKind::eager, op.size), kZeroCopy);
  world_.messages().accept(told, e);
}

void OneSided::on_complete(const RdmaOp& op, RdmaFault fault, RdmaEnd end) {
  if (fault != RdmaFault::none) {
    world_.coroutine(op.initiator).call = call_name_of(op);
    return world_.mistakes().record(op.initiator, explain(op, fault, end));
  }
  Request& r = world_.requests()[op.handle];
  if (!is_global(op)) return world_.requests().complete(r);
  State& s = state(op.initiator);
  const std::uint32_t place = r.order - static_cast<std::uint32_t>(s.global.first);
  s.global.at(s.global.first + place) = kEnded;
  world_.requests().complete(r);
  s.global.trim();
  if (!s.waiting.empty()) start_waiting(s);
}

// ---- Words ----

std::string OneSided::leftovers(std::uint32_t rank) const {
  const State* s = find(rank);
  if (!s) return "";
  for (const Operations* all : {&s->sized, &s->global}) {
    for (std::int64_t h = all->first; h < all->next(); ++h) {
      if (all->at(h) == kEnded) continue;
      const Request& r = world_.requests()[all->at(h)];
      if (r.state == Request::State::active) return describe(r) + " is not complete";
    }
  }
  return "";
}

std::string OneSided::describe(const Request& r) const {
  switch (r.key.tag) {
    case kPut: return fmt::format("a put of {} bytes to rank {}", r.bytes.n, r.key.source);
    case kGet: return fmt::format("a get of {} bytes from rank {}", r.bytes.n, r.key.source);
    case kCopy:
      return fmt::format("a copy of {} bytes from rank {} to another", r.bytes.n, r.key.source);
    case kAtomic: return fmt::format("an atomic operation at rank {}", r.key.source);
    case kControl: return fmt::format("a control packet to rank {}", r.key.source);
    case kWait: return "a write to its memory by another rank";
  }
  return "";
}

}  // namespace kasuri::mpi
