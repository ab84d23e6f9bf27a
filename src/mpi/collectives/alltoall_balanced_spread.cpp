// SPDX-License-Identifier: MIT
// Personalised all-to-all by balanced spread: as simple spread, but in both directions in turn, to
// rank + 1, rank − 1, rank + 2, rank − 2, …, so that the directions of a ring or torus carry the same
// from the beginning.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct BalancedSpread final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = team.rank();
    team.copy(offset(call.send, call.out.at(me)), offset(call.receive, call.in.at(me)),
              call.out.bytes(me));
    Team::Requests requests(team, 2 * (p - 1));
    const auto peer = [&](int i) {  // i = 1 … P − 1: + 1, − 1, + 2, − 2, …
      const int distance = (i + 1) / 2;
      return (me + (i % 2 ? distance : p - distance)) % p;
    };
    for (int i = 1; i < p; ++i) {
      const int from = peer(i);
      requests.add(team.ireceive(from, offset(call.receive, call.in.at(from)), call.in.bytes(from)));
    }
    for (int i = 1; i < p; ++i) {
      const int to = peer(i);
      requests.add(team.isend(to, offset(call.send, call.out.at(to)), call.out.bytes(to)));
    }
    team.wait_all(requests.all());
  }
};

constexpr const char* kAlltoallBalancedSpreadSummary =
    "post all receives, then all sends to rank + 1, rank - 1, rank + 2, …, then wait";
const config::Register<BalancedSpread<Alltoall>> alltoall_balanced_spread{
    "balanced-spread", kAlltoallBalancedSpreadSummary};
const config::Register<BalancedSpread<Alltoallv>> alltoallv_balanced_spread{
    "balanced-spread", kAlltoallBalancedSpreadSummary};

}  // namespace
}  // namespace kasuri::mpi
