// SPDX-License-Identifier: MIT
// Collectives in flight: those beside programs, and whether a message belongs to one that its rank is in.
#pragma once

#include <cstdint>
#include <string>

#include "base/core/pool.h"
#include "mpi/ranks/mistakes.h"

namespace kasuri::mpi {

class InFlight {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  InFlight(RankTable& ranks, Mistakes& mistakes) : ranks_(ranks), mistakes_(mistakes) {}

  // Numbers of helpers. One is on the coroutine of its number + the number of ranks.
  std::uint32_t add(const Helper& helper) {
    const std::uint32_t h = helpers_.allocate();
    helpers_[h] = helper;
    helpers_[h].next = std::exchange(ranks_[helper.rank].helpers, h);
    return h;
  }
  void remove(std::uint32_t h) {
    std::uint32_t* link = &ranks_[helpers_[h].rank].helpers;
    while (*link != h) link = &helpers_[*link].next;
    *link = helpers_[h].next;
    helpers_.free(h);
  }
  const Helper& operator[](std::uint32_t h) const { return helpers_[h]; }
  std::uint32_t in_use() const { return helpers_.in_use(); }
  std::uint32_t peak() const { return helpers_.peak(); }  // the most at once so far

  // A message of a collective that has no receive yet: is its rank in another collective of the same
  // number?
  void suspect(const MatchKey&);
  // Whether it belongs to a collective that the rank has left, or has passed by in another: nobody will
  // receive it.
  bool is_stray(const MatchKey&) const;
  // A message of a collective that no receive of this rank will take.
  std::string describe_stray(const MatchKey&) const;

 private:
  std::int64_t begun_on(std::uint32_t rank, std::uint32_t context) const;

  RankTable& ranks_;
  Mistakes& mistakes_;
  Pool<Helper> helpers_;
};

}  // namespace kasuri::mpi
