// SPDX-License-Identifier: MIT
// What a run tells: integers that do not depend on the host, and apart from them what does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "core/ids.h"
#include "core/units.h"
#include "engine/windows.h"
#include "nic/nic.h"
#include "sim/link_table.h"
#include "sim/power_run.h"

namespace kasuri {

// Why a run ended.
enum class End { completed, time_limit, deadlock, program_failed, interrupted };
std::string_view to_string(End);

struct NicRow {
  std::uint32_t endpoint;
  std::uint32_t router;
  NicUse use;
};

struct RankRow {
  std::uint32_t job;
  std::uint32_t rank;
  std::uint32_t node;
  Time computing;
  Time waiting;
  std::uint64_t messages;
  Bytes bytes;
};

struct JobRow {
  std::string name;
  std::string kind;  // "program" or the pattern's name
  std::uint32_t ranks = 0;
  Time time{0};      // from the job's start until its last rank ended or its last message arrived
  std::uint64_t messages = 0;
  Bytes bytes{0};
  Time computing{0};  // sums over the ranks
  Time waiting{0};
  bool finished = false;
  int exit_code = 0;
  std::uint64_t unmatched = 0;  // messages nobody received
  std::uint64_t draws = 0;      // random numbers that its pattern took
};

struct HostFigures {
  double wall_s = 0;    // of the event loop
  double cpu_s = 0;     // user and system, of the event loop
  double setup_cpu_s = 0;
  std::int64_t peak_rss_bytes = 0;
  std::uint64_t queue_events = 0;  // taken from the queue, void wake-ups included
  WindowProfile windows;
};

struct Results {
  End end = End::completed;
  Exit exit = Exit::done;
  int signal = 0;                    // that interrupted the run
  std::vector<std::string> report;   // of a deadlock or failure, for people
  Time time{0};                      // simulated
  std::uint64_t events = 0;
  std::uint64_t seed = 0;
  DeliveryStatistics delivered;
  std::uint64_t undelivered = 0;     // packets still under way at the end
  std::vector<JobRow> jobs;
  LinkTable links;
  std::vector<NicRow> nics;
  std::vector<RankRow> ranks;
  std::vector<std::string> link_classes;  // the last one is the terminal links'
  std::vector<Time> stalled;              // per class, see Routers::stalled
  std::optional<PowerRun> power;
  HostFigures host;

  // Of the router-to-router links.
  std::uint64_t link_count() const;
  Time link_busy() const;
  double link_busy_ratio() const;
  Time link_stall() const;
  double link_stall_ratio() const;
  // packets × router outputs crossed
  std::uint64_t packet_hops() const;

 private:
  double share_of_links(Time sum) const;
};

}  // namespace kasuri
