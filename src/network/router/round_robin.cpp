// SPDX-License-Identifier: MIT
// The policy itself is in arbiter.h: it serves iSLIP, too.
#include "base/config/registry.h"
#include "network/router/arbiter_of.h"

namespace kasuri {
namespace {

const config::Register<ArbiterOf<RoundRobin>> round_robin{
    "round-robin", "round-robin over input virtual channels"};

}  // namespace
}  // namespace kasuri
