// SPDX-License-Identifier: MIT
// Typed 32-bit indices: everything but its owner refers to a thing by one of these.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace kasuri {

template <class Tag>
struct Id {
  std::uint32_t v = UINT32_MAX;

  constexpr bool valid() const { return v != UINT32_MAX; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using RouterId = Id<struct RouterTag>;
using EndpointId = Id<struct EndpointTag>;  // a terminal port of the fabric: one NIC
using NodeId = Id<struct NodeTag>;          // a host: one or more NICs, one or more ranks
using RankId = Id<struct RankTag>;          // a rank, numbered over all jobs
using PacketId = Id<struct PacketTag>;
using MessageId = Id<struct MessageTag>;

}  // namespace kasuri

template <class Tag>
struct std::hash<kasuri::Id<Tag>> {
  std::size_t operator()(kasuri::Id<Tag> id) const noexcept { return id.v; }
};
