// SPDX-License-Identifier: MIT
#include "network/power/scaling.h"

namespace kasuri {

using namespace literals;

config::Fields<ScalingParams> ScalingParams::fields() {
  using P = ScalingParams;
  return {config::field("window", &P::window,
                        "length of the interval over which a link measures its use").range(1_ns, 1000_ms),
          config::field("switch_time", &P::switch_time,
                        "time of a rate change; the link sends nothing during it")
              .range(0_ps, 1000_ms),
          config::field("low", &P::low, "share of the window; a link that is less busy goes one level down")
              .range(0, 1),
          config::field("high", &P::high, "share of the window; a link that is busier goes one level up")
              .range(0, 1)};
}

void ScalingParams::validate(const ScalingParams& p, config::Section& section) {
  if (p.low >= p.high) section.error(&ScalingParams::low, "must be less than 'high'");
}

Scaling::Scaling(const ScalingParams& p, PolicyContext& c)
    : LinkPolicy(c), p_(p), levels_(c.links) {}

// Called at each border of a packet: `want` may lie before `idle`.
Rest Scaling::rest(std::uint32_t link, Time idle, Time want) {
  Level& l = levels_[link];
  Rest rest{want, {}, 0};
  const Time now = later(want, idle);
  const auto book = [&](Time until) {
    if (l.level > 0) rest.modes[static_cast<std::size_t>(l.level - 1)] = {l.since, until};
    l.since = until;
  };
  if (want == kEndless) {
    book(want);
    return rest;
  }
  l.busy += later(idle, l.wanted) - l.wanted;
  l.wanted = now;
  if (now - l.window < p_.window) return rest;
  const double load = static_cast<double>(l.busy.ps) / static_cast<double>((now - l.window).ps);
  l.window = now;
  l.busy = Time{0};
  const int level = load > p_.high && l.level > 0  ? l.level - 1
                    : load < p_.low && l.level < 2 ? l.level + 1
                                                   : l.level;
  if (level == l.level) return rest;
  book(now);
  l.level = level;
  rest.up = now + p_.switch_time;
  l.since = l.wanted = rest.up;
  rest.transitions = 1;
  return rest;
}

}  // namespace kasuri
