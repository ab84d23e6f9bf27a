// SPDX-License-Identifier: MIT
// Torus, or k-ary n-cube with any extent in each dimension (Dally & Towles, ch. 5): a lattice whose
// dimensions close to rings. An extent of 2 is one pair of links, an extent of 1 none.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "network/topology/family.h"
#include "network/topology/lattice.h"

namespace kasuri {
namespace {

class Torus final : public Lattice {
 public:
  Torus(const LatticeParams& p, TopologyContext&) : Lattice("torus", Border::wrapped, p) {}
};

const config::Register<Torus, LatticeParams> torus{
    "torus", "grid of 1 to 8 dimensions with wrap-around links (k-ary n-cube)"};

// Of three dimensions, as equal as possible, with one endpoint per router.
const Family torus_sizes{"torus", [](std::uint64_t endpoints) {
                           std::vector<Instance> all;
                           for (std::uint64_t a = 2; a * a * a <= 2 * endpoints; ++a) {
                             for (std::uint64_t b = a; b <= a + 2 && a * b * b <= 2 * endpoints; ++b) {
                               for (std::uint64_t c = b; c <= b + 2; ++c) {
                                 const std::uint64_t n = a * b * c;
                                 const std::uint64_t links = 3u + (a > 2) + (b > 2) + (c > 2);
                                 if (n < endpoints / 2) continue;
                                 all.push_back({fmt::format("extents = [{}, {}, {}]", a, b, c), n, n,
                                                n * (links + 1), static_cast<std::uint32_t>(links + 1), 1});
                               }
                             }
                           }
                           return all;
                         }};

}  // namespace
}  // namespace kasuri
