// SPDX-License-Identifier: MIT
// Reduction to all of long vectors after Rabenseifner (Thakur, Rabenseifner, Gropp 2005, section 3.6):
// recursive halving leaves each rank the sum of one part, recursive doubling gathers them everywhere.
#include "mpi/collectives/blocks.h"

namespace kasuri::mpi {
namespace {

struct AllreduceRabenseifner final : Allreduce {
  AllreduceRabenseifner(const HalvingParams& params, AlgorithmContext& context)
      : Allreduce({}, context), nearest_first_(params.nearest_first) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const Core core(team, 0, nearest_first_);
    const std::int64_t element = call.element();
    const Parts parts{call.count, core.size()};
    const Team::Scratch incoming(team, call.bytes());
    team.copy(call.send, call.receive, call.bytes());
    fold(team, call, core, call.receive, incoming.data());
    if (core.stands_back()) return team.receive(core.neighbour(), call.receive, call.bytes());
    halve(team, call, core, call.receive, incoming.data(), [&](int m) { return parts.at(m); });

    for (int distance = 1; distance < core.size(); distance *= 2) {
      const int mine = core.me() & ~(distance - 1);
      const int theirs = mine ^ distance;
      const int partner = core.rank_of(core.me() ^ distance);
      team.exchange(partner, offset(call.receive, {parts.at(mine) * element}),
                    {parts.count(mine, mine + distance) * element}, partner,
                    offset(call.receive, {parts.at(theirs) * element}),
                    {parts.count(theirs, theirs + distance) * element});
    }
    if (core.acts_for_two()) team.send(core.neighbour(), call.receive, call.bytes());
  }

 private:
  bool nearest_first_;
};

const config::Register<AllreduceRabenseifner, HalvingParams> allreduce_rabenseifner{
    "rabenseifner", "reduce-scatter by recursive halving, allgather by recursive doubling"};

}  // namespace
}  // namespace kasuri::mpi
