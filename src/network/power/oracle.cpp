// SPDX-License-Identifier: MIT
// An upper bound: a link that knows when it will be wanted sleeps through every gap that is worth
// it and is up in time. Nothing is ever delayed.
#include "network/power/policy.h"

namespace kasuri {
namespace {

class Oracle final : public LinkPolicy {
 public:
  Oracle(const config::NoParams&, PolicyContext& c) : LinkPolicy(c) {}
  Time least_gap() const override { return kEndless; }
  Rest rest(std::uint32_t, Time idle, Time want) override {
    Rest rest{want, {}, 0};
    const Time leave = want == kEndless ? Time{0} : c_.modes[0].leave;
    const Span asleep{idle + c_.modes[0].enter, want - leave};
    if (asleep.to <= asleep.from) return rest;
    rest.modes[0] = asleep;
    rest.transitions = 1;
    return rest;
  }
};

const config::Register<Oracle> oracle{
    "oracle", "upper bound: links sleep through every gap that saves energy and delay no packet"};

}  // namespace
}  // namespace kasuri
