// SPDX-License-Identifier: MIT
// Along the Hilbert curve through the machine's coordinates, so that ranks that follow each other are
// neighbours in every dimension; with a grid, the ranks go along the curve through their own grid too.
// Where extents are no powers of two, the curve is that of the next cube, and points that do not exist
// are left out: neighbourhood then breaks there.
//
// The curve is found by Skilling's transform ("Programming the Hilbert curve", AIP Conference
// Proceedings 707, 2004): a coordinate's bits are exchanged with or flipped against the first one's,
// level by level, then Gray-coded.
#include <algorithm>
#include <bit>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/placement/mapping.h"

namespace kasuri {
namespace {

struct HilbertParams {
  std::vector<std::uint32_t> grid;

  static config::Fields<HilbertParams> fields() {
    using P = HilbertParams;
    return {config::field("grid", &P::grid,
                          "extents of the grid of ranks, fastest dimension first; default: one dimension")
                .size(0, 8)
                .each(1, 1u << 30)};
  }
};

// The place of a point on the curve through a cube of 2^bits to a side: one word for each level, its
// bits the dimensions'.
Coordinates curve_key(Coordinates x, std::uint32_t bits) {
  const std::size_t n = x.size();
  for (std::uint32_t level = bits; level-- > 1;) {
    const std::uint32_t bit = 1u << level, lower = bit - 1;
    for (std::size_t d = 0; d < n; ++d) {
      if (x[d] & bit) {
        x[0] ^= lower;
      } else {
        const std::uint32_t differ = (x[0] ^ x[d]) & lower;
        x[0] ^= differ;
        x[d] ^= differ;
      }
    }
  }
  for (std::size_t d = 1; d < n; ++d) x[d] ^= x[d - 1];
  std::uint32_t flip = 0;
  for (std::uint32_t level = bits; level-- > 1;) {
    if (x[n - 1] >> level & 1) flip ^= (1u << level) - 1;
  }
  for (std::uint32_t& c : x) c ^= flip;

  Coordinates key;
  for (std::uint32_t level = bits; level-- > 0;) {
    std::uint32_t word = 0;
    for (const std::uint32_t c : x) word = word << 1 | (c >> level & 1);
    key.push_back(word);
  }
  return key;
}

std::vector<std::uint32_t> along_curve(const std::vector<Coordinates>& points) {
  const Coordinates extents = extents_of(points);
  // Dimensions of one layer would make every other step a jump.
  std::vector<std::size_t> used;
  std::uint32_t bits = 0;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (extents[d] > 1) used.push_back(d);
    bits = std::max(bits, static_cast<std::uint32_t>(std::bit_width(extents[d] - 1)));
  }
  if (used.empty()) return sorted_by(points.size(), [](std::uint32_t) { return Coordinates{}; });
  return sorted_by(points.size(), [&](std::uint32_t i) {
    Coordinates x;
    for (const std::size_t d : used) x.push_back(points[i][d]);
    return curve_key(std::move(x), bits);
  });
}

class Hilbert final : public Mapping {
 public:
  Hilbert(const HilbertParams& p, MappingContext& c) : grid_(p.grid), c_(c) {}

  std::vector<std::uint32_t> arrange() const override {
    const std::vector<std::uint32_t> slots = along_curve(points_of_slots(c_));
    if (grid_.empty()) return slots;
    return join(along_curve(points_of_ranks(grid_, slots.size())), slots);
  }

 private:
  Coordinates grid_;
  const MappingContext& c_;
};

const config::Register<Hilbert, HilbertParams> hilbert{
    "hilbert", "ranks along the Hilbert curve through the machine's coordinates"};

}  // namespace
}  // namespace kasuri
