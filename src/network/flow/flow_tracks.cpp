// SPDX-License-Identifier: MIT
#include "network/flow/flow_tracks.h"

#include <algorithm>

namespace kasuri {

// Returns for how long the link is not up yet. What others hear of a link is in the order of time.
template <class Wanted>
Time FlowTracks::wake(Link& l, Time want, Wanted wanted) {
  l.told = later(want, later(l.told, l.tail));
  return f_.power ? wanted(l.users++ ? Time{0} : l.tail, l.told) - l.told : Time{0};
}

Time FlowTracks::begin(std::uint32_t record, std::uint32_t nic, const FlowPath& path, Time now,
                       std::uint16_t job) {
  if (links_.empty()) links_.resize(numbers_.count() + f_.topology.endpoints());
  if (record >= tracks_.size()) tracks_.resize(record + 1);
  tracks_[record].crossings = path.crossings;
  tracks_[record].nic = nic;
  tracks_[record].job = job;
  const EndpointId endpoint{f_.decomposition.local(EndpointId{nic})};
  Link& injection = links_[numbers_.count() + nic];
  const Time of_nic = wake(injection, now, [&](Time idle, Time at) {
    return f_.power->wanted(endpoint, idle, at);
  });
  if (f_.jobs) f_.jobs->injected_by(endpoint.v, job, injection.told);
  Time longest = of_nic, wakes = of_nic, head = now;
  for (const FlowCrossing& c : path.crossings) {
    if (c.first) {
      wakes = of_nic;
      head = now;
    }
    head += c.after;
    const std::uint32_t router = f_.decomposition.local(c.at);
    Link& l = links_[numbers_.of(c.at, c.port)];
    wakes += wake(l, head + wakes, [&](Time idle, Time at) {
      return f_.power->wanted(RouterId{router}, c.port, idle, at);
    });
    longest = later(longest, wakes);
    if (f_.jobs) f_.jobs->crossed_by(router, c.port, job, l.told);
  }
  return longest;
}

void FlowTracks::carried(const Track& t, const FlowCrossing& c, Time from, Time to, Bytes size) {
  const std::uint32_t router = f_.decomposition.local(c.at);
  if (f_.split) f_.split->sent(router, c.port, c.port >= f_.topology.degree(c.at), from, to, size.n);
  if (f_.jobs) f_.jobs->carried(router, c.port, t.job, from, to, size);
  if (f_.power && f_.power->wants_uses()) f_.power->carried(RouterId{router}, c.port, from, to, size);
}

void FlowTracks::end(std::uint32_t record, Time from, Time to, Bytes size) {
  const auto free = [&](std::uint32_t link, Time tail) {
    Link& l = links_[link];
    if (f_.power) --l.users;
    l.tail = later(l.tail, tail);
  };
  Track& t = tracks_[record];
  const std::uint32_t nic = f_.decomposition.local(EndpointId{t.nic});
  if (f_.split) f_.split->injected(nic, from, to, size.n);
  if (f_.power && f_.power->wants_uses()) f_.power->carried(EndpointId{nic}, from, to, size);
  free(numbers_.count() + t.nic, to);
  Time passed{0};
  for (const FlowCrossing& c : t.crossings) {
    passed = (c.first ? Time{0} : passed) + c.after;
    carried(t, c, from, to, Bytes{size.n * c.share / kWholeFlow});
    free(numbers_.of(c.at, c.port), to + passed + f_.traversal);
  }
}

std::uint64_t FlowTracks::memory_bytes() const {
  std::uint64_t sum = links_.capacity() * sizeof(Link) + tracks_.capacity() * sizeof(Track);
  for (const Track& t : tracks_) sum += t.crossings.capacity() * sizeof(FlowCrossing);
  return sum;
}

}  // namespace kasuri
