// SPDX-License-Identifier: MIT
// Dimension-order routing on meshes and tori (Dally & Seitz 1987; Dally & Towles, ch. 8 and 14):
// a packet corrects x first, then y, …, the short way around each ring. Ties on even rings go by
// the parity of the source's coordinate sum, the same all the way, so both directions share them.
//
// A ring of channels waits in a circle unless the circle is cut. Its cut is the wrap-around
// channel, the *dateline*, between two classes of virtual channels, low and high:
//   - a packet that has the dateline ahead of it takes low channels up to it, and high ones on the
//     dateline itself and after it, until it leaves the dimension;
//   - a packet that does not cross it takes any, but from a high channel only high ones.
// So no low channel lies on the dateline, none is taken from a high one, and no high channel just
// before the dateline leads on to it: within a dimension the channels can be numbered so that
// packets climb, and dimensions follow one another. Everything is a function of the position, the
// target, the source's parity and the channel a packet came by.
//
// Parallel channels share the load packet by packet: a packet's way is its lane, the same in every
// dimension as far as there are that many.
//
// Not modelled: bubble flow control, which would do with one virtual channel.

#include <fmt/format.h>

#include <array>
#include <bit>
#include <numeric>

#include "config/registry.h"
#include "core/check.h"
#include "core/errors.h"
#include "core/pool.h"
#include "net/routing.h"
#include "topology/lattice.h"

namespace kasuri {
namespace {

class DimensionOrder final : public Routing {
 public:
  DimensionOrder(const config::NoParams&, RoutingContext& context)
      : lattice_(lattice_of(context.topology)), vcs_(context.vcs) {
    check(vcs_ >= 1 && vcs_ <= kMaxVcs, "a link has 1 to 32 virtual channels");
    any_ = static_cast<std::uint32_t>((std::uint64_t{1} << vcs_) - 1);
    const std::uint32_t low = vcs_ == 1 ? any_ : (1u << vcs_ / 2) - 1;
    high_ = vcs_ == 1 ? any_ : any_ ^ low;
    ring_masks_ = {any_, high_, any_, high_, low, low, high_, high_};
    lay_out_axes();
    fill_table();
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint64_t here = table_[input.at.v];
    const std::uint64_t there = table_[target.v];
    const Axis& axis = axes_[axis_of_bit_[std::countr_zero(here ^ there)]];
    const auto x = static_cast<std::uint32_t>(here >> axis.shift) & axis.mask;
    const auto to = static_cast<std::uint32_t>(there >> axis.shift) & axis.mask;
    const std::uint32_t lane = input.way ? input.way % axis.width : 0;
    const auto first =
        (static_cast<std::uint32_t>(here >> axis.port_shift) & axis.port_mask) + lane;
    // Which way and whether across the dateline is as good as random, so no branch depends on it.
    const bool less = to < x;
    if (!axis.ring) {
      const bool has_plus = x + 1 < axis.extent;
      return {static_cast<std::uint16_t>(first + (less & has_plus) * axis.width),
              any_};
    }

    const std::uint32_t forward = to - x + (less ? axis.extent : 0);
    const std::uint32_t backward = axis.extent - forward;
    bool plus = forward < backward;
    if (forward == backward) plus = !(table_[source.v] & kOddSource);
    // A packet on its way through this ring came by the port opposite to the one it leaves by.
    const std::uint32_t opposite = first + plus * axis.width;
    const std::uint32_t last = plus ? axis.extent - 1 : 0;
    const std::uint32_t dateline_ahead = less == plus;
    const std::uint32_t at_dateline = x == last;
    const std::uint32_t on_high = (input.port == opposite) & (high_ >> input.vc);
    return {static_cast<std::uint16_t>(first + !plus * axis.width),
            ring_masks_[dateline_ahead << 2 | at_dateline << 1 | on_high]};
  }

  std::uint32_t ways() const override { return ways_; }
  Spread spread() const override { return ways_ > 1 ? Spread::by_packet : Spread::none; }
  bool minimal() const override { return true; }
  std::optional<std::uint32_t> hop_limit() const override { return lattice_.diameter(); }

  // With one virtual channel a ring closes a circle if packets pass through each of its routers in
  // one direction: from 5 routers on always; with 4 the only such packets are ties, and those of a
  // first dimension start at every other router only; with 3 there are none.
  std::optional<DeadlockArgument> deadlock_argument() const override {
    bool rings = false;
    bool first = true;
    for (const Lattice::Dimension& d : lattice_.dimensions()) {
      const bool closes_circle = d.ring && (d.extent >= 5 || (d.extent == 4 && !first));
      if (closes_circle && vcs_ == 1) {
        return DeadlockArgument{
            false, fmt::format("rings of {} routers close a circle of channels that wait for one "
                               "another; dimension order needs at least 2 virtual channels there",
                               d.extent)};
      }
      rings |= closes_circle;
      first &= d.extent == 1;
    }
    return DeadlockArgument{true, rings ? "dateline classes order the channels of each ring, and "
                                          "dimensions follow one another (Dally & Seitz 1987)"
                                        : "no ring closes a circle, and dimensions follow one "
                                          "another (Dally & Seitz 1987)"};
  }

  std::string describe() const override {
    bool rings = false;
    for (const Axis& axis : axes_) rings |= axis.ring;
    return rings && vcs_ > 1 ? "dimension order, 2 dateline classes" : "dimension order";
  }

 private:
  // What the hot path needs to know of a router, in one word: from bit 0 its coordinates, then the
  // first port of each dimension, and at the top its parity. 2^30 routers in 8 dimensions take at
  // most 37 bits of coordinates and, without parallel channels, 24 bits of ports.
  static constexpr std::uint64_t kOddSource = std::uint64_t{1} << 63;

  struct Axis {
    std::uint32_t extent = 1;
    std::uint32_t mask = 0;
    std::uint16_t width = 1;
    std::uint8_t shift = 0;
    std::uint8_t port_mask = 0;
    std::uint8_t port_shift = 0;
    bool ring = false;
  };

  static const Lattice& lattice_of(const Topology& topology) {
    if (const auto* lattice = dynamic_cast<const Lattice*>(&topology)) return *lattice;
    throw Error(Exit::usage,
                fmt::format("routing 'dimension-order' needs a mesh, a torus or another lattice, "
                            "not {}",
                            topology.describe()));
  }

  void lay_out_axes() {
    const auto dimensions = lattice_.dimensions();
    std::size_t shift = 0;
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
      const int bits = std::bit_width(dimensions[i].extent - 1);
      axes_[i].extent = dimensions[i].extent;
      axes_[i].ring = dimensions[i].ring;
      axes_[i].width = static_cast<std::uint16_t>(dimensions[i].width);
      ways_ = std::lcm(ways_, dimensions[i].width);
      axes_[i].mask = (1u << bits) - 1;
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
      throw Error(Exit::usage,
                  fmt::format("routing 'dimension-order' has no room for the ports of {}: fewer "
                              "parallel links, or fewer dimensions",
                              lattice_.describe()));
    }
  }

  void fill_table() {
    table_.grow(lattice_.routers());
    for (std::uint32_t r = 0; r < lattice_.routers(); ++r) {
      const std::uint32_t slots = lattice_.slots({r});
      std::uint64_t word = 0;
      std::uint32_t sum = 0;
      for (std::uint32_t i = 0; i < lattice_.dimensions().size(); ++i) {
        const std::uint32_t x = lattice_.coordinate({r}, lattice_.dimensions()[i]);
        word |= std::uint64_t{x} << axes_[i].shift;
        word |= std::uint64_t{lattice_.port_of(slots, 2 * i)} << axes_[i].port_shift;
        sum += x;
      }
      table_[r] = word | (sum % 2 ? kOddSource : 0);
    }
  }

  const Lattice& lattice_;
  std::uint32_t vcs_;
  std::uint32_t ways_ = 1;
  std::uint32_t any_, high_;  // sets of virtual channels
  // By dateline ahead (4), at the dateline (2), on a high channel of this dimension (1).
  std::array<std::uint32_t, 8> ring_masks_{};
  std::array<Axis, Lattice::kMaxDimensions> axes_{};
  std::array<std::uint8_t, 64> axis_of_bit_{};  // of the coordinates
  LazyArray<std::uint64_t> table_;
};

const config::Register<DimensionOrder> dimension_order{
    "dimension-order", "x, then y, then z, …, each the short way; datelines on rings"};

}  // namespace
}  // namespace kasuri
