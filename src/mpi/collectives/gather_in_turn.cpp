// SPDX-License-Identifier: MIT
// Gathering by the root in the order of ranks, each of which waits for the root's word: one block under
// way at a time, so that nothing queues up before the root.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct GatherInTurn final : Kind {
  using Kind::Kind;

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.rank() != call.root) {
      team.receive(call.root, nullptr, {0});
      return team.send(call.root, call.send, call.bytes());
    }
    for (int r = 0; r < team.size(); ++r) {
      void* place = offset(call.receive, call.in.at(r));
      if (r == call.root) {
        team.copy(call.send, place, call.bytes());
      } else {
        team.send(r, nullptr, {0});
        team.receive(r, place, call.in.bytes(r));
      }
    }
  }
};

const config::Register<GatherInTurn<Gather>> gather_in_turn{
    "in-turn", "the root requests one block at a time"};
const config::Register<GatherInTurn<Gatherv>> gatherv_in_turn{
    "in-turn", "the root requests one block at a time"};

}  // namespace
}  // namespace kasuri::mpi
