// SPDX-License-Identifier: MIT
// Mesh, or k-ary n-mesh with any extent in each dimension (Dally & Towles, ch. 5): a lattice with
// borders, whose routers there have fewer ports.

#include "base/config/registry.h"
#include "network/topology/lattice.h"

namespace kasuri {
namespace {

class Mesh final : public Lattice {
 public:
  Mesh(const LatticeParams& p, TopologyContext&) : Lattice("mesh", Border::open, p) {}
};

const config::Register<Mesh, LatticeParams> mesh{
    "mesh", "grid of 1 to 8 dimensions without wrap-around links"};

}  // namespace
}  // namespace kasuri
