// SPDX-License-Identifier: MIT
// Tofu and its successor TofuD: the six-dimensional X×Y×Z×A×B×C mesh/torus of the K computer and of
// Fugaku (Ajima, Sumimoto & Shimizu, "Tofu: A 6D Mesh/Torus Interconnect for Exascale Computers",
// IEEE Computer 42(11), 2009; Ajima et al., "The Tofu Interconnect D", CLUSTER 2018).
//
// Twelve routers form a unit of 2×3×2: A and C are lines of two (one link each), B is a ring of
// three (two links). X, Y and Z join units, as rings or lines, by two links each: ten in all. The
// two generations are the same graph; their rates are settings of the links.
//
// Not modelled: the several network interfaces of a node are endpoints_per_router (with
// nic.per_node), four for Tofu and six for TofuD, all alike.

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/topology/lattice.h"

namespace kasuri {
namespace {

constexpr std::uint32_t kA = 2, kB = 3, kC = 2;

struct TofuParams {
  std::vector<std::uint32_t> extents;
  std::vector<bool> wrapped{true, true, true};
  std::uint32_t endpoints_per_router = 1;

  static config::Fields<TofuParams> fields() {
    using P = TofuParams;
    return {
        config::field("extents", &P::extents, "units along X, Y and Z; each unit is 2x3x2 routers")
            .size(3, 3)
            .each(1, Lattice::kMaxRouters / (kA * kB * kC))
            .required(),
        config::field("wrapped", &P::wrapped, "whether X, Y and Z have wrap-around links").size(3, 3),
        config::field("endpoints_per_router", &P::endpoints_per_router,
                      "terminal ports (NICs) of each router")
            .range(1, 4096)};
  }

  static void validate(const TofuParams& p, config::Section& section) {
    std::vector<std::uint32_t> all = p.extents;
    all.insert(all.end(), {kA, kB, kC});
    lattice_fits(all, p.endpoints_per_router, "extents", section);
  }
};

class Tofu final : public Lattice {
 public:
  Tofu(const TofuParams& p, TopologyContext&) : Lattice("tofu", axes(p), p.endpoints_per_router) {}

  // Units.
  std::uint32_t group(RouterId r) const override { return r.v % dimensions()[3].stride; }
  // What a job's three-dimensional shape is folded into: X with A, Y with B, Z with C.
  std::vector<std::vector<std::uint32_t>> folded_axes() const override { return {{0, 3}, {1, 4}, {2, 5}}; }

 private:
  static std::vector<Axis> axes(const TofuParams& p) {
    std::vector<Axis> all;
    for (std::size_t d = 0; d < 3; ++d) {
      all.push_back({.extent = p.extents[d], .wrapped = p.wrapped[d]});
    }
    all.push_back({.extent = kA, .wrapped = false});
    all.push_back({.extent = kB, .wrapped = true});
    all.push_back({.extent = kC, .wrapped = false});
    return all;
  }
};

const config::Register<Tofu, TofuParams> tofu{
    "tofu", "Tofu and TofuD: units of 2x3x2 routers (A, B, C) in a 3-D torus or mesh (X, Y, Z)"};

}  // namespace
}  // namespace kasuri
