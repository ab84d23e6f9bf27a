// SPDX-License-Identifier: MIT
// Records of World: ranks, non-blocking collectives under way, messages of lanes that have not left yet,
// the ranks of communicators in the order of their servers.
#pragma once

#include <cstdint>
#include <utility>

#include "mpi/ranks/collective.h"
#include "mpi/ranks/job.h"
#include "mpi/ranks/match.h"

namespace kasuri::mpi {

struct PackedCall;

// A non-blocking collective, on the coroutine of its index + ranks().
struct Helper {
  std::uint32_t rank;
  std::uint32_t next;  // of the same rank
  std::uint32_t request;
  std::int32_t tag;
  Time begun;
  Collective which;
  Communicator* comm;
  CollectiveCall call;
  PackedCall* packing;
  Communicator* fresh;  // the duplicate that it makes; null: it is a collective
};

// What World knows of a rank that runs here.
struct RankState {
  std::uint32_t job;
  bool payload;
  bool initialised, finalised, computes;  // its own code takes time
  bool has_threads = false;               // several now (rank_threads.h)
  std::uint8_t local_nic;                 // by its number on its node
  std::uint32_t wild_first, wild_last;    // posted receives with wildcards, oldest first
  std::uint32_t early_first, early_last;  // messages without a receive, oldest first
  std::uint32_t posted;                   // receives so far
  std::uint32_t events;                   // posted so far
  std::uint32_t recent_sent, recent_received;  // of the PairCounters
  std::uint32_t requests;                 // that it has not collected yet
  std::uint32_t ended_requests;           // and those that it has
  std::uint32_t polls;                    // its row of Polls; kNone: it has not polled
  bool asked_clock;                       // since it last did anything but polling
  std::uint32_t probe;                    // kNone, or the request of a probe that waits
  std::uint32_t collectives;              // begun on the world's communicator
  std::uint32_t in_context;               // of the blocking collective it is in; 0: none
  std::int32_t in_tag;
  Time in_since;
  std::uint32_t helpers;                  // its non-blocking collectives, by Helper::next
  std::uint32_t clock_row;                // queries of the clock without another call between them
  std::uint32_t clock_queries;            // and all since simulated time went on but by them
  Time clock_seen;                        // at the last of them
  Time owed;                              // by the CPU, for messages that came; but in-waits (Progress)
  RankStatistics statistics;
};

// What the CPU owes: from now on it does that.
inline Time take_owed(RankState& me) { return std::exchange(me.owed, Time{0}); }

struct LaneMessage {
  MatchKey key;  // at the receiver
  std::uint32_t peer;
  Bytes bytes, wire;
  std::byte* payload;
};

}  // namespace kasuri::mpi
