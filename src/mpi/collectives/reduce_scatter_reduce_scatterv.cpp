// SPDX-License-Identifier: MIT
// Reduction with scattered result as a reduction to rank 0 and a scattering, each by an algorithm of its
// own.
#include <memory>

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {
namespace {

struct ReduceScattervParams {
  config::Choice<Reduce> reduce{"binomial"};
  config::Choice<Scatterv> scatterv{"linear"};

  static config::Fields<ReduceScattervParams> fields() {
    using P = ReduceScattervParams;
    return {config::field("reduce", &P::reduce, "reduction to rank 0"),
            config::field("scatterv", &P::scatterv, "operation from rank 0")};
  }
};

template <class Kind>
struct ReduceScatterv final : Kind {
  ReduceScatterv(const ReduceScattervParams& p, AlgorithmContext& context)
      : Kind({}, context), reduce_(p.reduce.make(context)), scatterv_(p.scatterv.make(context)) {}

  void run(Team& team, const CollectiveCall& call) const override {
    const int last = team.size() - 1;
    CollectiveCall part = call;
    part.root = 0;
    part.count = (call.in.at(last) + call.in.bytes(last)).n / call.element();
    const Team::Scratch sum(team, team.rank() == 0 ? part.bytes() : Bytes{0});
    part.receive = sum.data();
    reduce_->run(team, part);
    part.send = sum.data();
    part.receive = call.receive;
    part.count = call.in.bytes(team.rank()).n / call.element();
    part.out = call.in;
    scatterv_->run(team, part);
  }

 private:
  std::unique_ptr<Reduce> reduce_;
  std::unique_ptr<Scatterv> scatterv_;
};

constexpr const char* kViaVectorSummary = "reduce to rank 0, then scatter";
const config::Register<ReduceScatterv<ReduceScatter>, ReduceScattervParams> reduce_scatter_via_vector{
    "reduce-scatterv", kViaVectorSummary};
const config::Register<ReduceScatterv<ReduceScatterBlock>, ReduceScattervParams>
    reduce_scatter_block_via_vector{"reduce-scatterv", kViaVectorSummary};

}  // namespace
}  // namespace kasuri::mpi
