// SPDX-License-Identifier: MIT
// How the machine is cut into parts that advance in parallel. A part holds some routers with their
// endpoints and nodes, and numbers them 0, 1, 2, …: first its boundary, routers with a channel to or from
// another part, then the others, both in the order of their global ids. State is indexed by these
// local numbers, so that a part holds nothing of the others. Whole machines need no tables: there both
// numbers are the same, and there is no boundary.
#pragma once

#include <cstdint>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

class Decomposition {
 public:
  // One part: everything.
  explicit Decomposition(const Topology& t)
      : routers_(t.routers()), endpoints_(t.endpoints()) {}
  // `owner` names the part of each router, 0 … parts − 1; each part must have one at least.
  Decomposition(const Topology&, std::vector<std::uint16_t> owner, std::uint32_t parts);

  std::uint32_t parts() const { return parts_; }

  std::uint16_t owner(RouterId r) const { return parts_ == 1 ? std::uint16_t{0} : owner_[r.v]; }
  std::uint32_t local(RouterId r) const { return parts_ == 1 ? r.v : local_router_[r.v]; }
  std::uint32_t local(EndpointId e) const {
    return parts_ == 1 ? e.v : local_endpoint_.empty() ? local_router_[e.v] : local_endpoint_[e.v];
  }

  // Of one part: how many, how many of them in the boundary, and the global id of a local number.
  std::uint32_t routers(std::uint16_t part) const {
    return parts_ == 1 ? routers_ : static_cast<std::uint32_t>(members_[part].size());
  }
  std::uint32_t boundary(std::uint16_t part) const { return parts_ == 1 ? 0 : boundary_[part]; }
  std::uint32_t endpoints(std::uint16_t part) const {
    return parts_ == 1 ? endpoints_ : endpoints_of_[part];
  }
  RouterId router(std::uint16_t part, std::uint32_t local) const {
    return parts_ == 1 ? RouterId{local} : members_[part][local];
  }

  // What its tables take of memory, in bytes.
  std::uint64_t memory_bytes() const;

 private:
  std::uint32_t parts_ = 1;
  std::uint32_t routers_;
  std::uint32_t endpoints_;
  std::vector<std::uint16_t> owner_;
  // The latter is empty where every router has one endpoint, of its own number.
  std::vector<std::uint32_t> local_router_, local_endpoint_;
  std::vector<std::vector<RouterId>> members_;
  std::vector<std::uint32_t> boundary_;
  std::vector<std::uint32_t> endpoints_of_;
};

}  // namespace kasuri
