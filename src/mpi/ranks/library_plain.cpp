// SPDX-License-Identifier: MIT
// One algorithm for each operation, whatever the size: those that every MPI library has for small
// messages; for the all-to-all the one that keeps a single message per rank under way.
#include "mpi/ranks/library.h"

namespace kasuri::mpi {
namespace {

class Plain final : public Library {
 public:
  using Library::Library;

  LibraryLines lines(Collective which) const override {
    switch (which) {
      case Collective::barrier: return always("'dissemination'");
      case Collective::bcast:
      case Collective::reduce:
      case Collective::gather:
      case Collective::scatter: return always("'binomial'");
      case Collective::gatherv:
      case Collective::scatterv: return always("'linear'");
      case Collective::allreduce:
      case Collective::scan:
      case Collective::exscan: return always("'recursive-doubling'");
      case Collective::allgather:
      case Collective::allgatherv: return always("'ring'");
      case Collective::alltoall:
      case Collective::alltoallv:
      case Collective::reduce_scatter:
      case Collective::reduce_scatter_block: return always("'pairwise'");
      case Collective::neighbor_allgather:
      case Collective::neighbor_allgatherv:
      case Collective::neighbor_alltoall:
      case Collective::neighbor_alltoallv: return always("'spread'");
    }
    return {};
  }
};

const config::Register<Plain> library_plain{
    "plain", "no library's choice: one algorithm for each operation, for all sizes"};

}  // namespace
}  // namespace kasuri::mpi
