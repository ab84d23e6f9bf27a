// SPDX-License-Identifier: MIT
// Gathering by all at once: everyone sends its block to everyone, to rank + 1, rank + 2, …, and waits
// for all.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct AllgatherSpread final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    void* own = offset(call.receive, call.in.at(team.rank()));
    team.copy(call.send, own, call.bytes());
    Team::Requests requests(team, 2 * (p - 1));
    for (int s = 1; s < p; ++s) {
      const int from = (team.rank() - s + p) % p;
      requests.add(team.ireceive(from, offset(call.receive, call.in.at(from)), call.in.bytes(from)));
    }
    for (int s = 1; s < p; ++s) {
      requests.add(team.isend((team.rank() + s) % p, own, call.bytes()));
    }
    team.wait_all(requests.all());
  }
};

const config::Register<AllgatherSpread<Allgather>> allgather_spread{
    "spread", "every rank sends its block to all others at once"};
const config::Register<AllgatherSpread<Allgatherv>> allgatherv_spread{
    "spread", "every rank sends its block to all others at once"};

}  // namespace
}  // namespace kasuri::mpi
