// SPDX-License-Identifier: MIT
// One collective operation of all ranks, again and again, as benchmarks of MPI libraries call them. There
// is no barrier between steps: each rank begins the next one when it is through.
#include <fmt/format.h>

#include "base/core/errors.h"
#include "workload/motifs/motif.h"

namespace kasuri {
namespace {

using namespace literals;
using mpi::Collective;

struct CollectiveParams : MotifSteps {
  // Those whose blocks all ranks can know.
  enum class Operation {
    barrier, bcast, reduce, allreduce, gather, scatter, allgather, alltoall, reduce_scatter_block,
    neighbor_alltoall, scan, exscan
  };
  friend constexpr auto names_of(Operation) {
    return name_table("barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "allgather",
                      "alltoall", "reduce_scatter_block", "neighbor_alltoall", "scan", "exscan");
  }

  Operation operation = Operation::allreduce;
  Bytes size{8};
  std::int32_t element = 8;
  std::uint32_t root = 0;

  static config::Fields<CollectiveParams> fields() {
    using P = CollectiveParams;
    return motif_fields<P>(
        {config::field("operation", &P::operation, "what all ranks call"),
         config::field("size", &P::size,
                       "the whole vector of a bcast, reduce, allreduce or scan; else a block: what a rank "
                       "gives to or gets from each other; with neighbor_alltoall, the "
                       "message that it sends to the next rank")
             .at_least(0_B),
         config::field("element", &P::element, "bytes of an element: 1, 2, 4, 8 or 16").range(1, 16),
         config::field("root", &P::root, "of a bcast, reduce, gather or scatter")});
  }
  static void validate(const CollectiveParams& p, config::Section& section) {
    if ((p.element & (p.element - 1)) != 0) section.error("element", "1, 2, 4, 8 or 16 bytes");
  }
};

class CollectiveMotif final : public StepMotif<CollectiveParams> {
 public:
  CollectiveMotif(const CollectiveParams& p, MotifContext& c) : StepMotif(p), ranks_(c.ranks.value_or(0)) {
    if (ranks_ == 0) throw Error(Exit::usage, "motif 'collective' needs 'ranks' of its job");
    if (p.root >= ranks_) {
      throw Error(Exit::usage,
                  fmt::format("motif 'collective': root = {}, but the job has {} ranks", p.root, ranks_));
    }
    while (mpi::name_of(operation_) != name_of(p.operation)) {
      operation_ = static_cast<Collective>(static_cast<int>(operation_) + 1);
    }
  }
  std::uint32_t ranks() const override { return ranks_; }

 private:
  bool operation(std::uint32_t, std::uint32_t, std::uint32_t k, mpi::Operation& out) const override {
    if (k > 0) return false;
    out.kind = mpi::Operation::Kind::collective;
    out.collective = operation_;
    out.bytes = p_.size;
    out.element = p_.element;
    out.root = static_cast<std::int32_t>(p_.root);
    return true;
  }

  std::uint32_t ranks_;
  Collective operation_{};
};

const config::Register<CollectiveMotif, CollectiveParams> collective_motif{
    "collective", "one collective operation of all ranks, again and again"};

}  // namespace
}  // namespace kasuri
