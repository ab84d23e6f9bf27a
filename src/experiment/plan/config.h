// SPDX-License-Identifier: MIT
// The whole configuration file as one struct: what `kasuri run` reads and writes back resolved.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/config/document.h"
#include "base/config/registry.h"
#include "mpi/ranks/noise.h"
#include "mpi/ranks/params.h"
#include "network/model/settings.h"
#include "network/nic/rdma.h"
#include "experiment/plan/statistics_params.h"
#include "workload/traces/replay_params.h"
#include "workload/programs/target_core.h"

namespace kasuri {

class Mapping;
class Motif;
class Pattern;
class Placement;

enum class RankLayout { block, router_cyclic, cyclic };
constexpr auto names_of(RankLayout) { return name_table("block", "router-cyclic", "cyclic"); }

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
  RankLayout layout = RankLayout::block;
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
  std::uint32_t threads_per_rank = 1;

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

  // That it may take.
  Time longest() const;

  static config::Fields<MeasureParams> fields();
};

// [accuracy]: how far the machine was off on measured times.
struct AccuracyParams {
  std::filesystem::path errors;  // a table, see experiment/plan/accuracy.h; empty: none
  Time skew{0};                  // see experiment/measured/skew.h

  static config::Fields<AccuracyParams> fields();
};

struct Config : NetworkSettings {
  // Of many members, hence compiled once.
  Config();
  Config(const Config&);
  Config(Config&&) noexcept;
  Config& operator=(const Config&);
  Config& operator=(Config&&) noexcept;
  ~Config();

  std::vector<std::filesystem::path> plugins;  // loaded when the document was, see base/config/plugins.h
  mpi::MpiParams mpi;
  RdmaParams rdma;
  std::optional<config::Choice<mpi::Noise>> noise;
  std::optional<mpi::ComputeParams> compute;
  StatisticsParams statistics;
  RunParams run;
  std::optional<MeasureParams> measure;
  std::optional<AccuracyParams> accuracy;
  std::vector<JobParams> jobs;

  static config::Fields<Config> fields();
  static void validate(const Config&, config::Section&);
};

}  // namespace kasuri
