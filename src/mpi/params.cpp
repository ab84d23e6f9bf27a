// SPDX-License-Identifier: MIT
#include "mpi/params.h"

#include "config/document.h"
#include "config/registry.h"

namespace kasuri::mpi {

config::Fields<MpiParams> MpiParams::fields() {
  using P = MpiParams;
  using namespace literals;
  return {
      config::field("eager_limit", &P::eager_limit,
                    "largest message sent at once; larger ones ask the receiver first (rendezvous)")
          .range(0_B, Bytes{1 << 30}),
      config::field("control_size", &P::control_size,
                    "payload of the rendezvous' request and clearance")
          .range(0_B, 65'536_B),
      config::field("send_overhead", &P::send_overhead,
                    "o: time of the CPU for each message sent, before the NIC gets it")
          .range(0_ps, 1000_ms),
      config::field("receive_overhead", &P::receive_overhead,
                    "o: time of the CPU for each message received, after it has arrived")
          .range(0_ps, 1000_ms),
      config::field("eager_copy_rate", &P::eager_copy_rate,
                    "copies of eager messages, by the CPU, into and out of the library's buffers")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("poll_time", &P::poll_time,
                    "time of a test or a probe that finds nothing, and of a query of the clock right after "
                    "two others")
          .range(1_ps, 1000_ms),
      config::field("stack", &P::stack, "virtual size of each rank's stack, a multiple of 4 KiB")
          .range(Bytes{16 << 10}, Bytes{1 << 30}),
      config::field("stack_guards", &P::stack_guards,
                    "a guard below each stack, so that an overflow changes no other rank's"),
      config::field("nonblocking_collectives", &P::nonblocking_collectives,
                    "non-blocking collectives under way at once, mean over the ranks")
          .range(1, 4096),
      config::field("algorithms", &P::algorithms, "algorithms of the collective operations"),
      config::field("rules", &P::rules, "tables that choose algorithms by size instead"),
  };
}

void MpiParams::validate(const MpiParams& p, config::Section& section) {
  if (p.stack.n % 4096) section.error("stack", "must be a multiple of 4 KiB");
}

namespace {
const config::Describe<MpiParams> section{"mpi",
                                          "cost and algorithms of the message-passing library"};
}

}  // namespace kasuri::mpi
