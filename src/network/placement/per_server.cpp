// SPDX-License-Identifier: MIT
// A number of nodes of each server, those with the lowest numbers that are free: part of its GPUs. Servers
// are those of the topology, or of the number of nodes that is set. If they do not suffice, each gives as
// many once more, and at last those give theirs that have fewer.
#include <algorithm>

#include "base/config/registry.h"
#include "network/placement/placement.h"

namespace kasuri {
namespace {

struct PerServerParams {
  std::uint32_t nodes = 1;
  std::uint32_t server = 0;

  static config::Fields<PerServerParams> fields() {
    using P = PerServerParams;
    return {config::field("nodes", &P::nodes, "nodes of each server that the job gets").range(1, 4096),
            config::field("server", &P::server,
                          "nodes of a server, by their numbers; 0: as the topology says")
                .range(0, 4096)};
  }
};

class PerServer final : public Placement {
 public:
  PerServer(const PerServerParams& p, PlacementContext& c)
      : c_(c), each_(p.nodes), server_(p.server > 0 ? p.server : of_topology()) {}

  std::vector<NodeId> choose() const override {
    std::vector<NodeId> free(c_.free.begin(), c_.free.end()), all;
    for (std::size_t wanted = each_; all.size() < c_.count;) {
      std::vector<NodeId> left;
      const std::size_t before = all.size();
      for (auto at = free.begin(); at != free.end();) {
        const auto server = at->v / server_;
        const auto end = std::find_if(at, free.end(), [&](NodeId n) { return n.v / server_ != server; });
        const auto has = static_cast<std::size_t>(end - at);
        const std::size_t gives = has < wanted ? 0 : std::min(wanted, c_.count - all.size());
        const auto rest = at + static_cast<std::ptrdiff_t>(gives);
        all.insert(all.end(), at, rest);
        left.insert(left.end(), rest, end);
        at = end;
      }
      if (all.size() == before) wanted = 1;
      free = std::move(left);
    }
    return all;
  }

 private:
  std::uint32_t of_topology() const {
    return std::max<std::uint32_t>(1, c_.topology.servers().endpoints / c_.nics_per_node);
  }

  const PlacementContext& c_;
  std::uint32_t each_, server_;
};

const config::Register<PerServer, PerServerParams> per_server{
    "per-server", "a number of nodes of each server, as part of its GPUs"};

}  // namespace
}  // namespace kasuri
