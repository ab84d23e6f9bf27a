// SPDX-License-Identifier: MIT
// The binary form of GOAL schedules, which LogGOPSim's txt2bin writes and its simulators read. All numbers
// are little-endian and without padding:
//
//   u64 4223 │ u32 ranks, u8 most CPU, u8 most NIC │ of each rank u64 begin, u64 end │ the ranks
//   a rank:  u32 nodes, u32 roots │ u32 of each root │ the nodes, 39 bytes each │ u32 of each edge
//   a node:  u32 requirements, u8 kind (1 send, 2 receive, 3 calc), u32 peer, u64 bytes or ns, u32 tag,
//            u8 CPU, u8 NIC, u32 nodes that require its end, u32 their place among the edges,
//            u32 nodes that require its start, u32 their place
//
// Places of ranks count from the byte after 4223. Rank or tag 2^32 - 1 of a receive is any.
#pragma once

#include <memory>
#include <string_view>

#include "workload/traces/lines.h"

namespace kasuri::trace {

bool is_binary_goal(std::string_view head);

// The same schedules in the text form (goal_statements.h), in an unnamed file. Throws Error with the byte.
std::shared_ptr<const TextFile> text_of_binary_goal(const TextFile&);

}  // namespace kasuri::trace
