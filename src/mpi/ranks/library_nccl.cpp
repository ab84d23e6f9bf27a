// SPDX-License-Identifier: MIT
// NCCL, NVIDIA's collectives between GPUs. Which protocol, how many channels, and for an allreduce which
// algorithm, a call decides by a prediction (mpi/collectives/nccl_tuning.h) and by [mpi.nccl]. Operations
// that NCCL does not have take the usual algorithms.
#include "mpi/ranks/library.h"

namespace kasuri::mpi {
namespace {

LibraryLines usual_lines(Collective which) {
  switch (which) {
    case Collective::barrier: return always("'dissemination'");
    case Collective::gather:
    case Collective::scatter:
    case Collective::gatherv:
    case Collective::scatterv: return always("'linear'");  // a group of sends and receives
    case Collective::allgatherv: return always("'ring'");
    case Collective::reduce_scatter: return always("'pairwise'");
    case Collective::scan:
    case Collective::exscan: return always("'recursive-doubling'");
    default: return always("'nccl'");  // with neighbours: a group of sends and receives
  }
}

class Nccl final : public Library {
 public:
  using Library::Library;

  // A program's own operation cannot run on a GPU.
  LibraryLines lines(Collective which) const override {
    using enum Fit::When;
    switch (which) {
      case Collective::allreduce: return {{"'recursive-doubling'", {.when = own_operation}}, {"'nccl'"}};
      case Collective::reduce: return {{"'binomial'", {.when = own_operation}}, {"'nccl-ring'"}};
      case Collective::bcast:
      case Collective::allgather:
      case Collective::reduce_scatter_block: return always("'nccl-ring'");
      case Collective::alltoall:
      case Collective::alltoallv: return always("'nccl'");
      default: return usual_lines(which);
    }
  }

 private:
  std::string own_name(Collective which, std::string_view name, const NamedCall&) const override {
    if (name.starts_with("nccl")) return {};
    if (which != Collective::allreduce) return {};
    return name == "ring" ? "'nccl-ring'" : name == "tree" ? "'nccl-tree'" : std::string();
  }
};

const config::Register<Nccl> library_nccl{
    "nccl",
    "NCCL: collectives between GPUs by channels, with protocol and algorithm of the shortest prediction"};

}  // namespace
}  // namespace kasuri::mpi
