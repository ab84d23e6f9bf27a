// SPDX-License-Identifier: MIT
// A run of the many-core machine as a whole: configuration, engine, report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/config/registry.h"
#include "studies/manycore/emulator.h"
#include "studies/manycore/program.h"
#include "studies/manycore/wiring.h"

namespace kasuri::emu {

enum class Processor { i8080, sh2 };
constexpr auto names_of(Processor) { return name_table("8080", "sh2"); }
// The ends of the chip: of a rom.
enum class EndsKind { files, program };
constexpr auto names_of(EndsKind) { return name_table("files", "program"); }

struct ManycoreParams {
  Processor processor = Processor::i8080;
  std::int64_t pipes = 64;
  std::optional<std::int64_t> ranks;
  config::Choice<Emulator> engine;
  config::Choice<Wiring> wiring{"shuffle"};
  config::Choice<Program> program{"pde"};
  std::filesystem::path rom;
  std::filesystem::path input;
  std::filesystem::path output;
  EndsKind ends = EndsKind::files;
  std::filesystem::path elements;
  std::filesystem::path checkpoint;
  std::int64_t checkpoint_every = 600;
  std::filesystem::path restart;
  std::optional<std::int64_t> clocks;
  std::int64_t threads = 1;
  std::vector<std::int64_t> element;
  std::filesystem::path trace;

  ManycoreParams();
  static config::Fields<ManycoreParams> fields();
  static void validate(const ManycoreParams&, config::Section&);

  std::uint32_t log_pipes() const;
  // log2 of the pipes and one more, if not given.
  std::uint32_t rank_count() const;
};

struct ManycoreReport {
  ManycoreParams params;
  std::uint64_t pes = 0;
  std::uint64_t bytes_per_pe = 0;  // while it is held
  std::uint64_t most_bytes = 0;    // of elements that were held at once
  std::uint64_t code_bytes = 0;
  std::int64_t clocks = 0;
  // Until the last element of the last rank has got what it waited for: the barrier's latency.
  std::int64_t barrier_clocks = 0;
  std::vector<std::string> phase_names;
  Totals totals;
  Ends::Verdict verdict;
  std::uint64_t state_hash = 0;
  std::string ran_on;  // the engine that did the work
  Waits waits;
  bool stopped = false;  // before its end, as it was told to
  std::optional<ElementState> element;
  std::string fallback;        // why it was not the one that was asked for, or ""
  std::string not_translated;  // why nothing was, if the engine should have
  double seconds = 0;      // of the host, wall clock
  double cpu_seconds = 0;  // user and system, all threads

  std::int64_t poll_cycles() const { return totals.poll; }
  std::int64_t busy_cycles() const { return totals.busy(); }
  double aggregate_mhz() const;  // busy cycles
  nlohmann::ordered_json json() const;
  std::string text() const;
};

// What is known before a run starts, and how far it is while it runs.
struct Started {
  std::uint64_t bytes = 0;   // of memory that it will take at most
  std::int64_t buffers = 0;  // that will be given to receivers, or 0: unknown
  // Of these, until now; who watches it may do so longer than the run takes.
  std::shared_ptr<const GivenCount> given;
};
using Announce = std::function<void(const Started&)>;

// Throws Error(Exit::limit), before it starts, if the machine does not fit into free memory. Where
// `stop` says so, now and then, the run ends where it is.
ManycoreReport run_manycore(const ManycoreParams&, const Announce& = {},
                            const std::function<bool()>& stop = {});

}  // namespace kasuri::emu
