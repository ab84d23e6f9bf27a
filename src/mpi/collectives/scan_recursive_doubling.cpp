// SPDX-License-Identifier: MIT
// Prefix reductions by recursive doubling (Hillis, Steele 1986): in round k each rank sends rank + 2^k the
// sum of the 2^k ranks up to itself, and adds what comes from rank − 2^k. ⌈log2 P⌉ rounds.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

// The exclusive one sums up only what comes; rank 0's result stays as it is (MPI 4.1, 6.11.2).
template <class Kind>
struct ScanRecursiveDoubling final : Kind {
  using Kind::Kind;
  static constexpr bool kInclusive = Kind::kCollective == Collective::scan;

  void run(Team& team, const CollectiveCall& call) const override {
    const Bytes size = call.bytes();
    const Team::Scratch incoming(team, size);
    const Team::Scratch sum(team, size);  // of all ranks so far, the own one included
    bool is_first = true;                 // nothing has come yet
    team.copy(call.send, sum.data(), size);
    for (int distance = 1; distance < team.size(); distance *= 2) {
      const bool sends = team.rank() + distance < team.size();
      const bool receives = team.rank() >= distance;
      if (sends && receives) {
        team.exchange(team.rank() + distance, sum.data(), size, team.rank() - distance,
                      incoming.data(), size);
      } else if (sends) {
        team.send(team.rank() + distance, sum.data(), size);
      } else if (receives) {
        team.receive(team.rank() - distance, incoming.data(), size);
      }
      if (!receives) continue;
      team.combine(call, incoming.data(), sum.data());
      if (!kInclusive && is_first) team.copy(incoming.data(), call.receive, size);
      else if (!kInclusive) team.combine(call, incoming.data(), call.receive);
      is_first = false;
    }
    if (kInclusive) team.copy(sum.data(), call.receive, size);
  }
};

constexpr const char* kScanRecursiveDoublingSummary =
    "round k: partial results to rank + 2^k; ceil(log2 P) rounds";
const config::Register<ScanRecursiveDoubling<Scan>> scan_recursive_doubling{
    "recursive-doubling", kScanRecursiveDoublingSummary};
const config::Register<ScanRecursiveDoubling<Exscan>> exscan_recursive_doubling{
    "recursive-doubling", kScanRecursiveDoublingSummary};

}  // namespace
}  // namespace kasuri::mpi
