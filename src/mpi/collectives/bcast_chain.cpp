// SPDX-License-Identifier: MIT
// Broadcast along a chain that begins at the root, in segments (pipeline): P − 2 + number of segments
// steps, of which each rank sends every byte once. For long messages.
#include "mpi/collectives/segments.h"

namespace kasuri::mpi {
namespace {

struct ChainParams {
  Bytes segment = SegmentParams().segment;
  bool puts = false;

  static config::Fields<ChainParams> fields() {
    return {config::field("segment", &ChainParams::segment,
                          "size of a segment; larger segments wait longer for their data, smaller ones "
                          "need more messages")
                .range(Bytes{1}, Bytes{1 << 30}),
            config::field("puts", &ChainParams::puts,
                          "whether NICs put segments straight into memory, without a CPU")};
  }
};

struct BcastChain final : Bcast {
  BcastChain(const ChainParams& params, AlgorithmContext& context) : Bcast({}, context), p_(params) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;
    const int before = (team.rank() - 1 + p) % p;
    const int after = (team.rank() + 1) % p;
    const std::int64_t element = call.element();
    const Segments segments(call.count, element, p_.segment);
    Team::Requests sends(team, segments.number());
    for (int i = 0; i < segments.number(); ++i) {
      void* data = offset(call.receive, {segments.at(i) * element});
      const Bytes size{segments.count(i) * element};
      if (me != 0 && p_.puts) {
        Handle h = team.ireceive_put(before, data, size);
        team.wait_all({&h, 1});
      } else if (me != 0) {
        team.receive(before, data, size);
      }
      if (me == p - 1) continue;
      const auto nic = static_cast<std::uint32_t>(team.rank());
      sends.add(p_.puts ? team.put(after, data, size, nic) : team.isend(after, data, size));
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
