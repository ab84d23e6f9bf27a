// SPDX-License-Identifier: MIT
// Minimal adaptive routing on meshes and tori with an escape (Duato, IEEE TPDS 4(12), 1993): on the
// adaptive virtual channels a packet goes on in any dimension that brings it closer, where the queue
// is shortest; if it has to wait there, it may take the escape channels instead, on which an inner
// routing leads it on. From those it may come back at the next router, unless it requests all at once.
//
// The escape channels, the lowest, must not wait for one another in a cycle: then every packet that
// waits, waits for one that gets on. (With virtual cut-through a packet that waits holds no channel
// but the one it is in, so dependencies through adaptive channels need not be followed.) On an
// escape channel reached from an adaptive one, a packet is as if it started there.
//
// Of equally short queues the one in the dimension with most channels left is taken: it keeps most
// of the choice for later.

#include <fmt/format.h>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "network/net/routing.h"
#include "network/net/too_few_vcs.h"
#include "network/routing/lattice_map.h"

namespace kasuri {
namespace {

struct MinimalAdaptiveParams {
  enum class Requests { shortest, all, first };
  friend constexpr auto names_of(Requests) { return name_table("shortest", "all", "first"); }

  std::optional<config::Choice<Routing>> escape;
  Requests requests = Requests::shortest;

  static config::Fields<MinimalAdaptiveParams> fields() {
    return {config::field("escape", &MinimalAdaptiveParams::escape,
                          "routing of the escape channels; default: dimension-order"),
            config::field("requests", &MinimalAdaptiveParams::requests,
                          "what a packet asks a router for: the shortest queue and the escape; or, of "
                          "flit-input-queued routers, all channels that bring it closer and the escape, "
                          "at once; or of these the first dimension's, as min_adapt of BookSim 2. With "
                          "the last two, a packet stays on escape channels")};
  }
};

class MinimalAdaptive final : public Routing {
 public:
  MinimalAdaptive(const MinimalAdaptiveParams& p, RoutingContext& c)
      : map_("minimal-adaptive", c.topology), requests_(p.requests) {
    const auto inner = p.escape.value_or(config::Choice<Routing>("dimension-order"));
    escape_vcs_ = vcs_of(inner, c.topology);
    RoutingContext context{c.topology, escape_vcs_};
    escape_ = inner.make(context);
    if (escape_->adaptive() && !escape_->counts_packets()) {
      throw Error(Exit::usage, "routing 'minimal-adaptive' needs a deterministic escape, such as "
                               "'dimension-order' or 'bubble', not '" + std::string(inner.name()) +
                                   "'");
    }
    if (c.vcs <= escape_vcs_) {
      throw TooFewVcs(fmt::format("routing 'minimal-adaptive' needs at least {} virtual channels: {} for "
                                  "the escape, {}, and one more; raise router.vcs",
                                  escape_vcs_ + 1, escape_vcs_, escape_->describe()));
    }
    adaptive_ = static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1) & ~escape_vcs();
  }

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    return best(input, target, [](std::uint16_t) { return std::int64_t{0}; });
  }
  bool adaptive() const override { return true; }
  bool offers_all() const override { return requests_ != MinimalAdaptiveParams::Requests::shortest; }
  bool counts_packets() const override { return escape_->counts_packets(); }
  std::uint32_t escape_vcs() const override { return (1u << escape_vcs_) - 1; }

  Choice choose(const RouteInput& input, RouterId source, RouterId target,
                Queues& queues) const override {
    const Candidate escape = escape_->choose(inner_input(input), source, target, queues).first;
    if (stays(input)) return {.first = escape, .escape = escape};
    if (offers_all()) return {.first = candidates(input, source, target).firsts[0], .escape = escape};
    const Route route =
        best(input, target, [&](std::uint16_t port) { return queues.at(port, adaptive_); });
    return {.first = {.route = route}, .escape = escape};
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    Candidates all;
    all.escape = escape_->candidates(inner_input(input), source, target).firsts.front();
    if (stays(input)) return all;
    map_.for_each_productive(input.at, target, input.path, [&](std::uint16_t port, std::uint32_t) {
      all.firsts.push_back({.route = {port, adaptive_}});
    });
    // Its set of outputs keeps one of each priority.
    if (requests_ == MinimalAdaptiveParams::Requests::first) all.firsts.resize(1);
    return all;
  }

  std::uint32_t paths() const override { return map_.paths(); }
  Spread spread() const override { return paths() > 1 ? Spread::by_packet : Spread::none; }
  bool minimal() const override { return escape_->minimal(); }
  std::optional<std::uint32_t> hop_limit() const override { return escape_->hop_limit(); }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    auto inner = escape_->deadlock_argument();
    if (inner) inner->why = "all packets can use the escape channels (Duato 1993): " + inner->why;
    return inner;
  }
  std::string describe() const override {
    return fmt::format("minimal adaptive, escape by {} on {} virtual channel{}", escape_->describe(),
                       escape_vcs_, escape_vcs_ == 1 ? "" : "s");
  }

 private:
  // A ring needs two unless its escape keeps a bubble: packets come to the escape channels anywhere, so
  // what makes one do for dimension order on some small rings does not hold.
  std::uint32_t vcs_of(const config::Choice<Routing>& inner, const Topology& t) const {
    RoutingContext one{t, 1};
    return map_.has_rings() && !inner.make(one)->counts_packets() ? 2 : 1;
  }

  bool on_escape(const RouteInput& input) const {
    return input.port != RouteInput::kInjected && input.vc < escape_vcs_;
  }
  bool stays(const RouteInput& input) const { return offers_all() && on_escape(input); }
  RouteInput inner_input(const RouteInput& input) const {
    if (on_escape(input)) return input;
    return {.at = input.at, .path = input.path};
  }

  template <class F>
  Route best(const RouteInput& input, RouterId target, F queue) const {
    Route route{0, adaptive_};
    std::int64_t shortest = INT64_MAX;
    std::uint32_t most_left = 0;
    map_.for_each_productive(input.at, target, input.path,
                             [&](std::uint16_t port, std::uint32_t left) {
                               const std::int64_t length = queue(port);
                               if (length > shortest || (length == shortest && left <= most_left)) {
                                 return;
                               }
                               shortest = length;
                               most_left = left;
                               route.port = port;
                             });
    return route;
  }

  LatticeMap map_;
  MinimalAdaptiveParams::Requests requests_;
  std::unique_ptr<Routing> escape_;
  std::uint32_t escape_vcs_ = 0;  // how many
  std::uint32_t adaptive_ = 0;    // the set of the others
};

const config::Register<MinimalAdaptive, MinimalAdaptiveParams> minimal_adaptive{
    "minimal-adaptive", "meshes and tori: any minimal path, by the shortest queue, with escape channels"};

}  // namespace
}  // namespace kasuri
