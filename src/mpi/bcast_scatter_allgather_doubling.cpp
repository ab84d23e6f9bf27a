// SPDX-License-Identifier: MIT
// Broadcast of messages of middle length: a binomial tree scatters P parts, recursive doubling gathers them
// at all ranks (Thakur, Rabenseifner, Gropp 2005, section 3.2). Where P is no power of two, a ring gathers.
#include <algorithm>
#include <bit>

#include "mpi/blocks.h"

namespace kasuri::mpi {
namespace {

struct ScatterAllgatherDoubling final : Bcast {
  using Bcast::Bcast;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;  // counted from the root
    const auto real = [&](int r) { return (r + call.root) % p; };
    const std::int64_t element = call.element();
    const Parts parts{call.count, p};
    const auto place = [&](int i) { return offset(call.receive, {parts.at(i) * element}); };
    const auto bytes = [&](int i, int end) { return Bytes{parts.count(i, std::min(end, p)) * element}; };

    int distance = 1;
    while (distance < p && !(me & distance)) distance *= 2;
    if (me != 0) team.receive(real(me - distance), place(me), bytes(me, me + distance));
    for (distance /= 2; distance > 0; distance /= 2) {
      const int child = me + distance;
      if (child < p) team.send(real(child), place(child), bytes(child, child + distance));
    }
    if (!std::has_single_bit(static_cast<unsigned>(p))) {
      for (int s = 0; s < p - 1; ++s) {
        const int give = (me - s + p) % p, get = (give - 1 + p) % p;
        team.exchange(real((me + 1) % p), place(give), bytes(give, give + 1), real((me - 1 + p) % p),
                      place(get), bytes(get, get + 1));
      }
      return;
    }
    for (distance = 1; distance < p; distance *= 2) {
      const int mine = me & ~(distance - 1), theirs = mine ^ distance;
      team.exchange(real(me ^ distance), place(mine), bytes(mine, mine + distance), real(me ^ distance),
                    place(theirs), bytes(theirs, theirs + distance));
    }
  }
};

const config::Register<ScatterAllgatherDoubling> scatter_allgather_doubling{
    "scatter-allgather-doubling",
    "parts by a binomial tree, then recursive doubling gathers them everywhere"};

}  // namespace
}  // namespace kasuri::mpi
