// SPDX-License-Identifier: MIT
// For how long links are held beyond bytes over rate: since a fault slows them down or has them
// repeat what came wrong (network/net/link_faults.h), or since they run at a lower rate to save power.
// Counted by who sends, where LinkPower::scales_rate() says that there is such a thing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/core/pool.h"
#include "network/net/machine_part.h"

namespace kasuri {

class SlowLinks {
 public:
  explicit SlowLinks(const MachinePart& f) : f_(f) {
    for (std::uint32_t r = 0; r < f.router_count(); ++r) {
      const RouterId id = f.router(r);
      stride_ = std::max(stride_, f.topology.degree(id) + f.topology.endpoints_at(id));
    }
    first_nic_ = std::size_t{stride_} * f.router_count();
    slower_.grow(first_nic_ + f.endpoint_count());
  }

  // A packet that leaves from `head` to `tail` takes so much longer. All by local numbers.
  void sent(std::uint32_t router, std::uint32_t port, Time head, Time tail, Time slower) {
    slower_[std::size_t{router} * stride_ + port] += slower;
    if (f_.split) f_.split->slowed(router, port, head, tail, slower);
  }
  void injected(std::uint32_t nic, Time slower) { slower_[first_nic_ + nic] += slower; }

  Time of_output(std::uint32_t router, std::uint32_t port) const {
    return slower_[std::size_t{router} * stride_ + port];
  }
  Time of_nic(std::uint32_t nic) const { return slower_[first_nic_ + nic]; }

 private:
  const MachinePart& f_;
  std::uint32_t stride_ = 0;  // outputs of each router, the most that one has
  std::size_t first_nic_ = 0;
  LazyArray<Time> slower_;
};

}  // namespace kasuri
