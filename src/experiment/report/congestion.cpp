// SPDX-License-Identifier: MIT
#include "experiment/report/congestion.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/core/words.h"
#include "experiment/run/results.h"

namespace kasuri {
namespace {

constexpr double kWorthSaying = 0.01;
constexpr double kUneven = 1.5;

double count_of(const Results& r, std::string_view key) {
  const auto found = std::ranges::find(r.network.counts, key, [](const auto& n) { return n.first; });
  return found == r.network.counts.end() ? 0 : static_cast<double>(found->second);
}

// Of the links between switches of a class, what the one with the most carried over the mean; the largest.
double unevenness(const Results& r) {
  struct Carried {
    double most = 0, sum = 0, links = 0;
  };
  std::vector<Carried> by_class(r.link_classes.size());
  for (const LinkRow l : r.links) {
    if (l.ejection) continue;
    Carried& c = by_class[l.link_class()];
    const auto n = static_cast<double>(l.bytes.n);
    c.most = std::max(c.most, n);
    c.sum += n;
    c.links += 1;
  }
  double most = 1;
  for (const Carried& c : by_class) {
    if (c.sum > 0) most = std::max(most, c.most * c.links / c.sum);
  }
  return most;
}

// What switches paused for, and whom that met.
std::string pauses(const Results& r) {
  const double n = count_of(r, "pauses"), held = count_of(r, "held_packets");
  if (n == 0) return {};
  const double victims = held > 0 ? count_of(r, "victim_packets") / held : 0;
  return fmt::format(" Switches had senders pause {}: {:.0f} % for outputs to hosts, {:.0f} % because they "
                     "paused themselves; {:.0f} % of the packets held back were victims, bound for others.",
                     grouped(static_cast<std::uint64_t>(n), "time"),
                     100 * count_of(r, "pauses_at_hosts") / n, 100 * count_of(r, "pauses_spread") / n,
                     100 * victims);
}

}  // namespace

std::string congestion(const Results& r) {
  const double data = count_of(r, "data_packets");
  if (data == 0) return {};
  const double at_hosts = count_of(r, "congested_at_hosts") / data;
  const double between = count_of(r, "congested_between") / data;
  std::string s;
  if (at_hosts >= kWorthSaying) {
    s += fmt::format(" Incast: {:.0f} % of the data packets were marked, trimmed or dropped at outputs to "
                     "hosts.",
                     100 * at_hosts);
  }
  if (between >= kWorthSaying) {
    const double uneven = unevenness(r);
    s += fmt::format(" {:.0f} % of the data packets were marked, trimmed or dropped between switches",
                     100 * between);
    s += uneven < kUneven ? "."
                          : fmt::format(", whose busiest link carried {:.1f} times the mean of its class: "
                                        "hashes put flows on the same links, or few hosts sent.",
                                        uneven);
  }
  if (const double timeouts = count_of(r, "timeouts"); timeouts / data >= 1e-4) {
    s += fmt::format(" {} paused connections until packets were sent again",
                     grouped(static_cast<std::uint64_t>(timeouts), "timeout"));
    // Turns of many connections of a host take longer than a timeout.
    const bool late = count_of(r, "dropped_packets") < timeouts / 2;
    s += late ? ", most of which were not lost but acknowledged late: receivers wait for more packets "
                "(nic.receive_control), which hosts with many connections send in turn; raise "
                "nic.reliability.timeout, or have fewer messages at once."
              : ".";
  }
  return s + pauses(r);
}

}  // namespace kasuri
