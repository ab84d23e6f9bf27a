// SPDX-License-Identifier: MIT
// Reduction with scattered result by pairwise exchange (Thakur, Rabenseifner, Gropp 2005, section 3.4):
// in step s each rank sends rank + s what it has for it, and adds what comes from rank − s.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct ReduceScatterPairwise final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = team.rank();
    const Bytes size = call.in.bytes(me);
    const Team::Scratch incoming(team, size);
    const Team::Scratch sum(team, size);  // the send buffer may be the receive buffer
    team.copy(offset(call.send, call.in.at(me)), sum.data(), size);
    for (int s = 1; s < p; ++s) {
      const int to = (me + s) % p;
      team.exchange(to, offset(call.send, call.in.at(to)), call.in.bytes(to), (me - s + p) % p,
                    incoming.data(), size);
      team.combine(call, incoming.data(), sum.data(), size.n / call.element());
    }
    team.copy(sum.data(), call.receive, size);
  }
};

constexpr const char* kReduceScatterPairwiseSummary =
    "step s: send its block to rank + s, reduce the block from rank - s";
const config::Register<ReduceScatterPairwise<ReduceScatter>> reduce_scatter_pairwise{
    "pairwise", kReduceScatterPairwiseSummary};
const config::Register<ReduceScatterPairwise<ReduceScatterBlock>> reduce_scatter_block_pairwise{
    "pairwise", kReduceScatterPairwiseSummary};

}  // namespace
}  // namespace kasuri::mpi
