// SPDX-License-Identifier: MIT
// The settings that most users need first. Help shows them before the others of their section, which are
// for experts; sections that are not here are short, and all of theirs are basic.
#include "base/config/tables.h"

namespace kasuri {
namespace {

const config::BasicSettings basic{{
    {"ethernet", {"preset", "packet", "queue", "trimming", "forwarding", "balancer", "flow_control"}},
    {"jobs",
     {"name", "program", "args", "pattern", "motif", "trace", "ranks", "ranks_per_node", "placement",
      "mapping", "collectives", "start", "iterations", "compute"}},
    {"layout", {"nodes_per_rack", "routers_per_rack", "slack", "copper_reach", "latency", "power"}},
    {"link", {"rate", "cable_latency"}},
    {"mpi",
     {"eager_limit", "send_overhead", "receive_overhead", "progress", "copy_rate", "library", "algorithms",
      "rules", "nccl"}},
    {"nic",
     {"per_node", "packet", "header", "link_rate", "cable_latency", "window", "send_overhead",
      "receive_overhead"}},
    {"power",
     {"preset", "policy", "t_lt", "t_ls", "t_lw", "router_static", "port_static", "port_active",
      "port_sleep", "link_per_bit", "chunk"}},
    {"rdma", {"control_size", "overhead", "registration_time"}},
    {"router",
     {"preset", "architecture", "routing_time", "vc_allocation_time", "switch_allocation_time",
      "switch_traversal_time", "switch_rate", "vcs", "buffer", "arbiter", "speedup"}},
}};

}  // namespace
}  // namespace kasuri
