// SPDX-License-Identifier: MIT
// Reduction to all between GPUs as NCCL does it (mpi/ranks/nccl.h): rings, double binary trees, or with
// switches that combine (NVLS); `nccl` takes the one for which NCCL's own prediction is shortest.
//
// NVLS: a GPU has its switches combine what it owns, and send the result to all. Kasuri's switches do not
// combine. The GPUs exchange the data with each other instead, with fewer bytes on the wire: so each
// GPU's links carry S (1 + 1/g) of S bytes in both directions, as with NVLS, divided by NVLS's
// efficiency. Unvalidated.
#include <cmath>

#include "mpi/collectives/nccl_lanes.h"

namespace kasuri::mpi {
namespace {

using namespace nccl;

constexpr std::int64_t kNvlsPiece = 128 << 10;  // bytes

// Pieces of a tree become shorter until there are enough to fill it (src/enqueue.cc).
std::int64_t tree_piece(const Call& c, double bytes) {
  double piece = static_cast<double>(slot_data(c.choice.protocol));
  const double channels = c.choice.channels;
  const double servers = std::bit_width(static_cast<unsigned>(c.shape.servers)) - 1;
  const auto shrink = [&](double fewest, double smallest) {
    while (bytes / (channels * piece) < fewest && piece > smallest) piece /= 2;
  };
  if (c.choice.protocol == NcclProtocol::simple) {
    const double depth = c.shape.per_server() - 1 + servers;
    shrink(depth * 8, 131'072);
    shrink(depth * 4, 65'536);
    shrink(depth, 32'768);
  } else if (c.choice.protocol == NcclProtocol::ll128) {
    const double steps = 1 + servers + 0.1 * c.shape.per_server();
    shrink(steps * 64 / c.shape.per_server(), 131'072);
    shrink(steps * 16 / c.shape.per_server(), 32'768);
  }
  return static_cast<std::int64_t>(piece);
}

void ring(Team& team, const CollectiveCall& call, const Call& c) {
  const std::int64_t element = call.element();
  const Place place(*c.order, team.size(), team.rank());
  Lanes lanes;
  for (int k = 0; k < c.choice.channels; ++k) {
    const RingLane::Setup setup{.kind = RingLane::Kind::allreduce,
                                .order = *c.order,
                                .ring = RingOrder(place, k, static_cast<int>(c.shape.of.nics)),
                                .ranks = team.size(),
                                .data = call.receive,
                                .element = element,
                                .block = call.count};
    const Share share = share_of(call.count, k, c.choice.channels, grain_of(element));
    lanes.push_back(std::make_unique<RingLane>(k, setup, share, c.choice.protocol));
  }
  run_lanes(team, call, c.timing(), lanes);
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
  const std::int64_t piece = tree_piece(c, static_cast<double>(call.bytes().n));
  Lanes lanes;
  for (int k = 0; k < c.choice.channels; ++k) {
    const Share share = share_of(call.count, k, c.choice.channels, grain_of(element));
    const bool second = 2 * k >= c.choice.channels && k > 0;
    add_tree(lanes, k, c, tree_links(place, k, static_cast<int>(c.shape.of.nics), second),
             {.data = call.receive,
              .element = element,
              .piece = std::max<std::int64_t>(1, piece / element)},
             share);
  }
  run_lanes(team, call, c.timing(), lanes);
}

class Nvls {
 public:
  Nvls(Team& team, const CollectiveCall& call, const Call& c)
      : team_(team), call_(call), c_(c), place_(*c.order, team.size(), team.rank()) {}

  void run() {
    const int g = place_.per_server;
    Timing timing = c_.timing();
    if (g > 1) timing.wire_factor = (g + 1) / (2.0 * (g - 1)) / nvls_efficiency(team_.nccl().gpu);
    exchange(true, timing);
    timing.start = Time{0};
    if (place_.servers > 1) across();
    exchange(false, timing);
  }

 private:
  std::pair<std::int64_t, std::int64_t> part(int gpu) const {
    const Share s = share_of(call_.count, gpu, place_.per_server, grain_of(call_.element()));
    return {s.at, s.count};
  }
  int gpu_after(int round) const { return (place_.gpu + round) % place_.per_server; }

  // All parts go to their owners, or the owners' parts to all.
  void exchange(bool combines, const Timing& timing) {
    const int g = place_.per_server;
    const auto rank = [this](int gpu) { return c_.order->rank(place_.server * place_.per_server + gpu); };
    const auto part_of = [this](int gpu) {
      const auto [at, count] = part(gpu);
      const std::int64_t e = call_.element();
      return std::pair(offset(call_.receive, {at * e}), Bytes{count * e});
    };
    const auto to = [=, this](int round) { return rank(gpu_after(round)); };
    const auto from = [=, this](int round) { return rank(gpu_after(g - round)); };
    const auto out = [=, this](int round) { return part_of(combines ? gpu_after(round) : place_.gpu); };
    const auto in = [=, this](int round) {
      return part_of(combines ? place_.gpu : gpu_after(g - round));
    };
    const int channels = std::min(c_.choice.channels, std::max(1, g - 1));
    Lanes lanes;
    for (int k = 0; k < channels; ++k) {
      add(lanes, k, channels, true, false, to, out);
      add(lanes, k, channels, false, combines, from, in);
    }
    run_lanes(team_, call_, timing, lanes);
  }

  template <class Peer, class Block>
  void add(Lanes& lanes, int k, int channels, bool sends, bool combines, Peer peer, Block block) {
    using L = ExchangeLane<Peer, Block>;
    const std::int64_t e = call_.element(), piece = std::max<std::int64_t>(1, kNvlsPiece / e);
    lanes.push_back(std::make_unique<L>(k,
                                        typename L::Setup{.first = 1 + k,
                                                          .step = channels,
                                                          .rounds = place_.per_server,
                                                          .sends = sends,
                                                          .combines = combines,
                                                          .piece = piece,
                                                          .element = e},
                                        peer, block));
  }

  // What a GPU owns, by trees over the servers.
  void across() {
    const auto [at, count] = part(place_.gpu);
    const std::int64_t e = call_.element();
    const int channels = std::min(2, c_.choice.channels);
    Lanes lanes;
    for (int k = 0; k < channels; ++k) {
      Share share = share_of(count, k, channels, grain_of(e));
      share.at += at;
      const TreeNode t =
          k == 1 ? second_tree(place_.servers, place_.server) : first_tree(place_.servers, place_.server);
      const auto place = [&](int server) {
        return server < 0 ? -1 : server * place_.per_server + place_.gpu;
      };
      const TreeLinks links{.parent = place(t.parent),
                            .children = {place(t.children[0]), place(t.children[1]), -1}};
      add_tree(lanes, k, c_, links,
               {.data = call_.receive, .element = e, .piece = std::max<std::int64_t>(1, kNvlsPiece / e)},
               share);
    }
    run_lanes(team_, call_, {.protocol = NcclProtocol::simple}, lanes);
  }

  Team& team_;
  const CollectiveCall& call_;
  const Call& c_;
  Place place_;
};

template <NcclAlgorithm algorithm>
struct NcclAllreduce final : OnGpus<Allreduce> {
  using OnGpus<Allreduce>::OnGpus;

  void run(Team& team, const CollectiveCall& call) const override {
    team.copy(call.send, call.receive, call.bytes());
    if (team.size() == 1 || call.bytes().n == 0) return;
    const Call c(team, Collective::allreduce, static_cast<double>(call.bytes().n), algorithm);
    switch (c.choice.algorithm) {
      case NcclAlgorithm::tree: return tree(team, call, c);
      case NcclAlgorithm::nvls: return Nvls(team, call, c).run();
      default: return ring(team, call, c);
    }
  }
};

const config::Register<NcclAllreduce<NcclAlgorithm::automatic>> allreduce_nccl{
    "nccl", "between GPUs, by the algorithm that NCCL predicts to be fastest"};
const config::Register<NcclAllreduce<NcclAlgorithm::ring>> allreduce_nccl_ring{
    "nccl-ring", "between GPUs, by rings of NCCL's channels"};
const config::Register<NcclAllreduce<NcclAlgorithm::tree>> allreduce_nccl_tree{
    "nccl-tree", "between GPUs, by double binary trees of NCCL's channels"};
const config::Register<NcclAllreduce<NcclAlgorithm::nvls>> allreduce_nccl_nvls{
    "nccl-nvls", "between GPUs, with switches that combine and copy (NVLS)"};

}  // namespace
}  // namespace kasuri::mpi
