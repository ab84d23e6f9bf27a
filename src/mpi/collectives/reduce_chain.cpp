// SPDX-License-Identifier: MIT
// Reduction along a chain that ends at the root, in segments (pipeline): each rank adds its own to what
// comes and passes the sum on. For long vectors.
#include "mpi/collectives/segments.h"

namespace kasuri::mpi {
namespace {

struct ReduceChain final : Reduce {
  ReduceChain(const SegmentParams& params, AlgorithmContext& context)
      : Reduce({}, context), segment_(params.segment) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;
    const int before = (team.rank() + 1) % p;  // further from the root
    const int after = (team.rank() - 1 + p) % p;
    const std::int64_t element = call.element();
    const Segments segments(call.count, element, segment_);
    const Team::Scratch incoming(team, {std::min(segments.each, call.count) * element});
    const Team::Scratch partial(team, call.bytes());
    void* result = me == 0 ? call.receive : partial.data();
    team.copy(call.send, result, call.bytes());
    Team::Requests sends(team, segments.number());
    for (int i = 0; i < segments.number(); ++i) {
      void* data = offset(result, {segments.at(i) * element});
      const Bytes size{segments.count(i) * element};
      if (me != p - 1) {
        team.receive(before, incoming.data(), size);
        team.combine(call, incoming.data(), data, segments.count(i));
      }
      if (me != 0) sends.add(team.isend(after, data, size));
    }
    team.wait_all(sends.all());
  }

 private:
  Bytes segment_;
};

const config::Register<ReduceChain, SegmentParams> reduce_chain{
    "chain", "from rank to rank towards the root in segments (pipeline)"};

}  // namespace
}  // namespace kasuri::mpi
