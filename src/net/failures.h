// SPDX-License-Identifier: MIT
// Channels and routers that fail, when, and who can still reach whom.
//
// Time is divided into epochs: the first begins at 0, another one with each later time at which
// something fails. Routings make ways for each epoch, and a packet keeps those of the epoch in which
// it was injected: so what a run will do is known before it, and the check for deadlock covers packets
// of several epochs side by side. NICs know of an epoch some time after what it is about has happened.
#pragma once

#include <cstdint>
#include <vector>

#include "net/topology.h"

namespace kasuri {

class Failures {
 public:
  static constexpr std::uint32_t kMostEpochs = 16;  // the bits that packets have for it

  struct Epoch {
    Time since{0};              // what has failed by then is down
    Time known{0};              // from then on packets are sent by the ways of this epoch
    std::uint64_t channels = 0;  // that are down, those of routers included
    std::uint32_t routers = 0;   // that are down
    // Ordered pairs of endpoints between which no packets can go to and fro.
    std::uint64_t unreachable_pairs = 0;
  };

  explicit Failures(const Topology&);

  // To be told first, in any order; the earliest time counts.
  void fail(PortRef output, Time at);
  void fail(RouterId, Time at);  // with all channels to and from it, and its NICs
  // Then, once: `delay` is from a later failure until NICs know of it. At most kMostEpochs.
  void settle(Time delay);

  std::uint32_t epochs() const { return static_cast<std::uint32_t>(epochs_.size()); }
  const Epoch& epoch(std::uint32_t e) const { return epochs_[e]; }
  // The one that NICs know of at `now`.
  std::uint32_t known_at(Time now) const {
    std::uint32_t e = epochs() - 1;
    while (epochs_[e].known > now) --e;
    return e;
  }

  Time failed_at(RouterId r, std::uint32_t port) const { return channel_[first_[r.v] + port]; }
  Time failed_at(RouterId r) const { return router_[r.v]; }
  bool up(std::uint32_t epoch, RouterId r, std::uint32_t port) const {
    return failed_at(r, port) > epochs_[epoch].since;
  }
  // Whether packets can go from one to the other and back.
  bool connected(std::uint32_t epoch, RouterId a, RouterId b) const {
    const std::uint32_t set = sets_[epoch][a.v];
    return set != kDown && set == sets_[epoch][b.v];
  }
  // Whether anything differs from the whole machine.
  bool any() const { return epochs_.back().channels > 0 || epochs_.back().routers > 0; }

 private:
  static constexpr std::uint32_t kDown = UINT32_MAX;

  void find_sets(std::uint32_t epoch);

  const Topology& topology_;
  std::vector<std::uint64_t> first_;  // channel of each router
  std::vector<Time> channel_, router_;
  std::vector<Epoch> epochs_;
  std::vector<std::vector<std::uint32_t>> sets_;  // by epoch, of each router
};

}  // namespace kasuri
