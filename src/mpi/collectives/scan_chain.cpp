// SPDX-License-Identifier: MIT
// Prefix reductions from rank to rank: each adds its own to what the one before has, and passes the sum
// on. P − 1 steps, P − 1 messages.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

// The exclusive one gives each rank what comes; rank 0's result stays as it is (MPI 4.1, 6.11.2).
template <class Kind>
struct ScanChain final : Kind {
  using Kind::Kind;
  static constexpr bool kInclusive = Kind::kCollective == Collective::scan;

  void run(Team& team, const CollectiveCall& call) const override {
    const Bytes size = call.bytes();
    const Team::Scratch incoming(team, size);
    const Team::Scratch sum(team, size);
    team.copy(call.send, sum.data(), size);
    if (team.rank() > 0) {
      team.receive(team.rank() - 1, incoming.data(), size);
      team.combine(call, incoming.data(), sum.data());
    }
    if (kInclusive) team.copy(sum.data(), call.receive, size);
    else if (team.rank() > 0) team.copy(incoming.data(), call.receive, size);
    if (team.rank() < team.size() - 1) team.send(team.rank() + 1, sum.data(), size);
  }
};

const config::Register<ScanChain<Scan>> scan_chain{"chain", "partial results pass from rank to rank"};
const config::Register<ScanChain<Exscan>> exscan_chain{"chain", "partial results pass from rank to rank"};

}  // namespace
}  // namespace kasuri::mpi
