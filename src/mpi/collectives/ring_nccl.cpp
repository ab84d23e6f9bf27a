// SPDX-License-Identifier: MIT
// The other collectives between GPUs that NCCL has (mpi/ranks/nccl.h): allgather, reduce-scatter, broadcast
// and reduction by rings; all-to-alls as a group of sends and receives, round by round over the channels,
// in as many parts as a group's messages have (nccl_group.h).
#include "mpi/collectives/nccl_group.h"
#include "mpi/collectives/nccl_lanes.h"

namespace kasuri::mpi {
namespace {

using namespace nccl;

void around(Team& team, const CollectiveCall& call, const Call& c, RingLane::Setup setup) {
  Lanes lanes;
  for (int k = 0; k < c.choice.channels; ++k) {
    setup.ring = c.ring(team, team.rank(), k);
    const Share share = share_of(setup.block, k, c.choice.channels, grain_of(setup.element));
    lanes.push_back(std::make_unique<RingLane>(k, setup, share, c.choice.protocol));
  }
  run_lanes(team, call, c.timing(team.nccl(), 1), lanes);
}

RingLane::Setup setup_of(const Team& team, RingLane::Kind kind, const Call& c, void* data) {
  return {.kind = kind,
          .order = *c.order,
          .ring = c.ring(team, team.rank(), 0),
          .ranks = team.size(),
          .data = data,
          .element = 1,
          .block = 0};
}

struct NcclAllgather final : OnGpus<Allgather> {
  using OnGpus<Allgather>::OnGpus;

  void run(Team& team, const CollectiveCall& call) const override {
    const Bytes block = call.in.bytes(0);
    team.copy(call.send, offset(call.receive, call.in.at(team.rank())), block);
    if (team.size() == 1 || block.n == 0) return;
    const Call c(team, Collective::allgather, static_cast<double>(block.n) * team.size());
    RingLane::Setup setup = setup_of(team, RingLane::Kind::allgather, c, call.receive);
    setup.block = block.n;
    setup.blocks = &call.in;
    around(team, in_bytes(call), c, setup);
  }
};

struct NcclReduceScatter final : OnGpus<ReduceScatterBlock> {
  using OnGpus<ReduceScatterBlock>::OnGpus;

  void run(Team& team, const CollectiveCall& call) const override {
    const Bytes block = call.in.bytes(0), all = block * team.size();
    const Team::Scratch sums(team, all);
    team.copy(call.send, sums.data(), all);
    if (team.size() > 1 && block.n > 0) {
      const Call c(team, Collective::reduce_scatter_block, static_cast<double>(all.n));
      RingLane::Setup setup = setup_of(team, RingLane::Kind::reduce_scatter, c, sums.data());
      setup.element = call.element();
      setup.block = block.n / call.element();
      setup.blocks = &call.in;
      around(team, call, c, setup);
    }
    team.copy(offset(sums.data(), call.in.at(team.rank())), call.receive, block);
  }
};

// Along the ring, from the root on or towards it.
void chain(Team& team, const CollectiveCall& call, const Call& c, void* data, bool to_root) {
  const int n = team.size();
  const std::int64_t element = call.element();
  Lanes lanes;
  for (int k = 0; k < c.choice.channels; ++k) {
    const RingOrder ring = c.ring(team, team.rank(), k);
    const int root = c.ring(team, call.root, k).position();
    const int me = ring.position();
    const int behind = (me - root - to_root + 2 * n) % n;  // the first of the chain: 0
    FlowLane::Setup setup{.data = data,
                          .element = element,
                          .piece = std::max<std::int64_t>(1, slot_data(c.choice.protocol) / element),
                          .combines = to_root};
    if (behind > 0) setup.sources[0] = c.order->rank(ring.place((me + n - 1) % n));
    if (behind < n - 1) setup.targets[0] = c.order->rank(ring.place((me + 1) % n));
    const Share share = share_of(call.count, k, c.choice.channels, grain_of(element));
    lanes.push_back(std::make_unique<FlowLane>(k, setup, share));
  }
  run_lanes(team, call, c.timing(team.nccl(), 1), lanes);
}

struct NcclBcast final : OnGpus<Bcast> {
  using OnGpus<Bcast>::OnGpus;

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.size() == 1 || call.bytes().n == 0) return;
    const Call c(team, Collective::bcast, static_cast<double>(call.bytes().n));
    chain(team, in_bytes(call), c, call.receive, false);
  }
};

struct NcclReduce final : OnGpus<Reduce> {
  using OnGpus<Reduce>::OnGpus;

  void run(Team& team, const CollectiveCall& call) const override {
    const bool is_root = team.rank() == call.root;
    const Team::Scratch sums(team, is_root ? Bytes{0} : call.bytes());
    void* const data = is_root ? call.receive : sums.data();
    team.copy(call.send, data, call.bytes());
    if (team.size() == 1 || call.bytes().n == 0) return;
    const Call c(team, Collective::reduce, static_cast<double>(call.bytes().n));
    chain(team, call, c, data, true);
  }
};

// In round i a rank sends to the i-th after it, and receives from the i-th before it.
template <class Kind>
struct NcclAlltoall final : OnGpus<Kind> {
  using OnGpus<Kind>::OnGpus;
  static constexpr std::int64_t kPiece = 512 << 10;

  void run(Team& team, const CollectiveCall& call) const override {
    const int me = team.rank(), n = team.size();
    const bool in_place = team.moves() && call.send == call.receive;
    const Team::Scratch sent(team, in_place ? end_of(call.out, n) : Bytes{0});
    if (in_place) team.copy(call.send, sent.data(), end_of(call.out, n));
    const void* const data = in_place ? sent.data() : call.send;
    team.copy(offset(call.send, call.out.at(me)), offset(call.receive, call.in.at(me)), call.in.bytes(me));
    if (n == 1) return;
    const CollectiveCall bytes = in_bytes(call);
    Call c(team, Collective::alltoall, 1e18);
    c.choice.protocol = NcclProtocol::simple;
    team.takes_form(kasuri::name_of(c.choice.protocol));
    const ServerOrder& order = *c.order;
    const int place = order.place(me);
    const auto to = [&order, place, n](int round) { return order.rank((place + round) % n); };
    const auto from = [&order, place, n](int round) { return order.rank((place + n - round) % n); };
    const auto out = [=, &call](int round) {
      const int peer = to(round);
      return std::pair(const_cast<void*>(offset(data, call.out.at(peer))), call.out.bytes(peer));
    };
    const auto in = [=, &call](int round) {
      const int peer = from(round);
      return std::pair(offset(call.receive, call.in.at(peer)), call.in.bytes(peer));
    };
    const int channels = std::min(c.choice.channels, n - 1);
    const GroupPlan plan{team.nccl(), c.shape};
    const int most = std::max(1, std::min<int>(plan.most(), NcclParams::kMostChannels / channels));
    Lanes lanes;
    for (int q = 0; q < most; ++q) {
      // The q-th part of a message, whose parts both ends know.
      const auto part = [plan, q, most](auto block) {
        return [=](int round) {
          const auto [all, size] = block(round);
          const int parts = std::min(plan.parts(size.n), most);
          if (q >= parts) return std::pair(all, Bytes{0});
          const Share share = share_of(size.n, q, parts, 16);
          return std::pair(offset(all, {share.at}), Bytes{share.count});
        };
      };
      for (int k = 0; k < channels; ++k) {
        lanes.push_back(lane(q * channels + k, 1 + k, channels, n, true, to, part(out)));
        lanes.push_back(lane(q * channels + k, 1 + k, channels, n, false, from, part(in)));
      }
    }
    run_lanes(team, bytes, c.timing(team.nccl()), lanes);
  }

 private:
  static Bytes end_of(const Blocks& blocks, int n) {
    Bytes end{0};
    for (int i = 0; i < n; ++i) end = std::max(end, blocks.at(i) + blocks.bytes(i));
    return end;
  }

  template <class Peer, class Block>
  static std::unique_ptr<Lane> lane(int channel, int first, int step, int n, bool sends, Peer peer,
                                    Block block) {
    using L = ExchangeLane<Peer, Block>;
    return std::make_unique<L>(
        channel,
        typename L::Setup{
            .first = first, .step = step, .rounds = n, .sends = sends, .piece = kPiece, .element = 1},
        peer, block);
  }
};

const config::Register<NcclAllgather> allgather_nccl{"nccl-ring",
                                                     "between GPUs, by rings of NCCL's channels"};
const config::Register<NcclReduceScatter> reduce_scatter_nccl{"nccl-ring",
                                                              "between GPUs, by rings of NCCL's channels"};
const config::Register<NcclBcast> bcast_nccl{"nccl-ring", "between GPUs, along rings of NCCL's channels"};
const config::Register<NcclReduce> reduce_nccl{"nccl-ring", "between GPUs, along rings of NCCL's channels"};
constexpr const char* kGroupSummary = "between GPUs, as a group of NCCL's sends and receives";
const config::Register<NcclAlltoall<Alltoall>> alltoall_nccl{"nccl", kGroupSummary};
const config::Register<NcclAlltoall<Alltoallv>> alltoallv_nccl{"nccl", kGroupSummary};

}  // namespace
}  // namespace kasuri::mpi
