// SPDX-License-Identifier: MIT
// Measured times of operations, from files: tables (CSV) of many machines, and what the OSU
// micro-benchmarks, the Intel MPI Benchmarks, nccl-tests and mpiGraph print. A file is recognised by its
// content. A row that is not as the others is left out and named.
//
// CSV: a header line that names the columns; needed are system, nodes, collective, algorithm, bytes and
// median_us; tasks_per_node, library, p10_us and p90_us may be there; others are passed over. `bytes` as
// in Question. The printed ones say neither nodes nor algorithm, and not always the operation:
// MeasuredDefaults.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiment/measured/asked.h"

namespace kasuri::measured {

struct Measurement {
  std::string system;  // "fugaku"
  std::string nodes_text;
  Nodes nodes;
  std::optional<std::uint32_t> ranks_per_node{};  // if it was said; see Question
  std::string library;
  std::string collective;
  std::string algorithm;
  std::int64_t bytes = 0;
  double median_us = 0;
  std::uint32_t line = 0;
  std::string file{};

  std::uint64_t ranks() const { return std::uint64_t{nodes.count} * ranks_per_node.value_or(1); }
};

// What printed results do not say.
struct MeasuredDefaults {
  std::string nodes;  // as of Nodes::parse
  std::optional<std::uint32_t> ranks_per_node{};
  std::string algorithm;
  std::string collective;  // where no line names one
};

// Throws Error with line and column of what is wrong.
// Of a file without one row that fits, too; `left_out` gets the messages of rows.
std::vector<Measurement> read_measurements(const std::filesystem::path&, const MeasuredDefaults&,
                                           std::vector<std::string>* left_out = nullptr);
std::vector<Measurement> parse_measurements(std::string_view text, const std::string& name,
                                            const MeasuredDefaults&,
                                            std::vector<std::string>* left_out = nullptr);

}  // namespace kasuri::measured
