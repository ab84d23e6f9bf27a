// SPDX-License-Identifier: MIT
// Records of ranks, and of non-blocking collectives under way.
#pragma once

#include <cstdint>
#include <utility>

#include "mpi/ranks/collective.h"
#include "mpi/ranks/job.h"
#include "mpi/ranks/match.h"

namespace kasuri::mpi {

class ComputeRates;
class Noise;
struct PackedCall;

// A non-blocking collective, on the coroutine of its index + ranks().
struct Helper {
  std::uint32_t rank;
  std::uint32_t next = UINT32_MAX;  // of the same rank
  std::uint32_t request = UINT32_MAX;
  std::int32_t tag;
  Time begun{0};
  Collective which;
  Communicator* comm;
  CollectiveCall call{};
  PackedCall* packing = nullptr;
  Communicator* fresh = nullptr;  // the duplicate that it makes; null: it is a collective
};

// A rank that runs here.
struct RankState {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::uint32_t job;
  bool payload = false;
  bool initialised = false, finalised = false, computes = false;   // its own code takes time
  bool has_threads = false;                                        // several now (rank_threads.h)
  std::uint8_t local_nic = 0;                                      // by its number on its node
  std::uint16_t thread_level = UINT16_MAX;  // that MPI_Init_thread has provided
  std::uint32_t wild_first = kNone, wild_last = kNone;    // posted receives with wildcards, oldest first
  std::uint32_t early_first = kNone, early_last = kNone;  // messages without a receive, oldest first
  std::uint32_t posted = 0;                               // receives so far
  std::uint32_t events = 0;                               // posted so far
  std::uint32_t recent_sent = kNone, recent_received = kNone;  // of the PairCounters
  std::uint32_t requests = 0;                             // that it has not collected yet
  std::uint32_t ended_requests = 0;                       // and those that it has
  std::uint32_t polls = kNone;                            // its row of Polls; kNone: it has not polled
  bool asked_clock = false;                               // since it last did anything but polling
  std::uint32_t probe = kNone;                            // the request of a probe that waits
  std::uint32_t collectives = 0;                          // begun on the world's communicator
  std::uint32_t in_context = 0;                           // of the blocking collective it is in; 0: none
  std::int32_t in_tag = 0;
  Time in_since{0};
  std::uint32_t helpers = kNone;       // its non-blocking collectives, by Helper::next
  std::uint32_t clock_row = 0;         // queries of the clock without another call between them
  std::uint32_t clock_queries = 0;     // and all since simulated time went on but by them
  Time clock_seen{-1};                 // at the last of them
  Time owed{0};                        // by the CPU, for messages that came; but in-waits (Progress)
  RankStatistics statistics{};
};

// What the CPU owes: from now on it does that.
inline Time take_owed(RankState& me) { return std::exchange(me.owed, Time{0}); }

// What makes computation take longer or shorter (mpi/ranks/noise.h); null: nothing.
struct ComputeSpeed {
  const Noise* noise = nullptr;
  const ComputeRates* rates = nullptr;
};

}  // namespace kasuri::mpi
