// SPDX-License-Identifier: MIT
// [mpi.io]: what accesses to files cost. A rank's accesses pass one after the other at its own rate, and
// all ranks share the rate of the file system. Not modelled: servers, stripes, caches, locks.
#pragma once

#include "base/config/fields.h"
#include "base/core/units.h"

namespace kasuri::storage {

struct IoParams {
  Time latency{100'000'000};
  BytesPerSecond rank_rate{2'000'000'000};
  BytesPerSecond rate{100'000'000'000};

  static config::Fields<IoParams> fields();
};

}  // namespace kasuri::storage
