// SPDX-License-Identifier: MIT
// Reduction to all between GPUs as NCCL does it (mpi/ranks/nccl.h): rings, double binary trees, or with
// switches that combine (NVLS, nccl_nvls.h); `nccl` takes the one with the shortest estimated time.
#include <algorithm>

#include "mpi/collectives/nccl_lanes.h"
#include "mpi/collectives/nccl_nvls.h"

namespace kasuri::mpi {
namespace {

using namespace nccl;

void ring(Team& team, const CollectiveCall& call, const Call& c) {
  const std::int64_t element = call.element();
  Lanes lanes;
  for (int k = 0; k < c.choice.channels; ++k) {
    const RingLane::Setup setup{.kind = RingLane::Kind::allreduce,
                                .order = *c.order,
                                .ring = c.ring(team, team.rank(), k),
                                .ranks = team.size(),
                                .data = call.receive,
                                .element = element,
                                .block = call.count};
    const Share share = share_of(call.count, k, c.choice.channels, grain_of(element));
    lanes.push_back(std::make_unique<RingLane>(k, setup, share, c.choice.protocol));
  }
  run_lanes(team, call, c.timing(team.nccl(), 1), lanes);
}

// The lanes of a channel in a tree: up, and down; the root turns each piece around.
void add_tree(Lanes& lanes, int channel, const Call& c, const TreeLinks& links, FlowLane::Setup up,
              Share share) {
  const auto rank = [&](int place) { return place < 0 ? -1 : c.order->rank(place); };
  for (std::size_t i = 0; i < links.children.size(); ++i) up.sources[i] = rank(links.children[i]);
  up.combines = true;
  FlowLane::Setup down = up;
  down.combines = false;
  down.targets = up.sources;
  down.sources = {rank(links.parent), -1, -1};
  if (links.parent < 0) {
    up.targets = up.sources;
    lanes.push_back(std::make_unique<FlowLane>(channel, up, share));
    return;
  }
  up.targets = {rank(links.parent), -1, -1};
  lanes.push_back(std::make_unique<FlowLane>(channel, up, share));
  lanes.push_back(std::make_unique<FlowLane>(channel, down, share));
}

void tree(Team& team, const CollectiveCall& call, const Call& c) {
  const std::int64_t element = call.element();
  const Place place(*c.order, team.size(), team.rank());
  const std::int64_t piece = tree_piece(c.shape, c.choice, static_cast<double>(call.bytes().n));
  Lanes lanes;
  for (int k = 0; k < c.choice.channels; ++k) {
    const Share share = share_of(call.count, k, c.choice.channels, grain_of(element));
    const bool second = 2 * k >= c.choice.channels && k > 0;
    const TreeLinks links = tree_links(place, k, c.shape.heads(), second, c.shape.rings);
    add_tree(lanes, k, c, links,
             {.data = call.receive,
              .element = element,
              .piece = std::max<std::int64_t>(1, piece / element)},
             share);
  }
  run_lanes(team, call, c.timing(team.nccl(), 2), lanes);
}

void nvls(Team& team, const CollectiveCall& call, const Call& c) {
  const std::int64_t element = call.element();
  const Place place(*c.order, team.size(), team.rank());
  const int g = place.per_server, channels = c.choice.channels;
  const auto rank = [&](int server, int gpu) { return server < 0 ? -1 : c.order->rank(server * g + gpu); };
  NvlsPeers peers{.locals = {}, .gpu = place.gpu};
  for (int gpu = 0; gpu < g; ++gpu) peers.locals.push_back(rank(place.server, gpu));
  const std::int64_t chunk = std::max<std::int64_t>(
      1, nvls_chunk(c.shape, channels, static_cast<double>(call.bytes().n)) / element);
  // All channels of a tree do the same at the same time: one stands for them.
  const int trees = std::min(channels, place.servers > 1 ? 2 : 1);
  Lanes lanes;
  for (int k = 0; k < trees; ++k) {
    const TreeNode t = (k == 0 ? first_tree : second_tree)(place.servers, place.server);
    peers.parent = rank(t.parent, place.gpu);
    peers.children = {rank(t.children[0], place.gpu), rank(t.children[1], place.gpu), -1};
    std::ranges::partition(peers.children, [](int r) { return r >= 0; });
    const Share share = share_of(call.count, k, trees, grain_of(element));
    add_nvls(lanes, k, {share, g, chunk * channels / trees}, peers, call.receive, element);
  }
  Timing timing = c.timing(team.nccl());
  timing.channels = static_cast<double>(channels) / trees;
  timing.block_rate = team.nccl().nvls_rate;
  if (g > 1) timing.wire_factor = (g + 1) / (2.0 * (g - 1)) / nvls_efficiency(team.nccl().gpu);
  run_lanes(team, call, timing, lanes);
}

template <NcclAlgorithm algorithm>
struct NcclAllreduce final : OnGpus<Allreduce> {
  using OnGpus<Allreduce>::OnGpus;

  void run(Team& team, const CollectiveCall& call) const override {
    team.copy(call.send, call.receive, call.bytes());
    if (team.size() == 1 || call.bytes().n == 0) return;
    const Call c(team, Collective::allreduce, static_cast<double>(call.bytes().n), algorithm);
    switch (c.choice.algorithm) {
      case NcclAlgorithm::tree: return tree(team, call, c);
      case NcclAlgorithm::nvls: return nvls(team, call, c);
      default: return ring(team, call, c);
    }
  }
};

const config::Register<NcclAllreduce<NcclAlgorithm::automatic>> allreduce_nccl{
    "nccl", "between GPUs, by the algorithm with the shortest estimated time"};
const config::Register<NcclAllreduce<NcclAlgorithm::ring>> allreduce_nccl_ring{
    "nccl-ring", "between GPUs, by rings of NCCL's channels"};
const config::Register<NcclAllreduce<NcclAlgorithm::tree>> allreduce_nccl_tree{
    "nccl-tree", "between GPUs, by double binary trees of NCCL's channels"};
const config::Register<NcclAllreduce<NcclAlgorithm::nvls>> allreduce_nccl_nvls{
    "nccl-nvls", "between GPUs, with switches that combine and copy (NVLS)"};

}  // namespace
}  // namespace kasuri::mpi
