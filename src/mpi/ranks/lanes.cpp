// SPDX-License-Identifier: MIT
#include "mpi/ranks/lanes.h"

#include <algorithm>

#include "mpi/ranks/caller.h"
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

Lanes::Lanes(Partition& partition, RankTable& ranks, Coroutines& coroutines, Accounts& accounts,
             Messages& messages)
    : partition_(partition), ranks_(ranks), coroutines_(coroutines), accounts_(accounts),
      messages_(messages), leaves_(partition.add_handler<&Lanes::on_leave>(this)) {}

void Lanes::post(std::uint32_t rank, const Transfer& t, const LanePost& p) {
  RankState& me = ranks_[rank];
  ++me.statistics.messages;
  me.statistics.bytes += t.bytes;
  ranks_.count_collective(rank, t);
  if (accounts_.recorder()) [[unlikely]] accounts_.recorder()->sends_on_lane(rank);
  const Group& group = t.comm->group;
  const std::uint32_t to = t.comm->peers().member(t.peer);
  const MatchKey key{to, t.context(), group.index_of(rank), lane_tag(t.tag, p.lane)};
  Time leaves = coroutines_.now() + p.delay;
  if (shares_tag(t)) {
    Time& last = last_leaves_[key];
    leaves = last = std::max(last, leaves);
  }
  const std::uint32_t i = posted_.allocate();
  posted_[i] = {.key = key,
                .peer = static_cast<std::uint32_t>(t.peer),
                .bytes = t.bytes,
                .wire = p.wire,
                .payload = me.payload || t.carries ? messages_.payload_of(rank, t) : nullptr};
  partition_.post({leaves, coroutines_.next_key(rank), rank, i, 0, leaves_});
}

bool Lanes::on_leave(const Event& event) {
  const std::uint32_t rank = event.target;
  const Posted m = posted_[static_cast<std::uint32_t>(event.a)];
  posted_.free(static_cast<std::uint32_t>(event.a));
  const auto last = last_leaves_.find(m.key);
  if (last != last_leaves_.end() && last->second <= coroutines_.now()) last_leaves_.erase(last);
  const Envelope e{.key = m.key, .word = 0, .number = messages_.next_number(rank, m.key.context, m.peer)};
  messages_.transmit(rank, ranks_.node_of(m.key.rank), m.wire, false, Traffic::collective,
                     e.pack(MessageKind::eager, m.bytes), m.payload);
  return true;
}

std::shared_ptr<const ServerOrder> Lanes::server_order(const Communicator& comm, bool of_nodes) {
  const Group& group = comm.group;
  return orders_[of_nodes].find_or_make(group, [&] {
    if (of_nodes) {
      return std::make_shared<const ServerOrder>(
          ServerOrder::of(group.size, [&](int i) { return ranks_.node_of(group.member(i)).v; }));
    }
    ServerOrder order =
        ServerOrder::of(group.size, [&](int i) { return ranks_.server_of(group.member(i)); });
    const GpuServers& servers = ranks_.job_of(group.member(0)).servers;
    order.rings = rings_of(servers, order, group.size, [&](int rank) {
      const std::uint32_t node = ranks_.node_of(group.member(rank)).v;
      return static_cast<std::uint16_t>(node * ranks_.nics() % servers.gpus);
    });
    return std::make_shared<const ServerOrder>(std::move(order));
  });
}

// ---- Team ----

Time Team::now() const { return world_.now(); }
void Team::pause(Time t) { Caller(world_, coroutine_).occupy(t); }
const NcclParams& Team::nccl() const { return world_.params().nccl; }
Time& Team::proxy_free() { return world_.lanes().proxy_free(world_.coroutine(coroutine_).rank); }
GpuServers Team::servers() const {
  return world_.ranks().job_of(world_.coroutine(coroutine_).rank).servers;
}
std::shared_ptr<const ServerOrder> Team::server_order() const {
  return world_.lanes().server_order(*comm_);
}
std::shared_ptr<const ServerOrder> Team::node_order() const {
  return part_of_ || comm_->between ? nullptr : world_.lanes().server_order(*comm_, true);
}
bool Team::shares_server(int rank) const {
  return world_.ranks().server_of(comm_->peers().member(rank)) ==
         world_.ranks().server_of(world_.coroutine(coroutine_).rank);
}

void Team::post(int to, const void* data, Bytes size, const LanePost& p) {
  world_.lanes().post(world_.coroutine(coroutine_).rank, outgoing(to, data, size), p);
}

Handle Team::ireceive_on(int lane, int from, void* data, Bytes size) {
  Transfer t = incoming(from, data, size);
  t.tag = lane_tag(tag_, lane);
  t.by_nic = true;
  return Caller(world_, coroutine_).ireceive(t);
}

bool Team::is_done(Handle h) const { return world_.requests().is_done(h); }
void Team::wait_first(std::span<const Handle> all) { Caller(world_, coroutine_).wait_until_one(all); }

}  // namespace kasuri::mpi
