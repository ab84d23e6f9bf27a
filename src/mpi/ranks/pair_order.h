// SPDX-License-Identifier: MIT
// The order of messages of one sender, receiver and context (MPI 4.1, section 3.5), where the network may
// let one overtake another: each has its number, and one that comes too early is held back.
#pragma once

#include <cstdint>
#include <optional>

#include "base/core/pair_counters.h"
#include "base/core/pool.h"
#include "mpi/ranks/match.h"
#include "mpi/ranks/request.h"

namespace kasuri::mpi {

class PairOrder {
 public:
  // `recent` of both: see PairCounters::at().
  std::uint16_t next_number(std::uint32_t sender, std::uint32_t context, std::uint32_t peer,
                            std::uint32_t& recent) {
    return sent_.at(sender, context, peer, recent)++;
  }

  // A message has come. Calls `accept` with it, if its turn has come, and with those that it has held back.
  template <class Accept>
  void arrived(const Message& message, const Envelope& e, std::uint32_t& recent, Accept accept) {
    PairCounters::Count& expected =
        received_.at(e.key.rank, e.key.context, static_cast<std::uint32_t>(e.key.source), recent);
    const auto place_of = [&](std::uint16_t number) {
      return MatchKey{e.key.rank, e.key.context, e.key.source, number};
    };
    if (e.number != expected) {
      const std::uint32_t i = held_messages_.allocate();
      held_messages_[i] = {place_of(e.number), {}, message};
      return held_.add(i);
    }
    ++expected;
    accept(message, e);
    while (const auto next = held_.find(place_of(expected))) {
      ++expected;
      const std::uint32_t i = held_.take(next);
      const Message held = held_messages_[i].message;
      held_messages_.free(i);
      accept(held, Envelope::unpack(held.user));
    }
  }

 private:
  PairCounters sent_, received_;
  Pool<HeldMessage> held_messages_;
  MatchTable<HeldMessage> held_{held_messages_};
};

}  // namespace kasuri::mpi
