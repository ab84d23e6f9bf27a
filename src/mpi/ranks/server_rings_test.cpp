// SPDX-License-Identifier: MIT
// Rings within servers: against theorems on decompositions of graphs into directed circles.
#include "mpi/ranks/server_rings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace kasuri::mpi {
namespace server_rings_test {

using Gpus = std::vector<std::uint16_t>;

Gpus all_of(std::size_t n) {
  Gpus gpus(n);
  std::iota(gpus.begin(), gpus.end(), std::uint16_t{0});
  return gpus;
}

ServerLinks full_mesh(std::uint32_t n, std::uint8_t parallel = 1) {
  ServerLinks all{.gpus = n, .links = std::vector<std::uint8_t>(n * n, parallel), .walk = all_of(n)};
  for (std::uint32_t i = 0; i < n; ++i) all.links[i * n + i] = 0;
  return all;
}

// The hybrid cube mesh of a DGX-1 with V100: six links of each GPU, some to one neighbour twice.
ServerLinks cube_mesh() {
  ServerLinks all{.gpus = 8, .links = std::vector<std::uint8_t>(64), .walk = all_of(8)};
  constexpr int kPairs[][3] = {{0, 1, 1}, {0, 2, 1}, {0, 3, 2}, {0, 4, 2}, {1, 2, 2}, {1, 3, 1},
                               {1, 5, 2}, {2, 3, 2}, {2, 6, 1}, {3, 7, 1}, {4, 5, 1}, {4, 6, 1},
                               {4, 7, 2}, {5, 6, 2}, {5, 7, 1}, {6, 7, 2}};
  for (const auto& [a, b, links] : kPairs) {
    all.links[static_cast<std::size_t>(a * 8 + b)] = static_cast<std::uint8_t>(links);
    all.links[static_cast<std::size_t>(b * 8 + a)] = static_cast<std::uint8_t>(links);
  }
  return all;
}

// Each passes all GPUs once, along links that exist. Returns how many rings share the busiest link.
double expect_rings(const ServerLinks& all, const ServerRings& rings) {
  std::map<std::pair<int, int>, int> uses;
  double most = 0;
  for (const Gpus& order : rings.orders) {
    Gpus sorted = order;
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, all_of(all.gpus));
    for (std::size_t i = 0; i < order.size(); ++i) {
      const int from = order[i], to = order[(i + 1) % order.size()];
      const int links = all.between(order[i], order[(i + 1) % order.size()]);
      EXPECT_GT(links, 0) << from << " to " << to;
      most = std::max(most, ++uses[{from, to}] / static_cast<double>(links));
    }
  }
  return most;
}

double rings_per_link(const ServerLinks& all) {
  const auto rings = ServerRings::of(all, all_of(all.gpus), static_cast<int>(all.gpus));
  const double most = expect_rings(all, *rings);
  EXPECT_NEAR(rings->within.busiest[static_cast<std::size_t>(rings->count())], most, 1e-9);
  return rings->count() / most;
}

// Tillson 1980: the complete digraph of n has n − 1 circles without a common arc, but for n = 4 and 6;
// of these two, twice as many share each arc with one other. Either way all links work all the time.
TEST(ServerRings, UseAllLinksOfAFullMesh) {
  for (std::uint32_t n = 2; n <= 16; ++n) EXPECT_EQ(rings_per_link(full_mesh(n)), n - 1) << n;
  EXPECT_EQ(ServerRings::of(full_mesh(8), all_of(8), 8)->count(), 7);
  EXPECT_EQ(ServerRings::of(full_mesh(4), all_of(4), 8)->count(), 6);
  EXPECT_EQ(ServerRings::of(full_mesh(6), all_of(6), 8)->count(), 10);
}

TEST(ServerRings, UseParallelLinks) {
  EXPECT_EQ(ServerRings::of(full_mesh(2, 6), all_of(2), 8)->count(), 6);
  EXPECT_EQ(ServerRings::of(full_mesh(5, 3), all_of(5), 8)->count(), 12);
}

// Six links leave each GPU, so there are at most six rings; NCCL has as many.
TEST(ServerRings, UseAllLinksOfACubeMesh) { EXPECT_EQ(rings_per_link(cube_mesh()), 6); }

// Of four GPUs of the eight that have links to all: their rings use links between them.
TEST(ServerRings, AreOfPartOfTheGpus) {
  const Gpus some{1, 2, 5, 7};
  const auto rings = ServerRings::of(full_mesh(8), some, 8);
  EXPECT_EQ(rings->count(), 6);
  EXPECT_EQ(rings->degree, 7);
  for (const Gpus& order : rings->orders) EXPECT_EQ(order.size(), 4);
  EXPECT_EQ(ServerRings::of(full_mesh(8), Gpus{3}, 8), nullptr);
}

// Two bridges, and no link between the pairs: no ring along links, but a walk.
TEST(ServerRings, FollowTheWalkWhereNoRingHasLinks) {
  ServerLinks bridges{.gpus = 4, .links = std::vector<std::uint8_t>(16), .walk = {0, 2, 1, 3}};
  bridges.links[0 * 4 + 2] = bridges.links[2 * 4 + 0] = 1;
  bridges.links[1 * 4 + 3] = bridges.links[3 * 4 + 1] = 1;
  const auto rings = ServerRings::of(bridges, all_of(4), 8);
  EXPECT_EQ(rings->orders, (std::vector<Gpus>{{0, 2, 1, 3}, {3, 1, 2, 0}}));
  EXPECT_EQ(rings->degree, 0);
  const Gpus some{1, 2, 3};
  EXPECT_EQ(ServerRings::of(bridges, some, 8)->orders[0], (Gpus{1, 0, 2}));  // places, not GPUs
}

// Between servers, as many channels leave by each NIC as enter by it, and no link is much busier than
// others.
TEST(ServerRings, LeaveByAllNicsEvenly) {
  for (const int n : {3, 4, 5, 6, 8, 12}) {
    for (const int nics : {1, n / 2, n}) {
      const auto gpus = static_cast<std::uint32_t>(n);
      const auto rings = ServerRings::of(full_mesh(gpus), all_of(gpus), nics);
      std::vector<int> leave(static_cast<std::size_t>(nics));
      for (int c = 0; c < 2 * nics; ++c) {
        const auto order = rings->order(c, true);
        const auto at = std::ranges::find(order, head_of(c, nics, n)) - order.begin();
        const int last = order[static_cast<std::size_t>((at + n - 1) % n)];
        ++leave[static_cast<std::size_t>(nic_serving(last, nics, n))];
      }
      EXPECT_EQ(leave, std::vector<int>(leave.size(), 2)) << n << " GPUs, " << nics << " NICs";
      EXPECT_LE(rings->between.busiest[static_cast<std::size_t>(2 * nics)], 2 * 2.0 * nics / (n - 1) + 2);
    }
  }
}

TEST(ServerRings, AreTheSameEachTime) {
  const auto once = ServerRings::of(cube_mesh(), all_of(8), 8);
  const auto again = ServerRings::of(cube_mesh(), all_of(8), 8);
  EXPECT_EQ(once->orders, again->orders);
}

}  // namespace server_rings_test
}  // namespace kasuri::mpi
