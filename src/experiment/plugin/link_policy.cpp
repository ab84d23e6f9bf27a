// SPDX-License-Identifier: MIT
// A link power policy of others: it plans each gap from the gaps before it, and is told how long it was.
#include <algorithm>

#include "experiment/plugin/kinds.h"
#include "network/power/policy.h"

namespace kasuri::plugin {
namespace {

using MakePolicy = v1::Registry::Make<v1::LinkPolicy, const v1::Links&>;

class OwnPolicy final : public LinkPolicy {
 public:
  OwnPolicy(const Loose& p, PolicyContext& c)
      : LinkPolicy(c), declared_(*p.declared),
        own_(call<MakePolicy>(p, v1::Links{c.links, c.threshold.ps, break_even().ps})) {}

  Rest rest(std::uint32_t link, Time idle, Time want) override {
    const v1::Sleep s = in_run(declared_, [&] { return own_->plan(link); });
    const Rest rest = rest_with(
        {.light = bounded(s.after), .deep = bounded(s.deeper), .wake = bounded(s.wake)}, idle, want);
    if (want != kEndless) own_->ended(link, std::max<std::int64_t>((want - idle).ps, 0));
    return rest;
  }

 private:
  static Time bounded(std::int64_t ps) { return {std::clamp<std::int64_t>(ps, 0, kEndless.ps)}; }

  const Declared& declared_;
  std::unique_ptr<v1::LinkPolicy> own_;
};

std::unique_ptr<LinkPolicy> make_own_policy(const std::any& params, PolicyContext& c) {
  return std::make_unique<OwnPolicy>(std::any_cast<const Loose&>(params), c);
}

}  // namespace

void declare_link_policy(Declared d) {
  declare(std::move(d), LinkPolicy::kKindMeaning, std::any(&make_own_policy));
}

}  // namespace kasuri::plugin
