// SPDX-License-Identifier: MIT
// The radix of algorithms that generalise those of radix 2.
#pragma once

#include "mpi/ranks/collective.h"

namespace kasuri::mpi {

struct RadixParams {
  int radix = 4;

  static config::Fields<RadixParams> fields() {
    return {config::field("radix", &RadixParams::radix,
                          "k: a larger radix needs fewer rounds and more messages per round")
                .range(2, 1024)};
  }
};

}  // namespace kasuri::mpi
