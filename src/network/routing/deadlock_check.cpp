// SPDX-License-Identifier: MIT
#include "network/routing/deadlock_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/core/check.h"
#include "base/core/long_step.h"
#include "base/core/rng.h"
#include "network/routing/dependency_graph.h"

namespace kasuri {
namespace {

// Its inner loops are slower by 3 % if they ask which it is.
template <bool kOneQueue>
class Check {
 public:
  Check(const Topology& t, const Routing& routing, std::uint32_t vcs, const Failures* failures)
      : topology_(t),
        routing_(routing),
        failures_(failures),
        all_vcs_(static_cast<std::uint32_t>((std::uint64_t{1} << vcs) - 1)),
        graph_(t, kOneQueue ? 1 : vcs) {
    for (std::uint32_t r = 0; r < t.routers(); ++r) {
      if (t.endpoints_at({r})) terminals_.push_back({r});
    }
  }

  DeadlockReport run(const DeadlockEffort& effort) {
    const std::uint64_t n = terminals_.size();
    if (n > 1) {
      if (!kOneQueue) report_.argument = routing_.deadlock_argument();
      const std::uint64_t limit =
          report_.argument || kOneQueue ? effort.with_argument : effort.without_argument;
      const std::uint64_t pairs = n * (n - 1) * routing_.paths();
      report_.all_pairs = pairs;
      walk_sample(kPilotPairs, effort.sample);
      const std::uint64_t walked = std::max<std::uint64_t>(report_.pairs, 1);
      if (static_cast<double>(pairs) * static_cast<double>(report_.route_calls) <=
          static_cast<double>(limit) * static_cast<double>(walked)) {
        walk_all();
      } else if (report_.argument) {
        report_.basis = DeadlockReport::Basis::argument;
        walk_sample(UINT64_MAX, effort.sample);
      } else {
        report_.basis = DeadlockReport::Basis::sampled;
        walk_sample(UINT64_MAX, limit);
      }
    }
    report_.channels = graph_.channels();
    report_.dependencies = graph_.dependencies();
    report_.cycle = graph_.find_cycle();
    return report_;
  }

 private:
  static constexpr std::uint64_t kPilotPairs = 1000;
  static constexpr std::uint64_t kOffersCost = 9;  // calls of route() that a list of candidates costs more

  // A channel that a packet may have crossed, by the input it leads to, and the virtual channels
  // that it may have taken there.
  struct Reached {
    PortRef output;
    PortRef input;
    std::uint32_t vc_mask;
  };

  void walk_all() {
    report_.pairs = report_.route_calls = 0;
    LongStep step("deadlock check: all paths", terminals_.size());
    for (const RouterId target : terminals_) {
      step.at(report_.pairs / (terminals_.size() - 1) / routing_.paths());
      for (const RouterId source : terminals_) {
        for (std::uint32_t path = 0; source != target && path < routing_.paths(); ++path) {
          if (!walk(source, target, path)) return;
        }
      }
    }
  }

  void walk_sample(std::uint64_t pairs, std::uint64_t calls) {
    LongStep step("deadlock check: a sample of the paths", calls);
    while (pairs-- > 0 && report_.route_calls < calls) {
      step.at(report_.route_calls);
      const auto [a, b] = random_at(0, 0, 0, drawn_++);
      const RouterId source = terminals_[below(a, terminals_.size())];
      const RouterId target = terminals_[below(b, terminals_.size())];
      const auto path = static_cast<std::uint32_t>(
          below(random_at(0, 1, 0, drawn_)[0], routing_.paths()));
      if (source != target && !walk(source, target, path)) return;
    }
  }

  // Follows what a path leaves open from source to target, channel by channel at equal length; false
  // if it is bad.
  bool walk(RouterId source, RouterId target, std::uint32_t path) {
    if (!report_.bad_path.empty()) return false;
    ++report_.pairs;
    if (failures_) {
      epoch_ = path / (routing_.paths() / routing_.epochs());
      if (!failures_->connected(epoch_, source, target)) return true;
    }
    const auto distance = routing_.minimal() ? topology_.distance(source, target) : std::nullopt;
    const std::uint32_t longest =
        distance ? *distance : routing_.hop_limit().value_or(2 * topology_.routers());
    const auto bad = [&](std::string_view why) {
      report_.bad_path = fmt::format("path from {} to {}: {}", position(topology_, source),
                                     position(topology_, target), why);
      return false;
    };

    here_.clear();
    next_.clear();
    if (!follow(nullptr, {.at = source, .path = path}, source, target)) return bad(complaint_);
    here_.swap(next_);
    for (std::uint32_t hops = 1; !here_.empty(); ++hops) {
      if (hops > longest) return bad(fmt::format("not there after {} channels", longest));
      next_.clear();
      for (const Reached& reached : here_) {
        const RouterId at = reached.input.router;
        if (at == target) continue;
        for (std::uint32_t left = reached.vc_mask; left; left &= left - 1) {
          const auto vc = static_cast<std::uint16_t>(std::countr_zero(left));
          const VirtualChannel held{reached.output, vc};
          if (!follow(&held, {at, reached.input.port, vc, path}, source, target)) {
            return bad(complaint_);
          }
        }
      }
      here_.swap(next_);
    }
    return true;
  }

  // Adds all that a packet may do at an input to the next channels, and what it may wait for while it
  // holds `held` to the graph. False if one of them is not legal.
  [[gnu::always_inline]]
  bool follow(const VirtualChannel* held, const RouteInput& input, RouterId source,
              RouterId target) {
    ++report_.route_calls;
    if (!routing_.adaptive()) {
      return take(held, input.at, {.route = routing_.route(input, source, target)}, true);
    }
    const Candidates candidates = routing_.candidates(input, source, target);
    report_.route_calls += kOffersCost;
    const std::uint32_t escapes = kOneQueue ? 0 : routing_.escape_vcs();
    const bool holds_escape = !escapes || (held && escapes >> held->vc & 1);
    for (const Candidate& o : candidates.firsts) {
      if (o.route.vc_mask & escapes) return complain("the first hop may use escape channels");
      if (!take(held, input.at, o, !escapes)) return false;
    }
    if (kOneQueue && routing_.escape_vcs() && !take(held, input.at, candidates.escape, true)) return false;
    if (!escapes) return !candidates.firsts.empty() || complain("there is no next channel");
    if (!candidates.escape.route.vc_mask || candidates.escape.route.vc_mask & ~escapes) {
      return complain("there is no escape");
    }
    return take(held, input.at, candidates.escape, holds_escape);
  }

  bool take(const VirtualChannel* held, RouterId at, const Candidate& candidate, bool waits) {
    const Route& route = candidate.route;
    if (!legal(at, route)) return complain(complaint(at, route));
    if (held && waits) {
      if constexpr (kOneQueue) {
        graph_.add({held->output, 0}, {route.port, 1});
      } else if (candidate.in_ring) {
        graph_.join(*held, route);
      } else {
        graph_.add(*held, route);
      }
    }
    reach(at, route);
    return true;
  }

  bool complain(std::string why) {
    complaint_ = std::move(why);
    return false;
  }

  Reached cross(RouterId at, const Route& route) const {
    return {{at, route.port}, topology_.neighbour(at, route.port), route.vc_mask};
  }

  // Adds a channel to the next ones, or more virtual channels of one that is there.
  void reach(RouterId at, const Route& route) {
    for (Reached& r : next_) {
      if (r.output == PortRef{at, route.port}) {
        r.vc_mask |= route.vc_mask;
        return;
      }
    }
    next_.push_back(cross(at, route));
  }

  bool legal(RouterId at, const Route& route) const {
    return route.port < topology_.degree(at) && route.vc_mask && !(route.vc_mask & ~all_vcs_) &&
           (!failures_ || failures_->up(epoch_, at, route.port));
  }

  std::string complaint(RouterId at, const Route& route) const {
    if (route.port >= topology_.degree(at)) {
      return fmt::format("{} has no port {}", position(topology_, at), route.port);
    }
    if (failures_ && !failures_->up(epoch_, at, route.port)) {
      return fmt::format("the link from {} to {}, which has failed", position(topology_, at),
                         position(topology_, topology_.neighbour(at, route.port).router));
    }
    return fmt::format("virtual channels {:#x} at {} port {}, of {:#x} that exist", route.vc_mask,
                       position(topology_, at), route.port, all_vcs_);
  }

  const Topology& topology_;
  const Routing& routing_;
  const Failures* failures_;
  std::uint32_t epoch_ = 0;  // of the path that is walked
  std::uint32_t all_vcs_;
  std::vector<RouterId> terminals_;
  DependencyGraph graph_;
  std::uint64_t drawn_ = 0;  // pairs of the sample
  std::vector<Reached> here_, next_;
  std::string complaint_;
  DeadlockReport report_;
};

std::string examined(const DeadlockReport& r) {
  const std::string how = r.basis == DeadlockReport::Basis::exact
                              ? fmt::format("all {}", r.pairs)
                              : fmt::format("{} sampled of {}", r.pairs, r.all_pairs);
  return fmt::format("{} virtual channels, {} dependencies, {} paths", r.channels, r.dependencies,
                     how);
}

std::string describe_cycle(const DeadlockReport& r, const Topology& t) {
  constexpr std::size_t kShown = 16;
  std::string text = "packets can wait for each other in a cycle:";
  for (std::size_t i = 0; i < std::min(r.cycle.size(), kShown); ++i) {
    const auto& [output, vc] = r.cycle[i];
    text += fmt::format("\n  {} → {} vc {}", position(t, output.router),
                        position(t, t.neighbour(output.router, output.port).router), vc);
  }
  if (r.cycle.size() > kShown) text += fmt::format("\n  … {} more", r.cycle.size() - kShown);
  text += "\n  which waits for the first";
  if (r.argument && !r.argument->deadlock_free) text.append("\n").append(r.argument->why);
  return text;
}

}  // namespace

std::string DeadlockReport::describe(const Topology& t) const {
  if (!bad_path.empty()) return bad_path;
  if (!cycle.empty()) return describe_cycle(*this, t);
  if (!ok()) return argument->why;
  switch (basis) {
    case Basis::exact:
      return fmt::format("free of deadlock ({})", examined(*this));
    case Basis::argument:
      return fmt::format("free of deadlock: {} ({})", argument->why, examined(*this));
    case Basis::sampled:
      return fmt::format("no deadlock found ({})", examined(*this));
  }
  return {};
}

DeadlockReport check_deadlock(const Topology& topology, const Routing& routing, std::uint32_t vcs,
                              const DeadlockEffort& effort, const Failures* failures) {
  check(vcs >= 1 && vcs <= kMaxVcs, "a link has 1 to 32 virtual channels");
  if (effort.one_queue) return Check<true>(topology, routing, vcs, failures).run(effort);
  return Check<false>(topology, routing, vcs, failures).run(effort);
}

}  // namespace kasuri
