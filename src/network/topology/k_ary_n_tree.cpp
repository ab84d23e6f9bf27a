// SPDX-License-Identifier: MIT
// The k-ary n-tree of Petrini & Vanneschi (IPPS 1997): n levels of k^(n−1) switches, each with k
// ports down and k up, for k^n endpoints. The topmost level's ports up stay free.

#include <fmt/format.h>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/topology/xgft.h"

namespace kasuri {
namespace {

struct KAryNTreeParams {
  std::uint32_t arity = 0;
  std::uint32_t levels = 0;

  static config::Fields<KAryNTreeParams> fields() {
    using P = KAryNTreeParams;
    return {config::field("arity", &P::arity, "k: children, and parents, of a switch")
                .range(2, Xgft::kMaxRadix / 2)
                .required(),
            config::field("levels", &P::levels, "n: levels of switches")
                .range(1, Xgft::kMaxLevels)
                .required()};
  }

  Xgft::Shape shape() const {
    Xgft::Shape s{std::vector<std::uint32_t>(levels, arity),
                  std::vector<std::uint32_t>(levels, arity), std::vector<std::uint32_t>(levels, 1)};
    s.parents[0] = 1;
    return s;
  }

  static void validate(const KAryNTreeParams& p, config::Section& section) {
    if (const std::string why = Xgft::complaint(p.shape()); !why.empty()) {
      section.error(&KAryNTreeParams::levels,
                    fmt::format("a {}-ary {}-tree is too large: {}", p.arity, p.levels, why));
    }
  }
};

class KAryNTree final : public Xgft {
 public:
  KAryNTree(const KAryNTreeParams& p, TopologyContext&)
      : Xgft(fmt::format("{}-ary {}-tree", p.arity, p.levels), p.shape()) {}
};

const config::Register<KAryNTree, KAryNTreeParams> k_ary_n_tree{
    "k-ary-n-tree", "k^n endpoints, n levels of switches with k ports down and k ports up"};

}  // namespace
}  // namespace kasuri
