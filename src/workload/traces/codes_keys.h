// SPDX-License-Identifier: MIT
// Keys of CODES that have no counterpart here, and why.
#pragma once

#include <string_view>

namespace kasuri::trace {

// What is in network files of CODES, but not imported.
struct UnusedKey {
  std::string_view key, why;
};
inline constexpr UnusedKey kUnusedKeys[] = {
    {"message_size", "the size of ROSS' events, not a property of the network"},
    {"pe_mem_factor", "memory of ROSS' events, not a property of the network"},
    {"rdma_delay", "the delay of a rendezvous has no setting of its own"},
    {"node_eager_limit", "messages within a node have the limit of all others"},
    {"node_copy_queues", "copies within a node are made one at a time"},
    {"num_injection_queues", "a NIC has one injection queue"},
    {"nic_seq_delay", "a NIC has one overhead for each message (nic_delay)"},
    {"dump_topo", "a run does not write the topology; kasuri topo does"},
    {"dot_file", "topologies are not written to files"},
    {"cn_sample_file", "samples are chosen by [statistics]"},
    {"rt_sample_file", "samples are chosen by [statistics]"},
    {"adaptive_threshold", "set routing.bias instead, in bytes × channels"}};

}  // namespace kasuri::trace
