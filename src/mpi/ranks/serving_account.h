// SPDX-License-Identifier: MIT
// What ranks that serve inference requests report: each request when it is over, each instance at its end.
#pragma once

#include <cstdint>
#include <optional>

#include "base/core/units.h"

namespace kasuri::mpi {

struct ServedRequest {
  std::uint32_t number = 0;
  std::uint32_t prefill = 0, decode = 0;  // instances; the same if they are not apart
  std::uint32_t prompt = 0, cached = 0, output = 0;
  Time arrival{0};
  Time first{0};  // its first token
  Time ready{0};  // its keys and values are where it is decoded
  Time end{0};
  Bytes moved{0};  // of keys and values
};

struct ServingAccount {
  std::uint32_t instance = 0, ranks = 0;
  std::uint32_t role = 0;  // 0: prefill and decode, 1: prefill, 2: decode
  Time begin{0}, end{0};
  // Of the first stage: disjoint, what is left is idle.
  Time computing{0}, tensor{0}, expert{0};
  std::uint64_t batches = 0;
  std::uint64_t measured = 0, reused = 0;  // collectives within a server: simulated, taken from the table
  std::uint64_t merged = 0;                // exchanges between experts that are one with others
  // The objective of requests; 0: none.
  Time slo_ttft{0}, slo_tpot{0};
};

struct ServingReport {
  std::optional<ServedRequest> request;
  std::optional<ServingAccount> instance;
};

}  // namespace kasuri::mpi
