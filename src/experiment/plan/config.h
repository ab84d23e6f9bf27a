// SPDX-License-Identifier: MIT
// The whole configuration file as one struct: what `kasuri run` reads and writes back resolved.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "network/flow/flow_params.h"
#include "mpi/ranks/noise.h"
#include "mpi/ranks/params.h"
#include "network/net/link.h"
#include "network/net/routing.h"
#include "network/net/topology.h"
#include "network/nic/message_model.h"
#include "network/nic/params.h"
#include "network/nic/rdma.h"
#include "network/placement/mapping.h"
#include "network/placement/placement.h"
#include "experiment/plan/statistics_params.h"
#include "network/power/params.h"
#include "network/router/router.h"
#include "network/topology/faults.h"
#include "network/topology/floor_plan.h"
#include "workload/traces/trace.h"
#include "workload/motifs/motif.h"
#include "workload/patterns/pattern.h"
#include "workload/programs/private_globals.h"

namespace kasuri {

// [[jobs]]: a program, a pattern or a trace on some nodes.
struct JobParams {
  std::string name;
  std::optional<std::filesystem::path> program;
  std::vector<std::string> args;
  std::optional<config::Choice<Pattern>> pattern;
  std::optional<config::Choice<Motif>> motif;
  std::optional<std::filesystem::path> trace;
  std::optional<trace::ReplayParams> replay;
  std::optional<std::uint32_t> ranks;
  std::uint32_t ranks_per_node = 1;
  std::optional<config::Choice<Placement>> placement;
  std::string layout = "block";
  std::optional<config::Choice<Mapping>> mapping;
  std::optional<std::filesystem::path> mapping_file;
  std::optional<config::Choice<mpi::Library>> collectives;
  bool share_nodes = false;
  Time start{0};
  std::uint32_t iterations = 1;
  std::uint32_t traffic_class = 0;
  bool payload = true;
  bool private_globals = false;
  ComputeMode compute = ComputeMode::declared;
  std::optional<config::Choice<TargetCore>> core;
  double compute_factor = 1;

  static config::Fields<JobParams> fields();
  static void validate(const JobParams&, config::Section&);
};

// "halo" for halo.c, if the job has no name of its own.
std::string job_name(const JobParams&);

// [run]
struct RunParams {
  std::uint64_t seed = 1;
  Time time_limit = kNever;
  Time watchdog{1'000'000'000'000};
  bool deadlock_check = true;
  std::uint32_t epoch = 1'767'225'600;  // 2026-01-01
  std::optional<Bytes> memory_limit;

  static config::Fields<RunParams> fields();
};

// [measure]: a run under constant load that ends when it has measured its steady state.
struct MeasureParams {
  Time interval{5'000'000};
  double precision = 0.03;
  std::uint32_t most = 1000;

  static config::Fields<MeasureParams> fields();
};

// How much of the network is simulated.
enum class Fidelity : std::uint8_t {
  packet,   // packets in routers
  flow,     // messages share links (network/flow/flow_network.h)
  message,  // a model of whole messages without links (network/nic/message_model.h)
};
constexpr auto names_of(Fidelity) { return name_table("packet", "flow", "message"); }

struct Config {
  // Of many members, hence compiled once.
  Config();
  Config(const Config&);
  Config(Config&&) noexcept;
  Config& operator=(const Config&);
  Config& operator=(Config&&) noexcept;
  ~Config();

  std::vector<std::filesystem::path> plugins;  // loaded when the document was, see base/config/plugins.h
  std::optional<Fidelity> fidelity;  // see level()
  config::Choice<Topology> topology;
  std::optional<config::Choice<Routing>> routing;  // else the topology's usual one
  std::optional<config::Choice<MessageModel>> network;  // else packets through routers
  std::optional<FlowParams> flow;
  RouterParams router;
  LinkParams link;
  std::optional<LayoutParams> layout;
  NicParams nic;
  mpi::MpiParams mpi;
  RdmaParams rdma;
  std::optional<PowerParams> power;
  std::optional<FaultParams> faults;
  std::optional<config::Choice<mpi::Noise>> noise;
  StatisticsParams statistics;
  RunParams run;
  std::optional<MeasureParams> measure;
  std::vector<JobParams> jobs;

  // As it was set; else `message` with a [network], and `packet` without.
  Fidelity level() const {
    return fidelity.value_or(network ? Fidelity::message : Fidelity::packet);
  }

  static config::Fields<Config> fields();
  static void validate(const Config&, config::Section&);
};

}  // namespace kasuri
