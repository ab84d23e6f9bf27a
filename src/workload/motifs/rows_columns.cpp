// SPDX-License-Identifier: MIT
// The collectives of first-principles molecular dynamics (Chatterbug's subcom2d-coll, TraceRP's qbox):
// ranks stand on a grid; in each step an all-to-all within each row (the first dimension), then an
// allreduce and a broadcast within each column.
#include "workload/motifs/motif.h"

namespace kasuri {
namespace {

using namespace literals;

struct RowsColumnsParams : MotifSteps {
  std::vector<std::uint32_t> grid{};
  Bytes alltoall{4096}, allreduce{65536}, bcast{262144};

  static config::Fields<RowsColumnsParams> fields() {
    using P = RowsColumnsParams;
    return motif_fields<P>({motif_grid<P>(2, 2),
            config::field("alltoall", &P::alltoall,
                          "bytes for each pair of a row; 0: no all-to-all").at_least(0_B),
            config::field("allreduce", &P::allreduce, "of a column; 0: none").at_least(0_B),
            config::field("bcast", &P::bcast, "of a column; 0: none").at_least(0_B)});
  }
};

class RowsColumns final : public StepMotif<RowsColumnsParams> {
 public:
  RowsColumns(const RowsColumnsParams& p, MotifContext& c) : StepMotif(p), grid_(p.grid, c) {
    Communicators all = grid_.lines(0);
    columns_ = static_cast<std::uint32_t>(all.size());
    for (auto& column : grid_.lines(1)) all.push_back(std::move(column));
    communicators_ = std::make_shared<Communicators>(std::move(all));
    using enum mpi::Collective;
    if (p_.alltoall.n > 0) calls_.push_back({alltoall, p_.alltoall, 1});
    if (p_.allreduce.n > 0) calls_.push_back({allreduce, {p_.allreduce.n / 8 * 8}, 8});
    if (p_.bcast.n > 0) calls_.push_back({bcast, p_.bcast, 1});
  }
  std::uint32_t ranks() const override { return grid_.ranks(); }

 private:
  struct Call {
    mpi::Collective which;
    Bytes size;
    std::int32_t element;
  };
  bool operation(std::uint32_t rank, std::uint32_t, std::uint32_t k, mpi::Operation& out) const override {
    if (k == calls_.size()) return false;
    const Call& call = calls_[k];
    const bool in_row = call.which == mpi::Collective::alltoall;
    out.kind = mpi::Operation::Kind::collective;
    out.collective = call.which;
    out.comm = 1 + (in_row ? grid_.line_of(rank, 0)
                           : columns_ + grid_.line_of(rank, 1));
    out.bytes = call.size;
    out.element = call.element;
    return true;
  }

  MotifGrid grid_;
  std::uint32_t columns_ = 0;  // the first one's communicator
  std::vector<Call> calls_;
};

const config::Register<RowsColumns, RowsColumnsParams> rows_columns{
    "rows-columns", "all-to-all in rows, allreduce and broadcast in columns of a grid"};

}  // namespace
}  // namespace kasuri
