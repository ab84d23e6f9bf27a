// SPDX-License-Identifier: MIT
// NCCL's rings, trees and prediction: against the rules of their sources, for all small sizes.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "mpi/collectives/nccl_lanes.h"
#include "mpi/collectives/nccl_nvls.h"
#include "mpi/collectives/nccl_topology.h"
#include "mpi/collectives/nccl_tuning.h"

namespace kasuri::mpi::nccl {
namespace nccl_test {

// Parents and children agree, one root, no cycles.
void expect_tree(int n, TreeNode (*tree)(int, int)) {
  int roots = 0;
  for (int r = 0; r < n; ++r) {
    const TreeNode t = tree(n, r);
    roots += t.parent < 0;
    for (const int c : t.children) {
      if (c >= 0) EXPECT_EQ(tree(n, c).parent, r) << n << " ranks, child " << c;
    }
    if (t.parent >= 0) {
      const auto& up = tree(n, t.parent).children;
      EXPECT_EQ((up[0] == r) + (up[1] == r), 1) << n << " ranks, rank " << r;
    }
    int depth = 0;
    for (int at = r; tree(n, at).parent >= 0; at = tree(n, at).parent) ASSERT_LT(++depth, n);
    EXPECT_LE(depth, std::bit_width(static_cast<unsigned>(n))) << n;
  }
  EXPECT_EQ(roots, 1) << n;
}

TEST(DoubleBinaryTree, IsTwoTreesOfAllSizes) {
  for (int n = 1; n <= 70; ++n) {
    expect_tree(n, first_tree);
    expect_tree(n, second_tree);
  }
}

// Sanders, Speck, Träff 2009: who has two children in one tree has none in the other.
TEST(DoubleBinaryTree, InnerRanksOfOneAreLeavesOfTheOther) {
  const auto has_two = [](const TreeNode& t) { return t.children[0] >= 0 && t.children[1] >= 0; };
  for (int n = 2; n <= 70; ++n) {
    for (int r = 0; r < n; ++r) {
      EXPECT_FALSE(has_two(first_tree(n, r)) && has_two(second_tree(n, r))) << n << ", rank " << r;
    }
  }
}

TEST(DoubleBinaryTree, IsNcclsForEight) {
  EXPECT_EQ(first_tree(8, 0).children[0], 4);
  EXPECT_EQ(first_tree(8, 4).parent, 0);
  EXPECT_EQ(first_tree(8, 4).children, (std::array{2, 6}));
  EXPECT_EQ(first_tree(8, 3).parent, 2);
  EXPECT_EQ(second_tree(8, 7).parent, -1);
  EXPECT_EQ(second_tree(8, 7).children[0], 3);
  EXPECT_EQ(second_tree(7, 1).parent, -1);  // odd: shifted
}

ServerOrder even(int per_server) {
  ServerOrder order;
  order.per_server = per_server;
  return order;
}

TEST(NcclRing, PassesEveryRankOnceAndEveryServerOnce) {
  for (const int g : {1, 2, 3, 4, 8}) {
    for (const int servers : {1, 2, 3, 8}) {
      const int n = g * servers;
      for (int c = 0; c < 2 * g; ++c) {
        std::set<int> places;
        int crossings = 0;
        for (int r = 0; r < n; ++r) {
          const RingOrder ring(Place(even(g), n, r), c, g);
          EXPECT_EQ(ring.place(ring.position()), r);
          places.insert(ring.position());
          crossings += ring.place((ring.position() + 1) % n) / g != r / g;
        }
        EXPECT_EQ(static_cast<int>(places.size()), n);
        EXPECT_EQ(crossings, servers > 1 ? servers : 0);
      }
    }
  }
}

// With the orders that a search has found, in servers whose GPUs have links to each other.
TEST(NcclRing, TakesTurnsAtTheOrdersOfItsServers) {
  const int g = 8, servers = 4, n = g * servers;
  ServerLinks links{.gpus = g, .links = std::vector<std::uint8_t>(g * g, 1), .walk = {}};
  std::vector<std::uint16_t> gpus;
  for (int i = 0; i < g; ++i) {
    links.links[static_cast<std::size_t>(i * g + i)] = 0;
    gpus.push_back(static_cast<std::uint16_t>(i));
  }
  const auto rings = ServerRings::of(links, gpus, g);
  std::map<std::pair<int, int>, int> uses;
  for (int c = 0; c < rings->count(); ++c) {
    std::set<int> places;
    for (int r = 0; r < n; ++r) {
      const RingOrder ring(Place(even(g), n, r), c, g, rings.get());
      EXPECT_EQ(ring.place(ring.position()), r);
      const int next = ring.place((ring.position() + 1) % n);
      places.insert(next);
      if (next / g != r / g) EXPECT_EQ(next % g, r % g) << "a rail";
      else ++uses[std::pair(r, next)];
      const TreeLinks tree = tree_links(Place(even(g), n, r), c, g, false, rings.get());
      for (const int child : tree.children) {
        if (child >= 0) EXPECT_EQ(tree_links(Place(even(g), n, child), c, g, false, rings.get()).parent, r);
      }
    }
    EXPECT_EQ(static_cast<int>(places.size()), n);
  }
  for (const auto& [link, channels] : uses) EXPECT_LE(channels, rings->between.busiest[7]);
}

TEST(NcclRing, StaysOnItsRailBetweenEvenManyServers) {
  const int g = 4, n = 8 * g;
  for (int c = 0; c < 8; ++c) {
    for (int r = 0; r < n; ++r) {
      const RingOrder ring(Place(even(g), n, r), c, g);
      const int next = ring.place((ring.position() + 1) % n);
      if (next / g != r / g) EXPECT_EQ(next % g, r % g) << "channel " << c;
    }
  }
}

TEST(NcclTree, LinksAgree) {
  for (const int g : {1, 3, 4}) {
    for (const int servers : {1, 2, 5, 8}) {
      const int n = g * servers;
      for (int c = 0; c < 8; ++c) {
        for (const bool second : {false, true}) {
          int edges = 0;
          for (int r = 0; r < n; ++r) {
            for (const int child : tree_links(Place(even(g), n, r), c, g, second).children) {
              if (child < 0) continue;
              ++edges;
              EXPECT_EQ(tree_links(Place(even(g), n, child), c, g, second).parent, r);
            }
          }
          EXPECT_EQ(edges, n - 1);
        }
      }
    }
  }
}

TEST(ServerOrder, KnowsEvenServersByAFormula) {
  const auto order = ServerOrder::of(12, [](int r) { return static_cast<std::uint32_t>(r / 4); });
  EXPECT_EQ(order.per_server, 4);
  EXPECT_TRUE(order.rank_at.empty());
}

TEST(ServerOrder, SortsRanksThatAreDealtOut) {
  const auto order = ServerOrder::of(6, [](int r) { return static_cast<std::uint32_t>(r % 3); });
  EXPECT_EQ(order.per_server, 2);
  EXPECT_EQ(order.rank_at, (std::vector{0, 3, 1, 4, 2, 5}));
  for (int r = 0; r < 6; ++r) EXPECT_EQ(order.rank(order.place(r)), r);
}

TEST(ServerOrder, TakesRanksOfUnevenServersOneByOne) {
  const auto order = ServerOrder::of(5, [](int r) { return static_cast<std::uint32_t>(r / 3); });
  EXPECT_EQ(order.per_server, 1);
}

const Shape kEightOfFour{.ranks = 32, .servers = 8, .of = {.gpus = 4, .nics = 4}};
constexpr auto kAllreduce = Collective::allreduce;

// By hand: latency = base + (nsteps − inter) · max(intra, overhead) + inter · interLat.
TEST(NcclTuning, PredictsRingsAsItsFormulas) {
  const NcclParams p;
  constexpr auto kOperation = Collective::allgather;
  const auto late = [&](NcclProtocol q) { return latency(p, kEightOfFour, kOperation, q) * 1e6; };
  EXPECT_NEAR(late(NcclProtocol::ll), 6.6 + 24 * 1 + 7 * 2.7, 1e-6);
  EXPECT_NEAR(late(NcclProtocol::ll128), 14 + 24 * 1.9 + 7 * 4, 1e-6);
  EXPECT_NEAR(late(NcclProtocol::simple), 8.4 + 24 * 3.4 + 7 * 14, 1e-6);
  const auto rate = [&](NcclProtocol q) {
    return bandwidth(p, kEightOfFour, kOperation, q) / 1e9;
  };
  EXPECT_NEAR(rate(NcclProtocol::simple), 100.0 * 32 / 31, 1e-6);
  EXPECT_NEAR(rate(NcclProtocol::ll), 20.4 * 32 / 31, 1e-6);
}

// What cannot be passed: long vectors take as long as links and blocks need for their bytes.
TEST(NcclEstimate, IsAtTheBoundsOfLongVectors) {
  const NcclParams p;
  const Shape one{.ranks = 8, .servers = 1, .of = {.gpus = 8, .nics = 8, .multicast = true}};
  const double bytes = 16e9;
  const auto time = [&](NcclAlgorithm a, int channels) {
    return allreduce_time(p, one, {a, NcclProtocol::simple, channels}, bytes);
  };
  EXPECT_NEAR(time(NcclAlgorithm::ring, 16) / (2 * 7.0 / 8 * bytes / (18 * 20.6e9)), 1, 0.03);
  EXPECT_NEAR(time(NcclAlgorithm::ring, 4) / (2 * 7.0 / 8 * bytes / (4 * 40e9)), 1, 0.03);
  EXPECT_NEAR(time(NcclAlgorithm::nvls, 16) / (bytes / (16 * 17.6e9)), 1, 0.03);
}

// NCCL's figures: 18 NVLinks of 20.6 GB/s, 141 GB/s of LL in 24 channels.
TEST(NcclTuning, KnowsWhatBlocksReachOverSwitches) {
  NcclParams p;
  Shape one{.ranks = 8, .servers = 1, .of = {.gpus = 8, .nics = 8, .multicast = true}};
  EXPECT_EQ(channels_of(p, one), 24);
  EXPECT_NEAR(store_factor(p, one), 25 / 20.6, 1e-9);
  EXPECT_NEAR(static_cast<double>(block_rate(p, NcclProtocol::ll).n) / 1e9, 11.75, 1e-9);
  EXPECT_EQ(block_rate(p, NcclProtocol::simple), p.channel_rate);
  const Choice c{NcclAlgorithm::ring, NcclProtocol::simple, 24};
  EXPECT_NEAR(static_cast<double>(link_share(p, one, c, 1).n), 18 * 20.6e9 / 24, 1e3);
  EXPECT_EQ(hop_within(one, NcclAlgorithm::ring, NcclProtocol::ll), Time{600'000});
  one.of.nearest = Time{800'000};
  EXPECT_EQ(hop_within(one, NcclAlgorithm::ring, NcclProtocol::ll), Time{800'000});
  EXPECT_EQ(hop_within(one, NcclAlgorithm::ring, NcclProtocol::simple), Time{3'400'000});
  // Slower links than NCCL counts on are used whole; faster ones as much as those of the data sheet.
  p.nvlink_rate = BytesPerSecond{360'000'000'000};
  EXPECT_EQ(store_factor(p, one), 1);
  p.nvlink_rate = BytesPerSecond{900'000'000'000};
  EXPECT_NEAR(store_factor(p, one), 25 / 20.6, 1e-9);
  one.of.multicast = false;
  EXPECT_EQ(store_factor(p, one), 1);
  EXPECT_EQ(link_share(p, one, c, 1), kUnlimited);
}

TEST(NcclTuning, HasFourChannelsForEachOfFewFastNics) {
  NcclParams p;
  const Shape s{.ranks = 16, .servers = 4, .of = {.gpus = 4, .nics = 4}};
  p.network_rate = BytesPerSecond{25'000'000'000};
  EXPECT_EQ(channels_of(p, s), 8);
  p.network_rate = BytesPerSecond{50'000'000'000};
  EXPECT_EQ(channels_of(p, s), 16);
  p.gpu = Gpu::a100;
  EXPECT_EQ(channels_of(p, s), 8);
}

// Each head has a chunk of each loop, all chunks together are the channel's share, and none overlap.
TEST(NvlsShare, IsDividedAmongHeads) {
  for (const std::int64_t count : {1, 7, 8, 1000, 4096, 33'333}) {
    for (const int heads : {1, 3, 8}) {
      const NvlsShare share{{5, count}, heads, 100};
      std::int64_t at = 5;
      for (std::int64_t loop = 0; loop < share.loops(); ++loop) {
        for (int head = 0; head < heads; ++head) {
          const Share chunk = share.of(loop, head);
          EXPECT_EQ(chunk.at, at) << count << ", " << heads;
          EXPECT_LE(chunk.count, 100);
          at += chunk.count;
        }
      }
      EXPECT_EQ(at, 5 + count);
    }
  }
}

// What a GPU sends to another one, the other one receives: as many messages, of as many elements, in
// the same order.
TEST(NvlsLanes, SendWhatOthersReceive) {
  constexpr int kGpus = 5;
  using Key = std::tuple<int, int, bool>;  // from, to, multicast
  std::map<Key, std::vector<std::int64_t>> sent, received;
  for (int gpu = 0; gpu < kGpus; ++gpu) {
    Lanes lanes;
    add_nvls(lanes, 0, {{0, 10'007}, kGpus, 100}, {.locals = {0, 1, 2, 3, 4}, .gpu = gpu}, nullptr, 4);
    for (const auto& lane : lanes) {
      for (std::int64_t i = 0; i < lane->pieces(); ++i) {
        const Piece p = lane->piece(i);
        for (const int to : p.targets) {
          if (to >= 0 && p.leaving > 0) sent[{gpu, to, p.multicast}].push_back(p.leaving);
        }
        for (const int from : p.sources) {
          if (from >= 0 && p.elements > 0) received[{from, gpu, p.multicast}].push_back(p.elements);
        }
      }
    }
  }
  EXPECT_EQ(sent.size(), 2 * kGpus * (kGpus - 1));
  EXPECT_EQ(sent, received);
}

TEST(NcclTuning, ChoosesTreesForShortAndRingsForLongVectors) {
  const NcclParams p;
  EXPECT_EQ(choose(p, kEightOfFour, kAllreduce, 1024).algorithm, NcclAlgorithm::tree);
  EXPECT_EQ(choose(p, kEightOfFour, kAllreduce, 1024).protocol, NcclProtocol::ll);
  EXPECT_EQ(choose(p, kEightOfFour, kAllreduce, 1 << 29).algorithm, NcclAlgorithm::ring);
  EXPECT_EQ(choose(p, kEightOfFour, kAllreduce, 1 << 29).protocol, NcclProtocol::simple);
}

TEST(NcclTuning, TakesWhatIsSet) {
  NcclParams p;
  p.protocol = NcclProtocol::ll128;
  p.algorithm = NcclAlgorithm::tree;
  p.channels = 3;
  const Choice c = choose(p, kEightOfFour, kAllreduce, 1 << 29);
  EXPECT_EQ(c.protocol, NcclProtocol::ll128);
  EXPECT_EQ(c.algorithm, NcclAlgorithm::tree);
  EXPECT_EQ(c.channels, 3);
}

TEST(NcclTuning, TakesNvlsOnlyWithSwitchesThatCombine) {
  const NcclParams p;
  Shape one{.ranks = 8, .servers = 1, .of = {.gpus = 8, .nics = 8, .multicast = false}};
  EXPECT_EQ(choose(p, one, kAllreduce, 1 << 30).algorithm, NcclAlgorithm::ring);
  one.of.multicast = true;
  const Choice c = choose(p, one, kAllreduce, 1 << 30);
  EXPECT_EQ(c.algorithm, NcclAlgorithm::nvls);
  EXPECT_EQ(c.protocol, NcclProtocol::simple);
}

// Simple is the only protocol that NVLS has: with another one it is not chosen.
TEST(NcclTuning, HasNvlsWithSimpleAlone) {
  const Shape one{.ranks = 8, .servers = 1, .of = {.gpus = 8, .nics = 8, .multicast = true}};
  NcclParams p;
  for (const double bytes : {256.0, 65'536.0, 1e6, 1e9}) {
    const Choice c = choose(p, one, kAllreduce, bytes, NcclAlgorithm::nvls);
    EXPECT_EQ(c.protocol, NcclProtocol::simple) << bytes;
    EXPECT_EQ(c.channels, 16) << bytes;  // whatever the size
  }
  p.protocol = NcclProtocol::ll128;
  EXPECT_EQ(choose(p, one, kAllreduce, 1 << 30).algorithm, NcclAlgorithm::ring);
}

// NVIDIA's data sheets: 300, 600, 900 and 1,800 GB/s, of both directions.
TEST(NcclTuning, TakesTheNvlinksOfTheGpu) {
  const Shape one{.ranks = 8, .servers = 1, .of = {.gpus = 8, .nics = 8}};
  const auto ring = [&](const NcclParams& p) {
    return bandwidth(p, one, Collective::allgather, NcclProtocol::simple) / 1e9;
  };
  for (const auto& [gpu, rate] : {std::pair(Gpu::v100, 150.0), {Gpu::a100, 300.0}, {Gpu::h100, 450.0},
                                  {Gpu::b200, 900.0}}) {
    NcclParams p;
    p.gpu = gpu;
    EXPECT_NEAR(ring(p), rate * 8 / 7, 1e-6);
    p.nvlink_rate = BytesPerSecond{70'000'000'000};
    EXPECT_NEAR(ring(p), 70.0 * 8 / 7, 1e-6);
  }
}

// Pieces that come into a ring wait for one slice each, from one rank; those of a tree for each child.
TEST(NcclLanes, KeepAPieceForEachOfTheirSources) {
  const ServerOrder order = even(4);
  const int n = 32;
  for (const NcclProtocol protocol : {NcclProtocol::ll, NcclProtocol::ll128, NcclProtocol::simple}) {
    for (const std::int64_t count : {1, 1000, 100'000, 1 << 22, 3 << 24}) {
      const RingLane lane(0,
                          {.kind = RingLane::Kind::allreduce,
                           .order = order,
                           .ring = RingOrder(Place(order, n, 5), 0, 4),
                           .ranks = n,
                           .data = nullptr,
                           .element = 4,
                           .block = count},
                          {0, count}, protocol);
      std::int64_t largest = 0;
      for (std::int64_t i = 0; i < lane.pieces(); ++i) {
        const Piece p = lane.piece(i);
        if (p.combines) largest = std::max(largest, p.elements);
      }
      EXPECT_GE(lane.scratch(), largest) << count;
      EXPECT_LE(lane.scratch(), largest + 3) << count;  // whole grains of 16 bytes
    }
  }
  const FlowLane two(0,
                     {.data = nullptr, .element = 4, .piece = 100, .combines = true, .sources = {-1, 7, 9},
                      .targets = {1, -1, -1}},
                     {0, 1000});
  EXPECT_EQ(two.scratch(), 200);
}

TEST(NcclProtocols, PutFlagsOnTheWire) {
  EXPECT_EQ(on_wire(NcclProtocol::ll, 4096), 8192);
  EXPECT_EQ(on_wire(NcclProtocol::ll128, 1200), 1280);
  EXPECT_EQ(on_wire(NcclProtocol::simple, 1200), 1200);
  EXPECT_EQ(slot_data(NcclProtocol::ll) * kSlots * 2, 512 << 10);
  EXPECT_EQ(slot_data(NcclProtocol::simple) * kSlots, 4 << 20);
}

}  // namespace nccl_test
}  // namespace kasuri::mpi::nccl
