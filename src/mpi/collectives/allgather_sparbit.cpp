// SPDX-License-Identifier: MIT
// Gathering by all after Sparbit (Loch, Koslovski 2021): a binomial distribution of every block at the same
// time. The far halves go first, one block each, so that most of the data goes to near ranks. ⌈log2 P⌉
// rounds; blocks are put in their places as they come.
#include <bit>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

template <class Kind>
struct Sparbit final : Kind {
  using Kind::Kind;

  // In a round of distance d a rank has the blocks of ranks `me − 2 i d`, and sends them d ranks on. The
  // last of them would come to a rank that has it where P has no bit d, but a lower one.
  void run(Team& team, const CollectiveCall& call) const override {
    const int p = team.size(), me = team.rank();
    team.copy(call.send, offset(call.receive, call.in.at(me)), call.bytes());
    const auto behind = [&](std::int64_t n) { return static_cast<int>(((me - n) % p + p) % p); };
    int have = 1;
    for (int d = p > 1 ? static_cast<int>(std::bit_ceil(static_cast<unsigned>(p))) / 2 : 0; d > 0; d /= 2) {
      const bool lacks_one = p <= std::int64_t{d} * (2 * have - 1);
      const int blocks = have - lacks_one;
      Team::Requests requests(team, 2 * blocks);
      for (int i = 0; i < blocks; ++i) {
        const int get = behind(std::int64_t{2 * i + 1} * d);
        requests.add(team.ireceive(behind(d), offset(call.receive, call.in.at(get)), call.in.bytes(get)));
      }
      for (int i = 0; i < blocks; ++i) {
        const int give = behind(std::int64_t{2 * i} * d);
        requests.add(team.isend((me + d) % p, offset(call.receive, call.in.at(give)), call.in.bytes(give)));
      }
      team.wait_all(requests.all());
      have += blocks;
    }
  }
};

constexpr const char* kSparbitSummary =
    "own block to rank + P/2, then all blocks so far to rank + P/4, …; ceil(log2 P) rounds";
const config::Register<Sparbit<Allgather>> sparbit_allgather{"sparbit", kSparbitSummary};
const config::Register<Sparbit<Allgatherv>> sparbit_allgatherv{"sparbit", kSparbitSummary};

}  // namespace
}  // namespace kasuri::mpi
