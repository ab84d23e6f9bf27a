// SPDX-License-Identifier: MIT
// Personalised all-to-all by ring (spec 1.5): in step s = 1 … P − 1 rank r sends to r + s and
// receives from r − s (mod P).
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct AlltoallRing final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = team.rank();
    team.copy(offset(call.send, call.out.at(me)), offset(call.receive, call.in.at(me)),
              call.out.bytes(me));
    for (int s = 1; s < p; ++s) {
      const int to = (me + s) % p;
      const int from = (me - s + p) % p;
      team.exchange(to, offset(call.send, call.out.at(to)), call.out.bytes(to), from,
                    offset(call.receive, call.in.at(from)), call.in.bytes(from));
    }
  }
};

constexpr const char* kAlltoallRingSummary = "step s: send to rank + s, receive from rank - s";
const config::Register<AlltoallRing<Alltoall>> alltoall_ring{"ring", kAlltoallRingSummary};
const config::Register<AlltoallRing<Alltoallv>> alltoallv_ring{"ring", kAlltoallRingSummary};

}  // namespace
}  // namespace kasuri::mpi
