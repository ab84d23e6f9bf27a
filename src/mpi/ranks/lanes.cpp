// SPDX-License-Identifier: MIT
// Messages of the lanes of a collective operation: what devices beside the CPU send and receive (the
// channels of NCCL, mpi/ranks/nccl.h). They cost the CPU nothing and ask nobody: whoever sends one knows
// that the receiver has a buffer for it. A message may leave later than it is posted, and take more on the
// wire than its data.
//
// The tag of a lane's messages holds the number of the collective on its communicator and the lane. Starts
// of a persistent collective have one tag, and so have all collectives that make a communicator: each
// begins when the rank has done its part of the one before, while the last messages of that have not left
// yet. They leave in the order in which they were posted, as a device has one queue for a channel.
#include "mpi/ranks/caller.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/collective_tag.h"
#include "mpi/ranks/server_rings.h"

namespace kasuri::mpi {
namespace {

std::int32_t lane_tag(std::int32_t tag, int lane) {
  const auto number = static_cast<std::uint32_t>(CollectiveTag::number(tag)) & 0x1f'ffff;
  const std::uint32_t persistent = CollectiveTag::is_persistent(tag) ? 1u << 29 : 0;
  return static_cast<std::int32_t>(3u << 30 | persistent | number << 8 | static_cast<std::uint32_t>(lane));
}

// Whether other collectives have it, too.
bool shares_tag(const Transfer& t) { return CollectiveTag::is_persistent(t.tag) || t.carries; }

// Null if it has not the same GPUs of all its servers. `gpu`: of a rank, by its number within the server.
template <class Gpu>
std::shared_ptr<const ServerRings> rings_of(const GpuServers& servers, const ServerOrder& order, int ranks,
                                            const Gpu& gpu) {
  if (!servers.links || order.per_server < 2) return nullptr;
  std::vector<std::uint16_t> gpus;
  for (int place = 0; place < ranks; ++place) {
    const std::uint16_t own = gpu(order.rank(place));
    if (place < order.per_server) gpus.push_back(own);
    else if (gpus[static_cast<std::size_t>(place % order.per_server)] != own) return nullptr;
  }
  return servers.links->rings(gpus, servers.heads(order.per_server));
}

}  // namespace

void World::post_on_lane(std::uint32_t rank, const Transfer& t, const LanePost& p) {
  Rank& me = ranks_[rank];
  ++me.statistics.messages;
  me.statistics.bytes += t.bytes;
  count_collective(rank, t);
  if (recorder()) [[unlikely]] recorder()->sends_on_lane(rank);
  const Group& group = t.comm->group;
  const std::uint32_t to = t.comm->peers().member(t.peer);
  const MatchKey key{to, t.context(), group.index_of(rank), lane_tag(t.tag, p.lane)};
  Time leaves = now() + p.delay;
  if (shares_tag(t)) {
    Time& last = lanes_leave_[key];
    leaves = last = std::max(last, leaves);
  }
  const std::uint32_t i = lane_messages_.allocate();
  lane_messages_[i] = {.key = key,
                       .peer = static_cast<std::uint32_t>(t.peer),
                       .bytes = t.bytes,
                       .wire = p.wire,
                       .payload = me.payload || t.carries ? payload_of(rank, t) : nullptr};
  partition_.post({leaves, coroutines_.next_key(rank), rank, i, 0, lane_kind_});
}

bool World::on_lane_message(const Event& event) {
  const std::uint32_t rank = event.target;
  const LaneMessage m = lane_messages_[static_cast<std::uint32_t>(event.a)];
  lane_messages_.free(static_cast<std::uint32_t>(event.a));
  if (const auto last = lanes_leave_.find(m.key); last != lanes_leave_.end() && last->second <= now())
    lanes_leave_.erase(last);
  Envelope e{.key = m.key, .word = 0, .number = 0};
  if (!in_order_) e.number = order_.next_number(rank, m.key.context, m.peer, ranks_[rank].recent_sent);
  transmit(rank, nodes_[m.key.rank], m.wire, false, Traffic::collective,
           e.pack(MessageKind::eager, m.bytes), m.payload);
  return true;
}

std::uint32_t World::server_of(std::uint32_t rank) const {
  const auto& servers = job_of(rank).server_of;
  return servers ? servers(nodes_[rank]) : nodes_[rank].v;
}

std::shared_ptr<const ServerOrder> World::server_order(const Communicator& comm, bool of_nodes) {
  const Group& group = comm.group;
  return orders_[of_nodes].find_or_make(group, [&] {
    if (of_nodes) {
      return std::make_shared<const ServerOrder>(
          ServerOrder::of(group.size, [&](int i) { return nodes_[group.member(i)].v; }));
    }
    ServerOrder order = ServerOrder::of(group.size, [&](int i) { return server_of(group.member(i)); });
    const GpuServers& servers = job_of(group.member(0)).servers;
    order.rings = rings_of(servers, order, group.size, [&](int rank) {
      return static_cast<std::uint16_t>(nodes_[group.member(rank)].v * nics_ % servers.gpus);
    });
    return std::make_shared<const ServerOrder>(std::move(order));
  });
}

// ---- Team ----

Time Team::now() const { return world_.now(); }
void Team::pause(Time t) { Caller(world_, coroutine_).occupy(t); }
const NcclParams& Team::nccl() const { return world_.params().nccl; }
Time& Team::proxy_free() { return world_.proxy_free(world_.coroutine(coroutine_).rank); }
GpuServers Team::servers() const { return world_.job_of(world_.coroutine(coroutine_).rank).servers; }
std::shared_ptr<const ServerOrder> Team::server_order() const { return world_.server_order(*comm_); }
std::shared_ptr<const ServerOrder> Team::node_order() const {
  return part_of_ || comm_->between ? nullptr : world_.server_order(*comm_, true);
}
bool Team::shares_server(int rank) const {
  return world_.server_of(comm_->peers().member(rank)) ==
         world_.server_of(world_.coroutine(coroutine_).rank);
}

void Team::post(int to, const void* data, Bytes size, const LanePost& p) {
  world_.post_on_lane(world_.coroutine(coroutine_).rank, outgoing(to, data, size), p);
}

Handle Team::ireceive_on(int lane, int from, void* data, Bytes size) {
  Transfer t = incoming(from, data, size);
  t.tag = lane_tag(tag_, lane);
  t.by_nic = true;
  return Caller(world_, coroutine_).ireceive(t);
}

bool Team::is_done(Handle h) const { return world_.is_done(h); }
void Team::wait_first(std::span<const Handle> all) { Caller(world_, coroutine_).wait_until_one(all); }

}  // namespace kasuri::mpi
