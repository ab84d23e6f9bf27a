// SPDX-License-Identifier: MIT
// Reduction to all as a reduction to rank 0 and a broadcast, each by an algorithm of its own.
#include <memory>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct ReduceBcastParams {
  config::Choice<Reduce> reduce{"binomial"};
  config::Choice<Bcast> bcast{"binomial"};

  static config::Fields<ReduceBcastParams> fields() {
    using P = ReduceBcastParams;
    return {config::field("reduce", &P::reduce, "reduction to rank 0"),
            config::field("bcast", &P::bcast, "operation from rank 0")};
  }
};

struct ReduceBcast final : Allreduce {
  ReduceBcast(const ReduceBcastParams& p, AlgorithmContext& context)
      : Allreduce({}, context), reduce_(p.reduce.make(context)), bcast_(p.bcast.make(context)) {}

  void run(Team& team, const CollectiveCall& call) const override {
    CollectiveCall part = call;
    part.root = 0;
    reduce_->run(team, part);
    bcast_->run(team, part);
  }

 private:
  std::unique_ptr<Reduce> reduce_;
  std::unique_ptr<Bcast> bcast_;
};

const config::Register<ReduceBcast, ReduceBcastParams> allreduce_reduce_bcast{
    "reduce-bcast", "reduce to rank 0, then broadcast"};

}  // namespace
}  // namespace kasuri::mpi
