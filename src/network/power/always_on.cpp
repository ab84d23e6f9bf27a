// SPDX-License-Identifier: MIT
// Links never sleep: what all other policies are compared with.
#include "network/power/policy.h"

namespace kasuri {
namespace {

class AlwaysOn final : public LinkPolicy {
 public:
  AlwaysOn(const config::NoParams&, PolicyContext& c) : LinkPolicy(c) {}
  Rest rest(std::uint32_t, Time, Time want) override { return {want, {}, 0}; }
  Time least_gap() const override { return kEndless; }
};

const config::Register<AlwaysOn> always_on{"always-on", "links never sleep"};

}  // namespace
}  // namespace kasuri
