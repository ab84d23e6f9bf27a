// SPDX-License-Identifier: MIT
// What routers are told of each other's queues (Routing::notifications): at multiples of a period a router
// tells, over its channels of one class, the queues of its outputs of another class that have changed.
// Its neighbours know them as late as a head would come to their arbitration over that channel: after
// T_ST + T_cable + T_RC + T_VA + T_SA. That is no less than the lookahead of any cut, so a part of the
// machine can be told by another, and the same holds for routers of one part that are handled one after
// the other: each reads what had been told by that time before its own now, and newer entries wait.
#pragma once

#include <cstdint>
#include <vector>

#include "network/net/fabric.h"

namespace kasuri {

class CongestionNotifications {
 public:
  CongestionNotifications(Fabric&, const Notifications&);

  bool is_about(std::uint32_t link_class) const { return among(notifications_.about, link_class); }
  // The first time to tell at `t` or later.
  Time next(Time t) const {
    const std::int64_t p = notifications_.period.ps;
    return {(t.ps + p - 1) / p * p};
  }

  // By a router of this part, of an output that the news are about; nothing if it has not changed.
  void tell(RouterId, std::uint32_t port, std::int64_t queue, Time now);
  // By a router of another part.
  void take(const CrossingNotification&);
  // What a neighbour of `router` knows of it at `now`.
  std::int64_t reported(RouterId router, std::uint32_t port, Time now) const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct Entry {
    Time at;
    std::int64_t queue;
  };
  struct Teller {
    std::uint32_t first_entry;
    std::uint16_t first_port, ports;
    std::vector<std::uint16_t> parts;  // others that its neighbours are in
  };

  static bool among(std::uint32_t wanted, std::uint32_t link_class) {
    return wanted == link_class || wanted == Notifications::kEveryClass;
  }
  std::uint32_t slot(RouterId r, std::uint32_t port) const {
    const Teller& t = tellers_[teller_of_[r.v]];
    return t.first_entry + (port - t.first_port);
  }
  void enter(std::uint32_t slot, const Entry&);

  Fabric& f_;
  Notifications notifications_;
  Time delay_;
  std::uint32_t depth_;                   // entries of an output
  std::vector<std::uint32_t> teller_of_;  // of routers; kNone if nobody here is told by it
  std::vector<Teller> tellers_;
  std::vector<std::uint32_t> newest_;     // of each output
  std::vector<Entry> entries_;
};

}  // namespace kasuri
