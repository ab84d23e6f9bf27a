// SPDX-License-Identifier: MIT
// What is asked of a machine, and what the answer says: see experiment/measured/question.h.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/core/named_enum.h"
#include "base/core/units.h"
#include "experiment/measured/nodes.h"

namespace kasuri::measured {

// What is called the time of an operation: until the last rank is through, the mean of all ranks (the
// average that OSU's benchmarks print), or that of calls that follow each other without a barrier (IMB's).
enum class Mode { last_rank, mean_rank, pipelined };
constexpr auto names_of(Mode) { return name_table("last-rank", "mean-rank", "pipelined"); }
Mode mode_of(std::string_view name);  // one of these

struct Question {
  std::filesystem::path machine;       // a machine file
  std::vector<std::string> overrides;  // "nic.send_overhead=200 ns", as for --set
  Nodes nodes;
  std::optional<std::uint32_t> ranks_per_node{};  // default: 1; of servers with GPUs, all
  std::string collective;  // "allreduce"
  std::string algorithm;   // "recursive_doubling_ompi", "ring"; empty or "default_ompi": the machine's
  // allreduce, bcast, reduce: the whole vector. allgather, alltoall, gather, scatter, reduce_scatter: the
  // whole send or receive buffer of a rank. sendrecv: what each rank sends to the next. barrier: 0.
  // latency, bandwidth, exchange: a message, see is_point_to_point().
  std::int64_t bytes = 0;

  // Packets, at most about so many, by the largest of its estimates: beyond it, packets, headers and
  // buffers become larger by a power of two, as long as a message still has 64 of them or more. 0: as the
  // machine has them.
  std::uint64_t packets = 0;

  Mode mode = Mode::last_rank;
  std::string placement{};  // of the job, as a value of [[jobs]] placement; empty: nodes by their numbers
  std::uint64_t draw = 0;   // of placements and all that is random: added to the machine's run.seed

  bool endpoints_are_gpus = false;  // ranks are nodes of the machine, see about_gpus()
  std::uint32_t gpus_per_server = 0;  // then
  bool is_of_nccl = false;          // about NCCL, whichever its algorithm: refused where others would run

  std::uint32_t ranks() const { return nodes.count * ranks_per_node.value_or(1); }
};

struct Answer {
  Time time{0};  // as Question::mode says
  std::uint64_t packet_hops = 0;
  std::uint32_t coarser = 1;  // how many times larger packets were than the machine's
  // Bytes that a rank must send or receive in the best of cases, by time (nccl-tests, PERFORMANCE.md).
  double bus_bandwidth = 0;  // B/s
  // What the algorithm decided itself, as NCCL's "ring, ll"; ends with 0. Answers cross processes.
  std::array<char, 32> form{};
  // Of several draws, where another one would be in four of five cases, in picoseconds; else 0, 0.
  std::array<double, 2> draws{};
  // At flow level, where the packet level would be in four of five cases, in picoseconds; else 0, 0.
  std::array<double, 2> packet_level{};
  // Of machines that say how far they were off, where a measured time would be in four of five cases, in
  // picoseconds; else 0, 0.
  std::array<double, 2> machine{};
};

// latency: half a round trip of a message between two ranks. bandwidth: of 64 messages at a time that are
// answered by one, the time for each. exchange: the same, as both send 64; of more than two ranks each with
// the one that is half of them away. As OSU's latency, bw and bibw measure them.
bool is_point_to_point(std::string_view operation);

// The algorithm that a question's operation runs.
struct Chosen {
  std::string algorithm;    // as in [mpi.algorithms]: "ring"
  std::string library;      // whose choice it is; empty: the question's or the machine's own
  bool is_assumed = false;  // what the library decides there is not known: docs/libraries.md
};

}  // namespace kasuri::measured
