// SPDX-License-Identifier: MIT
// Broadcast on a torus by trees that share no channel (torus_trees.h): each carries a part of the
// message, in segments that NICs put into memory, each axis and direction by a NIC of its own. Short
// parts are ordinary messages, as for them it would take longer to tell where they go.
#include "mpi/collectives/blocks.h"
#include "mpi/collectives/segments.h"
#include "mpi/collectives/torus_trees.h"
#include "base/core/check.h"
#include "base/core/errors.h"

namespace kasuri::mpi {
namespace {

using namespace literals;

struct TorusTreesParams {
  std::vector<std::uint32_t> extents;
  Bytes segment{32 << 10};

  static config::Fields<TorusTreesParams> fields() {
    using P = TorusTreesParams;
    return {config::field("extents", &P::extents,
                          "the box of ranks, first axis fastest; default, and for communicators of other "
                          "sizes: three sides that differ least")
                .size(0, TorusTree::kMostAxes)
                .each(1, 1u << 24),
            config::field("segment", &P::segment, "size of a segment").range(1_B, Bytes{1 << 30})};
  }
};

struct TorusTrees final : Bcast {
  static constexpr int kMostSends = 256;       // under way at a rank
  static constexpr Bytes kLeastPut{16 << 10};  // of a tree

  TorusTrees(const TorusTreesParams& p, AlgorithmContext& context) : Bcast({}, context), p_(p) {}

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.size() == 1) return;
    const std::vector<std::uint32_t> sides = box_of(p_.extents, team.size());
    std::vector<TorusTree> trees;
    for (std::size_t d = 0; d < sides.size(); ++d) {
      for (const bool down : {false, true}) trees.emplace_back(sides, call.root, team.rank(), d, down);
    }
    const int n = static_cast<int>(trees.size());
    const Parts parts{call.count, n};
    const std::int64_t element = call.element();
    int last = 0;
    for (int t = 0; t < n; ++t) {
      const Segments s(parts.count(t, t + 1), element, p_.segment);
      last = std::max(last, trees[static_cast<std::size_t>(t)].depth() + s.number());
    }
    Team::Requests sends(team, kMostSends);
    const bool puts = call.bytes().n >= kLeastPut.n * n;
    // Segment i of a tree passes in the step of its depth + i.
    for (int step = 0; step < last; ++step) {
      for (int t = 0; t < n; ++t) {
        const TorusTree& tree = trees[static_cast<std::size_t>(t)];
        const Segments s(parts.count(t, t + 1), element, p_.segment);
        const int i = step - tree.depth();
        if (i < 0 || i >= s.number()) continue;
        void* data = offset(call.receive, {(parts.at(t) + s.at(i)) * element});
        pass(team, tree, data, {s.count(i) * element}, sends, puts);
      }
    }
    team.wait_all(sends.all());
  }

 private:
  static void pass(Team& team, const TorusTree& tree, void* data, Bytes size, Team::Requests& sends,
                   bool puts) {
    if (!tree.is_root()) {
      const int from = tree.parent();
      Handle h = puts ? team.ireceive_put(from, data, size) : team.ireceive(from, data, size);
      team.wait_all({&h, 1});
    }
    if (sends.all().size() + 2 * TorusTree::kMostAxes > kMostSends) {
      team.wait_all(sends.all());
      sends.clear();
    }
    for (const auto& [rank, channel] : tree.children()) {
      sends.add(puts ? team.put(rank, data, size, channel) : team.isend(rank, data, size));
    }
  }

  TorusTreesParams p_;
};

const config::Register<TorusTrees, TorusTreesParams> bcast_torus_trees{
    "torus-trees", "trees of a torus that share no channel, each with a part of the message"};

}  // namespace
}  // namespace kasuri::mpi
