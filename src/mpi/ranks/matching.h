// SPDX-License-Identifier: MIT
// Receives that wait for their messages, and messages that wait for their receives, of all ranks of one
// partition: MPI 4.1, sections 3.5 (order), 3.2.4 (wildcards) and 3.8 (probes).
//
// Receives without wildcards and messages are in hash tables by key (mpi/ranks/match.h). Receives with
// wildcards are in a list of their rank, in the order of their posting; messages are in another, in the
// order of their arrival.
#pragma once

#include <cstdint>
#include <optional>

#include "base/core/pool.h"
#include "mpi/ranks/match.h"
#include "mpi/ranks/request.h"
#include "mpi/ranks/rank_table.h"

namespace kasuri::mpi {

class Matching {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // Receives are numbers of `requests`.
  Matching(Pool<Request>& requests, RankTable& ranks) : requests_(requests), ranks_(ranks) {}

  void post(std::uint32_t receive);
  // The oldest posted receive that accepts a message, or kNone; it is posted no more.
  std::uint32_t take_posted(const MatchKey&);
  // False if the receive is not posted: a message has met it.
  bool withdraw(std::uint32_t receive);
  void prefetch(const MatchKey& key, bool later) const { posted_.prefetch(key, later); }

  // A message that no posted receive accepts; `before` and `after` are set here.
  void keep(const EarlyMessage&);
  const EarlyMessage& early(std::uint32_t i) const { return early_[i]; }
  // The first of a rank's messages in the order of arrival; early(i).after is the next.
  std::uint32_t first_early(std::uint32_t rank) const { return ranks_[rank].early_first; }
  // The message that arrived first among those that a receive or a probe accepts, or kNone.
  std::uint32_t find(const MatchKey& wanted) const;
  // The same, for a receive: it waits no more.
  std::optional<EarlyMessage> take(const MatchKey& wanted) {
    if (ranks_[wanted.rank].early_first == kNone) [[likely]] return std::nullopt;
    return take_first(wanted);
  }
  // The same, for a matched probe: it waits for the receive that the probe belongs to.
  std::uint32_t take_by_probe(const MatchKey& wanted);
  bool is_taken(std::uint32_t early, std::uint32_t rank) const {
    return early < early_.peak() && early_[early].before == kTaken && early_[early].key.rank == rank;
  }
  EarlyMessage receive_taken(std::uint32_t early);
  // Of those that probes have taken, the first of a rank, or kNone.
  std::uint32_t first_taken(std::uint32_t rank) const;

 private:
  static constexpr std::uint32_t kTaken = kNone - 1;  // for EarlyMessage::before

  std::optional<EarlyMessage> take_first(const MatchKey& wanted);
  std::uint32_t unlink_first(const MatchKey& wanted);

  Pool<Request>& requests_;
  RankTable& ranks_;
  MatchTable<Request> posted_{requests_};
  Pool<EarlyMessage> early_;
  MatchTable<EarlyMessage> arrived_{early_};
  std::uint32_t taken_ = 0;  // by matched probes
};

}  // namespace kasuri::mpi
