// SPDX-License-Identifier: MIT
#include "network/net/failures.h"

#include <algorithm>

#include "base/core/check.h"

namespace kasuri {

Failures::Failures(const Topology& t) : topology_(t) {
  std::uint64_t channels = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first_.push_back(channels);
    channels += t.degree({r});
  }
  channel_.resize(channels);
  router_.resize(t.routers());
}

void Failures::fail(PortRef output, Time at, Time until) {
  channels_.push_back({first_[output.router.v] + output.port, at, until});
}

void Failures::fail(RouterId router, Time at, Time until) { routers_.push_back({router.v, at, until}); }

void Failures::fail(EndpointId nic, Time at, Time until) { nics_.push_back({nic.v, at, until}); }

std::set<Time> Failures::times() const {
  std::set<Time> all{Time{0}};
  for (const auto* intervals : {&channels_, &routers_, &nics_}) {
    for (const Interval& i : *intervals) {
      all.insert(i.from);
      if (i.until < kNever) all.insert(i.until);
    }
  }
  return all;
}

void Failures::settle(Time delay) {
  const std::set<Time> times = this->times();
  check(times.size() <= kMostEpochs, "what fails fails at a few times");
  if (!nics_.empty()) nic_.resize(topology_.endpoints());
  for (const Time t : times) {
    const std::uint32_t e = epochs();
    epochs_.push_back({.since = t, .known = t > Time{0} ? t + delay : t});
    const auto enter = [&](const std::vector<Interval>& intervals, std::vector<Epochs>& down) {
      for (const Interval& i : intervals) {
        if (i.from <= t && t < i.until) down[i.what] |= static_cast<Epochs>(1u << e);
      }
    };
    enter(channels_, channel_);
    enter(routers_, router_);
    enter(nics_, nic_);
  }
  channels_ = routers_ = nics_ = {};
  const auto count = [](const std::vector<Epochs>& all, std::uint32_t e) {
    return std::ranges::count_if(all, [&](Epochs down) { return down >> e & 1; });
  };
  for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology_.degree({r}); ++p) {
      channel_[first_[r] + p] |= router_[r] | router_[topology_.neighbour({r}, p).router.v];
    }
  }
  for (std::uint32_t e = 0; e < epochs(); ++e) {
    epochs_[e].channels = static_cast<std::uint64_t>(count(channel_, e));
    epochs_[e].routers = static_cast<std::uint32_t>(count(router_, e));
    epochs_[e].nics = static_cast<std::uint32_t>(count(nic_, e));
    any_ |= epochs_[e].channels + epochs_[e].routers > 0;
    find_sets(e);
  }
}

// The strong components of what is left: of a router without a set yet, what it reaches and what reaches
// it. Ways within a component do not leave it, so those that have sets need not be looked at again.
void Failures::find_sets(std::uint32_t epoch) {
  const std::uint32_t n = topology_.routers();
  std::vector<std::vector<std::uint32_t>> senders(n);
  for (std::uint32_t r = 0; r < n; ++r) {
    for (std::uint32_t p = 0; p < topology_.degree({r}); ++p) {
      if (up(epoch, {r}, p)) senders[topology_.neighbour({r}, p).router.v].push_back(r);
    }
  }
  constexpr std::uint32_t kNone = UINT32_MAX - 1;
  std::vector<std::uint32_t>& set = sets_.emplace_back(n, kNone);
  for (std::uint32_t r = 0; r < n; ++r) {
    if (router_[r] >> epoch & 1) set[r] = kDown;
  }
  std::vector<std::uint8_t> seen(n);
  std::vector<std::uint32_t> found;
  std::uint64_t reachable = 0;
  for (std::uint32_t seed = 0; seed < n; ++seed) {
    if (set[seed] != kNone) continue;
    std::ranges::fill(seen, 0);
    const auto search = [&](std::uint8_t mark, auto each_next) {
      found.assign(1, seed);
      seen[seed] |= mark;
      for (std::size_t i = 0; i < found.size(); ++i) {
        each_next(found[i], [&](std::uint32_t next) {
          if (set[next] != kNone || seen[next] & mark) return;
          seen[next] |= mark;
          found.push_back(next);
        });
      }
    };
    search(1, [&](std::uint32_t r, auto visit) {
      for (std::uint32_t p = 0; p < topology_.degree({r}); ++p) {
        if (up(epoch, {r}, p)) visit(topology_.neighbour({r}, p).router.v);
      }
    });
    search(2, [&](std::uint32_t r, auto visit) {
      for (const std::uint32_t s : senders[r]) visit(s);
    });
    std::uint64_t endpoints = 0;
    for (const std::uint32_t r : found) {
      if (seen[r] != 3) continue;
      set[r] = seed;
      endpoints += topology_.endpoints_at({r});
      if (nic_.empty()) continue;
      const std::uint32_t nic = topology_.first_endpoint({r}).v;
      for (std::uint32_t k = 0; k < topology_.endpoints_at({r}); ++k) {
        endpoints -= nic_[nic + k] >> epoch & 1;
      }
    }
    reachable += endpoints * (endpoints ? endpoints - 1 : 0);
  }
  const std::uint64_t all = topology_.endpoints();
  epochs_[epoch].unreachable_pairs = all * (all ? all - 1 : 0) - reachable;
}

}  // namespace kasuri
