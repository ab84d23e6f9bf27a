// SPDX-License-Identifier: MIT
// Reduction to all by a ring: P − 1 steps add up one part at each rank, P − 1 more pass the sums
// around (Patarasuk, Yuan 2009). Each rank sends the least that is possible, always to its neighbour.
#include "mpi/collectives/blocks.h"

namespace kasuri::mpi {
namespace {

struct AllreduceRing final : Allreduce {
  using Allreduce::Allreduce;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int left = (team.rank() - 1 + p) % p;
    const int right = (team.rank() + 1) % p;
    const std::int64_t element = call.element();
    const Parts parts{call.count, p};
    const auto place = [&](int i) { return offset(call.receive, {parts.at(i) * element}); };
    const auto bytes = [&](int i) { return Bytes{parts.count(i, i + 1) * element}; };
    const Team::Scratch incoming(team, {(call.count / p + 1) * element});
    team.copy(call.send, call.receive, call.bytes());

    for (int s = 0; s < 2 * (p - 1); ++s) {
      const int give = (team.rank() - s + 2 * p) % p;
      const int get = (give - 1 + p) % p;
      const bool sums = s < p - 1;
      team.exchange(right, place(give), bytes(give), left, sums ? incoming.data() : place(get),
                    bytes(get));
      if (sums) team.combine(call, incoming.data(), place(get), parts.count(get, get + 1));
    }
  }
};

const config::Register<AllreduceRing> allreduce_ring{
    "ring", "ring reduce-scatter, then ring allgather"};

}  // namespace
}  // namespace kasuri::mpi
