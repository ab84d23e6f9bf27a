// SPDX-License-Identifier: MIT
#include "net/failures.h"

#include <algorithm>

#include "core/check.h"

namespace kasuri {

Failures::Failures(const Topology& t) : topology_(t), router_(t.routers(), kNever) {
  std::uint64_t channels = 0;
  for (std::uint32_t r = 0; r < t.routers(); ++r) {
    first_.push_back(channels);
    channels += t.degree({r});
  }
  channel_.assign(channels, kNever);
}

void Failures::fail(PortRef output, Time at) {
  Time& mine = channel_[first_[output.router.v] + output.port];
  mine = earlier(mine, at);
}

void Failures::fail(RouterId router, Time at) {
  router_[router.v] = earlier(router_[router.v], at);
}

void Failures::settle(Time delay) {
  for (std::uint32_t r = 0; r < topology_.routers(); ++r) {
    for (std::uint32_t p = 0; p < topology_.degree({r}); ++p) {
      Time& mine = channel_[first_[r] + p];
      mine = earlier(mine, earlier(router_[r], router_[topology_.neighbour({r}, p).router.v]));
    }
  }
  std::vector<Time> times{Time{0}};
  for (const std::vector<Time>* all : {&channel_, &router_}) {
    for (const Time t : *all) {
      if (t < kNever && std::ranges::find(times, t) == times.end()) times.push_back(t);
    }
  }
  std::ranges::sort(times);
  check(times.size() <= kMostEpochs, "what fails fails at a few times");
  for (const Time t : times) {
    Epoch e{.since = t, .known = t > Time{0} ? t + delay : t};
    for (const Time f : channel_) e.channels += f <= t;
    for (const Time f : router_) e.routers += f <= t;
    epochs_.push_back(e);
    find_sets(epochs() - 1);
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
    if (router_[r] <= epochs_[epoch].since) set[r] = kDown;
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
    }
    reachable += endpoints * (endpoints ? endpoints - 1 : 0);
  }
  const std::uint64_t all = topology_.endpoints();
  epochs_[epoch].unreachable_pairs = all * (all ? all - 1 : 0) - reachable;
}

}  // namespace kasuri
