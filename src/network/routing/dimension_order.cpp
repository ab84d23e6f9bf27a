// SPDX-License-Identifier: MIT
// Dimension-order routing on meshes and tori (Dally & Seitz 1987; Dally & Towles, ch. 8 and 14):
// a packet corrects x first, then y, …, the short path around each ring. Ties on even rings go by
// the parity of the source's coordinate sum, the same along the whole path, so both directions share them.
//
// A ring of channels waits in a cycle unless the cycle is cut. Its cut is the wrap-around
// channel, the *dateline*, between two classes of virtual channels, low and high:
//   - a packet that has the dateline ahead of it takes low channels up to it, and high ones on the
//     dateline itself and after it, until it leaves the dimension;
//   - a packet that does not cross it takes any, but from a high channel only high ones.
// So no low channel lies on the dateline, none is taken from a high one, and no high channel just
// before the dateline leads on to it: within a dimension the channels can be numbered so that
// packets climb, and dimensions follow one another. Everything is a function of the position, the
// target, the source's parity and the channel a packet came by.
//
// That is dateline = "crossing". With "fixed-half" (BookSim 2's dim_order_torus) a packet keeps one half of
// the channels of a ring all through a dimension: the high one if its coordinate must fall there, from
// where it enters, else the low one. So those that go up share high channels because they cross the
// dateline, and those that go down low ones. Paths are at most half a ring long, and all of one half and
// direction cross the dateline, or none does: neither closes a cycle.
//
// ties = "drawn" lets each packet draw its direction in each dimension where both are equally short.
//
// Parallel channels share the load packet by packet: a packet's path is its lane, the same in every
// dimension as far as there are that many.
//
// Rings with one virtual channel: see bubble.cpp. On HyperX: hyperx.cpp.

#include <fmt/format.h>

#include <array>

#include "base/config/registry.h"
#include "base/core/check.h"
#include "network/net/routing.h"
#include "network/routing/elsewhere.h"
#include "network/routing/lattice_map.h"

namespace kasuri {
namespace {

struct DimensionOrderParams {
  enum class Dateline { crossing, fixed_half };
  friend constexpr auto names_of(Dateline) { return name_table("crossing", "fixed-half"); }
  enum class Ties { parity, drawn };
  friend constexpr auto names_of(Ties) { return name_table("parity", "drawn"); }

  Dateline dateline = Dateline::crossing;
  Ties ties = Ties::parity;

  static config::Fields<DimensionOrderParams> fields() {
    using P = DimensionOrderParams;
    return {config::field("dateline", &P::dateline,
                          "which half of the virtual channels of a ring a packet takes: the high one once "
                          "it crosses the wrap-around channel, or one half all through the dimension"),
            config::field("ties", &P::ties,
                          "direction where both are equally short: by the parity of the source's "
                          "coordinates, or drawn for each packet")};
  }
};

class DimensionOrder final : public Routing {
 public:
  DimensionOrder(const DimensionOrderParams& p, RoutingContext& context)
      : map_("dimension-order", context.topology),
        vcs_(context.vcs),
        fixed_(p.dateline == DimensionOrderParams::Dateline::fixed_half) {
    if (p.ties == DimensionOrderParams::Ties::drawn) map_.draw_ties();
    check(vcs_ >= 1 && vcs_ <= kMaxVcs, "a link has 1 to 32 virtual channels");
    any_ = static_cast<std::uint32_t>((std::uint64_t{1} << vcs_) - 1);
    const std::uint32_t low = vcs_ == 1 ? any_ : (1u << vcs_ / 2) - 1;
    high_ = vcs_ == 1 ? any_ : any_ ^ low;
    ring_masks_ = {any_, high_, any_, high_, low, low, high_, high_};
  }

  static std::unique_ptr<Routing> make(const DimensionOrderParams& p, RoutingContext& c) {
    if (auto rows = make_hyperx_order(c)) return rows;
    return std::make_unique<DimensionOrder>(p, c);
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const LatticeMap::Step step = map_.step(input.at, source, target, input.path);
    const auto port = static_cast<std::uint16_t>(step.port);
    if (!step.ring) return {port, any_};
    if (fixed_) return {port, fixed_half(input, step)};
    const std::uint32_t on_high = (input.port == step.opposite) & (high_ >> input.vc);
    return {port, ring_masks_[step.dateline | on_high]};
  }

  std::uint32_t paths() const override { return map_.paths(); }
  Spread spread() const override { return paths() > 1 ? Spread::by_packet : Spread::none; }
  bool minimal() const override { return true; }
  std::optional<std::uint32_t> hop_limit() const override { return map_.lattice().diameter(); }

  // With one virtual channel a ring closes a cycle if packets pass through each of its routers in
  // one direction: from 5 routers on always; with 4 the only such packets are ties, and those of a
  // first dimension start at every other router only; with 3 there are none.
  std::optional<DeadlockArgument> deadlock_argument() const override {
    bool rings = false;
    bool first = true;
    for (const Lattice::Dimension& d : map_.lattice().dimensions()) {
      const bool closes_cycle = d.ring && (d.extent >= 5 || (d.extent == 4 && !first));
      if (closes_cycle && vcs_ == 1) {
        return DeadlockArgument{
            false, fmt::format("channels of rings of {} routers wait for each other in a cycle; dimension "
                               "order needs at least 2 virtual channels there",
                               d.extent)};
      }
      rings |= closes_cycle;
      first &= d.extent == 1;
    }
    return DeadlockArgument{true, rings ? "dateline classes order the channels of each ring, and "
                                          "dimensions are ordered (Dally & Seitz 1987)"
                                        : "no ring has a cycle, and dimensions are ordered (Dally & Seitz "
                                          "1987)"};
  }

  std::string describe() const override {
    const std::string ties = map_.draws_ties() ? ", ties drawn" : "";
    if (!map_.has_rings() || vcs_ == 1) return "dimension order" + ties;
    return (fixed_ ? "dimension order, fixed halves of virtual channels"
                   : "dimension order, 2 dateline classes") + ties;
  }

 private:
  std::uint32_t fixed_half(const RouteInput& input, const LatticeMap::Step& step) const {
    const bool goes_on = input.port == step.opposite;
    const bool plus = step.port < step.opposite, crosses = step.dateline & 4;
    const bool high = goes_on ? high_ >> input.vc & 1 : plus == crosses;
    return high ? high_ : any_ == high_ ? any_ : any_ ^ high_;
  }

  LatticeMap map_;
  std::uint32_t vcs_;
  bool fixed_;
  std::uint32_t any_, high_;  // sets of virtual channels
  // By dateline ahead (4), at the dateline (2), on a high channel of this dimension (1).
  std::array<std::uint32_t, 8> ring_masks_{};
};

const config::Register<DimensionOrder, DimensionOrderParams> dimension_order{
    "dimension-order", "meshes, tori, HyperX: x, then y, then z, …, each in the shorter direction; "
                       "datelines on rings"};

}  // namespace
}  // namespace kasuri
