// SPDX-License-Identifier: MIT
// For tests: small instances of every registered topology, for what must hold for all of them. A
// topology that is not here fails EveryTopology.HasSmallInstances.
#pragma once

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "base/core/test_path.h"
#include "network/topology/test_topology.h"

namespace kasuri {

inline const std::map<std::string, std::vector<std::string>>& small_instances() {
  static const std::string file = [] {
    const std::string path = test_path("machine.net");
    std::ofstream(path) << "router a endpoints=2\nlink a b\nlink b c rate=10GB/s\nlink c:1 d:0\n"
                           "link d a\nlink a c\nlink b e\nlink e:1 d class=long latency=20ns\n"
                           "link e:2 d\nrouter e endpoints=0\n";
    return path;
  }();
  static const std::map<std::string, std::vector<std::string>> all{
      {"mesh",
       {"extents = [4, 3]", "extents = [3, 2, 2]\nwidths = [1, 3, 2]",
        "extents = [6]\nendpoints_per_router = 3"}},
      {"torus",
       {"extents = [4, 4]", "extents = [5, 3, 2]", "extents = [4, 3]\nwidths = [2, 3]",
        "extents = [3, 2, 2, 1, 2, 2]"}},
      {"tofu",
       {"extents = [1, 1, 1]", "extents = [3, 2, 1]",
        "extents = [3, 1, 1]\nwrapped = [false, true, true]"}},
      {"stack",
       {"extents = [3, 3]\nlayers = 3", "extents = [2, 3]\nlayers = 4\nvertical_width = 2"}},
      {"xgft",
       {"children = [3]", "children = [2, 3]\nparents = [2]",
        "children = [2, 3, 2]\nparents = [2, 3]", "children = [4, 4, 4]\nparents = [4, 4]",
        "children = [2, 2, 3]\nparents = [2, 1]\nparallel = [1, 3]",
        "children = [1, 2, 2, 2]\nparents = [2, 2, 2]"}},
      {"fat-tree",
       {"radix = 4", "radix = 6\nlevels = 2", "radix = 6\ntaper = 2", "radix = 8\nlevels = 1",
        "radix = 4\nlevels = 4"}},
      {"k-ary-n-tree", {"arity = 2\nlevels = 3", "arity = 3\nlevels = 2", "arity = 2\nlevels = 4"}},
      {"pruned-tree",
       {"radix = 4\npods = 2", "radix = 6\npods = 2", "radix = 6\npods = 6",
        "radix = 8\npods = 3"}},
      {"dragonfly",
       {"routers_per_group = 3\nglobal_links = 3\nendpoints_per_router = 1\ngroups = 5\nlinks_per_pair = 2",
        "routers_per_group = 4\nglobal_links = 2\nendpoints_per_router = 2",
        "routers_per_group = 4\nglobal_links = 2\nendpoints_per_router = 1\narrangement = "
        "'relative'",
        "routers_per_group = 4\nglobal_links = 2\nendpoints_per_router = 1\narrangement = "
        "'circulant'",
        "routers_per_group = 4\nglobal_links = 3\nendpoints_per_router = 1\ngroups = 5",
        "routers_per_group = 2\nglobal_links = 4\nendpoints_per_router = 2\ngroups = 5\n"
        "arrangement = 'circulant'",
        "routers_per_group = 1\nglobal_links = 3\nendpoints_per_router = 2",
        "routers_per_group = 4\nglobal_links = 1\nendpoints_per_router = 1\ngroups = 2"}},
      {"dragonfly-plus",
       {"leaves = 2\nspines = 2\nglobal_links = 3\nendpoints_per_leaf = 2",
        "leaves = 3\nspines = 2\nglobal_links = 2\nendpoints_per_leaf = 1\ngroups = 5",
        "leaves = 2\nspines = 3\nglobal_links = 4\nendpoints_per_leaf = 1\ngroups = 3",
        "leaves = 3\nspines = 2\nglobal_links = 1\nendpoints_per_leaf = 2\ngroups = 1"}},
      {"hypercube",
       {"dimensions = 1", "dimensions = 3\nendpoints_per_router = 2",
        "dimensions = 4"}},
      {"hyperx",
       {"extents = [4, 3]\nendpoints_per_router = 2", "extents = [5]",
        "extents = [3, 2, 3]\nwidths = [1, 3, 2]"}},
      {"slim-fly", {"q = 3\nendpoints_per_router = 1", "q = 4\nendpoints_per_router = 1"}},
      {"polarfly", {"q = 2", "q = 3\nendpoints_per_router = 1", "q = 4"}},
      {"jellyfish",
       {"routers = 8\nlinks_per_router = 3", "routers = 7\nlinks_per_router = 4\nendpoints_per_router = 2",
        "routers = 6\nlinks_per_router = 2"}},
      {"switch", {"endpoints = 5"}},
      {"full-mesh", {"routers = 6", "routers = 4\nendpoints_per_router = 2\nparallel = 3"}},
      {"shuffle-exchange", {"bits = 2", "bits = 3", "bits = 5"}},
      {"omega", {"stages = 3", "stages = 4", "stages = 3\nswitch_size = 3"}},
      {"rails",
       {"planes = 2\nplane = { type = 'torus', extents = [4, 3] }",
        "planes = 2\nplane = { type = 'fat-tree', radix = 4 }"}},
      {"nvswitch", {"gpus = 3\nswitches = 2", "gpus = 4\nswitches = 1\nlinks = 3", "gpus = 2"}},
      {"hierarchy",
       {"nics = 2\nserver = { type = 'nvswitch', gpus = 2, switches = 2 }\n"
        "fabric = { type = 'xgft', children = [2, 4], parents = [2] }\nwiring = 'rails'",
        // 3 GPUs, 1 NIC, 5 servers
        "nics = 1\nservers = 5\nserver = { type = 'full-mesh', routers = 3 }\n"
        "fabric = { type = 'full-mesh', routers = 3, endpoints_per_router = 2 }",
        "nics = 1\nnic_links = 'first'\nservers = 3\nserver = { type = 'mesh', extents = [2, 2] }\n"
        "fabric = { type = 'torus', extents = [3] }",
        // more NICs than endpoints, dual ToR, a last leaf that is half used
        "nics = 3\nnic_ports = 2\nservers = 3\nserver = { type = 'switch', endpoints = 2 }\n"
        "fabric = { type = 'xgft', children = [3, 6], parents = [1] }",
        "nics = 4\nrails = 2\nservers = 3\nserver = { type = 'nvswitch', gpus = 4, switches = 1 }\n"
        "fabric = { type = 'xgft', children = [5, 4], parents = [2] }\nwiring = 'rails'",
        "nics = 2\nnic_ports = 2\nplanes = 2\nserver = { type = 'nvswitch', gpus = 2, switches = 1 }\n"
        "fabric = { type = 'xgft', children = [2, 2], parents = [2] }\nwiring = 'rails'"}},
      {"gpu-pod",
       {"template = 'hpn-dual-plane'\ngpus = 16\nports_down = 2\nspines = 2",
        "template = 'dcn-dual-tor'\ngpus = 16\nports_down = 8\nspines = 2"}},
      {"graph", {"file = '" + file + "'"}},
  };
  return all;
}

// Calls f(topology's name, instance) for each of them.
template <class F>
void for_each_small_topology(F f) {
  for (const auto& [name, instances] : small_instances()) {
    for (const std::string& i : instances) f(name, *topology_from("type = '" + name + "'\n" + i));
  }
}

}  // namespace kasuri
