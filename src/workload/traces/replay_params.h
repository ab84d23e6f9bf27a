// SPDX-License-Identifier: MIT
// How a trace is replayed: computation scaled or replaced, other message sizes, how often.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/config/fields.h"
#include "base/core/named_enum.h"
#include "base/core/units.h"
#include "mpi/ranks/device.h"

namespace kasuri::trace {

// [[jobs.replay.messages]]: messages of other sizes than the trace says.
struct MessageRule {
  std::optional<Bytes> of;
  std::optional<Bytes> larger_than;
  Bytes size{0};

  static config::Fields<MessageRule> fields();
  static void validate(const MessageRule&, config::Section&);
};

// [[jobs.replay.computations]]: stretches of computation of other lengths.
struct ComputationRule {
  Time longer_than{0};
  Time time{0};

  static config::Fields<ComputationRule> fields();
};

// [jobs.replay.regions.NAME]: the computation of a region of the program.
struct RegionRule {
  std::optional<Time> time;
  double scale = 1;

  static config::Fields<RegionRule> fields();
};

// A region that the program is in: its own rule, or that of the one around it.
struct InRegion {
  const RegionRule* rule = nullptr;
  bool replaced = false;  // it, or one around it, has a time of its own
};

struct RegionRules {
  std::map<std::string, RegionRule> by_name{};

  // Enters a region inside of `around`; null: of none. Returns the time that it has instead of its
  // computation, if that begins here.
  std::optional<Time> enter(const std::string& name, const InRegion* around, InRegion&) const;

  static config::Fields<RegionRules> fields();
};

// How sends of Chakra's traces end.
enum class ReplaySends : std::uint8_t { buffered, protocol };
constexpr auto names_of(ReplaySends) { return name_table("buffered", "protocol"); }

// [jobs.replay]
struct ReplayParams {
  double compute_scale = 1;
  double flop_rate = 1e9;
  std::string loop_region = "TRACER_Loop";
  std::vector<MessageRule> messages{};
  std::vector<ComputationRule> computations{};
  RegionRules regions{};
  std::optional<mpi::DeviceParams> roofline{};
  std::optional<ReplaySends> sends{};

  std::uint32_t iterations = 1;  // of the loop region; the job says it

  static config::Fields<ReplayParams> fields();

  Bytes size_of(Bytes in_trace) const {
    for (const MessageRule& r : messages) {
      if (r.of ? in_trace == *r.of : in_trace > *r.larger_than) return r.size;
    }
    return in_trace;
  }
  // Of computation in no region with a rule of its own.
  Time time_of(Time in_trace) const { return time_of(in_trace, compute_scale); }
  Time time_of(Time in_trace, double scale) const {
    for (const ComputationRule& r : computations) {
      if (in_trace > r.longer_than) return r.time;
    }
    if (scale == 1) return in_trace;
    constexpr double kLongest = 9.2e18;  // what an integer can hold
    return {static_cast<std::int64_t>(std::min(static_cast<double>(in_trace.ps) * scale + 0.5, kLongest))};
  }
};

}  // namespace kasuri::trace
