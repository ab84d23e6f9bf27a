// SPDX-License-Identifier: MIT
// Age-based arbitration (Abts & Weisser, SC'07): the packet that left its NIC first goes first, so that
// the far do not starve behind the near. Of two that left at one instant, the one of the lower NIC.
#include <algorithm>
#include <tuple>
#include <vector>

#include "base/config/registry.h"
#include "network/router/arbiter_of.h"

namespace kasuri {
namespace {

class Age {
 public:
  Age(const config::NoParams&, const RouterContext&) {}

  template <class Site, class Take>
  bool pick(Site& site, Take&& take) {
    waiting_.clear();
    for_each_in(site.set(), site.words(), [&](std::uint32_t input_vc) {
      const Packet& p = site.packet(input_vc);
      waiting_.push_back({p.injected, p.source.v, p.sequence, input_vc});
    });
    std::ranges::sort(waiting_);
    return std::ranges::any_of(waiting_, [&](const Waiting& w) { return take(w.input_vc); });
  }

 private:
  struct Waiting {
    Time injected;
    std::uint32_t source, sequence;
    std::uint32_t input_vc;
    friend auto operator<=>(const Waiting&, const Waiting&) = default;
  };
  std::vector<Waiting> waiting_;
};

const config::Register<ArbiterOf<Age>> age{"age", "the packet that left its NIC first"};

}  // namespace
}  // namespace kasuri
