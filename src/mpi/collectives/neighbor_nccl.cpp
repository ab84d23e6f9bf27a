// SPDX-License-Identifier: MIT
// Neighbourhood collectives between GPUs: one group of NCCL's sends and receives (NVIDIA/nccl,
// src/enqueue.cc, addP2pToPlan, and src/graph/paths.cc). A message is cut into parts, one for each of
// several channels, and each part into pieces. How many channels follows its size and the links. Within a
// server parts of up to 16 KiB have protocol LL, all others Simple.
#include <bit>
#include <map>
#include <utility>

#include "mpi/collectives/nccl_lanes.h"
#include "mpi/collectives/neighbours.h"
#include "mpi/ranks/server_rings.h"

namespace kasuri::mpi {
namespace {

using namespace nccl;

int power_of_two(int n) { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(1, n)))); }

// GB/s of one NVLink, as NCCL counts them.
double nvlink_rate(Gpu g) { return g == Gpu::b200 ? 40.1 : g == Gpu::h100 ? 20.6 : 20.0; }

struct GroupPlan {
  static constexpr std::int64_t kMostForLl = 16 << 10;  // bytes of a part
  static constexpr int kAtOnce = 8;                     // messages that a channel works on

  const NcclParams& p;
  const Shape& s;

  bool across() const { return s.servers > 1; }
  int channels() const { return std::min(power_of_two(channels_of(p, s)), kLanes); }
  // Of a message, at most: two for each NVLink of a pair, and with several servers one for each 14 GB/s of
  // the network, of which many ranks leave less.
  int most() const {
    double links = static_cast<double>(p.scale_up_rate().n) * 1e-9;
    if (s.rings && s.rings->degree > 0) links /= s.rings->degree;
    int most = 2 * std::max(1, static_cast<int>(links / nvlink_rate(p.gpu)));
    if (!across()) return std::min(channels(), power_of_two(most));
    const int nics = std::max(1, s.nics() / s.heads());
    const double rate = nics * static_cast<double>(p.rate_of_nic().n) * 1e-9;
    most = power_of_two(std::min(most, std::max(nics, static_cast<int>(std::ceil(rate / 14)))));
    while (most > 1 && most * ((s.ranks + kAtOnce - 1) / kAtOnce) > channels()) most /= 2;
    return most;
  }
  std::int64_t step() const { return across() ? 128 << 10 : 512 << 10; }

  int parts(std::int64_t bytes) const {
    const int all = most();
    int fewest = all;
    while (fewest > 1 && fewest * s.ranks > channels()) fewest /= 2;
    const std::int64_t least = across() ? step() / 2 : step() / 8, limit = across() ? step() : step() * 32;
    const auto needed = std::clamp<std::int64_t>((bytes + least - 1) / least, 1, fewest);
    int n = static_cast<int>(needed);
    while ((bytes + n - 1) / n > limit && 2 * n <= all) n *= 2;
    return n;
  }
  NcclProtocol protocol(std::int64_t bytes, bool within) const {
    if (p.protocol == NcclProtocol::ll || p.protocol == NcclProtocol::simple) return p.protocol;
    return within && bytes <= parts(bytes) * kMostForLl ? NcclProtocol::ll : NcclProtocol::simple;
  }
  std::int64_t piece(std::int64_t bytes, bool within) const {
    if (protocol(bytes, within) == NcclProtocol::ll) return slot_data(NcclProtocol::ll);
    if (within) return step();
    return bytes < step() ? step() / 4 : bytes < 8 * step() ? step() / 2 : step();
  }

 private:
  static constexpr int kLanes = static_cast<int>(NcclParams::kMostChannels);
};

// Blocks for or from one other rank, in the order in which both have them.
using BlocksOf = std::map<int, std::vector<std::pair<void*, Bytes>>>;

void add_lanes(Lanes& lanes, const GroupPlan& plan, Team& team, const BlocksOf& blocks, bool sends) {
  for (const auto& [peer, list] : blocks) {
    std::int64_t longest = 0;
    for (const auto& [data, bytes] : list) longest = std::max(longest, bytes.n);
    if (longest == 0) continue;
    const bool within = team.shares_server(peer);
    const int parts = plan.parts(longest);
    for (int k = 0; k < parts; ++k) {
      const auto rank = [peer](int) { return peer; };
      const auto part = [&list, k, parts](int i) {
        const auto& [data, bytes] = list[static_cast<std::size_t>(i)];
        const Share share = share_of(bytes.n, k, parts, 16);
        return std::pair(offset(data, {share.at}), Bytes{share.count});
      };
      using L = ExchangeLane<decltype(rank), decltype(part)>;
      auto lane = std::make_unique<L>(k,
                                      typename L::Setup{.first = 0,
                                                        .step = 1,
                                                        .rounds = static_cast<int>(list.size()),
                                                        .sends = sends,
                                                        .piece = plan.piece(longest, within),
                                                        .element = 1},
                                      rank, part);
      lane->protocol = plan.protocol(longest, within);
      lanes.push_back(std::move(lane));
    }
  }
}

template <class Kind>
struct NcclNeighbors final : OnGpus<Kind> {
  using OnGpus<Kind>::OnGpus;

  void run(Team& team, const CollectiveCall& call) const override {
    const Neighbours& n = *call.neighbours;
    keep_own_blocks(team, call, Kind::kCollective);
    BlocksOf out, in;
    for (int j = 0; j < std::ssize(n.destinations); ++j) {
      const int to = n.destinations[static_cast<std::size_t>(j)];
      const Block b = block_for(call, Kind::kCollective, j);
      if (is_other(team, to)) out[to].emplace_back(const_cast<void*>(b.data), b.bytes);
    }
    for (const int i : n.order) {
      const int from = n.sources[static_cast<std::size_t>(i)];
      if (!is_other(team, from)) continue;
      in[from].emplace_back(offset(call.receive, call.in.at(i)), call.in.bytes(i));
    }
    Call c(team, Kind::kCollective, 0);
    const GroupPlan plan{team.nccl(), c.shape};
    Lanes lanes;
    add_lanes(lanes, plan, team, out, true);
    add_lanes(lanes, plan, team, in, false);
    if (lanes.empty()) return;
    const auto is_ll = [](const auto& lane) { return lane->protocol == NcclProtocol::ll; };
    c.choice.protocol = std::ranges::all_of(lanes, is_ll) ? NcclProtocol::ll : NcclProtocol::simple;
    team.takes_form(kasuri::name_of(c.choice.protocol));
    run_lanes(team, in_bytes(call), c.timing(team.nccl()), lanes);
  }
};

constexpr const char* kNeighborGroup = "between GPUs, as a group of NCCL's sends and receives";
const config::Register<NcclNeighbors<NeighborAllgather>> neighbor_allgather_nccl{"nccl", kNeighborGroup};
const config::Register<NcclNeighbors<NeighborAllgatherv>> neighbor_allgatherv_nccl{"nccl", kNeighborGroup};
const config::Register<NcclNeighbors<NeighborAlltoall>> neighbor_alltoall_nccl{"nccl", kNeighborGroup};
const config::Register<NcclNeighbors<NeighborAlltoallv>> neighbor_alltoallv_nccl{"nccl", kNeighborGroup};

}  // namespace
}  // namespace kasuri::mpi
