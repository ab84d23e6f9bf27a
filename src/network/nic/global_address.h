// SPDX-License-Identifier: MIT
// A global address is 64 bits, as in ACP for InfiniBand: rank + 1 (21 bits) | colour (1) | tag of the
// memory (8) | offset (34). Where there are more than two colours, offsets give them bits. Zero is none.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/core/named_enum.h"

namespace kasuri {

using GlobalAddress = std::uint64_t;

// rdma.nics
enum class NicChoice { by_destination, by_colour, in_turn, striped };
constexpr auto names_of(NicChoice) {
  return name_table("by-destination", "by-colour", "in-turn", "striped");
}

struct AddressParts {
  std::uint32_t rank = 0;
  std::uint32_t tag = 0;
  std::uint64_t offset = 0;
  std::uint32_t colour = 0;
};

struct AddressFormat {
  std::uint32_t colours = 1;
  std::uint32_t offset_bits = 34;

  // A node's NICs are colours if addresses choose among them.
  static AddressFormat of(NicChoice rule, std::uint32_t nics_per_node) {
    const std::uint32_t n = rule == NicChoice::by_colour ? nics_per_node : 1;
    return {n, 35 - std::max(1u, static_cast<std::uint32_t>(std::bit_width(n - 1)))};
  }
  std::uint64_t most_bytes() const { return std::uint64_t{1} << offset_bits; }
  GlobalAddress address(const AddressParts& a) const {
    return std::uint64_t{a.rank + 1} << 43 | std::uint64_t{a.colour} << (offset_bits + 8) |
           std::uint64_t{a.tag} << offset_bits | a.offset;
  }
  AddressParts parts(GlobalAddress a) const {
    return {static_cast<std::uint32_t>(a >> 43) - 1,
            static_cast<std::uint32_t>(a >> offset_bits & 255), a & (most_bytes() - 1),
            static_cast<std::uint32_t>(a >> (offset_bits + 8)) & ((1u << (35 - offset_bits)) - 1)};
  }
};

}  // namespace kasuri
