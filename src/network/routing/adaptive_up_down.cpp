// SPDX-License-Identifier: MIT
// Adaptive up*/down* routing on trees: on the path up, and among parallel links, a packet takes the
// link with the shortest queue of some that its router looks at. Down there is one way. Channels wait
// for one another in no cycle, whatever is chosen (network/routing/up_down.h).
//
// The links that are looked at follow one another from the one that d-mod-k would take
// on, or a random one; of equally short queues the first is taken, so an idle tree is routed by numbers.

#include <fmt/format.h>

#include <algorithm>

#include "base/config/registry.h"
#include "network/routing/up_down.h"

namespace kasuri {
namespace {

enum class First { destination, packet };
constexpr auto names_of(First) { return name_table("destination", "packet"); }

struct AdaptiveUpDownParams {
  std::uint32_t candidates = 4;
  First first = First::destination;

  static config::Fields<AdaptiveUpDownParams> fields() {
    return {config::field("candidates", &AdaptiveUpDownParams::candidates,
                          "number of upward links whose queues a router compares for a packet")
                .range(1, 4096)
                .formerly("choices"),
            config::field("first", &AdaptiveUpDownParams::first,
                          "the link that is compared first, and taken if no queue is shorter: the one of "
                          "d-mod-k ('destination') or a random one ('packet')")};
  }
};

class AdaptiveUpDown final : public UpDown {
 public:
  AdaptiveUpDown(const AdaptiveUpDownParams& p, RoutingContext& context)
      : UpDown("adaptive-up-down", context, Divisors::of_parents),
        endpoints_(tree().children(1)),
        candidates_(p.candidates),
        by_packet_(p.first == First::packet) {
    if (!by_packet_) return;
    std::uint64_t paths = 1;
    for (std::uint32_t level = 1; level < tree().levels(); ++level) {
      paths = std::min<std::uint64_t>(paths * tree().up_ports(level), 1 << 20);
    }
    paths_ = static_cast<std::uint32_t>(paths);
  }

  Route route(const RouteInput& input, RouterId, RouterId target) const override {
    const Links links = links_to(input.at, target, number(input, target));
    return {links.port(0), any()};
  }
  bool adaptive() const override { return true; }
  Choice choose(const RouteInput& input, RouterId, RouterId target, Queues& queues) const override {
    const Links links = links_to(input.at, target, number(input, target));
    std::uint16_t best = links.port(0);
    const std::uint32_t n = std::min(links.count, candidates_);
    if (n > 1) {
      std::int64_t shortest = queues.at(best, any());
      for (std::uint32_t i = 1; i < n && shortest > 0; ++i) {
        const std::uint16_t other = links.port(i);
        const std::int64_t length = queues.at(other, any());
        if (length >= shortest) continue;
        shortest = length;
        best = other;
      }
    }
    return {.first = {.route = {best, any()}}, .escape = {}};
  }
  Candidates candidates(const RouteInput& input, RouterId, RouterId target) const override {
    const Links links = links_to(input.at, target, number(input, target));
    Candidates all;
    for (std::uint32_t i = 0; i < std::min(links.count, candidates_); ++i) {
      all.firsts.push_back({.route = {links.port(i), any()}});
    }
    return all;
  }
  std::uint32_t paths() const override { return by_packet_ ? paths_ : endpoints_; }
  Spread spread() const override { return by_packet_ ? Spread::by_packet : Spread::by_destination; }
  std::string describe() const override {
    return fmt::format("up over the shortest of {} queues, then down", candidates_);
  }

 private:
  // As of d-mod-k, or the packet's.
  std::uint64_t number(const RouteInput& input, RouterId target) const {
    return by_packet_ ? input.path : std::uint64_t{target.v} * endpoints_ + input.path;
  }

  std::uint32_t endpoints_;
  std::uint32_t candidates_;
  bool by_packet_;
  std::uint32_t paths_ = 1;
};

const config::Register<AdaptiveUpDown, AdaptiveUpDownParams> adaptive_up_down{
    "adaptive-up-down", "trees: up over the shortest queue, then down"};

}  // namespace
}  // namespace kasuri
