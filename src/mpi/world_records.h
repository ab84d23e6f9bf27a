// SPDX-License-Identifier: MIT
// Records of World: non-blocking collectives under way, messages of lanes that have not left yet, the
// ranks of communicators in the order of their servers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "mpi/collective.h"
#include "mpi/match.h"
#include "mpi/nccl.h"

namespace kasuri::mpi {

struct PackedCall;

// A non-blocking collective, on the coroutine of its index + ranks().
struct Helper {
  std::uint32_t rank;
  std::uint32_t next;  // of the same rank
  std::uint32_t request;
  std::int32_t tag;
  Time begun;
  Collective which;
  Communicator* comm;
  CollectiveCall call;
  PackedCall* packing;
  Communicator* fresh;  // the duplicate that it makes; null: it is a collective
};

struct LaneMessage {
  MatchKey key;  // at the receiver
  std::uint32_t peer;
  Bytes bytes, wire;
  std::byte* payload;
};

// By hash, size and first member of a group.
using ServerOrders =
    std::map<std::tuple<std::uint64_t, std::int32_t, std::uint32_t>, std::shared_ptr<const ServerOrder>>;

}  // namespace kasuri::mpi
