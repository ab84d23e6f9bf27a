// SPDX-License-Identifier: MIT
// Chains of neighbouring ranks that all begin at a root, as long as each other but for one rank (Open MPI,
// ompi_coll_base_topo_build_chain).
#pragma once

#include <algorithm>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {

struct Chains {
  Chains(const Team& team, int root, int wanted)
      : size(team.size()),
        first(root),
        me((team.rank() - root + size) % size),
        count(std::min(wanted, size - 1)) {}

  int head(int chain) const { return 1 + (size - 1) / count * chain + std::min(chain, (size - 1) % count); }
  int chain() const {  // of this rank, which is not the root
    int c = std::min(static_cast<int>((me - 1LL) * count / (size - 1)), count - 1);
    while (c > 0 && head(c) > me) --c;
    while (c + 1 < count && head(c + 1) <= me) ++c;
    return c;
  }
  bool is_root() const { return me == 0; }
  // Ranks of the team.
  int towards_root() const { return real(me == head(chain()) ? 0 : me - 1); }
  // Calls what(rank) for each next rank: of the root, for the first of each chain.
  template <class F>
  void for_each_next(const F& what) const {
    if (is_root()) {
      for (int c = 0; c < count; ++c) what(real(head(c)));
    } else if (const int c = chain(); me + 1 < (c + 1 < count ? head(c + 1) : size)) {
      what(real(me + 1));
    }
  }

 private:
  int real(int from_root) const { return (from_root + first) % size; }

  int size, first, me, count;
};

}  // namespace kasuri::mpi
