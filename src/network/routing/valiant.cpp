// SPDX-License-Identifier: MIT
// Valiant's routing for any topology (Valiant & Brebner, "Universal schemes for parallel
// communication", STOC 1981): each packet goes to a random router first, then to its target, both
// by another routing. Whatever the traffic, the load on channels is that of uniform random traffic,
// twice.
//
// The two halves have virtual channels of their own, the lower ones for the first half, so a
// packet's channel tells where it is going; each half is free of deadlock if the inner routing is,
// and packets change from the first to the second only. A packet that meets its target early is
// there. The random router is any that has endpoints, the packet's own two included.

#include <fmt/format.h>

#include <array>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"
#include "network/net/too_few_vcs.h"
#include "network/routing/next_hops.h"

namespace kasuri {
namespace {

struct ValiantParams {
  std::optional<config::Choice<Routing>> inner;

  static config::Fields<ValiantParams> fields() {
    return {config::field("inner", &ValiantParams::inner,
                          "routing algorithm of both halves; default: the usual one of the topology")};
  }
};

class Valiant final : public Routing {
 public:
  Valiant(const ValiantParams& p, RoutingContext& c)
      : terminals_(c.topology), first_vcs_(c.vcs / 2) {
    if (c.vcs < 2) {
      throw TooFewVcs("routing 'valiant' needs at least 2 virtual channels, one for each half of the path; "
                      "raise router.vcs");
    }
    const auto inner = p.inner.value_or(config::Choice<Routing>(c.topology.usual_routing()));
    RoutingContext first{c.topology, first_vcs_}, second{c.topology, c.vcs - first_vcs_};
    halves_ = {inner.make(first), inner.make(second)};
    if (halves_[0]->adaptive()) {
      throw Error(Exit::usage, fmt::format("routing 'valiant' needs an inner routing that is not adaptive, "
                                           "not '{}'",
                                           inner.name()));
    }
    inner_paths_ = halves_[0]->paths();
    const std::uint64_t paths = std::uint64_t{terminals_.count()} * inner_paths_;
    if (paths > UINT32_MAX) {
      throw Error(Exit::usage,
                  fmt::format("routing 'valiant' can number 2^32 paths; {} routers with {} paths to each "
                              "are more",
                              terminals_.count(), inner_paths_));
    }
    paths_ = static_cast<std::uint32_t>(paths);
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    const RouterId middle = terminals_[input.path / inner_paths_];
    const bool injected = input.port == RouteInput::kInjected;
    RouteInput inner{input.at, input.port, input.vc, input.path % inner_paths_};
    const bool on_second = !injected && input.vc >= first_vcs_;
    if (!on_second && input.at != middle) return halves_[0]->route(inner, source, middle);

    if (on_second) {
      inner.vc = static_cast<std::uint16_t>(input.vc - first_vcs_);
    } else {
      inner.port = RouteInput::kInjected;  // as if it started here
      inner.vc = 0;
    }
    Route route = halves_[1]->route(inner, middle, target);
    route.vc_mask <<= first_vcs_;
    return route;
  }
  std::uint32_t paths() const override { return paths_; }
  Spread spread() const override { return Spread::by_packet; }
  std::optional<std::uint32_t> hop_limit() const override {
    const auto half = halves_[0]->hop_limit();
    return half ? std::optional(2 * *half) : std::nullopt;
  }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    const auto first = halves_[0]->deadlock_argument(), second = halves_[1]->deadlock_argument();
    if (!first || !second) return std::nullopt;
    if (!first->deadlock_free || !second->deadlock_free) {
      const std::string& why = first->deadlock_free ? second->why : first->why;
      return DeadlockArgument{false,
                              "in one half of the path, which has its own virtual channels: " + why};
    }
    return DeadlockArgument{true,
                            "two halves with their own virtual channels, in each: " + first->why};
  }
  std::string describe() const override {
    return fmt::format("Valiant, each half by {}", halves_[0]->describe());
  }

 private:
  Terminals terminals_;
  std::uint32_t first_vcs_;
  std::array<std::unique_ptr<Routing>, 2> halves_;
  std::uint32_t inner_paths_ = 1;
  std::uint32_t paths_ = 1;
};

const config::Register<Valiant, ValiantParams> valiant{
    "valiant", "any topology: another routing algorithm to a random router, and from there to the target"};

}  // namespace
}  // namespace kasuri
