// SPDX-License-Identifier: MIT
// An unstructured mesh (Chatterbug's unstr-mesh): each rank has some neighbours near it on a periodic
// grid, drawn at random; one may come twice, or be the rank itself. Receives are from anyone.
#include <fmt/format.h>

#include "base/core/errors.h"
#include "workload/motifs/motif.h"

namespace kasuri {
namespace {

using namespace literals;

struct NearNeighborParams : MotifSteps {
  std::vector<std::uint32_t> grid{};
  std::uint32_t least = 6, most = 19, reach = 2;
  Bytes size{32768};

  static config::Fields<NearNeighborParams> fields() {
    using P = NearNeighborParams;
    return motif_fields<P>({motif_grid<P>(3, 3),
            config::field("least", &P::least, "smallest number of neighbours of a rank").range(0, 4096),
            config::field("most", &P::most, "largest number of neighbours of a rank").range(0, 4096),
            config::field("reach", &P::reach, "largest distance of a neighbour along a dimension")
                .range(0, 1u << 20),
            config::field("size", &P::size, "of a message").at_least(0_B)});
  }
  static void validate(const NearNeighborParams& p, config::Section& section) {
    if (p.least > p.most) {
      section.error(&NearNeighborParams::least, fmt::format("must not exceed 'most' ({})", p.most));
    }
  }
};

class NearNeighbor final : public StepMotif<NearNeighborParams> {
 public:
  NearNeighbor(const NearNeighborParams& p, MotifContext& c)
      : StepMotif(p), grid_(p.grid, c), in_(grid_.ranks()) {
    for (std::uint32_t rank = 0; rank < grid_.ranks(); ++rank) {
      for (std::uint32_t k = 0; k < degree(rank); ++k) ++in_[neighbour(rank, k)];
    }
  }
  std::uint32_t ranks() const override { return grid_.ranks(); }

 private:
  std::uint32_t degree(std::uint32_t rank) const {
    return p_.least + static_cast<std::uint32_t>(motif_hash(rank) % (p_.most - p_.least + 1));
  }
  std::uint32_t neighbour(std::uint32_t rank, std::uint32_t k) const {
    std::uint32_t to = rank;
    for (std::uint32_t d = 0; d < 3; ++d) {
      const std::uint64_t draw = motif_hash(motif_hash(rank) + (4 * k + d + 1));
      const auto by = static_cast<std::int64_t>(draw % (p_.reach + 1));
      to = grid_.moved(to, d, draw >> 63 ? by : -by);
    }
    return to;
  }

  bool operation(std::uint32_t rank, std::uint32_t step, std::uint32_t k,
                 mpi::Operation& out) const override {
    const std::uint32_t in = in_[rank], all = in + degree(rank);
    if (k == all) return wait_all(out);
    if (k > all) return false;
    const std::int32_t peer = k < in ? mpi::kAnySource
                                      : static_cast<std::int32_t>(neighbour(rank, k - in));
    return message(out, k >= in, peer, static_cast<std::int32_t>(step), p_.size, k);
  }

  MotifGrid grid_;
  std::vector<std::uint32_t> in_;  // messages that come to each rank in a step
};

const config::Register<NearNeighbor, NearNeighborParams> near_neighbor{
    "near-neighbor", "unstructured mesh: messages to random ranks nearby on a grid"};

}  // namespace
}  // namespace kasuri
