// SPDX-License-Identifier: MIT
// Bubble flow control on tori (Carrión, Beivide, Gregorio & Vallejo, HiPC 1997; Puente et al., "The
// adaptive bubble router", JPDC 61(9), 2001): dimension order, the short path around each ring, with
// one virtual channel. A packet enters a ring, from its NIC or from another dimension, only if the
// buffer it enters has room for two of the largest packets, so one place stays free in every ring:
// the bubble, by which packets of the ring always can go on. So rings need no dateline, and all
// virtual channels serve all packets.
//
// Each virtual channel of a ring is a ring of its own: packets keep theirs until they leave the
// dimension. Places are of one size, whatever the packets' sizes are (Routing::counts_packets): else
// free bytes could be in pieces that no packet fits into.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "network/net/routing.h"
#include "network/routing/lattice_map.h"

namespace kasuri {
namespace {

class Bubble final : public Routing {
 public:
  Bubble(const config::NoParams&, RoutingContext& context)
      : map_("bubble", context.topology),
        any_(static_cast<std::uint32_t>((std::uint64_t{1} << context.vcs) - 1)) {}

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    return candidate(input, source, target).route;
  }
  bool adaptive() const override { return true; }
  bool counts_packets() const override { return true; }
  Choice choose(const RouteInput& input, RouterId source, RouterId target,
                Queues&) const override {
    return {.first = candidate(input, source, target), .escape = {}};
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    return {.firsts = {candidate(input, source, target)}, .escape = {}};
  }

  std::uint32_t paths() const override { return map_.paths(); }
  Spread spread() const override { return paths() > 1 ? Spread::by_packet : Spread::none; }
  bool minimal() const override { return true; }
  std::optional<std::uint32_t> hop_limit() const override { return map_.lattice().diameter(); }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, "every ring keeps space for a packet, and dimensions are ordered "
                                  "(Carrión et al. 1997)"};
  }
  std::string describe() const override { return "dimension order with bubble flow control"; }

 private:
  Candidate candidate(const RouteInput& input, RouterId source, RouterId target) const {
    const LatticeMap::Step step = map_.step(input.at, source, target, input.path);
    const auto port = static_cast<std::uint16_t>(step.port);
    if (!step.ring) return {.route = {port, any_}};
    if (input.port == step.opposite) {
      return {.route = {port, 1u << input.vc}, .spare = 0, .in_ring = true};
    }
    return {.route = {port, any_}, .spare = 1, .in_ring = false};
  }

  LatticeMap map_;
  std::uint32_t any_;
};

const config::Register<Bubble> bubble{
    "bubble", "meshes and tori: dimension order with bubble flow control; needs one virtual channel"};

}  // namespace
}  // namespace kasuri
