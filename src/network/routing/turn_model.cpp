// SPDX-License-Identifier: MIT
// Turn-model routing on meshes: adaptive along shortest paths without extra virtual channels, because some
// turns are forbidden, so that channels wait for each other in no cycle (Glass & Ni, JACM 41(5), 1994; for
// more than two dimensions their negative-first, all-but-one-negative-first and all-but-one-positive-last),
// and the odd-even turn model (Chiu, IEEE TPDS 11(7), 2000; dimensions beyond the second follow in order).
// Of the allowed outputs a packet takes the one with the shortest queue, and the first of equal ones.
#include "base/config/registry.h"
#include "network/net/routing.h"
#include "network/routing/lattice_map.h"

namespace kasuri {
namespace {

struct NoTurnParams {
  static config::Fields<NoTurnParams> fields() { return {}; }
};

// What a rule is asked: bit d of `below` and `above`: the target lies there in dimension d.
struct Heading {
  std::uint32_t below = 0, above = 0;
  std::uint32_t dimensions = 0;
  std::uint32_t x = 0, source_x = 0, target_x = 0;
};

// The dimensions in which a packet may go on: a set that is not empty.
struct WestFirst {
  static constexpr std::string_view kName = "west-first";
  static std::uint32_t allowed(const Heading& h) {
    const std::uint32_t all_but_one = (1u << (h.dimensions - 1)) - 1;
    return h.below & all_but_one ? h.below & all_but_one : h.below | h.above;
  }
};

struct NorthLast {
  static constexpr std::string_view kName = "north-last";
  static std::uint32_t allowed(const Heading& h) {
    const std::uint32_t first = h.below | (h.above & 1);
    return first ? first : h.above;
  }
};

struct NegativeFirst {
  static constexpr std::string_view kName = "negative-first";
  static std::uint32_t allowed(const Heading& h) { return h.below ? h.below : h.above; }
};

// No packet turns from east to north or south in an even column, and none from these to west in an odd one.
struct OddEven {
  static constexpr std::string_view kName = "odd-even";
  static std::uint32_t allowed(const Heading& h) {
    const std::uint32_t all = h.below | h.above, y = all & 2;
    if (!(all & 1)) return all & (~all + 1);
    if (h.below & 1) return 1 | (h.x % 2 == 0 ? y : 0);
    if (!y) return 1;
    const bool turns = h.x % 2 == 1 || h.x == h.source_x;
    const bool goes_on = h.target_x % 2 == 1 || h.target_x - h.x != 1;
    return (turns ? y : 0) | (goes_on ? 1 : 0);
  }
};

template <class Rule>
class TurnModel final : public Routing {
 public:
  TurnModel(const NoTurnParams&, RoutingContext& c)
      : map_(Rule::kName, c.topology),
        any_(static_cast<std::uint32_t>((std::uint64_t{1} << c.vcs) - 1)) {
    if (map_.has_rings()) {
      throw Error(Exit::usage, fmt::format("routing '{}' is for meshes: the rings of {} close cycles "
                                           "without a turn; take 'minimal-adaptive'", Rule::kName,
                                           c.topology.describe()));
    }
  }

  Route route(const RouteInput& input, RouterId source, RouterId target) const override {
    return best(input, source, target, [](std::uint16_t) { return std::int64_t{0}; });
  }
  bool adaptive() const override { return true; }
  Choice choose(const RouteInput& input, RouterId source, RouterId target, Queues& queues) const override {
    const auto queue = [&](std::uint16_t port) { return queues.at(port, any_); };
    return {.first = {.route = best(input, source, target, queue)}, .escape = {}};
  }
  Candidates candidates(const RouteInput& input, RouterId source, RouterId target) const override {
    Candidates all;
    for_each_allowed(input, source, target,
                     [&](std::uint16_t port) { all.firsts.push_back({.route = {port, any_}}); });
    return all;
  }

  std::uint32_t paths() const override { return map_.paths(); }
  Spread spread() const override { return paths() > 1 ? Spread::by_packet : Spread::none; }
  bool minimal() const override { return true; }
  std::optional<std::uint32_t> hop_limit() const override { return map_.lattice().diameter(); }
  std::optional<DeadlockArgument> deadlock_argument() const override {
    return DeadlockArgument{true, fmt::format("{} forbids a turn of each cycle", Rule::kName)};
  }
  std::string describe() const override { return fmt::format("{} turn model, adaptive", Rule::kName); }

 private:
  Heading heading(RouterId at, RouterId source, RouterId target) const {
    Heading h;
    std::uint32_t here = at.v, to = target.v;
    for (const Lattice::Dimension& d : map_.lattice().dimensions()) {
      const std::uint32_t x = here % d.extent, t = to % d.extent;
      if (h.dimensions == 0) h.x = x, h.source_x = source.v % d.extent, h.target_x = t;
      h.below |= (t < x ? 1u : 0u) << h.dimensions;
      h.above |= (t > x ? 1u : 0u) << h.dimensions;
      here /= d.extent, to /= d.extent;
      ++h.dimensions;
    }
    return h;
  }

  // Productive channels come in the order of their dimensions, one in each.
  template <class F>
  void for_each_allowed(const RouteInput& input, RouterId source, RouterId target, F f) const {
    const Heading h = heading(input.at, source, target);
    const std::uint32_t set = Rule::allowed(h);
    std::uint32_t productive = h.below | h.above;
    map_.for_each_productive(input.at, target, input.path, [&](std::uint16_t port, std::uint32_t) {
      if (set >> std::countr_zero(productive) & 1) f(port);
      productive &= productive - 1;
    });
  }

  template <class Q>
  Route best(const RouteInput& input, RouterId source, RouterId target, Q queue) const {
    Route route{0, any_};
    std::int64_t shortest = INT64_MAX;
    for_each_allowed(input, source, target, [&](std::uint16_t port) {
      if (const std::int64_t length = queue(port); length < shortest) shortest = length, route.port = port;
    });
    return route;
  }

  LatticeMap map_;
  std::uint32_t any_;
};

const config::Register<TurnModel<WestFirst>, NoTurnParams> west_first{
    "west-first", "meshes: steps towards lower coordinates first, except in the last dimension; shortest "
                  "paths by the shortest queue"};
const config::Register<TurnModel<NorthLast>, NoTurnParams> north_last{
    "north-last", "meshes: steps towards higher coordinates last, except in the first dimension; shortest "
                  "paths by the shortest queue"};
const config::Register<TurnModel<NegativeFirst>, NoTurnParams> negative_first{
    "negative-first", "meshes: steps towards lower coordinates first; shortest paths by the shortest "
                      "queue"};
const config::Register<TurnModel<OddEven>, NoTurnParams> odd_even{
    "odd-even", "meshes: turns forbidden by the parity of the column (Chiu 2000); shortest paths by the "
                "shortest queue"};

}  // namespace
}  // namespace kasuri
