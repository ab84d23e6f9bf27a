// SPDX-License-Identifier: MIT
#include "network/router/architecture.h"

namespace kasuri {
namespace {

const config::Register<Architecture<&Arbiter::input_queued>> input_queued{
    "input-queued", "virtual cut-through, buffers at the inputs (with a speed-up also at the outputs)"};

}  // namespace
}  // namespace kasuri
