// SPDX-License-Identifier: MIT
// Which nodes NICs can reach on a machine in which something fails. A NIC sends to those of its number.
#pragma once

#include <cstdint>

#include "network/net/fabric.h"

namespace kasuri {

class Reach {
 public:
  Reach(const Fabric& f, std::uint32_t per_node) : f_(f), per_node_(per_node) {}

  // The epoch that NICs know now.
  std::uint32_t known() const { return f_.failures->known_at(f_.partition.now()); }
  // When an epoch will be known.
  Time known_from(std::uint32_t epoch) const { return f_.failures->epoch(epoch).known; }
  // One past the last.
  std::uint32_t epochs() const { return f_.failures->epochs(); }

  // Whether a message's k-th NICs, or those of some number, have a path to each other in an epoch.
  bool connected(std::uint32_t epoch, const Message& m, std::uint32_t k) const {
    return f_.failures->connected(epoch, EndpointId{m.source.v * per_node_ + k},
                                  EndpointId{m.destination.v * per_node_ + k});
  }
  bool connected(std::uint32_t epoch, const Message& m) const {
    for (std::uint32_t k = 0; k < per_node_; ++k) {
      if (connected(epoch, m, k)) return true;
    }
    return false;
  }
  // The first such epoch from one on; epochs() if there is none.
  std::uint32_t first_connected(std::uint32_t epoch, const Message& m) const {
    while (epoch < epochs() && !connected(epoch, m)) ++epoch;
    return epoch;
  }
  // Whether the k-th NICs have a path, as far as is known, or the next ones, to which k is then set.
  bool choose(const Message& m, std::uint32_t& k) const {
    for (std::uint32_t more = 0; more < per_node_; ++more) {
      const std::uint32_t other = (k + more) % per_node_;
      if (!connected(known(), m, other)) continue;
      k = other;
      return true;
    }
    return false;
  }
  // A packet's number with the epoch whose paths it takes: the one that is known, or, if that has none and
  // part of the message has left already, the last one that had.
  std::uint32_t sequence(std::uint32_t number, RouterId from, RouterId to) const {
    if (f_.routing.epochs() == 1) return number;
    std::uint32_t e = known();
    while (e > 0 && !f_.failures->connected(e, from, to)) --e;
    return number << (32 - Packet::kEpochShift) >> (32 - Packet::kEpochShift) |
           e << Packet::kEpochShift;
  }

 private:
  const Fabric& f_;
  std::uint32_t per_node_;
};

}  // namespace kasuri
