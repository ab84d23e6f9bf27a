// SPDX-License-Identifier: MIT
// Broadcast along a k-nomial tree: in each of ⌈log_k P⌉ rounds, every rank that has the data sends it to
// k − 1 others.
#include "mpi/collectives/radix.h"

namespace kasuri::mpi {
namespace {

struct Knomial final : Bcast {
  Knomial(const RadixParams& params, AlgorithmContext& context)
      : Bcast({}, context), radix_(params.radix) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;  // counted from the root
    const auto real = [&](std::int64_t r) { return static_cast<int>((r + call.root) % p); };
    // The lowest digit of `me` that is not zero says whose child it is.
    std::int64_t distance = 1;
    while (distance < p && me % (distance * radix_) == 0) distance *= radix_;
    if (me != 0) team.receive(real(me - me % (distance * radix_)), call.receive, call.bytes());
    Team::Requests sends(team, children(me, p, distance));
    for (distance /= radix_; distance > 0; distance /= radix_) {
      for (std::int64_t child = me + distance; child < std::min<std::int64_t>(p, me + distance * radix_);
           child += distance) {
        sends.add(team.isend(real(child), call.receive, call.bytes()));
      }
    }
    team.wait_all(sends.all());
  }

 private:
  int children(int me, int p, std::int64_t distance) const {
    int n = 0;
    for (distance /= radix_; distance > 0; distance /= radix_) {
      for (int k = 1; k < radix_; ++k) n += me + k * distance < p;
    }
    return n;
  }

  int radix_;
};

const config::Register<Knomial, RadixParams> k_nomial{"k-nomial", "k-nomial tree, ceil(log_k P) rounds"};

}  // namespace
}  // namespace kasuri::mpi
