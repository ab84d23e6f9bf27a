// SPDX-License-Identifier: MIT
// What routing on a lattice needs to know of each router, in one word: coordinates, first ports, parity;
// and from it the next step in order of dimensions, the short path around each ring.
#pragma once

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "base/core/errors.h"
#include "base/core/pool.h"
#include "network/net/routing.h"
#include "network/topology/lattice.h"

namespace kasuri {

class LatticeMap {
 public:
  struct Axis {
    std::uint32_t extent = 1;
    std::uint32_t mask = 0;
    std::uint64_t reciprocal = 0;  // of the extent, times 2^reciprocal_shift, rounded up
    std::uint8_t reciprocal_shift = 0;
    std::uint16_t width = 1;
    std::uint8_t shift = 0;
    std::uint8_t port_mask = 0;
    std::uint8_t port_shift = 0;
    bool ring = false;
  };
  // One channel towards the target, in the lowest dimension in which it is not reached yet.
  struct Step {
    std::uint32_t port;
    // Of a ring only: the input by which packets that go on in it come; 4 if the path crosses the
    // wrap-around channel, plus 2 if this step does.
    std::uint32_t opposite;
    std::uint32_t dateline;
    bool ring;
  };

  // Throws Error(Exit::usage) if the topology is no lattice, or has more ports than fit; `name` is
  // the routing's.
  LatticeMap(std::string_view name, const Topology&);

  const Lattice& lattice() const { return lattice_; }
  // Lanes of parallel channels: a packet's path modulo the width of a dimension is its lane there.
  std::uint32_t paths() const { return drawn_ties_ ? paths_ << axis_count_ : paths_; }
  // Ties are drawn for each packet and dimension, by more paths.
  void draw_ties() { drawn_ties_ = rings_; }
  bool draws_ties() const { return drawn_ties_; }
  bool has_rings() const { return rings_; }

  // Ties on even rings go by the parity of the source's coordinate sum, the same along the whole path, so
  // both directions share them; drawn ones by the way. `at` is not `target`.
  Step step(RouterId at, RouterId source, RouterId target, std::uint32_t path) const {
    const auto [here, there] = words(at, target);
    const Axis& axis = axes_[axis_of_bit_[std::countr_zero(here ^ there)]];
    const auto x = static_cast<std::uint32_t>(here >> axis.shift) & axis.mask;
    const auto to = static_cast<std::uint32_t>(there >> axis.shift) & axis.mask;
    const std::uint32_t first = first_port(here, axis, path);
    // Which path and whether across the dateline is as good as random: so no branch depends on it.
    const bool less = to < x;
    if (!axis.ring) {
      const bool has_plus = x + 1 < axis.extent;
      return {first + (less & has_plus) * axis.width, 0, 0, false};
    }
    const std::uint32_t forward = to - x + (less ? axis.extent : 0);
    const std::uint32_t backward = axis.extent - forward;
    bool plus = forward < backward;
    if (forward == backward) {
      plus = drawn_ties_ ? !(path / paths_ >> (&axis - axes_.data()) & 1)
                         : !(table_[source.v] & kOddSource);
    }
    const std::uint32_t last = plus ? axis.extent - 1 : 0;
    // A packet on its path through this ring came by the port opposite to the one it leaves by.
    const std::uint32_t ahead = less == plus, now = x == last;
    return {first + !plus * axis.width, first + plus * axis.width, ahead << 2 | now << 1, true};
  }

  // Calls f(port, channels left in that dimension) for each port on a shortest path, both directions
  // of a ring if they are equally short.
  template <class F>
  void for_each_productive(RouterId at, RouterId target, std::uint32_t path, F f) const {
    const auto [here, there] = words(at, target);
    for (std::uint32_t i = 0; i < axis_count_; ++i) {
      const Axis& axis = axes_[i];
      const auto x = static_cast<std::uint32_t>(here >> axis.shift) & axis.mask;
      const auto to = static_cast<std::uint32_t>(there >> axis.shift) & axis.mask;
      if (x == to) continue;
      const std::uint32_t first = first_port(here, axis, path);
      const bool less = to < x;
      if (!axis.ring) {
        const bool has_plus = x + 1 < axis.extent;
        f(static_cast<std::uint16_t>(first + (less & has_plus) * axis.width), less ? x - to : to - x);
        continue;
      }
      const std::uint32_t forward = to - x + (less ? axis.extent : 0);
      const std::uint32_t backward = axis.extent - forward;
      if (forward <= backward) f(static_cast<std::uint16_t>(first), forward);
      if (backward <= forward) f(static_cast<std::uint16_t>(first + axis.width), backward);
    }
  }

 private:
  // A word: from bit 0 the coordinates, then the first port of each dimension, and at the top the
  // parity. 2^30 routers in 8 dimensions take at most 37 bits of coordinates and, without parallel
  // channels, 24 bits of ports.
  static constexpr std::uint64_t kOddSource = std::uint64_t{1} << 63;

  // A larger table is not in a core's cache: to calculate is faster then.
  static constexpr std::uint32_t kNear = 1 << 15;

  struct Words {
    std::uint64_t here;
    std::uint64_t there;  // its coordinates at least
  };
  Words words(RouterId at, RouterId target) const {
    if (!far_) return {table_[at.v], table_[target.v]};
    return {uniform_ ? coordinates(at.v) | ports_ : table_[at.v], coordinates(target.v)};
  }
  // The coordinates of a word. Reciprocals are exact for routers < 2^31 (Granlund & Montgomery 1994).
  std::uint64_t coordinates(std::uint32_t router) const {
    std::uint64_t word = 0;
    for (const Axis* axis = axes_.data(); axis != axes_.data() + axis_count_; ++axis) {
      const auto above = static_cast<std::uint32_t>(router * axis->reciprocal >> axis->reciprocal_shift);
      word |= std::uint64_t{router - above * axis->extent} << axis->shift;
      router = above;
    }
    return word;
  }
  static std::uint32_t first_port(std::uint64_t here, const Axis& axis, std::uint32_t path) {
    const std::uint32_t lane = path ? path % axis.width : 0;
    return (static_cast<std::uint32_t>(here >> axis.port_shift) & axis.port_mask) + lane;
  }
  void lay_out_axes(std::string_view name);
  void fill_table();

  const Lattice& lattice_;
  std::uint32_t paths_ = 1;
  std::uint32_t axis_count_ = 0;
  bool rings_ = false;
  bool drawn_ties_ = false;
  bool far_ = false;      // the table is larger than that
  bool uniform_ = false;  // and all routers have the same first ports, which are in a word:
  std::uint64_t ports_ = 0;
  std::array<Axis, Lattice::kMaxDimensions> axes_{};
  std::array<std::uint8_t, 64> axis_of_bit_{};  // of the coordinates
  LazyArray<std::uint64_t> table_;
};

}  // namespace kasuri
