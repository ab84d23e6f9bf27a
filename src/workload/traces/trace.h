// SPDX-License-Identifier: MIT
// A trace: what each rank of a parallel program did, in one of several formats, each in a file of its
// own that registers a Format. Opening a trace goes through all of it once, in memory that does not
// grow with its length: that finds what is wrong with it and counts what is in it. Then each rank's
// stream reads its part again, lazily, as the simulation gets on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/core/errors.h"
#include "base/core/units.h"
#include "mpi/ranks/op_stream.h"
#include "workload/traces/replay_params.h"

namespace kasuri::trace {

// A part of the program that the trace names.
struct RegionUse {
  std::uint64_t times = 0;
  Time computing{0};  // in it, and in no region within it
};

// What a trace holds. Sums over all ranks.
struct Summary {
  std::string format;
  int ranks = 0;
  std::uint64_t events = 0;       // records that say what a rank did; definitions do not count
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;
  std::uint64_t collectives = 0;  // calls: one by each rank
  Bytes bytes{0};                 // of the sends
  Bytes collective_bytes{0};      // what ranks gave to collectives, where the trace tells
  std::uint64_t communicators = 1;
  Time computing{0};              // kNever if it is more than a time can be
  std::map<std::string, std::uint64_t> calls;      // by name
  std::map<std::string, RegionUse> regions;
  // What replay leaves out, by name, and what else a person should know.
  std::map<std::string, std::uint64_t> ignored;
  std::vector<std::string> notes;
};

// A note that begins with this is of no consequence.
inline constexpr std::string_view kVersionNote = "schema version ";

class Trace {
 public:
  virtual ~Trace() = default;
  const Summary& summary() const { return summary_; }
  int ranks() const { return summary_.ranks; }
  // Whether its streams go through their loop as often as ReplayParams::iterations says; if not, that is
  // for who replays them.
  bool loops() const { return loops_; }
  // Whether its computation may be that of a device (ReplayParams::roofline).
  bool has_device() const { return has_device_; }
  // Communicator i + 1 of the operations: its ranks.
  using Communicators = std::vector<std::vector<std::uint32_t>>;
  const std::shared_ptr<const Communicators>& communicators() const { return communicators_; }
  // What a rank did, read as it is asked for. From any thread; the trace must outlive the streams.
  virtual std::unique_ptr<mpi::OpStream> stream(int rank) const = 0;

 protected:
  Summary summary_;
  bool loops_ = false, has_device_ = false;
  std::shared_ptr<const Communicators> communicators_ = std::make_shared<Communicators>();
};

// A file format. `recognises` looks at the name and the first bytes.
struct Format {
  using Recognises = bool (*)(const std::filesystem::path&, std::string_view head);
  using Open = std::unique_ptr<Trace> (*)(const std::filesystem::path&, const ReplayParams&);
  // What is read besides the file that names the trace.
  using OtherFiles = std::vector<std::filesystem::path> (*)(const std::filesystem::path&);

  Format(std::string_view name, std::string_view meaning, Recognises, Open, OtherFiles = nullptr);

  std::string_view name, meaning;
  Recognises recognises;
  Open open;
  OtherFiles other_files;
};

std::span<const Format* const> formats();  // by name

// Throws Error: no such file, no known format, a trace that is truncated, inconsistent or names what
// does not exist, with file, rank and position.
std::unique_ptr<Trace> open(const std::filesystem::path&, const ReplayParams& = {});

// All files that a trace consists of, the named one first; that one alone if it is no trace.
std::vector<std::filesystem::path> files_of(const std::filesystem::path&);

// For people; `replay`: what the settings replace.
std::string describe(const Summary&);

// In what a replay differs from the traced program, a line each: what it leaves out, and the notes.
std::vector<std::string> departures(const Summary&);

}  // namespace kasuri::trace
