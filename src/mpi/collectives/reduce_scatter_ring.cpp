// SPDX-License-Identifier: MIT
// Reduction with scattered result by a ring: the sum of each block passes around, from the right
// neighbour of the rank that it is for to that rank, and grows on its way.
#include <algorithm>
#include <utility>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct RingParams {
  bool copies_input = false;

  static config::Fields<RingParams> fields() {
    return {config::field("copies_input", &RingParams::copies_input,
                          "whether each rank copies its whole vector first, as in Open MPI")};
  }
};

template <class Kind>
struct ReduceScatterRing final : Kind {
  ReduceScatterRing(const RingParams& p, AlgorithmContext& context)
      : Kind({}, context), copies_input_(p.copies_input) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int left = (team.rank() - 1 + p) % p;
    const int right = (team.rank() + 1) % p;
    Bytes largest{0};
    for (int i = 0; i < p; ++i) largest = std::max(largest, call.in.bytes(i));
    const Bytes all = call.in.at(p - 1) + call.in.bytes(p - 1);
    const Team::Scratch whole(team, copies_input_ ? all : Bytes{0});
    if (copies_input_) team.copy(call.send, whole.data(), all);
    const Team::Scratch a(team, largest);
    const Team::Scratch b(team, largest);
    void* out = a.data();
    void* in = b.data();
    team.copy(offset(call.send, call.in.at(left)), out, call.in.bytes(left));
    for (int s = 1; s < p; ++s) {
      const int give = (team.rank() - s + p) % p;
      const int get = (give - 1 + p) % p;
      const Bytes size = call.in.bytes(get);
      team.exchange(right, out, call.in.bytes(give), left, in, size);
      team.combine(call, offset(call.send, call.in.at(get)), in, size.n / call.element());
      std::swap(out, in);
    }
    team.copy(out, call.receive, call.in.bytes(team.rank()));
  }

 private:
  bool copies_input_;
};

constexpr const char* kReduceScatterRingSummary =
    "partial results of blocks pass around a ring";
const config::Register<ReduceScatterRing<ReduceScatter>, RingParams> reduce_scatter_ring{
    "ring", kReduceScatterRingSummary};
const config::Register<ReduceScatterRing<ReduceScatterBlock>, RingParams> reduce_scatter_block_ring{
    "ring", kReduceScatterRingSummary};

}  // namespace
}  // namespace kasuri::mpi
