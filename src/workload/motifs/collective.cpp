// SPDX-License-Identifier: MIT
// One collective operation of all ranks, again and again, as benchmarks of MPI libraries call them. There
// is no barrier between steps: each rank begins the next one when it is through.
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "base/core/errors.h"
#include "workload/motifs/motif.h"

namespace kasuri {
namespace {

using namespace literals;
using mpi::Collective;

// Those whose blocks all ranks can know.
constexpr std::array kMotifOperations = {
    std::pair("barrier", Collective::barrier),
    std::pair("bcast", Collective::bcast),
    std::pair("reduce", Collective::reduce),
    std::pair("allreduce", Collective::allreduce),
    std::pair("gather", Collective::gather),
    std::pair("scatter", Collective::scatter),
    std::pair("allgather", Collective::allgather),
    std::pair("alltoall", Collective::alltoall),
    std::pair("reduce_scatter_block", Collective::reduce_scatter_block),
    std::pair("neighbor_alltoall", Collective::neighbor_alltoall),
    std::pair("scan", Collective::scan),
    std::pair("exscan", Collective::exscan)};

struct CollectiveParams : MotifSteps {
  std::string operation = "allreduce";
  Bytes size{8};
  std::int32_t element = 8;
  std::uint32_t root = 0;

  static config::Fields<CollectiveParams> fields() {
    using P = CollectiveParams;
    return motif_fields<P>(
        {config::field("operation", &P::operation, "what all ranks call")
             .one_of({"barrier", "bcast", "reduce", "allreduce", "gather", "scatter", "allgather",
                      "alltoall", "reduce_scatter_block", "neighbor_alltoall", "scan", "exscan"}),
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

class CollectiveMotif final : public Motif {
 public:
  CollectiveMotif(const CollectiveParams& p, MotifContext& c) : p_(p), ranks_(c.ranks.value_or(0)) {
    if (ranks_ == 0) throw Error(Exit::usage, "motif 'collective' needs 'ranks' of its job");
    if (p.root >= ranks_) {
      throw Error(Exit::usage,
                  fmt::format("motif 'collective': root = {}, but the job has {} ranks", p.root, ranks_));
    }
    for (const auto& [name, which] : kMotifOperations) {
      if (p.operation == name) operation_ = which;
    }
  }
  std::uint32_t ranks() const override { return ranks_; }
  std::unique_ptr<mpi::OpStream> stream(std::uint32_t) const override {
    return std::make_unique<Stream>(*this);
  }

 private:
  class Stream final : public MotifStream {
   public:
    explicit Stream(const CollectiveMotif& c) : MotifStream(c.p_), c_(c) {}

   private:
    bool operation(std::uint32_t, std::uint32_t k, mpi::Operation& out) override {
      if (k > 0) return false;
      out.kind = mpi::Operation::Kind::collective;
      out.collective = c_.operation_;
      out.bytes = c_.p_.size;
      out.element = c_.p_.element;
      out.root = static_cast<std::int32_t>(c_.p_.root);
      return true;
    }
    const CollectiveMotif& c_;
  };

  CollectiveParams p_;
  std::uint32_t ranks_;
  Collective operation_ = Collective::allreduce;
};

const config::Register<CollectiveMotif, CollectiveParams> collective_motif{
    "collective", "one collective operation of all ranks, again and again"};

}  // namespace
}  // namespace kasuri
