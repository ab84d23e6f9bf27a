// SPDX-License-Identifier: MIT
// Messages of the lanes of a collective operation: what devices beside the CPU send and receive (the
// channels of NCCL, mpi/ranks/nccl.h). They cost the CPU nothing and ask nobody: whoever sends one knows
// that the receiver has a buffer for it. A message may leave later than it is posted, and take more on the
// wire than its data.
//
// The tag of a lane's messages holds the number of the collective on its communicator and the lane. Starts
// of a persistent collective have one tag, and so have all collectives that make a communicator: each
// begins when the rank has done its part of the one before, while the last messages of that have not left
// yet. They leave in the order in which they were posted, as a device has one queue for a channel.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

#include "base/core/pool.h"
#include "base/engine/partition.h"
#include "mpi/ranks/collective.h"
#include "mpi/ranks/group_map.h"
#include "mpi/ranks/messages.h"

namespace kasuri::mpi {

class Lanes {
 public:
  Lanes(Partition&, RankTable&, Coroutines&, Accounts&, Messages&);

  void set_places(const std::uint32_t* of_ranks) { partition_.set_places(leaves_, of_ranks); }
  void post(std::uint32_t rank, const Transfer&, const LanePost&);
  // The ranks of a communicator by their servers, or by their nodes.
  std::shared_ptr<const ServerOrder> server_order(const Communicator&, bool of_nodes = false);
  // When the proxy of a rank's GPU has had the NIC send what it was given (mpi/ranks/nccl.h).
  Time& proxy_free(std::uint32_t rank) { return proxies_free_[rank]; }

 private:
  struct Posted {
    MatchKey key;  // at the receiver
    std::uint32_t peer;
    Bytes bytes, wire;
    std::byte* payload;
  };

  bool on_leave(const Event&);

  Partition& partition_;
  RankTable& ranks_;
  Coroutines& coroutines_;
  Accounts& accounts_;
  Messages& messages_;
  EventKind leaves_;
  Pool<Posted> posted_;
  GroupMap<std::shared_ptr<const ServerOrder>> orders_[2];  // by servers, by nodes
  std::unordered_map<std::uint32_t, Time> proxies_free_;    // by rank; of those that have used theirs
  std::map<MatchKey, Time> last_leaves_;  // when the last of a tag that is used again leaves
};

}  // namespace kasuri::mpi
