// SPDX-License-Identifier: MIT
// The trees of a broadcast on a torus: each reaches every rank once, and no two use one channel.
#include "mpi/collectives/torus_trees.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace kasuri::mpi {
namespace torus_trees_test {

using Box = std::vector<std::uint32_t>;

int volume(const Box& box) {
  int n = 1;
  for (const std::uint32_t e : box) n *= static_cast<int>(e);
  return n;
}

TEST(TorusTrees, SpanAndShareNoChannel) {
  for (const Box& box : {Box{3}, Box{8}, Box{3, 4}, Box{3, 5, 4}, Box{4, 4, 4}, Box{3, 3, 3, 3}}) {
    const int p = volume(box);
    for (const int root : {0, p / 2, p - 1}) {
      std::set<std::pair<int, std::uint32_t>> channels;  // of a rank
      for (std::size_t axis = 0; axis < box.size(); ++axis) {
        for (const bool down : {false, true}) {
          std::vector<int> parents(static_cast<std::size_t>(p), -1);
          int children = 0;
          for (int r = 0; r < p; ++r) {
            const TorusTree tree(box, root, r, axis, down);
            EXPECT_EQ(tree.is_root(), r == root);
            for (const auto& [child, channel] : tree.children()) {
              ++children;
              const TorusTree below(box, root, child, axis, down);
              EXPECT_EQ(below.parent(), r);
              EXPECT_EQ(below.depth(), tree.depth() + 1);
              EXPECT_TRUE(channels.insert({r, channel}).second) << "rank " << r << ", channel " << channel;
              EXPECT_EQ(below.channel_to_parent(), channel ^ 1u);
            }
          }
          EXPECT_EQ(children, p - 1);
        }
      }
    }
  }
}

TEST(TorusTrees, BoxesAreCubic) {
  EXPECT_EQ(cubic_box(512), (Box{8, 8, 8}));
  EXPECT_EQ(cubic_box(24), (Box{2, 3, 4}));
  EXPECT_EQ(cubic_box(7), (Box{7}));
  EXPECT_EQ(cubic_box(10), (Box{2, 5}));
  EXPECT_EQ(cubic_box(1), (Box{}));
}

}  // namespace torus_trees_test
}  // namespace kasuri::mpi
