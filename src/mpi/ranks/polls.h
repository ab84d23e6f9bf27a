// SPDX-License-Identifier: MIT
// Tests and probes that find nothing: how often a rank has made them since it last did anything else, and
// for what. By this a run is known in which all ranks only poll, for what will never come.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi/ranks/match.h"
#include "mpi/ranks/world_records.h"

namespace kasuri::mpi {

// What a poll looks for: a request, or a message of this key; else something that has no name.
struct PolledFor {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::uint32_t request = kNone;
  MatchKey key{kNone, 0, 0, 0};
};

class Polls {
 public:
  // A rank of which it can be said that it only polls has made so many in a row; one that computes longer
  // than it polls, as many times more.
  static constexpr std::uint32_t kMany = 100'000;

  struct Row {
    std::uint64_t deeds;       // those before it
    Time since, computed;      // the first poll; what the rank had computed before
    std::uint32_t polls;
    const char* call;          // the last of them
    PolledFor what;
  };

  void add(RankState& me, Time now, const char* call, const PolledFor& what) {
    if (me.polls == PolledFor::kNone) {
      me.polls = static_cast<std::uint32_t>(rows_.size());
      rows_.push_back({});
    }
    Row& row = rows_[me.polls];
    if (row.polls == 0 || row.deeds != deeds(me)) {
      row = {.deeds = deeds(me), .since = now, .computed = me.statistics.computing, .polls = 0,
             .call = nullptr, .what = {}};
      me.asked_clock = false;
    }
    if (row.polls < UINT32_MAX) ++row.polls;
    row.call = call;
    row.what = what;
  }

  // Null: it has done something else since.
  const Row* row(const RankState& me) const {
    if (me.polls == PolledFor::kNone) return nullptr;
    const Row& row = rows_[me.polls];
    return row.polls > 0 && row.deeds == deeds(me) ? &row : nullptr;
  }

  // Whether it only polls and will go on so, if nothing comes. A rank that asks the clock may wait for a
  // time, and gets `patience`.
  bool only_polls(const RankState& me, Time now, Time patience) const {
    const Row* const r = row(me);
    if (!r || r->polls < kMany) return false;
    const Time lasts = now - r->since, computing = me.statistics.computing - r->computed;
    if (r->polls * (lasts - computing).seconds() < kMany * computing.seconds()) return false;
    return !me.asked_clock || lasts >= patience;
  }

 private:
  // Grows with all that a rank does besides polling and computing.
  static std::uint64_t deeds(const RankState& me) { return me.statistics.messages + me.ended_requests; }

  std::vector<Row> rows_;  // of ranks that have polled
};

}  // namespace kasuri::mpi
