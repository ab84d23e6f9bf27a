// SPDX-License-Identifier: MIT
// What a process brings home from a run: the rows and sums of its parts of the machine. Those of all
// processes are merged, whatever the parts were, into the same results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/core/archive.h"
#include "mpi/ranks/job.h"
#include "experiment/run/results.h"
#include "network/router/router.h"
#include "workload/patterns/pattern.h"

namespace kasuri {

class Machine;

// Of a run that cannot go on: which ranks wait for whom, which packets hold what and want what.
struct Stuck {
  struct Line {
    std::uint32_t router;
    std::string text;
  };
  std::vector<mpi::BlockedRank> ranks;
  std::vector<Line> packets;  // the first few, in the order of their routers
  std::uint64_t buffers = 0;  // that hold packets
  std::vector<BlockedPacket> heads;  // of them

  static Stuck find(const Machine&);
  void merge(Stuck&&);
  // Packets that wait for each other, if they do; the same one however the machine was cut.
  std::vector<BlockedPacket> cycle(const Topology&) const;
  std::vector<std::string> describe(const Topology&, std::uint64_t packets_under_way) const;
};

// What links have carried so far.
LinkTable links_so_far(const Machine&);

struct CollectedResults {
  std::uint64_t events = 0;        // that count
  std::uint64_t queue_events = 0;
  Time last_event{0};
  std::vector<DeliveryStatistics> delivered;  // per job
  std::uint64_t packets = 0;       // under way
  LinkTable links;                 // those of other processes as yet empty
  std::vector<NicRow> nics;        // of endpoints
  std::vector<RankRow> ranks;      // of jobs and ranks
  std::vector<PatternTally> tallies;    // per job; of a program empty
  std::vector<mpi::JobResult> results;  // per job; of a pattern empty
  std::vector<std::vector<Table>> probes;  // of each probe: its tables
  std::optional<PowerShare> power;      // without [power] empty
  std::optional<mpi::Failure> failure;  // the first
  std::vector<LinkErrorRow> link_errors;
  std::vector<NetworkCount> network;    // NetworkPart::counts()
  Stuck stuck;
  HostFigures host;

  // `stuck`: whether to look for what waits.
  static CollectedResults of(const Machine&, bool stuck);
  // Ends the account of power when all processes have stopped.
  void take_power(const Machine&, Time end);
  DeliveryStatistics all_delivered() const;

  // As bytes for another process, which merges them into its own.
  ByteBuffer pack();
  void merge(const ByteBuffer& packed);

 private:
  void merge(CollectedResults&&);
  void take_in(PowerShare&&);
};

}  // namespace kasuri
