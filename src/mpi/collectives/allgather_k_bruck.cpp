// SPDX-License-Identifier: MIT
// Gathering by all after Bruck with a radix k (Bruck, Ho, Kipnis, Upfal, Weathersby 1997): in the round of
// distance d each rank sends what it has to the ranks d, 2 d, ... before it, k − 1 of them, at once. That
// takes ⌈log_k P⌉ rounds for any P.
#include <algorithm>

#include "mpi/collectives/radix.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct KBruck final : Kind {
  KBruck(const RadixParams& params, AlgorithmContext& context) : Kind({}, context), radix_(params.radix) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const auto rank_at = [&](std::int64_t j) { return static_cast<int>(((team.rank() + j) % p + p) % p); };
    // Of blocks 0 … n − 1 after the own one.
    const auto bytes = [&](std::int64_t n) {
      Bytes sum{0};
      for (std::int64_t j = 0; j < n; ++j) sum += call.in.bytes(rank_at(j));
      return sum;
    };
    const Team::Scratch space(team, bytes(p));
    team.copy(call.send, space.data(), call.bytes());
    Team::Requests requests(team, 2 * radix_);
    for (std::int64_t distance = 1; distance < p; distance *= radix_) {
      requests.clear();
      for (std::int64_t at = distance; at < std::min<std::int64_t>(p, distance * radix_); at += distance) {
        const std::int64_t end = std::min<std::int64_t>(p, at + distance);
        const Bytes begin = bytes(at);
        requests.add(team.ireceive(rank_at(at), offset(space.data(), begin), bytes(end) - begin));
        requests.add(team.isend(rank_at(-at), space.data(), bytes(end - at)));
      }
      team.wait_all(requests.all());
    }
    Bytes place{0};
    for (int j = 0; j < p; ++j) {
      const int r = rank_at(j);
      team.copy(offset(space.data(), place), offset(call.receive, call.in.at(r)), call.in.bytes(r));
      place += call.in.bytes(r);
    }
  }

 private:
  int radix_;
};

constexpr const char* kKBruckSummary = "as bruck, with k - 1 messages a round; ceil(log_k P) rounds";
const config::Register<KBruck<Allgather>, RadixParams> k_bruck_allgather{"k-bruck", kKBruckSummary};
const config::Register<KBruck<Allgatherv>, RadixParams> k_bruck_allgatherv{"k-bruck", kKBruckSummary};

}  // namespace
}  // namespace kasuri::mpi
