// SPDX-License-Identifier: MIT
// The hook by which a power model takes part in a run: it may delay a grant (a sleeping link has to
// wake up), may slow a link down, and may be told of each use. Absent when power is off: then it costs
// one test of a pointer. Present, it costs little more where links are busy: of gaps too short to be of
// account it needs to know nothing.
//
// Routers and NICs are named by their index within the partition that the caller belongs to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/core/ids.h"
#include "base/core/units.h"
#include "base/engine/event.h"
#include "network/net/packet.h"

namespace kasuri {

// By whom links tell links of other parts something.
class LinkSignals {
 public:
  virtual ~LinkSignals() = default;
  // The event's target is a local number of that part.
  virtual void signal(std::uint16_t part, const Event&) = 0;
};

class LinkPower {
 public:
  virtual ~LinkPower() = default;
  // A packet is ready to leave router `at` by output `port`, credit or not: the gap of that link,
  // idle since `idle`, its last tail, ends now. Returns the first time at which the link can take a head
  // (>= now). Need not be called of a packet that is granted at once after a gap that is
  // negligible().
  virtual Time wanted(RouterId at, std::uint32_t port, Time idle, Time now) = 0;
  // A packet was granted: its head leaves at `head`, its tail at `tail`. Only if wants_uses().
  virtual void used(RouterId at, std::uint32_t port, Time head, Time tail, Bytes size) = 0;
  // The same of the link from a NIC to its router.
  virtual Time wanted(EndpointId, Time /*idle*/, Time now) { return now; }
  virtual void used(EndpointId, Time /*head*/, Time /*tail*/, const Packet&) {}

  // At flow level: so many bytes have crossed the link, evenly between `from` and `to`. Only if
  // wants_uses().
  virtual void carried(RouterId, std::uint32_t /*port*/, Time /*from*/, Time /*to*/, Bytes) {}
  virtual void carried(EndpointId, Time /*from*/, Time /*to*/, Bytes) {}

  // A packet from NIC `nic`, which is endpoint `source`, to `destination` will come by and by.
  virtual void expected(EndpointId /*nic*/, EndpointId /*source*/, EndpointId /*destination*/,
                        Time /*now*/) {}
  bool heeds_hints() const { return heeds_hints_; }

  bool negligible(std::uint32_t link_class, Time gap) const {
    return gap <= negligible_[link_class];
  }
  Time longest_negligible(std::uint32_t link_class) const { return negligible_[link_class]; }
  bool wants_uses() const { return wants_uses_; }
  // What wanted() will read, ahead of time.
  void prefetch(std::uint32_t router, std::uint32_t port) const {
    __builtin_prefetch(links_of_routers_ + (std::size_t{router} * links_each_ + port) * bytes_each_, 1);
  }

  // Whether slowed() must be asked.
  bool scales_rate() const { return scales_rate_; }
  // How long the next packet's serialisation takes, which takes `full` at the link's full rate.
  virtual Time slowed(RouterId, std::uint32_t /*port*/, Time full) { return full; }
  virtual Time slowed(EndpointId, Time full, Bytes /*size*/) { return full; }

 protected:
  std::vector<Time> negligible_;  // by class: the longest gap that is negligible, < 0 for none
  bool wants_uses_ = false;
  bool heeds_hints_ = false;
  bool scales_rate_ = false;
  // For prefetch(): records of a router's links lie beside each other.
  const std::byte* links_of_routers_ = nullptr;
  std::uint32_t links_each_ = 0, bytes_each_ = 0;
};

}  // namespace kasuri
