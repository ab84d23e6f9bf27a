// SPDX-License-Identifier: MIT
// The routers of output_queued.h with queues at their inputs as well.
#include "network/router/architecture.h"

namespace kasuri {
namespace {

const config::Register<Architecture<&Arbiter::cioq>> cioq{
    "cioq", "virtual cut-through, queues at inputs and outputs, switch with speed-up"};

}  // namespace
}  // namespace kasuri
