// SPDX-License-Identifier: MIT
// Broadcast along a chain that begins at the root, in segments (pipeline): P − 2 + number of segments
// steps, of which each rank sends every byte once. For long messages.
#include "mpi/collectives/chains.h"
#include "mpi/collectives/segments.h"

namespace kasuri::mpi {
namespace {

struct ChainParams {
  Bytes segment = SegmentParams().segment;
  bool puts = false;
  int chains = 1;

  static config::Fields<ChainParams> fields() {
    return {config::field("segment", &ChainParams::segment,
                          "size of a segment; larger segments wait longer for their data, smaller ones "
                          "need more messages")
                .range(Bytes{1}, Bytes{1 << 30}),
            config::field("puts", &ChainParams::puts,
                          "whether NICs put segments straight into memory, without a CPU"),
            config::field("chains", &ChainParams::chains,
                          "how many chains the root begins, with the other ranks divided among them")
                .range(1, 1 << 20)};
  }
};

struct BcastChain final : Bcast {
  BcastChain(const ChainParams& params, AlgorithmContext& context) : Bcast({}, context), p_(params) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const Chains chains(team, call.root, p_.chains);
    const std::int64_t element = call.element();
    const Segments segments(call.count, element, p_.segment);
    int next = 0;
    chains.for_each_next([&](int) { ++next; });
    Team::Requests sends(team, segments.number() * next);
    for (int i = 0; i < segments.number(); ++i) {
      void* data = offset(call.receive, {segments.at(i) * element});
      const Bytes size{segments.count(i) * element};
      if (!chains.is_root() && p_.puts) {
        Handle h = team.ireceive_put(chains.towards_root(), data, size);
        team.wait_all({&h, 1});
      } else if (!chains.is_root()) {
        team.receive(chains.towards_root(), data, size);
      }
      const auto nic = static_cast<std::uint32_t>(team.rank());
      chains.for_each_next([&](int after) {
        sends.add(p_.puts ? team.put(after, data, size, nic) : team.isend(after, data, size));
      });
    }
    team.wait_all(sends.all());
  }

 private:
  ChainParams p_;
};

const config::Register<BcastChain, ChainParams> bcast_chain{
    "chain", "from rank to rank in segments (pipeline)"};

}  // namespace
}  // namespace kasuri::mpi
