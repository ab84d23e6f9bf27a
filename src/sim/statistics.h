// SPDX-License-Identifier: MIT
// What a run may count beyond its sums: latencies as histograms, waits by whom they were for. Here are
// the settings, and the rows with what becomes of them: JSON, words, tables.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/document.h"
#include "mpi/job.h"
#include "nic/latency.h"
#include "sim/watch.h"

namespace kasuri {

class Hdf5File;
class Machine;
struct Results;

// [statistics.buffers]
struct BufferParams {
  std::vector<std::uint32_t> routers;
  Time from{0};
  Time until = kNever;

  static config::Fields<BufferParams> fields();
  static void validate(const BufferParams&, config::Section&);
};

// [statistics.timeline]
struct TimelineParams {
  Time from{0};
  Time until{0};
  bool ranks = true;
  bool messages = true;
  bool links = true;

  static config::Fields<TimelineParams> fields();
  static void validate(const TimelineParams&, config::Section&);
};

// [statistics]
struct StatisticsParams {
  bool latency = true;
  bool waits = false;
  std::string split = "none";
  std::optional<Time> chunk;
  std::optional<BufferParams> buffers;
  std::optional<TimelineParams> timeline;

  static config::Fields<StatisticsParams> fields();
};

struct Plan;

// What the setting `split` comes to on this machine: tables of each link are made only if they are asked
// for by name where there are more than 100,000 links.
inline constexpr std::uint64_t kManyLinks = 100'000;
Split split_of(const StatisticsParams&, const Topology&);
bool needs_observer(const StatisticsParams&);  // of each packet
bool needs_watch(const StatisticsParams&, const Topology&);
// Adds diagnostics for routers that there are not.
void check_statistics(const StatisticsParams&, const Topology&, config::Section statistics);
// The memory that splits take, of all parts together, in a run that ends at `time_limit` at the latest; and
// in words, empty if there are none.
std::uint64_t split_bytes(const StatisticsParams&, const Plan&, Time time_limit);
std::string describe_split(const StatisticsParams&, const Plan&);

// For how long a rank waited for another rank of its job.
struct WaitRow {
  std::uint32_t job;
  std::uint32_t rank;
  std::int64_t peer;  // -1: a non-blocking collective, or unknown
  Time time;
  std::uint64_t times;
};

// What is counted of flows, collectives and waits; that of several parts of a machine adds up.
struct Statistics {
  std::vector<FlowLatency> latencies;  // by flow (net/message.h); empty if they are not counted
  std::vector<mpi::CollectiveAccounts> collectives;  // by job
  std::vector<WaitRow> waits;                        // by job, rank and peer
  Watched watched;

  static Statistics of(const Machine&);
  void merge(Statistics&&);

  // Of all jobs and classes together.
  FlowLatency all_latencies() const;
};

template <class Archive>
void transfer(Archive& a, Statistics& s) {
  std::size_t flows = s.latencies.size(), jobs = s.collectives.size();
  a(flows), a(jobs), a(s.waits);
  transfer(a, s.watched);
  s.latencies.resize(flows);
  s.collectives.resize(jobs);
  for (FlowLatency& l : s.latencies) transfer(a, l);
  for (auto& job : s.collectives) {
    for (mpi::CollectiveAccount& c : job) transfer(a, c);
  }
}

// "pattern", "point_to_point", "collective", "control".
std::string_view name_of(Traffic);

// Count, mean, least, most and percentiles of each kind of latency that has values.
nlohmann::ordered_json latency_json(const FlowLatency&);
// Of a job: all its latencies, then by class of traffic.
nlohmann::ordered_json job_latency_json(const Statistics&, std::size_t job);
// Of a job: calls, messages, bytes and times by operation.
nlohmann::ordered_json collectives_json(const Statistics&, std::size_t job);

// Tables `latency`, `latency_histogram`, `collectives`, `waits`.
void write_statistics(Hdf5File&, const Statistics&);

}  // namespace kasuri
