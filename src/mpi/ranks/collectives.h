// SPDX-License-Identifier: MIT
// Collectives of ranks: their order on a communicator, the ones that run now, and those beside the program.
//
// All ranks of a communicator call collectives on it in the same order; each is known by the tag of its
// messages. A non-blocking collective runs on a coroutine of its own, whose fiber borrows a stack of the
// pool for as long as it lasts. It begins at the instant of its call, after what the program does in that
// instant, and takes the CPU's overheads on its own account, as with a progress thread on a core of
// its own: a rank that computes is not slowed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "mpi/ranks/algorithms.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/in_flight.h"
#include "mpi/ranks/shared_lists.h"

namespace kasuri::mpi {

class Collectives {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  explicit Collectives(World&);

  std::shared_ptr<const AlgorithmTable> algorithms_for(const JobSpec&);
  // How many may go on beside programs at once.
  std::uint32_t most_helpers() const;
  InFlight& in_flight() { return in_flight_; }

  // `code` says which operation it is (a Collective or another).
  std::int32_t enter(std::uint32_t coroutine, Communicator&, std::uint32_t code, std::uint64_t arguments);
  void leave(std::uint32_t coroutine);
  void run(Team&, Collective, const CollectiveCall&);
  // The same for a call of the program; `packing` unpacks what came.
  void run_call(Team&, Collective, const CollectiveCall&, PackedCall* packing);
  // Begins it beside the program. `persistent`: the number of one that is started.
  Handle start(std::uint32_t coroutine, Communicator&, Collective, const CollectiveCall&,
               PackedCall* packing, std::optional<std::uint32_t> persistent = {});
  // Begins the making of a duplicate, which is pending until the request is complete.
  Handle start_duplicate(std::uint32_t coroutine, Communicator& parent, Communicator& fresh);
  void run_helper(std::uint32_t coroutine);

 private:
  void run_between(Team&, const Communicator&, Collective, const CollectiveCall&);  // between.cpp
  void run_algorithm(Team&, Collective, const CollectiveCall&);
  void check_early(std::uint32_t coroutine, std::uint32_t context, std::int32_t tag, std::uint32_t number);
  Handle start_helper(std::uint32_t coroutine, Helper);
  static void helper_entry(void* collectives, std::uint32_t coroutine);
  void agree_on_duplicate(Team&, const Helper&);  // communicators.cpp
  std::uint32_t least_of_all(Team&, Communicator&, std::uint32_t mine);

  World& world_;
  RankTable& ranks_;
  // Of [mpi], for jobs with one rank on each node and with several.
  std::shared_ptr<const AlgorithmTable> algorithms_[2];
  InFlight in_flight_;
  SharedPlaces block_places_;
};

}  // namespace kasuri::mpi
