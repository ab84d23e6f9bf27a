// SPDX-License-Identifier: MIT
// Personalised all-to-all by simple spread (spec 1.5): everything non-blocking at once, to rank +
// 1, rank + 2, …, then wait for all.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct SimpleSpread final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = team.rank();
    team.copy(offset(call.send, call.out.at(me)), offset(call.receive, call.in.at(me)),
              call.out.bytes(me));
    Team::Requests requests(team, 2 * (p - 1));
    for (int s = 1; s < p; ++s) {
      const int from = (me - s + p) % p;
      requests.add(team.ireceive(from, offset(call.receive, call.in.at(from)), call.in.bytes(from)));
    }
    for (int s = 1; s < p; ++s) {
      const int to = (me + s) % p;
      requests.add(team.isend(to, offset(call.send, call.out.at(to)), call.out.bytes(to)));
    }
    team.wait_all(requests.all());
  }
};

constexpr const char* kAlltoallSimpleSpreadSummary =
    "post all receives, then all sends to rank + 1, rank + 2, …, then wait";
const config::Register<SimpleSpread<Alltoall>> alltoall_simple_spread{
    "simple-spread", kAlltoallSimpleSpreadSummary};
const config::Register<SimpleSpread<Alltoallv>> alltoallv_simple_spread{
    "simple-spread", kAlltoallSimpleSpreadSummary};

}  // namespace
}  // namespace kasuri::mpi
