// SPDX-License-Identifier: MIT
#include "net/link.h"

namespace kasuri {

config::Fields<LinkParams> LinkParams::fields() {
  using P = LinkParams;
  using namespace literals;
  return {
      config::field("rate", &P::rate, "rate per direction").range({1000}, 100'000_GBps),
      config::field("cable_latency", &P::cable_latency, "latency of the cable").range(0_ps, 1_ms),
      config::field("credit_time", &P::credit_time,
                    "T_credit: from a buffer's release to the credit's use, on top of the cable")
          .range(0_ps, 1_ms),
  };
}

}  // namespace kasuri
