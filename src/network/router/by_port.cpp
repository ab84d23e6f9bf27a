// SPDX-License-Identifier: MIT
// Turns by input port: the ports that have packets for an output take turns, however many virtual
// channels their packets wait in, so that a NIC that fills all of its virtual channels gets no more
// turns than a link. A port whose packets find no credits is passed over. Within a port the packet goes
// first that has been ready for longest, so its virtual channels take turns, too. A round robin of round
// robins (Dally & Towles 2004, section 18.4), whose inner one needs no memory.
#include <algorithm>
#include <vector>

#include "base/config/registry.h"
#include "network/router/arbiter_of.h"

namespace kasuri {
namespace {

class ByPort {
 public:
  static constexpr bool kNeedsInputs = true;

  ByPort(const config::NoParams&, const RouterContext& c)
      : ports_(RouterLayout(c.fabric.topology, c.fabric.vcs).ports) {}

  template <class Site, class Take>
  bool pick(Site& site, Take&& take) {
    // At first that of no port: as if the last one had won.
    const std::uint32_t last = std::min(site.input_port(site.turn()), ports_ - 1);
    waiting_.clear();
    for_each_in(site.set(), site.words(), [&](std::uint32_t input_vc) {
      const std::uint32_t after = (site.input_port(input_vc) + ports_ - last - 1) % ports_;
      waiting_.push_back({after, site.packet(input_vc).request, input_vc});
    });
    std::ranges::sort(waiting_);
    for (const Waiting& w : waiting_) {
      if (!take(w.input_vc)) continue;
      site.turn() = static_cast<std::uint16_t>(w.input_vc);
      return true;
    }
    return false;
  }

 private:
  struct Waiting {
    std::uint32_t after;  // how far its port is behind that of the last winner
    Time since;
    std::uint32_t input_vc;
    friend auto operator<=>(const Waiting&, const Waiting&) = default;
  };
  std::uint32_t ports_;
  std::vector<Waiting> waiting_;
};

const config::Register<ArbiterOf<ByPort>> by_port{
    "by-port", "round-robin over input ports, not over their virtual channels"};

}  // namespace
}  // namespace kasuri
