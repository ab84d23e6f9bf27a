// SPDX-License-Identifier: MIT
// Gathering by all after Bruck (Bruck, Ho, Kipnis, Upfal, Weathersby 1997): in round k each rank sends
// all that it has, up to what is missing, to rank − 2^k. ⌈log2 P⌉ rounds for any P; the blocks are
// collected in the order own, next, …, and put in place at the end.
#include <algorithm>

#include "mpi/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct Bruck final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const auto rank_at = [&](int j) { return (team.rank() + j) % p; };
    const Team::Scratch table(team, {(p + 1) * std::int64_t{8}}, true);
    auto* starts = table.as<std::int64_t>();  // of the j-th block after the own one
    starts[0] = 0;
    for (int j = 0; j < p; ++j) starts[j + 1] = starts[j] + call.in.bytes(rank_at(j)).n;
    const Team::Scratch space(team, {starts[p]});
    const auto place = [&](int j) { return offset(space.data(), {starts[j]}); };
    team.copy(call.send, space.data(), call.bytes());
    for (int distance = 1; distance < p; distance *= 2) {
      const int blocks = std::min(distance, p - distance);
      team.exchange((team.rank() - distance + p) % p, space.data(), {starts[blocks]},
                    rank_at(distance), place(distance),
                    {starts[distance + blocks] - starts[distance]});
    }
    for (int j = 0; j < p; ++j) {
      const int r = rank_at(j);
      team.copy(place(j), offset(call.receive, call.in.at(r)), call.in.bytes(r));
    }
  }
};

constexpr const char* kSummary = "round k: all blocks so far to rank - 2^k; ceil(log2 P) rounds";
const config::Register<Bruck<Allgather>> allgather{"bruck", kSummary};
const config::Register<Bruck<Allgatherv>> allgatherv{"bruck", kSummary};

}  // namespace
}  // namespace kasuri::mpi
