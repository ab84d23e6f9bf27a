// SPDX-License-Identifier: MIT
// Torus, or k-ary n-cube with any extent in each dimension (Dally & Towles, ch. 5): a lattice whose
// dimensions close to rings. An extent of 2 is one pair of links, an extent of 1 none.

#include "config/registry.h"
#include "topology/lattice.h"

namespace kasuri {
namespace {

class Torus final : public Lattice {
 public:
  Torus(const LatticeParams& p, TopologyContext&) : Lattice("torus", Border::wrapped, p) {}
};

const config::Register<Torus, LatticeParams> torus{
    "torus", "grid of 1 to 8 dimensions with wrap-around links (k-ary n-cube)"};

}  // namespace
}  // namespace kasuri
