// SPDX-License-Identifier: MIT
// Reduction along a chain that ends at the root, in segments (pipeline): each rank adds its own to what
// comes and passes the sum on. For long vectors.
#include "mpi/collectives/chains.h"
#include "mpi/collectives/segments.h"

namespace kasuri::mpi {
namespace {

struct ReduceChainParams {
  Bytes segment = SegmentParams().segment;
  int chains = 1;

  static config::Fields<ReduceChainParams> fields() {
    using P = ReduceChainParams;
    return {config::field("segment", &P::segment,
                          "size of a segment; larger segments wait longer for their data, smaller ones "
                          "need more messages")
                .range(Bytes{1}, Bytes{1 << 30}),
            config::field("chains", &P::chains,
                          "how many chains end at the root, with the other ranks divided among them")
                .range(1, 1 << 20)};
  }
};

struct ReduceChain final : Reduce {
  ReduceChain(const ReduceChainParams& params, AlgorithmContext& context)
      : Reduce({}, context), segment_(params.segment), chains_(params.chains) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const Chains chains(team, call.root, chains_);
    const std::int64_t element = call.element();
    const Segments segments(call.count, element, segment_);
    const Team::Scratch incoming(team, {std::min(segments.each, call.count) * element});
    const Team::Scratch partial(team, call.bytes());
    void* result = chains.is_root() ? call.receive : partial.data();
    team.copy(call.send, result, call.bytes());
    Team::Requests sends(team, segments.number());
    for (int i = 0; i < segments.number(); ++i) {
      void* data = offset(result, {segments.at(i) * element});
      const Bytes size{segments.count(i) * element};
      chains.for_each_next([&](int from) {
        team.receive(from, incoming.data(), size);
        team.combine(call, incoming.data(), data, segments.count(i));
      });
      if (!chains.is_root()) sends.add(team.isend(chains.towards_root(), data, size));
    }
    team.wait_all(sends.all());
  }

 private:
  Bytes segment_;
  int chains_;
};

const config::Register<ReduceChain, ReduceChainParams> reduce_chain{
    "chain", "from rank to rank towards the root in segments (pipeline)"};

}  // namespace
}  // namespace kasuri::mpi
