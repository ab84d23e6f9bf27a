// SPDX-License-Identifier: MIT
// Gathering by all after Bruck (Bruck, Ho, Kipnis, Upfal, Weathersby 1997): in round k each rank sends
// all that it has, up to what is missing, to rank − 2^k. ⌈log2 P⌉ rounds for any P; the blocks are
// collected in the order own, next, …, and put in place at the end.
#include <algorithm>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct AllgatherBruck final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const auto rank_at = [&](int j) { return (team.rank() + j) % p; };
    // Of blocks j to j + n − 1 after the own one. No table of all: each rank would hold one.
    const auto bytes = [&](int j, int n) {
      Bytes sum{0};
      for (int i = j; i < j + n; ++i) sum += call.in.bytes(rank_at(i));
      return sum;
    };
    Bytes have = bytes(0, 1);
    const Team::Scratch space(team, bytes(0, p));
    team.copy(call.send, space.data(), call.bytes());
    for (int distance = 1; distance < p; distance *= 2) {
      const int blocks = std::min(distance, p - distance);
      const Bytes more = bytes(distance, blocks);
      team.exchange((team.rank() - distance + p) % p, space.data(),
                    blocks == distance ? have : bytes(0, blocks), rank_at(distance),
                    offset(space.data(), have), more);
      have += more;
    }
    Bytes place{0};
    for (int j = 0; j < p; ++j) {
      const int r = rank_at(j);
      team.copy(offset(space.data(), place), offset(call.receive, call.in.at(r)), call.in.bytes(r));
      place += call.in.bytes(r);
    }
  }
};

constexpr const char* kAllgatherBruckSummary =
    "round k: all blocks so far to rank - 2^k; ceil(log2 P) rounds";
const config::Register<AllgatherBruck<Allgather>> allgather_bruck{"bruck", kAllgatherBruckSummary};
const config::Register<AllgatherBruck<Allgatherv>> allgatherv_bruck{
    "bruck", kAllgatherBruckSummary};

}  // namespace
}  // namespace kasuri::mpi
