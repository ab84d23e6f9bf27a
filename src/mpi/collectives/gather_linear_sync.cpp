// SPDX-License-Identifier: MIT
// Gathering by the root with a word of its own to each rank, as Open MPI does for long blocks: a rank that
// is told sends the first part of its block, and then the rest; the root goes on to the next when the
// first part is there.
#include <algorithm>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

using namespace literals;

struct LinearSyncParams {
  Bytes first{1024};

  static config::Fields<LinearSyncParams> fields() {
    return {config::field("first", &LinearSyncParams::first, "bytes of the first part of a block")
                .at_least(0_B)};
  }
};

template <class Kind>
struct GatherLinearSync final : Kind {
  GatherLinearSync(const LinearSyncParams& params, AlgorithmContext& context)
      : Kind({}, context), first_(params.first) {}

  void run(Team& team, const CollectiveCall& call) const override {
    if (team.rank() != call.root) {
      const Bytes first = first_of(call, call.bytes());
      team.receive(call.root, nullptr, {0});
      team.send(call.root, call.send, first);
      return team.send(call.root, offset(call.send, first), call.bytes() - first);
    }
    Team::Requests rests(team, team.size() - 1);
    for (int r = 0; r < team.size(); ++r) {
      void* place = offset(call.receive, call.in.at(r));
      if (r == call.root) {
        team.copy(call.send, place, call.bytes());
        continue;
      }
      const Bytes first = first_of(call, call.in.bytes(r));
      Handle begun = team.ireceive(r, place, first);
      team.send(r, nullptr, {0});
      rests.add(team.ireceive(r, offset(place, first), call.in.bytes(r) - first));
      team.wait_all({&begun, 1});
    }
    team.wait_all(rests.all());
  }

 private:
  // Whole elements.
  Bytes first_of(const CollectiveCall& call, Bytes block) const {
    return std::min(block, Bytes{first_.n / call.element() * call.element()});
  }
  Bytes first_;
};

constexpr const char* kGatherLinearSyncSummary = "the root calls for the first part of each block in turn";
const config::Register<GatherLinearSync<Gather>, LinearSyncParams> gather_linear_sync{
    "linear-sync", kGatherLinearSyncSummary};
const config::Register<GatherLinearSync<Gatherv>, LinearSyncParams> gatherv_linear_sync{
    "linear-sync", kGatherLinearSyncSummary};

}  // namespace
}  // namespace kasuri::mpi
