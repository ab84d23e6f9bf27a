// SPDX-License-Identifier: MIT
// Reduction to all by a ring, in segments: the sums of the first segment of every part go around the ring,
// then those of the second, …; at the end the parts pass around as wholes (Open MPI's segmented ring). A
// rank combines operands of one segment at a time, which fit its cache.
#include "mpi/collectives/blocks.h"
#include "mpi/collectives/segments.h"

namespace kasuri::mpi {
namespace {

struct SegmentedRing final : Allreduce {
  SegmentedRing(const SegmentParams& params, AlgorithmContext& context)
      : Allreduce({}, context), segment_(params.segment) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int left = (team.rank() - 1 + p) % p;
    const int right = (team.rank() + 1) % p;
    const std::int64_t element = call.element();
    const Parts parts{call.count, p};
    const Segments largest((call.count + p - 1) / p, element, segment_);
    const auto place = [&](std::int64_t at) { return offset(call.receive, {at * element}); };
    const Team::Scratch incoming(team, {largest.each * element});
    team.copy(call.send, call.receive, call.bytes());

    for (int phase = 0; phase < largest.number(); ++phase) {
      const auto begin = [&](int part) {
        return parts.at(part) + std::min(largest.at(phase), parts.count(part, part + 1));
      };
      const auto count = [&](int part) {
        return std::min(largest.each, parts.count(part, part + 1) - (begin(part) - parts.at(part)));
      };
      for (int s = 0; s < p - 1; ++s) {
        const int give = (team.rank() - s + p) % p;
        const int get = (give - 1 + p) % p;
        team.exchange(right, place(begin(give)), {count(give) * element}, left, incoming.data(),
                      {count(get) * element});
        team.combine(call, incoming.data(), place(begin(get)), count(get));
      }
    }
    for (int s = 0; s < p - 1; ++s) {
      const int give = (team.rank() + 1 - s + p) % p;
      const int get = (give - 1 + p) % p;
      team.exchange(right, place(parts.at(give)), {parts.count(give, give + 1) * element}, left,
                    place(parts.at(get)), {parts.count(get, get + 1) * element});
    }
  }

 private:
  Bytes segment_;
};

const config::Register<SegmentedRing, SegmentParams> segmented_ring{
    "segmented-ring", "as ring, with the reduce-scatter divided into segments"};

}  // namespace
}  // namespace kasuri::mpi
