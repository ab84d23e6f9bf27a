// SPDX-License-Identifier: MIT
#include "network/flow/flow_tracks.h"

#include <algorithm>

namespace kasuri {

// Returns for how long the link is not up yet. What others hear of a link is in the order of time; one that
// wants it before somebody else who is known already wakes it up itself, which takes as long. What waits
// passes it one after the other.
template <class Wanted>
Time FlowTracks::wake(Link& l, Time want, Time sends, Wanted wanted) {
  l.told = later(want, l.told);
  const bool idle = l.users++ == 0 && l.told >= l.tail;
  if (!f_.power) return {0};
  const Time up = wanted(idle ? l.tail : Time{0}, l.told);
  const Time from = later(up, l.passed);
  if (from > l.told) l.passed = from + sends;
  return from - l.told;
}

Time FlowTracks::begin(std::uint32_t record, std::uint32_t nic, const FlowPath& path, Time now,
                       Time sends, std::uint16_t job) {
  if (links_.empty()) links_.resize(numbers_.count() + f_.topology.endpoints());
  if (record >= tracks_.size()) tracks_.resize(record + 1);
  tracks_[record].crossings = path.crossings;
  tracks_[record].uses = path.uses;
  tracks_[record].nic = nic;
  tracks_[record].job = job;
  const EndpointId endpoint{f_.decomposition.local(EndpointId{nic})};
  Link& injection = links_[numbers_.count() + nic];
  const Time of_nic = wake(injection, now, sends, [&](Time idle, Time at) {
    return f_.power->wanted(endpoint, idle, at);
  });
  if (f_.jobs) f_.jobs->injected_by(endpoint.v, job, injection.told);
  Time longest = of_nic, wakes = of_nic, head = now;
  for (FlowCrossing& c : tracks_[record].crossings) {
    if (c.first) {
      wakes = of_nic;
      head = now;
    }
    head += c.after;
    const std::uint32_t router = f_.decomposition.local(c.at);
    Link& l = links_[numbers_.of(c.at, c.port)];
    wakes += wake(l, head + wakes, sends, [&](Time idle, Time at) {
      return f_.power->wanted(RouterId{router}, c.port, idle, at);
    });
    longest = later(longest, wakes);
    c.wakes = wakes;
    if (f_.jobs) f_.jobs->crossed_by(router, c.port, job, l.told);
  }
  tracks_[record].nic_wakes = of_nic;
  tracks_[record].wakes = longest;
  return longest;
}

void FlowTracks::carried(const Track& t, const FlowCrossing& c, Time from, Time to, Bytes size) {
  const std::uint32_t router = f_.decomposition.local(c.at);
  if (f_.split) f_.split->sent(router, c.port, c.port >= f_.topology.degree(c.at), from, to, size.n);
  if (f_.jobs) f_.jobs->carried(router, c.port, t.job, from, to, size);
  if (f_.power && f_.power->wants_uses()) f_.power->carried(RouterId{router}, c.port, from, to, size);
}

// A short message waits at each link that wakes up, with its tail. Of a flow that waited for links ahead,
// the buffers before these have what they can hold: a link further back is free so much earlier.
void FlowTracks::end(std::uint32_t record, Time from, Time to, Bytes size, Time buffer) {
  const auto free = [&](std::uint32_t link, Time tail) {
    Link& l = links_[link];
    if (f_.power) --l.users;
    l.tail = later(l.tail, tail);
  };
  Track& t = tracks_[record];
  const bool is_short = buffer == kShort;
  const auto ahead = [&](Time waited, std::size_t routers) {
    if (is_short || waited >= t.wakes) return Time{0};
    return earlier(t.wakes - waited, buffer * static_cast<std::int64_t>(routers));
  };
  const std::uint32_t nic = f_.decomposition.local(EndpointId{t.nic});
  if (f_.split) f_.split->injected(nic, from, to, size.n);
  if (f_.power && f_.power->wants_uses()) f_.power->carried(EndpointId{nic}, from, to, size);
  std::size_t routers = 0;  // from here on
  const auto path_from = [&](std::size_t i) {
    routers = 1;
    while (i + routers < t.crossings.size() && !t.crossings[i + routers].first) ++routers;
  };
  path_from(0);
  free(numbers_.count() + t.nic, is_short ? to + t.nic_wakes : to - ahead(t.nic_wakes, routers));
  Time passed{0};
  for (std::size_t i = 0; i < t.crossings.size(); ++i) {
    const FlowCrossing& c = t.crossings[i];
    if (c.first) {
      passed = Time{0};
      path_from(i);
    }
    passed += c.after;
    --routers;
    const Time waited = is_short ? c.wakes : Time{0};
    carried(t, c, from + waited, to + waited, Bytes{size.n * c.share / kWholeFlow});
    free(numbers_.of(c.at, c.port), to + waited - ahead(c.wakes, routers) + passed + f_.traversal);
  }
}

std::uint64_t FlowTracks::memory_bytes() const {
  std::uint64_t sum = links_.capacity() * sizeof(Link) + tracks_.capacity() * sizeof(Track);
  for (const Track& t : tracks_) {
    sum += t.crossings.capacity() * sizeof(FlowCrossing) + t.uses.capacity() * sizeof(LinkUse);
  }
  return sum;
}

}  // namespace kasuri
