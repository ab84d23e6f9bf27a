// SPDX-License-Identifier: MIT
// Minimal routing on dragonflies (Kim, Dally, Scott & Abts, ISCA 2008, section 4): within the own
// group to the router that has a link to the target's group, over it, and within that group to the
// target: local, global, local. Where several links join two groups each packet draws one.
//
// Virtual channels follow the path: a local channel of the source's group is of the lower half, one
// of the target's group of the upper half if a global channel came before. Then lower local →
// global → upper local is the only order in which channels wait for one another. With one virtual
// channel two groups can block each other. With channels = "by-stage" (BookSim 2's min_dragonflynew) global
// channels are of the upper half, and local ones of packets that stay in a group of the lower.
//
// Two global channels through a third group may be shorter by one channel; they are not taken.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"
#include "network/topology/dragonfly.h"

namespace kasuri {
namespace {

struct DragonflyMinimalParams {
  enum class Channels { all, by_stage };
  friend constexpr auto names_of(Channels) { return name_table("all", "by-stage"); }

  Channels channels = Channels::all;

  static config::Fields<DragonflyMinimalParams> fields() {
    return {config::field("channels", &DragonflyMinimalParams::channels,
                          "which virtual channels packets take where they could take all, on global links "
                          "and within a group: all, or the half of their stage")};
  }
};

class DragonflyMinimal final : public Routing {
 public:
  DragonflyMinimal(const DragonflyMinimalParams& p, RoutingContext& context)
      : dragonfly_(dragonfly_of(context.topology)), vcs_(context.vcs) {
    any_ = static_cast<std::uint32_t>((std::uint64_t{1} << vcs_) - 1);
    low_ = vcs_ == 1 ? any_ : (1u << vcs_ / 2) - 1;
    high_ = vcs_ == 1 ? any_ : any_ ^ low_;
    within_ = p.channels == DragonflyMinimalParams::Channels::by_stage ? low_ : any_;
    global_ = p.channels == DragonflyMinimalParams::Channels::by_stage ? high_ : any_;
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const std::uint32_t here = dragonfly_.group(input.at);
    const std::uint32_t there = dragonfly_.group(target);
    if (here == there) {
      const bool came_far = dragonfly_.group(source) != here;
      return {static_cast<std::uint16_t>(dragonfly_.local_port(input.at, target)),
              came_far ? high_ : within_};
    }
    const PortRef exit = dragonfly_.gateway(here, there, input.path);
    if (exit.router == input.at) return {exit.port, global_};
    return {static_cast<std::uint16_t>(dragonfly_.local_port(input.at, exit.router)), low_};
  }
  std::uint32_t paths() const override { return std::max(1u, dragonfly_.links_per_pair()); }
  Spread spread() const override { return paths() > 1 ? Spread::by_packet : Spread::none; }
  std::optional<std::uint32_t> hop_limit() const override { return 3; }

  std::optional<DeadlockArgument> deadlock_argument() const override {
    if (vcs_ > 1 || dragonfly_.groups() == 1 || dragonfly_.group_size() == 1) {
      return DeadlockArgument{true,
                              "local, global and local channels have ascending classes (Kim et al. 2008)"};
    }
    return std::nullopt;
  }
  std::string describe() const override {
    return fmt::format("minimal: local, global, local{}", vcs_ > 1 ? ", 2 classes" : "");
  }

 private:
  static const Dragonfly& dragonfly_of(const Topology& topology) {
    if (const auto* d = dynamic_cast<const Dragonfly*>(&topology)) return *d;
    throw Error(Exit::usage, fmt::format("routing 'dragonfly-minimal' needs a dragonfly, not {}",
                                         topology.describe()));
  }

  const Dragonfly& dragonfly_;
  std::uint32_t vcs_;
  std::uint32_t any_, low_, high_;  // sets of virtual channels
  std::uint32_t within_, global_;   // of packets within a group, and of global channels
};

const config::Register<DragonflyMinimal, DragonflyMinimalParams> dragonfly_minimal{
    "dragonfly-minimal", "dragonflies: local, global, local, in ascending virtual channels"};

}  // namespace
}  // namespace kasuri
