// SPDX-License-Identifier: MIT
// Barrier by recursive doubling: in round k ranks 2^k apart exchange signals. If P is not a power of
// two, a neighbour acts for each rank of the surplus.
#include "mpi/collectives/blocks.h"

namespace kasuri::mpi {
namespace {

struct BarrierRecursiveDoubling final : Barrier {
  using Barrier::Barrier;

  void run(Team& team, const CollectiveCall&) const override {
    const Core core(team);
    if (core.stands_back()) {
      team.send(core.neighbour(), nullptr, {0});
      team.receive(core.neighbour(), nullptr, {0});
      return;
    }
    if (core.acts_for_two()) team.receive(core.neighbour(), nullptr, {0});
    for (int distance = 1; distance < core.size(); distance *= 2) {
      team.exchange(core.rank_of(core.me() ^ distance), nullptr, nullptr, {0});
    }
    if (core.acts_for_two()) team.send(core.neighbour(), nullptr, {0});
  }
};

const config::Register<BarrierRecursiveDoubling> barrier_recursive_doubling{
    "recursive-doubling", "round k: exchange signals with rank XOR 2^k"};

}  // namespace
}  // namespace kasuri::mpi
