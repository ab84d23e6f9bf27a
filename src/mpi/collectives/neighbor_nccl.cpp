// SPDX-License-Identifier: MIT
// Neighbourhood collectives between GPUs: one group of NCCL's sends and receives (nccl_group.h). Within a
// server parts of up to 16 KiB have protocol LL, all others Simple.
#include <map>
#include <utility>

#include "mpi/collectives/nccl_group.h"
#include "mpi/collectives/nccl_lanes.h"
#include "mpi/collectives/neighbours.h"

namespace kasuri::mpi {
namespace {

using namespace nccl;

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
