// SPDX-License-Identifier: MIT
// Gathering by remote direct memory access: all ranks tell the root that they are there, and it tells
// them where its buffer is, both by a binomial tree; their NICs put the blocks there at once. No CPU
// handles the blocks.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct GatherPuts final : Gather {
  using Gather::Gather;
  static constexpr Bytes kAddress{8};

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = (team.rank() - call.root + p) % p;  // counted from the root
    const auto real = [&](int r) { return (r + call.root) % p; };
    Team::Requests blocks(team, me == 0 ? p : 1);
    int distance = 1;
    while (distance < p && !(me & distance)) distance *= 2;
    for (int near = 1; near < distance; near *= 2) {
      if (me + near < p) team.receive(real(me + near), nullptr, {0});
    }
    // Of a child, the root receives first that it is there, then its block.
    for (int r = 0; r < p && me == 0; ++r) {
      void* place = offset(call.receive, call.in.at(r));
      if (r == call.root) team.copy(call.send, place, call.bytes());
      else blocks.add(team.ireceive_put(r, place, call.in.bytes(r)));
    }
    if (me != 0) {
      team.send(real(me - distance), nullptr, {0});
      team.receive(real(me - distance), nullptr, kAddress);
    }
    for (distance /= 2; distance > 0; distance /= 2) {
      if (me + distance < p) team.send(real(me + distance), nullptr, kAddress);
    }
    if (me != 0) blocks.add(team.put(call.root, call.send, call.bytes(), static_cast<unsigned>(me)));
    team.wait_all(blocks.all());
  }
};

const config::Register<GatherPuts> gather_puts{
    "puts", "the root gives the place of its buffer, and all put their blocks there"};

}  // namespace
}  // namespace kasuri::mpi
