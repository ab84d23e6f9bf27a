// SPDX-License-Identifier: MIT
// Reduction of long vectors after Rabenseifner (Thakur, Rabenseifner, Gropp 2005, section 3.5):
// recursive halving leaves each rank the sum of one part, a binomial tree gathers them at the root.
#include "mpi/collectives/blocks.h"

namespace kasuri::mpi {
namespace {

struct ReduceRabenseifner final : Reduce {
  ReduceRabenseifner(const HalvingParams& params, AlgorithmContext& context)
      : Reduce({}, context), nearest_first_(params.nearest_first) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const Core core(team, call.root, nearest_first_);
    const std::int64_t element = call.element();
    const Parts parts{call.count, core.size()};
    const Team::Scratch incoming(team, call.bytes());
    const Team::Scratch space(team, call.bytes());
    void* partial = team.rank() == call.root ? call.receive : space.data();
    team.copy(call.send, partial, call.bytes());
    fold(team, call, core, partial, incoming.data());
    if (core.stands_back()) return;
    halve(team, call, core, partial, incoming.data(), [&](int m) { return parts.at(m); });

    const int me = core.me();
    for (int distance = 1; distance < core.size(); distance *= 2) {
      const int from = me & distance ? me : me + distance;
      void* data = offset(partial, {parts.at(from) * element});
      const Bytes size{parts.count(from, from + distance) * element};
      if (me & distance) return team.send(core.rank_of(me - distance), data, size);
      team.receive(core.rank_of(from), data, size);
    }
  }

 private:
  bool nearest_first_;
};

const config::Register<ReduceRabenseifner, HalvingParams> reduce_rabenseifner{
    "rabenseifner", "reduce-scatter by recursive halving, then a binomial gather"};

}  // namespace
}  // namespace kasuri::mpi
