// SPDX-License-Identifier: MIT
// Personalised all-to-all by pairwise exchange (spec 1.5): in step s = 1 … 2^⌈log2 P⌉ − 1 rank r
// and r XOR s exchange their blocks. If P is no power of two, partners that do not exist are left
// out.
#include <bit>

#include "mpi/collective.h"

namespace kasuri::mpi {
namespace {

struct Pairwise final : Alltoall {
  using Alltoall::Alltoall;

  void run(Team& team, const CollectiveCall& call) const override {
    const Bytes size = call.bytes();
    const auto steps = static_cast<int>(std::bit_ceil(static_cast<unsigned>(team.size())));
    const Bytes own = size * team.rank();
    team.copy(offset(call.send, own), offset(call.receive, own), size);
    for (int s = 1; s < steps; ++s) {
      const int partner = team.rank() ^ s;
      if (partner >= team.size()) continue;
      team.exchange(partner, offset(call.send, size * partner),
                    offset(call.receive, size * partner), size);
    }
  }
};

const config::Register<Pairwise> component{"pairwise", "step s: exchange with rank XOR s"};

}  // namespace
}  // namespace kasuri::mpi
