// SPDX-License-Identifier: MIT
// Fat-trees of equal switches of radix k in n levels (the k-port n-tree; Leiserson 1985; Al-Fares
// et al., SIGCOMM 2008 for n = 3): every switch has k/2 ports down and k/2 up, the topmost k down.
// With equal links any half of the endpoints can send to the other half at full rate.
//
// Tapered t : 1, a leaf switch has t ports down for each one up, all above it stays full.

#include <fmt/format.h>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/topology/xgft.h"

namespace kasuri {
namespace {

struct FatTreeParams {
  std::uint32_t radix = 0;
  std::uint32_t levels = 3;
  std::uint32_t taper = 1;

  static config::Fields<FatTreeParams> fields() {
    using P = FatTreeParams;
    return {config::field("radix", &P::radix, "ports of each switch")
                .range(2, Xgft::kMaxRadix)
                .required(),
            config::field("levels", &P::levels, "levels of switches").range(1, Xgft::kMaxLevels),
            config::field("taper", &P::taper,
                          "ratio of ports down to ports up of a leaf switch; 1: full bisection")
                .range(1, Xgft::kMaxRadix - 1)};
  }

  // Radices must divide by this.
  std::uint32_t step() const {
    if (levels == 1) return 1;
    if (levels == 2) return taper + 1;
    return taper % 2 ? taper + 1 : 2 * (taper + 1);  // level 2 and up: halves
  }

  Xgft::Shape shape() const {
    if (levels == 1) return {{radix}, {1}, {1}};
    const std::uint32_t up = radix / (taper + 1);
    Xgft::Shape s{{radix - up}, {1, up}, std::vector<std::uint32_t>(levels, 1)};
    for (std::uint32_t level = 2; level < levels; ++level) {
      s.children.push_back(radix / 2);
      s.parents.push_back(radix / 2);
    }
    s.children.push_back(radix);
    return s;
  }

  static void validate(const FatTreeParams& p, config::Section& section) {
    const std::uint32_t step = p.step();
    if (p.radix % step) {
      const std::uint32_t below = p.radix / step * step;
      section.error(
          "radix",
          fmt::format("a switch of {} ports cannot be split {} : 1 {}; the radix must be a "
                      "multiple of {}, the nearest: {}{}",
                      p.radix, p.taper, p.levels > 2 ? "and in halves" : "into down and up", step,
                      below ? fmt::format("{} or ", below) : "", below + step));
      return;
    }
    if (const std::string why = Xgft::complaint(p.shape()); !why.empty()) {
      section.error(&FatTreeParams::levels,
                    fmt::format("radix {} in {} levels is too large: {}", p.radix, p.levels, why));
    }
  }
};

class FatTree final : public Xgft {
 public:
  FatTree(const FatTreeParams& p, TopologyContext&)
      : Xgft(p.taper > 1 && p.levels > 1 ? fmt::format("fat-tree tapered {}:1", p.taper)
                                         : "fat-tree",
             p.shape()) {}
};

const config::Register<FatTree, FatTreeParams> fat_tree{
    "fat-tree", "full or tapered fat tree of equal switches (k-port n-tree)"};

}  // namespace
}  // namespace kasuri
