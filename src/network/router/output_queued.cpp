// SPDX-License-Identifier: MIT
// The routers of output_queued.h whose inputs pass packets on at once.
#include "network/router/architecture.h"

namespace kasuri {
namespace {

const config::Register<Architecture<&Arbiter::output_queued>> output_queued{
    "output-queued", "virtual cut-through, queues at outputs only: no head-of-line blocking"};

}  // namespace
}  // namespace kasuri
