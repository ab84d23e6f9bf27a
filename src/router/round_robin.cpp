// SPDX-License-Identifier: MIT
#include "config/registry.h"
#include "router/input_queued.h"

namespace kasuri {
namespace {

const config::Register<ArbiterOf<RoundRobin>> round_robin{
    "round-robin", "input virtual channels in turn, the one after the last winner first"};

}  // namespace
}  // namespace kasuri
