// SPDX-License-Identifier: MIT
// What flow controls by pauses share.
#pragma once

#include "network/control/flow_control.h"

namespace kasuri {

struct PauseParams {
  Priorities priorities = Priorities::data;
  Bytes frame{43};
  Time watchdog{10'000'000'000};

  template <class P>
  static config::Fields<P> fields() {
    using namespace literals;
    return {config::field("priorities", &P::priorities,
                          "whose queues pause: only data, or control packets, too"),
            config::field("frame", &P::frame,
                          "size of a pause frame, which goes ahead of what waits; 0 B: it takes no time "
                          "on the link")
                .range(0_B, 4096_B),
            config::field("watchdog", &P::watchdog,
                          "outputs of switches that have paused for that time and wait for each other in "
                          "a cycle end the run")
                .range(10_us, 1000_ms)};
  }
};

}  // namespace kasuri
