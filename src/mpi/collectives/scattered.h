// SPDX-License-Identifier: MIT
// A broadcast in two halves (van de Geijn; Thakur, Rabenseifner, Gropp 2005, section 3.2): the message is
// scattered in P parts, then all ranks gather the parts. Ranks and parts are counted from the root.
#pragma once

#include <algorithm>

#include "mpi/collectives/blocks.h"

namespace kasuri::mpi {

class Scattered {
 public:
  Scattered(Team& team, const CollectiveCall& call)
      : team_(team), call_(call), parts_{call.count, team.size()},
        me_((team.rank() - call.root + team.size()) % team.size()) {}

  int me() const { return me_; }

  // By a binomial tree: who is at distance d below its parent gets the parts me ... me + d - 1.
  void scatter() {
    const int p = team_.size();
    int distance = 1;
    while (distance < p && !(me_ & distance)) distance *= 2;
    if (me_ != 0) team_.receive(real(me_ - distance), place(me_), bytes(me_, me_ + distance));
    for (distance /= 2; distance > 0; distance /= 2) {
      const int child = me_ + distance;
      if (child < p) team_.send(real(child), place(child), bytes(child, child + distance));
    }
  }
  // By a ring, in P - 1 steps.
  void pass_around() {
    const int p = team_.size();
    for (int s = 0; s < p - 1; ++s) {
      const int give = (me_ - s + p) % p, get = (me_ - s - 1 + p) % p;
      team_.exchange(real((me_ + 1) % p), place(give), bytes(give, give + 1), real((me_ - 1 + p) % p),
                     place(get), bytes(get, get + 1));
    }
  }
  // Parts give ... give + n - 1 for get ... get + n - 1.
  void swap(int with, int give, int get, int n) {
    team_.exchange(real(with), place(give), bytes(give, give + n), real(with), place(get),
                   bytes(get, get + n));
  }

 private:
  int real(int r) const { return (r + call_.root) % team_.size(); }
  void* place(int i) const { return offset(call_.receive, {parts_.at(i) * call_.element()}); }
  Bytes bytes(int i, int end) const {
    return {parts_.count(i, std::min(end, team_.size())) * call_.element()};
  }

  Team& team_;
  const CollectiveCall& call_;
  Parts parts_;
  int me_;
};

}  // namespace kasuri::mpi
