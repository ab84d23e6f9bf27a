// SPDX-License-Identifier: MIT
// Personalised all-to-all by pairwise exchange (spec 1.5): in step s = 1 … 2^⌈log2 P⌉ − 1 rank r
// and r XOR s exchange their blocks. If P is no power of two, partners that do not exist are left
// out.
#include <bit>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct AlltoallPairwise final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const auto steps = static_cast<int>(std::bit_ceil(static_cast<unsigned>(team.size())));
    const int me = team.rank();
    team.copy(offset(call.send, call.out.at(me)), offset(call.receive, call.in.at(me)),
              call.out.bytes(me));
    for (int s = 1; s < steps; ++s) {
      const int partner = me ^ s;
      if (partner >= team.size()) continue;
      team.exchange(partner, offset(call.send, call.out.at(partner)), call.out.bytes(partner), partner,
                    offset(call.receive, call.in.at(partner)), call.in.bytes(partner));
    }
  }
};

const config::Register<AlltoallPairwise<Alltoall>> alltoall_pairwise{
    "pairwise", "step s: exchange with rank XOR s"};
const config::Register<AlltoallPairwise<Alltoallv>> alltoallv_pairwise{
    "pairwise", "step s: exchange with rank XOR s"};

}  // namespace
}  // namespace kasuri::mpi
