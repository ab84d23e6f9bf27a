// SPDX-License-Identifier: MIT
// A three-dimensional chip: layers, each a 2-D mesh of routers, joined by vertical links that are a
// class of their own, since they are short and wide (through-silicon vias: Li et al., "Design and
// Management of 3D Chip Multiprocessors Using Network-in-Memory", ISCA 2006).

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/topology/lattice.h"

namespace kasuri {
namespace {

struct StackParams {
  std::vector<std::uint32_t> extents;
  std::uint32_t layers = 0;
  std::uint32_t vertical_width = 1;
  std::uint32_t endpoints_per_router = 1;

  static config::Fields<StackParams> fields() {
    using P = StackParams;
    return {config::field("extents", &P::extents, "routers of a layer along x and y")
                .size(2, 2)
                .each(1, Lattice::kMaxRouters)
                .required(),
            config::field("layers", &P::layers, "layers of the stack")
                .range(1, Lattice::kMaxRouters)
                .required(),
            config::field("vertical_width", &P::vertical_width,
                          "parallel links between a router and the one above it")
                .range(1, Lattice::kMaxWidth),
            config::field("endpoints_per_router", &P::endpoints_per_router,
                          "terminal ports (NICs) of each router")
                .range(1, 4096)};
  }

  static void validate(const StackParams& p, config::Section& section) {
    const std::vector<std::uint32_t> all{p.extents[0], p.extents[1], p.layers};
    lattice_fits(all, p.endpoints_per_router, "layers", section);
  }
};

class Stack final : public Lattice {
 public:
  Stack(const StackParams& p, TopologyContext&)
      : Lattice("stack",
                std::vector<Axis>{{.extent = p.extents[0], .wrapped = false},
                                  {.extent = p.extents[1], .wrapped = false},
                                  {.extent = p.layers,
                                   .wrapped = false,
                                   .width = p.vertical_width,
                                   .link_class = "vertical"}},
                p.endpoints_per_router) {}
};

const config::Register<Stack, StackParams> stack{
    "stack", "layers of 2-D meshes with vertical links of their own class (3-D chips)"};

}  // namespace
}  // namespace kasuri
