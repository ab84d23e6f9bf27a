// SPDX-License-Identifier: MIT
// Broadcast of long messages: a binomial tree scatters P parts, a ring gathers them at all ranks
// (van de Geijn; Thakur, Rabenseifner, Gropp 2005, section 3.2). Each rank sends hardly more than the
// message twice, whatever P.
#include <algorithm>

#include "mpi/blocks.h"

namespace kasuri::mpi {
namespace {

struct ScatterAllgather final : Bcast {
  using Bcast::Bcast;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;  // counted from the root
    const auto real = [&](int r) { return (r + call.root) % p; };
    const std::int64_t element = call.element();
    const Parts parts{call.count, p};
    const auto place = [&](int i) { return offset(call.receive, {parts.at(i) * element}); };
    const auto bytes = [&](int i, int end) { return Bytes{parts.count(i, end) * element}; };

    // Who is at distance d below its parent takes the parts me … me + d − 1.
    int distance = 1;
    while (distance < p && !(me & distance)) distance *= 2;
    if (me != 0) team.receive(real(me - distance), place(me), bytes(me, std::min(me + distance, p)));
    for (distance /= 2; distance > 0; distance /= 2) {
      const int child = me + distance;
      if (child < p) team.send(real(child), place(child), bytes(child, std::min(child + distance, p)));
    }
    for (int s = 0; s < p - 1; ++s) {
      const int give = (me - s + p) % p;
      const int get = (me - s - 1 + p) % p;
      team.exchange(real((me + 1) % p), place(give), bytes(give, give + 1), real((me - 1 + p) % p),
                    place(get), bytes(get, get + 1));
    }
  }
};

const config::Register<ScatterAllgather> bcast_scatter_allgather{
    "scatter-allgather", "parts by a binomial tree, then a ring gathers them everywhere"};

}  // namespace
}  // namespace kasuri::mpi
