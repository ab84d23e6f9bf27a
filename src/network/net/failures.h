// SPDX-License-Identifier: MIT
// Channels, routers and NICs that fail, when, for how long, and who can still reach whom.
//
// Time is divided into epochs: the first begins at 0, another one with each later time at which
// something fails or comes back. Routings make ways for each epoch, and a packet keeps those of the epoch
// in which it was injected: so what a run will do is known before it, and the check for deadlock covers
// packets of several epochs side by side. NICs know of an epoch some time after what it is about has
// happened.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "network/net/topology.h"

namespace kasuri {

class Failures {
 public:
  static constexpr std::uint32_t kMostEpochs = 16;  // the bits that packets have for it

  using Epochs = std::uint16_t;  // a set of them

  struct Epoch {
    Time since{0};              // what is down is so from then on, until the next epoch
    Time known{0};              // from then on packets are sent by the ways of this epoch
    std::uint64_t channels = 0;  // that are down, those of routers included
    std::uint32_t routers = 0;   // that are down
    std::uint32_t nics = 0;      // that are down by themselves, not with a router
    // Ordered pairs of endpoints between which no packets can go to and fro.
    std::uint64_t unreachable_pairs = 0;
  };

  explicit Failures(const Topology&);

  // To be told first, in any order: down from `at` to `until`.
  void fail(PortRef output, Time at, Time until = kNever);
  void fail(RouterId, Time at, Time until = kNever);  // with all channels to and from it, and its NICs
  void fail(EndpointId nic, Time at, Time until = kNever);
  // When something changes, the start included.
  std::set<Time> times() const;
  // Then, once: `delay` is from a later change until NICs know of it. At most kMostEpochs times.
  void settle(Time delay);

  std::uint32_t epochs() const { return static_cast<std::uint32_t>(epochs_.size()); }
  const Epoch& epoch(std::uint32_t e) const { return epochs_[e]; }
  // The one that NICs know of at `now`.
  std::uint32_t known_at(Time now) const {
    std::uint32_t e = epochs() - 1;
    while (epochs_[e].known > now) --e;
    return e;
  }

  // The epochs in which it is down.
  Epochs down(RouterId r, std::uint32_t port) const { return channel_[first_[r.v] + port]; }
  Epochs down(RouterId r) const { return router_[r.v]; }
  // By itself, not with its router.
  Epochs down(EndpointId nic) const { return nic_.empty() ? Epochs{0} : nic_[nic.v]; }
  bool up(std::uint32_t epoch, RouterId r, std::uint32_t port) const {
    return !(down(r, port) >> epoch & 1);
  }
  // Whether one of these epochs has begun before a packet's tail has passed, and not ended before its head.
  bool meets(Epochs down, Time head, Time tail) const {
    if (!down) [[likely]] return false;
    for (std::uint32_t e = 0; e < epochs(); ++e) {
      const Time end = e + 1 < epochs() ? epochs_[e + 1].since : kNever;
      if (down >> e & 1 && epochs_[e].since < tail && end > head) return true;
    }
    return false;
  }
  // Whether packets can go from one to the other and back.
  bool connected(std::uint32_t epoch, RouterId a, RouterId b) const {
    const std::uint32_t set = sets_[epoch][a.v];
    return set != kDown && set == sets_[epoch][b.v];
  }
  bool connected(std::uint32_t epoch, EndpointId a, EndpointId b) const {
    return !((down(a) | down(b)) >> epoch & 1) &&
           connected(epoch, topology_.router_of(a), topology_.router_of(b));
  }
  // Whether routings have anything to go around.
  bool any() const { return any_; }

 private:
  static constexpr std::uint32_t kDown = UINT32_MAX;

  struct Interval {
    std::size_t what;
    Time from, until;
  };

  void find_sets(std::uint32_t epoch);

  const Topology& topology_;
  std::vector<std::uint64_t> first_;  // channel of each router
  std::vector<Interval> channels_, routers_, nics_;  // until settle()
  std::vector<Epochs> channel_, router_, nic_;       // nic_: empty if none fails
  bool any_ = false;
  std::vector<Epoch> epochs_;
  std::vector<std::vector<std::uint32_t>> sets_;  // by epoch, of each router
};

}  // namespace kasuri
