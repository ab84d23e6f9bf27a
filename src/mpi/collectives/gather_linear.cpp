// SPDX-License-Identifier: MIT
// Gathering by the root: everyone sends to it at once. The root waits for all blocks at once, or receives
// one after the other, as Open MPI does.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct GatherLinearParams {
  bool one_by_one = false;

  static config::Fields<GatherLinearParams> fields() {
    return {config::field("one_by_one", &GatherLinearParams::one_by_one,
                          "whether the root receives the blocks one after the other")};
  }
};

template <class Kind>
struct GatherLinear final : Kind {
  GatherLinear(const GatherLinearParams& params, AlgorithmContext& context)
      : Kind({}, context), one_by_one_(params.one_by_one) {}

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.rank() != call.root) {
      if (one_by_one_) team.is_peer(team.rank() + (team.rank() < call.root));
      return team.send(call.root, call.send, call.bytes());
    }
    Team::Requests requests(team, team.size() - 1);
    for (int r = 0; r < team.size(); ++r) {
      void* place = offset(call.receive, call.in.at(r));
      if (r == call.root)
        team.copy(call.send, place, call.bytes());
      else if (one_by_one_)
        team.receive(r, place, call.in.bytes(r));
      else
        requests.add(team.ireceive(r, place, call.in.bytes(r)));
    }
    team.wait_all(requests.all());
  }

 private:
  bool one_by_one_;
};

const config::Register<GatherLinear<Gather>, GatherLinearParams> gather_linear{
    "linear", "all ranks send to the root at once"};
const config::Register<GatherLinear<Gatherv>, GatherLinearParams> gatherv_linear{
    "linear", "all ranks send to the root at once"};

}  // namespace
}  // namespace kasuri::mpi
