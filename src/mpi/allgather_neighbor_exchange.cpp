// SPDX-License-Identifier: MIT
// Gathering by all by neighbour exchange (Chen, Carter, Bourgeois 2005): ranks swap with their two
// neighbours in turn, first the own block, then the two blocks that came last. P / 2 steps; an odd P takes
// a ring.
#include "mpi/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct NeighborExchange final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    team.copy(call.send, offset(call.receive, call.in.at(team.rank())), call.bytes());
    if (team.size() % 2) return pass_around(team, call);
    const int p = team.size(), me = team.rank();
    const bool even = me % 2 == 0;
    const int neighbour[] = {even ? (me + 1) % p : me - 1, even ? (me - 1 + p) % p : (me + 1) % p};
    swap(team, call, neighbour[0], me, 1, neighbour[0], 1);
    // Pairs of blocks begin at even numbers: the own pair goes first, then what came last.
    int give = me - me % 2;
    int get[] = {give, give};
    for (int step = 1; step < p / 2; ++step) {
      const int side = step % 2;
      get[side] = (get[side] + (even == (side == 0) ? 2 : p - 2)) % p;
      swap(team, call, neighbour[side], give, 2, get[side], 2);
      give = get[side];
    }
  }

 private:
  // Blocks that lie behind one another in number may not do so in memory.
  static void swap(Team& team, const CollectiveCall& call, int with, int give, int gives, int get,
                   int gets) {
    Team::Requests requests(team, gives + gets);
    for (int i = get; i < get + gets; ++i) {
      requests.add(team.ireceive(with, offset(call.receive, call.in.at(i)), call.in.bytes(i)));
    }
    for (int i = give; i < give + gives; ++i) {
      requests.add(team.isend(with, offset(call.receive, call.in.at(i)), call.in.bytes(i)));
    }
    team.wait_all(requests.all());
  }
  static void pass_around(Team& team, const CollectiveCall& call) {
    const int p = team.size();
    for (int s = 0; s < p - 1; ++s) {
      const int give = (team.rank() - s + p) % p, get = (give - 1 + p) % p;
      team.exchange((team.rank() + 1) % p, offset(call.receive, call.in.at(give)), call.in.bytes(give),
                    (team.rank() - 1 + p) % p, offset(call.receive, call.in.at(get)), call.in.bytes(get));
    }
  }
};

constexpr const char* kNeighborExchange = "neighbours swap in turn, two blocks at a time; P / 2 steps";
const config::Register<NeighborExchange<Allgather>> neighbor_exchange_allgather{"neighbor-exchange",
                                                                                 kNeighborExchange};
const config::Register<NeighborExchange<Allgatherv>> neighbor_exchange_allgatherv{"neighbor-exchange",
                                                                                   kNeighborExchange};

}  // namespace
}  // namespace kasuri::mpi
