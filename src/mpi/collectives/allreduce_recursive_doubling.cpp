// SPDX-License-Identifier: MIT
// Reduction to all by recursive doubling (Thakur, Rabenseifner, Gropp 2005, section 3.6): in round
// k ranks 2^k apart exchange partial results. If P is not a power of two, the first 2 (P − 2^⌊log2
// P⌋) ranks first fold pairwise onto the odd ones, which pass the result back at the end.
#include <bit>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct AllreduceRecursiveDoubling final : Allreduce {
  using Allreduce::Allreduce;

  void run(Team& team, const CollectiveCall& call) const override {
    const auto p = static_cast<unsigned>(team.size());
    const auto core = static_cast<int>(std::bit_floor(p));
    const int surplus = team.size() - core;
    const bool folds = team.rank() < 2 * surplus;
    const Team::Scratch incoming(team, call.bytes());
    const Bytes size = call.bytes();
    team.copy(call.send, call.receive, size);

    if (folds && team.rank() % 2 == 0) {
      team.send(team.rank() + 1, call.receive, size);
      team.receive(team.rank() + 1, call.receive, size);
      return;
    }
    if (folds) {
      team.receive(team.rank() - 1, incoming.data(), size);
      team.combine(call, incoming.data(), call.receive);
    }
    const int me = folds ? team.rank() / 2 : team.rank() - surplus;
    const auto real = [&](int r) { return r < surplus ? 2 * r + 1 : r + surplus; };
    for (int distance = 1; distance < core; distance *= 2) {
      team.exchange(real(me ^ distance), call.receive, incoming.data(), size);
      team.combine(call, incoming.data(), call.receive);
    }
    if (folds) team.send(team.rank() - 1, call.receive, size);
  }
};

const config::Register<AllreduceRecursiveDoubling> allreduce_recursive_doubling{
    "recursive-doubling", "round k: exchange with rank XOR 2^k; extra steps if P is not a power of two"};

}  // namespace
}  // namespace kasuri::mpi
