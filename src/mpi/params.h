// SPDX-License-Identifier: MIT
// [mpi]: what the message-passing library costs. The overheads are the o of LogGP (Alexandrov et
// al. 1995); gap, latency and bandwidth come from NIC and fabric. All overheads are zero unless
// set: NSIM's published experiments leave them out.
#pragma once

#include "config/fields.h"
#include "core/units.h"
#include "mpi/algorithms.h"

namespace kasuri::mpi {

struct MpiParams {
  Bytes eager_limit{16384};
  Bytes control_size{64};
  Time send_overhead{0};
  Time receive_overhead{0};
  BytesPerSecond eager_copy_rate = kUnlimited;
  Time poll_time{100'000};
  Bytes stack{256 << 10};
  bool stack_guards = true;
  std::uint32_t nonblocking_collectives = 8;
  AlgorithmParams algorithms;
  RuleParams rules;

  static config::Fields<MpiParams> fields();
  static void validate(const MpiParams&, config::Section&);
};

}  // namespace kasuri::mpi
