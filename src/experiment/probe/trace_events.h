// SPDX-License-Identifier: MIT
// Spans of time as JSON in the Trace Event Format (docs: "Trace Event Format", Google).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiment/probe/probe.h"

namespace kasuri {

// One thing that a rank did.
struct RankSpan {
  static constexpr std::int32_t kCollective = mpi::kActivities;

  std::uint32_t rank;  // numbered over all jobs
  Time from;
  std::int32_t minus_what;  // minus the activity or kCollective: what encloses others comes first
  Time to;
  std::string name;  // of the call or collective

  static Columns<RankSpan> columns() {
    using R = RankSpan;
    return {key("rank", &R::rank, "", ""), key("from", &R::from, "ps", ""),
            key("minus_what", &R::minus_what, "", ""), key("to", &R::to, "ps", ""),
            key("name", &R::name, "", "")};
  }
};

// A message on its way.
struct MessageSpan {
  Time posted;
  std::uint32_t source, destination;  // nodes
  Time arrived;
  std::int32_t from, to;  // ranks as above; -1: unknown, or a pattern's
  Bytes bytes;
  Traffic traffic;

  static Columns<MessageSpan> columns() {
    using R = MessageSpan;
    return {key("posted", &R::posted, "ps", ""),
            key("source", &R::source, "", ""),
            key("destination", &R::destination, "", ""),
            key("arrived", &R::arrived, "ps", ""),
            key("from", &R::from, "", ""),
            key("to", &R::to, "", ""),
            key("bytes", &R::bytes, "B", ""),
            key("traffic", &R::traffic, "", "")};
  }
};

// A packet on a link.
struct LinkSpan {
  std::uint32_t link;  // row of the table of links
  Time head, tail;
  std::uint32_t bytes;
  std::uint32_t source, destination;  // NICs

  static Columns<LinkSpan> columns() {
    using R = LinkSpan;
    return {key("link", &R::link, "", ""),     key("head", &R::head, "ps", ""),
            key("tail", &R::tail, "ps", ""),   key("bytes", &R::bytes, "B", ""),
            key("source", &R::source, "", ""), key("destination", &R::destination, "", "")};
  }
};

// Spans in the order of their keys. Timestamps are in microseconds with six decimals, exact to the
// picosecond.
std::string trace_events(const std::vector<RankSpan>&, const std::vector<MessageSpan>&,
                         const std::vector<LinkSpan>&, const RunFacts&);

}  // namespace kasuri
