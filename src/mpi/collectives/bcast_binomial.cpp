// SPDX-License-Identifier: MIT
// Broadcast along a binomial tree: who has the data passes it on, ⌈log2 P⌉ rounds (Thakur, Rabenseifner,
// Gropp 2005, section 3.2). Farthest first, at half the distance each time, as MPICH does; or nearest
// first, at twice the distance, as Open MPI does, which also sends to all children at once.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct BinomialTreeParams {
  bool nearest_first = false;
  bool at_once = false;

  static config::Fields<BinomialTreeParams> fields() {
    using P = BinomialTreeParams;
    return {config::field("nearest_first", &P::nearest_first,
                          "whether the first to get the data are the nearest ranks, not the farthest"),
            config::field("at_once", &P::at_once,
                          "whether a rank sends to all its children at once, not to one after the other")};
  }
};

struct BcastBinomial final : Bcast {
  BcastBinomial(const BinomialTreeParams& params, AlgorithmContext& context)
      : Bcast({}, context), params_(params) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;  // counted from the root
    const auto real = [&](int r) { return (r + call.root) % p; };
    Team::Requests sends(team, params_.at_once ? 32 : 0);
    const auto pass_on = [&](int child) {
      if (child >= p) return;
      if (params_.at_once) sends.add(team.isend(real(child), call.receive, call.bytes()));
      else team.send(real(child), call.receive, call.bytes());
    };
    if (params_.nearest_first) {
      // The highest set bit is the distance to the parent.
      int distance = 1;
      while (distance <= me) distance *= 2;
      if (me != 0) team.receive(real(me - distance / 2), call.receive, call.bytes());
      for (; distance < p; distance *= 2) pass_on(me + distance);
    } else {
      // The lowest is; the root has none.
      int distance = 1;
      while (distance < p && !(me & distance)) distance *= 2;
      if (me != 0) team.receive(real(me - distance), call.receive, call.bytes());
      for (distance /= 2; distance > 0; distance /= 2) pass_on(me + distance);
    }
    team.wait_all(sends.all());
  }

 private:
  BinomialTreeParams params_;
};

const config::Register<BcastBinomial, BinomialTreeParams> bcast_binomial{
    "binomial", "binomial tree, ceil(log2 P) rounds"};

}  // namespace
}  // namespace kasuri::mpi
