// SPDX-License-Identifier: MIT
// Reduction with scattered result by recursive halving (Thakur, Rabenseifner, Gropp 2005, section 3.4):
// at distances P/2, …, 1 partners swap halves of what they still have, and add up. If P is not a power
// of two, neighbours act for the surplus.
#include "mpi/collectives/blocks.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct Halving final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = team.rank();
    const Core core(team);
    CollectiveCall whole = call;  // all blocks as one vector
    const std::int64_t element = call.element();
    whole.count = (call.in.at(p - 1) + call.in.bytes(p - 1)).n / element;
    const Team::Scratch incoming(team, whole.bytes());
    const Team::Scratch partial(team, whole.bytes());
    const auto block = [&](int r) { return offset(partial.data(), call.in.at(r)); };
    team.copy(call.send, partial.data(), whole.bytes());
    fold(team, whole, core, partial.data(), incoming.data());
    if (core.stands_back()) return team.receive(core.neighbour(), call.receive, call.in.bytes(me));
    halve(team, whole, core, partial.data(), incoming.data(), [&](int m) {
      return m == core.size() ? whole.count : call.in.at(core.first(m)).n / element;
    });
    if (core.acts_for_two()) team.send(me + 1, block(me + 1), call.in.bytes(me + 1));
    team.copy(block(me), call.receive, call.in.bytes(me));
  }
};

constexpr const char* kReduceScatterHalvingSummary =
    "round k: exchange halves with the rank P/2^k away, and reduce";
const config::Register<Halving<ReduceScatter>> reduce_scatter_halving{
    "recursive-halving", kReduceScatterHalvingSummary};
const config::Register<Halving<ReduceScatterBlock>> reduce_scatter_block_halving{
    "recursive-halving", kReduceScatterHalvingSummary};

}  // namespace
}  // namespace kasuri::mpi
