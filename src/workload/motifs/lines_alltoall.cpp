// SPDX-License-Identifier: MIT
// An all-to-all along the lines of each dimension of a grid in turn, as in a parallel FFT (Chatterbug's
// subcom3d-a2a, TraceRP's a2a).
#include "workload/motifs/motif.h"

namespace kasuri {
namespace {

using namespace literals;

struct LinesParams : MotifSteps {
  std::vector<std::uint32_t> grid{};
  Bytes size{4096};

  static config::Fields<LinesParams> fields() {
    using P = LinesParams;
    return motif_fields<P>({motif_grid<P>(1, 6),
            config::field("size", &P::size, "bytes for each pair of a line").at_least(0_B)});
  }
};

class LinesAlltoall final : public StepMotif<LinesParams> {
 public:
  LinesAlltoall(const LinesParams& p, MotifContext& c) : StepMotif(p), grid_(p.grid, c) {
    Communicators all;
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      first_.push_back(static_cast<std::uint32_t>(all.size()) + 1);
      for (auto& line : grid_.lines(d)) all.push_back(std::move(line));
    }
    communicators_ = std::make_shared<Communicators>(std::move(all));
  }
  std::uint32_t ranks() const override { return grid_.ranks(); }

 private:
  bool operation(std::uint32_t rank, std::uint32_t, std::uint32_t k, mpi::Operation& out) const override {
    if (k == grid_.dimensions()) return false;
    out.kind = mpi::Operation::Kind::collective;
    out.collective = mpi::Collective::alltoall;
    out.comm = first_[k] + grid_.line_of(rank, k);
    out.bytes = p_.size;
    return true;
  }

  MotifGrid grid_;
  std::vector<std::uint32_t> first_;  // communicator of each dimension
};

const config::Register<LinesAlltoall, LinesParams> lines_alltoall{
    "lines-alltoall", "all-to-all along the lines of a grid, one dimension after the other"};

}  // namespace
}  // namespace kasuri
