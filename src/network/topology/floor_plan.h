// SPDX-License-Identifier: MIT
// [layout]: where routers are in a machine room, and so how long cables are. Routers fill racks in the
// order of their numbers (grids: folded, so that neighbours on a ring are at most two places apart); a
// group that is not larger than a rack stays in one. Racks fill rows; those with switches only are in the
// middle. A cable leads from rack to rack along the rows and across them (the sum, not the straight line),
// with some slack at both ends (as in Kim, Dally & Abts, ISCA 2007, section 4).
//
// A cable is a trace of a backplane, copper or optical by its length. Lengths, reaches and watts are
// assumptions that a user replaces.
#pragma once

#include <cstdint>
#include <array>
#include <string_view>
#include <vector>

#include "base/config/fields.h"
#include "network/net/topology.h"

namespace kasuri {

struct LayoutParams {
  std::uint32_t nodes_per_rack = 64;
  std::uint32_t routers_per_rack = 32;
  std::uint32_t routers_per_chassis = 1;
  std::uint32_t racks_per_row = 0;  // 0: rows as long as the room is wide
  double rack_width = 0.6, row_pitch = 2.4;  // m
  double chassis_length = 0.5, rack_length = 1.5, slack = 3;
  double copper_reach = 3;
  bool latency = false, power = false;
  double latency_per_metre = 5;  // ns
  double copper_watts = 0.1, optical_watts = 1.5;

  static config::Fields<LayoutParams> fields();
};

enum class CableKind : std::uint8_t { backplane, copper, optical };
constexpr auto names_of(CableKind) { return name_table("backplane", "copper", "optical"); }
inline constexpr std::size_t kCableKinds = 3;

class FloorPlan {
 public:
  FloorPlan(const LayoutParams&, const Topology&);

  std::uint32_t racks() const { return racks_; }
  std::uint32_t rows() const { return (racks_ + per_row_ - 1) / per_row_; }
  std::uint32_t rack_of(RouterId r) const { return rack_[r.v]; }
  double metres(RouterId, RouterId) const;
  CableKind kind(double metres) const;

 private:
  std::vector<std::uint32_t> order(const Topology&) const;

  LayoutParams p_;
  std::vector<std::uint32_t> rack_;     // of each router
  std::vector<std::uint32_t> chassis_;  // of each router, all racks
  std::uint32_t racks_ = 0, per_row_ = 1;
};

// The cables of one link class.
struct CableSum {
  std::array<std::uint64_t, kCableKinds> count{};
  std::array<double, kCableKinds> metres{};
  double longest = 0;

  std::uint64_t cables() const { return count[0] + count[1] + count[2]; }
  double all_metres() const { return metres[0] + metres[1] + metres[2]; }
  double mean() const { return cables() ? all_metres() / static_cast<double>(cables()) : 0; }
};
// By link class. A pair of opposite channels is one cable.
std::vector<CableSum> cable_sums(const FloorPlan&, const Topology&);

// What both ends of the cables between routers draw, always, in W.
struct CablePower {
  std::vector<double> router;           // of its ends, by router
  std::vector<double> copper, optical;  // by link class

  double total() const;
};
CablePower cable_power(const LayoutParams&, const Topology&);

}  // namespace kasuri
