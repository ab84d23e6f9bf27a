// SPDX-License-Identifier: MIT
// Broadcast along a chain that begins at the root, in segments (pipeline): P − 2 + number of segments
// steps, of which each rank sends every byte once. For long messages.
#include "collectives/segments.h"

namespace kasuri::mpi {
namespace {

struct BcastChain final : Bcast {
  BcastChain(const SegmentParams& params, AlgorithmContext& context)
      : Bcast({}, context), segment_(params.segment) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;
    const int before = (team.rank() - 1 + p) % p;
    const int after = (team.rank() + 1) % p;
    const std::int64_t element = call.element();
    const Segments segments(call.count, element, segment_);
    Team::Requests sends(team, segments.number());
    for (int i = 0; i < segments.number(); ++i) {
      void* data = offset(call.receive, {segments.at(i) * element});
      const Bytes size{segments.count(i) * element};
      if (me != 0) team.receive(before, data, size);
      if (me != p - 1) sends.add(team.isend(after, data, size));
    }
    team.wait_all(sends.all());
  }

 private:
  Bytes segment_;
};

const config::Register<BcastChain, SegmentParams> bcast_chain{
    "chain", "from rank to rank in segments (pipeline)"};

}  // namespace
}  // namespace kasuri::mpi
