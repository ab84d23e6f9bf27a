// SPDX-License-Identifier: MIT
// Through traffic first: packets that come from other routers go before those of the router's own
// NICs. So who is in the network gets out of it before others enter, and a full ring carries what
// it can. Among packets of one kind the one that has been ready for longest goes first. The NICs of
// a router starve for as long as packets in transit fill the output.
#include <algorithm>
#include <vector>

#include "base/config/registry.h"
#include "network/router/arbiter_of.h"

namespace kasuri {
namespace {

class ThroughFirst {
 public:
  ThroughFirst(const config::NoParams&, const RouterContext& c) : topology_(c.fabric.topology) {}

  template <class Site, class Take>
  bool pick(Site& site, Take&& take) {
    const std::uint32_t links = topology_.degree(site.router());
    waiting_.clear();
    for_each_in(site.set(), site.words(), [&](std::uint32_t input_vc) {
      const bool enters = site.input_port(input_vc) >= links;
      waiting_.push_back({enters, site.packet(input_vc).request, input_vc});
    });
    std::ranges::sort(waiting_);
    return std::ranges::any_of(waiting_, [&](const Waiting& w) { return take(w.input_vc); });
  }

 private:
  struct Waiting {
    bool enters;  // the network here
    Time since;
    std::uint32_t input_vc;
    friend auto operator<=>(const Waiting&, const Waiting&) = default;
  };
  const Topology& topology_;
  std::vector<Waiting> waiting_;
};

const config::Register<ArbiterOf<ThroughFirst>> through_first{
    "through-first", "packets from other routers before injected packets, which may starve"};

}  // namespace
}  // namespace kasuri
