// SPDX-License-Identifier: MIT
// Reduction to all on a torus by three trees that share no channel, as Fujitsu's Trinaryx-3: a third of
// the vector goes along each, towards its root by channels of one direction and back by those of the other,
// both at the same time. So a vector of b bytes takes b / (3 B) on links of rate B, after the way to the
// root and back. Published are the three trees and the pipeline (Adachi et al., as in torus_trees.h); the
// trees are Kasuri's. With all six trees (Trinaryx-6), both phases of two trees meet on each channel: as
// fast on the links.
#include "mpi/collectives/blocks.h"
#include "mpi/collectives/segments.h"
#include "mpi/collectives/torus_trees.h"

namespace kasuri::mpi {
namespace {

struct AllreduceTreesParams {
  std::vector<std::uint32_t> extents;
  Bytes segment{8 << 10};
  bool both_directions = false;

  static config::Fields<AllreduceTreesParams> fields() {
    using P = AllreduceTreesParams;
    return {config::field("extents", &P::extents,
                          "the box of ranks, first axis fastest; default, and for communicators of other "
                          "sizes: three sides that differ least")
                .size(0, TorusTree::kMostAxes)
                .each(1, 1u << 24),
            config::field("segment", &P::segment, "size of a segment").range(Bytes{1}, Bytes{1 << 30}),
            config::field("both_directions", &P::both_directions,
                          "trees in both directions of each axis (Trinaryx-6), not in one")};
  }
};

class AllreduceTrees final : public Allreduce {
 public:
  AllreduceTrees(const AllreduceTreesParams& p, AlgorithmContext& context)
      : Allreduce({}, context), p_(p) {}

  void run(Team& team, const CollectiveCall& call) const override {
    team.copy(call.send, call.receive, call.bytes());
    if (team.size() == 1) return;
    const std::vector<std::uint32_t> sides = box_of(p_.extents, team.size());
    std::vector<Tree> trees;
    for (std::size_t d = 0; d < sides.size(); ++d) {
      trees.emplace_back(sides, 0, team.rank(), d, false);
      if (p_.both_directions) trees.emplace_back(sides, 0, team.rank(), d, true);
    }
    int deepest = 1;  // at most
    for (const std::uint32_t n : sides) deepest += static_cast<int>(n) - 1;
    const Bytes incoming{std::max(p_.segment.n, call.element())};
    Run r{team,
          call,
          {call.count, static_cast<int>(trees.size())},
          {team, incoming},
          {team, kMostSends}};
    r.puts = call.bytes().n >= kLeastPut.n * r.parts.parts;
    // Segment i passes a rank of depth d towards the root in step i + deepest - d, back in i + deepest + d.
    const int last = 2 * deepest + Segments(r.parts.count(0, 1) + 1, call.element(), p_.segment).number();
    for (int step = 0; step <= last; ++step) {
      for (std::size_t t = 0; t < trees.size(); ++t) {
        const int i = step - deepest, depth = trees[t].depth();
        up(r, trees[t], static_cast<int>(t), i + depth);
        down(r, trees[t], static_cast<int>(t), i - depth);
      }
    }
    team.wait_all(r.sends.all());
  }

 private:
  using Tree = TorusTree;
  static constexpr int kMostSends = 256;       // under way at a rank
  static constexpr Bytes kLeastPut{16 << 10};  // of a tree

  struct Run {
    Team& team;
    const CollectiveCall& call;
    Parts parts;
    Team::Scratch incoming;
    Team::Requests sends;
    bool puts = false;
  };

  // Segment i of a tree's part, if there is one.
  bool place(const Run& r, int t, int i, void*& data, std::int64_t& count) const {
    const Segments s(r.parts.count(t, t + 1), r.call.element(), p_.segment);
    if (i < 0 || i >= s.number()) return false;
    data = offset(r.call.receive, {(r.parts.at(t) + s.at(i)) * r.call.element()});
    count = s.count(i);
    return true;
  }

  void up(Run& r, const Tree& tree, int t, int i) const {
    void* data = nullptr;
    std::int64_t count = 0;
    if (!place(r, t, i, data, count)) return;
    const Bytes size{count * r.call.element()};
    for (const auto& [child, channel] : tree.children()) {
      receive(r, child, r.incoming.data(), size);
      r.team.combine(r.call, r.incoming.data(), data, count);
    }
    if (!tree.is_root()) send(r, tree.parent(), data, size, tree.channel_to_parent());
  }

  void down(Run& r, const Tree& tree, int t, int i) const {
    void* data = nullptr;
    std::int64_t count = 0;
    if (!place(r, t, i, data, count)) return;
    const Bytes size{count * r.call.element()};
    if (!tree.is_root()) receive(r, tree.parent(), data, size);
    for (const auto& [child, channel] : tree.children()) send(r, child, data, size, channel);
  }

  static void receive(Run& r, int from, void* data, Bytes size) {
    Handle h = r.puts ? r.team.ireceive_put(from, data, size) : r.team.ireceive(from, data, size);
    r.team.wait_all({&h, 1});
  }
  static void send(Run& r, int to, const void* data, Bytes size, std::uint32_t nic) {
    if (r.sends.all().size() == kMostSends) {
      r.team.wait_all(r.sends.all());
      r.sends.clear();
    }
    r.sends.add(r.puts ? r.team.put(to, data, size, nic) : r.team.isend(to, data, size));
  }

  AllreduceTreesParams p_;
};

const config::Register<AllreduceTrees, AllreduceTreesParams> allreduce_torus_trees{
    "torus-trees",
    "trees of a torus that share no channel, each with a part of the vector, to a root and back"};

}  // namespace
}  // namespace kasuri::mpi
