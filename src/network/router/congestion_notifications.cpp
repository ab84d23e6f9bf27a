// SPDX-License-Identifier: MIT
#include "network/router/congestion_notifications.h"

#include <algorithm>
#include <set>

#include "base/core/check.h"

namespace kasuri {

CongestionNotifications::CongestionNotifications(Fabric& f, const Notifications& n)
    : f_(f), notifications_(n) {
  const Topology& t = f.topology;
  const Decomposition& d = f.decomposition;
  Time cable{0};
  for (std::uint32_t c = 0; c < t.link_classes().size(); ++c) {
    if (among(n.over, c)) cable = later(cable, f.link_classes[c].cable);
  }
  delay_ = f.traversal + cable + f.request;
  // Entries that a writer may be ahead of a reader: those of two delays; and one that is old enough.
  depth_ = static_cast<std::uint32_t>(2 * delay_.ps / n.period.ps + 3);
  teller_of_.assign(t.routers(), kNone);
  std::uint32_t outputs = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    std::set<std::uint16_t> parts;
    std::uint32_t first = kNone, last = 0;
    for (std::uint32_t p = 0; p < t.degree({r}); ++p) {
      const std::uint32_t link_class = t.link_class({r}, p);
      if (among(n.over, link_class)) parts.insert(d.owner(t.neighbour({r}, p).router));
      if (is_about(link_class)) {
        first = std::min(first, p);
        last = p;
      }
    }
    const bool here = d.owner(RouterId{r}) == f.part;
    if (first == kNone || (!here && !parts.contains(f.part))) continue;
    teller_of_[r] = static_cast<std::uint32_t>(tellers_.size());
    Teller& teller = tellers_.emplace_back();
    teller.first_entry = outputs;
    teller.first_port = static_cast<std::uint16_t>(first);
    teller.ports = static_cast<std::uint16_t>(last - first + 1);
    parts.erase(f.part);
    if (here) teller.parts.assign(parts.begin(), parts.end());
    outputs += teller.ports;
  }
  newest_.resize(outputs);
  entries_.resize(std::size_t{outputs} * depth_, Entry{{0}, 0});
}

void CongestionNotifications::enter(std::uint32_t s, const Entry& entry) {
  newest_[s] = (newest_[s] + 1) % depth_;
  entries_[std::size_t{s} * depth_ + newest_[s]] = entry;
}

void CongestionNotifications::tell(RouterId r, std::uint32_t port, std::int64_t queue, Time now) {
  const std::uint32_t s = slot(r, port);
  if (entries_[std::size_t{s} * depth_ + newest_[s]].queue == queue) return;
  enter(s, {now, queue});
  for (const std::uint16_t part : tellers_[teller_of_[r.v]].parts) {
    f_.channels.to(part, now + delay_).notifications.push_back({r, port, queue, now});
  }
}

void CongestionNotifications::take(const CrossingNotification& n) {
  enter(slot(n.router, n.port), {n.at, n.queue});
}

std::int64_t CongestionNotifications::reported(RouterId r, std::uint32_t port, Time now) const {
  debug_check(teller_of_[r.v] != kNone, "a routing requests only congestion estimates that routers of this "
                                        "partition receive");
  const std::uint32_t s = slot(r, port);
  const Entry* const all = &entries_[std::size_t{s} * depth_];
  for (std::uint32_t i = newest_[s], n = 0; n < depth_; ++n, i = (i ? i : depth_) - 1) {
    if (all[i].at + delay_ <= now) return all[i].queue;
  }
  return 0;  // the run has just begun
}

}  // namespace kasuri
