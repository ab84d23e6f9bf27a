// SPDX-License-Identifier: MIT
// The traffic that is worst for minimal routing on dragonflies (Kim, Dally, Scott & Abts, ISCA 2008,
// section 5): every rank sends to random ranks of the next group, so that the load of a whole group
// meets on the links between two groups.
#include <fmt/format.h>

#include "base/config/registry.h"
#include "base/core/errors.h"
#include "base/core/rng.h"
#include "network/topology/dragonfly.h"
#include "workload/patterns/open_loop.h"

namespace kasuri {
namespace {

struct NextGroupParams : OpenLoopParams {
  std::optional<std::uint32_t> group;
  std::uint32_t offset = 1;

  static config::Fields<NextGroupParams> fields() {
    using P = NextGroupParams;
    return open_loop_fields<P>(
        {config::field("group", &P::group,
                       "ranks of a group; default: the endpoints of a dragonfly's group")
             .at_least(1),
         config::field("offset", &P::offset, "distance to the target group, in groups").at_least(1)});
  }
};

class NextGroup final : public OpenLoop {
 public:
  NextGroup(const NextGroupParams& p, PatternContext& c) : OpenLoop(p, c) {
    const auto* dragonfly = dynamic_cast<const Dragonfly*>(c.topology);
    if (!p.group && !dragonfly) {
      throw Error(Exit::usage, "pattern 'next-group' needs 'group', the number of ranks of a group, on "
                               "all topologies but dragonflies");
    }
    group_ = p.group.value_or(dragonfly ? dragonfly->endpoints() / dragonfly->groups() : 0);
    if (ranks() % group_) {
      throw Error(Exit::usage, fmt::format("pattern 'next-group': {} ranks are no multiple of a group "
                                           "of {}",
                                           ranks(), group_));
    }
    offset_ = p.offset % (ranks() / group_);
  }
  bool demand(std::uint32_t rank, const DemandSink& to) const override {
    const std::uint32_t first = (rank / group_ + offset_) % (ranks() / group_) * group_;
    for (std::uint32_t i = 0; offset_ > 0 && i < group_; ++i) to(first + i, 1.0 / group_);
    return true;
  }

 private:
  std::uint32_t destination(std::uint32_t rank, std::uint64_t bits) const override {
    if (offset_ == 0) return rank;
    const std::uint32_t to = (rank / group_ + offset_) % (ranks() / group_);
    return to * group_ + static_cast<std::uint32_t>(below(bits, group_));
  }

  std::uint32_t group_ = 1;
  std::uint32_t offset_ = 1;
};

const config::Register<NextGroup, NextGroupParams> next_group{
    "next-group", "open loop: to random ranks of the next group; worst for minimal routing on dragonflies"};

}  // namespace
}  // namespace kasuri
