// SPDX-License-Identifier: MIT
// The pruned three-level fat-tree of TraceR and CODES (its `ft_type` 0), which TraceRP measures
// with radix 24 and two pods: 288 nodes, 24 + 24 + 12 switches, 12 parallel links between each
// aggregation switch and its core switch (TraceRP, section 4; CODES, fattree.c).
//
// A pod is k/2 leaf switches, each joined to k/2 aggregation switches. With P pods of the k that a
// whole tree would have, the k/2 links up of an aggregation switch go to fewer core switches, as
// many to each as leave every core port used: k / P, or fewer where that does not divide k/2.

#include <fmt/format.h>

#include <algorithm>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/topology/xgft.h"

namespace kasuri {
namespace {

struct PrunedTreeParams {
  std::uint32_t radix = 24;
  std::uint32_t pods = 2;

  static config::Fields<PrunedTreeParams> fields() {
    using P = PrunedTreeParams;
    return {config::field("radix", &P::radix, "ports of each switch").range(2, Xgft::kMaxRadix),
            config::field("pods", &P::pods,
                          "number of pods, each of radix/2 leaf switches; at most the radix")
                .range(1, Xgft::kMaxRadix)};
  }

  Xgft::Shape shape() const {
    const std::uint32_t half = radix / 2;
    std::uint32_t parallel = std::min(half, radix / pods);
    while (half % parallel) --parallel;
    return {{half, half, pods}, {1, half, half / parallel}, {1, 1, parallel}};
  }

  static void validate(const PrunedTreeParams& p, config::Section& section) {
    if (p.radix % 2) {
      section.error(&PrunedTreeParams::radix,
                    fmt::format("the radix must be even, since half of a switch's ports lead up; the "
                                "nearest: {} or {}", p.radix - 1, p.radix + 1));
    } else if (p.pods > p.radix) {
      section.error(&PrunedTreeParams::pods,
                    fmt::format("core switches of {} ports join at most {} pods, not {}",
                                p.radix, p.radix, p.pods));
    } else if (const std::string why = Xgft::complaint(p.shape()); !why.empty()) {
      section.error(&PrunedTreeParams::radix, "this tree is too large: " + why);
    }
  }
};

class PrunedTree final : public Xgft {
 public:
  PrunedTree(const PrunedTreeParams& p, TopologyContext&) : Xgft("pruned fat-tree", p.shape()) {}
};

const config::Register<PrunedTree, PrunedTreeParams> pruned_tree{
    "pruned-tree", "three-level fat tree with fewer pods and bundled links (TraceR, TraceRP)"};

}  // namespace
}  // namespace kasuri
