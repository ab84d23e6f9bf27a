// SPDX-License-Identifier: MIT
// Gathering by all as a gathering by rank 0 and a broadcast, each by an algorithm of its own.
#include <memory>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct GatherBcastParams {
  config::Choice<Gather> gather{"binomial"};
  config::Choice<Bcast> bcast{"binomial"};

  static config::Fields<GatherBcastParams> fields() {
    using P = GatherBcastParams;
    return {config::field("gather", &P::gather, "gather to rank 0"),
            config::field("bcast", &P::bcast, "operation from rank 0")};
  }
};

struct GatherBcast final : Allgather {
  GatherBcast(const GatherBcastParams& p, AlgorithmContext& context)
      : Allgather({}, context), gather_(p.gather.make(context)), bcast_(p.bcast.make(context)) {}

  void run(Team& team, const CollectiveCall& call) const override {
    CollectiveCall part = call;
    part.root = 0;
    gather_->run(team, part);
    part.type = Type::byte;
    part.count = call.in.bytes(0).n * team.size();
    bcast_->run(team, part);
  }

 private:
  std::unique_ptr<Gather> gather_;
  std::unique_ptr<Bcast> bcast_;
};

const config::Register<GatherBcast, GatherBcastParams> allgather_gather_bcast{
    "gather-bcast", "gather to rank 0, then broadcast"};

}  // namespace
}  // namespace kasuri::mpi
