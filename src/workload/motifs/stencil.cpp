// SPDX-License-Identifier: MIT
// Halo exchange on a periodic grid: in each step a rank exchanges a face with both neighbours along every
// dimension (Chatterbug's stencil3d and stencil4d).
#include "workload/motifs/motif.h"

namespace kasuri {
namespace {

using namespace literals;

struct StencilParams : MotifSteps {
  std::vector<std::uint32_t> grid{};
  Bytes size{65536};

  static config::Fields<StencilParams> fields() {
    using P = StencilParams;
    return motif_fields<P>({motif_grid<P>(1, 6),
            config::field("size", &P::size, "of a face").at_least(0_B)});
  }
};

class Stencil final : public StepMotif<StencilParams> {
 public:
  Stencil(const StencilParams& p, MotifContext& c) : StepMotif(p), grid_(p.grid, c) {}
  std::uint32_t ranks() const override { return grid_.ranks(); }

 private:
  bool operation(std::uint32_t rank, std::uint32_t, std::uint32_t k, mpi::Operation& out) const override {
    const auto faces = static_cast<std::uint32_t>(2 * grid_.dimensions());
    if (k == 2 * faces) return wait_all(out);
    if (k > 2 * faces) return false;
    const bool is_send = k >= faces;
    const std::uint32_t i = k % faces;  // tags tell the directions of a line of two apart
    const std::uint32_t peer = grid_.moved(rank, i / 2, i % 2 ? 1 : -1);
    return message(out, is_send, static_cast<std::int32_t>(peer),
                   static_cast<std::int32_t>(is_send ? i : i ^ 1), p_.size, k);
  }

  MotifGrid grid_;
};

const config::Register<Stencil, StencilParams> stencil{
    "stencil", "exchange of faces with both neighbours along every dimension of a periodic grid"};

}  // namespace
}  // namespace kasuri
