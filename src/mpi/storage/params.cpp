// SPDX-License-Identifier: MIT
#include "mpi/storage/params.h"

namespace kasuri::storage {

config::Fields<IoParams> IoParams::fields() {
  using P = IoParams;
  using namespace literals;
  return {
      config::field("latency", &P::latency,
                    "time of each operation on a file, in addition to the transfer of its data and the "
                    "control messages; assumed")
          .range(0_ps, 1000_ms),
      config::field("rank_rate", &P::rank_rate, "rate at which one rank reads and writes files; assumed")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
      config::field("rate", &P::rate,
                    "rate of the file system, which all ranks of all jobs share; assumed")
          .range({1000}, 100'000_GBps)
          .or_unlimited(),
  };
}

}  // namespace kasuri::storage
