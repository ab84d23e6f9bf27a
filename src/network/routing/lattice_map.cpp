// SPDX-License-Identifier: MIT
#include "network/routing/lattice_map.h"

namespace kasuri {
namespace {

const Lattice& lattice_of(std::string_view name, const Topology& topology) {
  if (const auto* lattice = dynamic_cast<const Lattice*>(&topology)) return *lattice;
  throw Error(Exit::usage,
              fmt::format("routing '{}' needs a mesh, a torus or another lattice, not {}", name,
                          topology.describe()));
}

}  // namespace

LatticeMap::LatticeMap(std::string_view name, const Topology& topology)
    : lattice_(lattice_of(name, topology)) {
  lay_out_axes(name);
  fill_table();
}

void LatticeMap::lay_out_axes(std::string_view name) {
  const auto dimensions = lattice_.dimensions();
  axis_count_ = static_cast<std::uint32_t>(dimensions.size());
  std::size_t shift = 0;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    const int bits = std::bit_width(dimensions[i].extent - 1);
    axes_[i].extent = dimensions[i].extent;
    axes_[i].ring = dimensions[i].ring;
    rings_ |= dimensions[i].ring;
    axes_[i].width = static_cast<std::uint16_t>(dimensions[i].width);
    paths_ = std::lcm(paths_, dimensions[i].width);
    axes_[i].mask = (1u << bits) - 1;
    axes_[i].reciprocal_shift = static_cast<std::uint8_t>(31 + bits);
    const std::uint64_t one = std::uint64_t{1} << (31 + bits);
    axes_[i].reciprocal = (one + dimensions[i].extent - 1) / dimensions[i].extent;
    axes_[i].shift = static_cast<std::uint8_t>(shift);
    for (int b = 0; b < bits; ++b) axis_of_bit_[shift++] = static_cast<std::uint8_t>(i);
  }
  std::uint32_t ports_before = 0;
  for (std::size_t i = 1; i < dimensions.size(); ++i) {
    ports_before += 2 * dimensions[i - 1].width;
    const int bits = std::bit_width(ports_before);
    axes_[i].port_mask = static_cast<std::uint8_t>((1u << bits) - 1);
    axes_[i].port_shift = static_cast<std::uint8_t>(shift);
    shift += static_cast<std::size_t>(bits);
  }
  if (shift >= 64) {
    throw Error(Exit::usage, fmt::format("routing '{}' cannot number the ports of {}: use fewer parallel "
                                         "links, or fewer dimensions",
                                         name, lattice_.describe()));
  }
}

void LatticeMap::fill_table() {
  table_.grow(lattice_.routers());
  far_ = uniform_ = lattice_.routers() > kNear;
  for (std::uint32_t r = 0; r < lattice_.routers(); ++r) {
    const std::uint32_t slots = lattice_.slots({r});
    std::uint64_t word = 0, ports = 0;
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < lattice_.dimensions().size(); ++i) {
      const std::uint32_t x = lattice_.coordinate({r}, lattice_.dimensions()[i]);
      word |= std::uint64_t{x} << axes_[i].shift;
      ports |= std::uint64_t{lattice_.port_of(slots, 2 * i)} << axes_[i].port_shift;
      sum += x;
    }
    if (r == 0) ports_ = ports;
    uniform_ &= ports == ports_;
    table_[r] = word | ports | (sum % 2 ? kOddSource : 0);
  }
}

}  // namespace kasuri
