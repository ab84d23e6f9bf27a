// SPDX-License-Identifier: MIT
// Personalised all-to-all after Bruck (Bruck, Ho, Kipnis, Upfal, Weathersby 1997): in round k all blocks
// whose distance to their destination has bit k go 2^k ranks on, in one message. ⌈log2 P⌉ messages
// instead of P − 1, but each block travels up to ⌈log2 P⌉ times: for small blocks.
#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct AlltoallBruck final : Alltoall {
  using Alltoall::Alltoall;

  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size();
    const int me = team.rank();
    const Bytes size = call.out.bytes(0);
    const Bytes half = size * ((p + 1) / 2);
    const Team::Scratch space(team, size * p + half * 2);  // one temporary, as libraries have it
    const auto place = [&](int distance) { return offset(space.data(), size * distance); };  // to the end
    void* const out = place(p);
    void* const in = offset(out, half);
    for (int d = 0; d < p; ++d) {
      team.copy(offset(call.send, call.out.at((me + d) % p)), place(d), size);
    }
    for (int step = 1; step < p; step *= 2) {
      int n = 0;
      for (int d = step; d < p; ++d) {
        if (d & step) team.copy(place(d), offset(out, size * n++), size);
      }
      team.exchange((me + step) % p, out, size * n, (me - step + p) % p, in, size * n);
      n = 0;
      for (int d = step; d < p; ++d) {
        if (d & step) team.copy(offset(in, size * n++), place(d), size);
      }
    }
    // What has come distance d is from rank me − d.
    for (int d = 0; d < p; ++d) {
      team.copy(place(d), offset(call.receive, call.in.at((me - d + p) % p)), size);
    }
  }
};

const config::Register<AlltoallBruck> alltoall_bruck{
    "bruck", "round k: all blocks whose distance has bit k to rank + 2^k; ceil(log2 P) rounds"};

}  // namespace
}  // namespace kasuri::mpi
