// SPDX-License-Identifier: MIT
// What a run counts of latencies and collectives, beside its probes (probe/probe.h). Here are the settings
// of both, and what becomes of the former: JSON, words, tables.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/document.h"
#include "config/registry.h"
#include "mpi/job.h"
#include "nic/latency.h"
#include "probe/recorders.h"
#include "sim/watch.h"

namespace kasuri {

class Hdf5File;
class Machine;
struct Results;

// [statistics]
struct StatisticsParams {
  bool latency = true;
  std::string split = "none";
  std::optional<Time> chunk;
  std::map<std::string, config::Choice<Probe>> probes;

  static config::Fields<StatisticsParams> fields();
};

struct Plan;

// What the setting `split` comes to on this machine: tables of each link are made only if they are asked
// for by name where there are more than 100,000 links.
inline constexpr std::uint64_t kManyLinks = 100'000;
Split split_of(const StatisticsParams&, const Topology&);
// The probes that are asked for. Adds diagnostics for those that do not fit the machine.
Recorders::Probes make_probes(const StatisticsParams&, const Plan&, Time time_limit,
                              config::Section statistics);
// The memory that splits take, of all parts together, in a run that ends at `time_limit` at the latest; and
// in words, empty if there are none.
std::uint64_t split_bytes(const StatisticsParams&, const Plan&, Time time_limit);
std::string describe_split(const StatisticsParams&, const Plan&);

// What is counted of flows and collectives; that of several parts of a machine adds up.
struct Statistics {
  std::vector<FlowLatency> latencies;  // by flow (net/message.h); empty if they are not counted
  std::vector<mpi::CollectiveAccounts> collectives;  // by job
  Watched watched;

  static Statistics of(const Machine&);
  void merge(Statistics&&);

  // Of all jobs and classes together.
  FlowLatency all_latencies() const;
};

template <class Archive>
void transfer(Archive& a, Statistics& s) {
  std::size_t flows = s.latencies.size(), jobs = s.collectives.size();
  a(flows), a(jobs);
  transfer(a, s.watched);
  s.latencies.resize(flows);
  s.collectives.resize(jobs);
  for (FlowLatency& l : s.latencies) transfer(a, l);
  for (auto& job : s.collectives) {
    for (mpi::CollectiveAccount& c : job) transfer(a, c);
  }
}

// Count, mean, least, most and percentiles of each kind of latency that has values.
nlohmann::ordered_json latency_json(const FlowLatency&);
// Of a job: all its latencies, then by class of traffic.
nlohmann::ordered_json job_latency_json(const Statistics&, std::size_t job);
// Of a job: calls, messages, bytes and times by operation.
nlohmann::ordered_json collectives_json(const Statistics&, std::size_t job);

// Tables `latency`, `latency_histogram`, `collectives`.
void write_statistics(Hdf5File&, const Statistics&);

}  // namespace kasuri
