// SPDX-License-Identifier: MIT
#include "experiment/report/bottleneck.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiment/report/holdups.h"

namespace kasuri {
namespace {

// How busy the members of a class were.
struct Use {
  std::string name;     // "links of class x"
  std::string busiest;  // "(0,0,0) → (1,0,0)"
  double most = 0, sum = 0;
  double slower = 0;    // of the busiest: the share of its busy time that is beyond bytes over rate
  std::size_t members = 0, near_most = 0;

  double mean() const { return members ? sum / static_cast<double>(members) : 0; }
};

double slower_of(const LinkRow& l) {
  return static_cast<double>(l.slower.ps) / static_cast<double>(l.busy().ps);
}
double slower_of(const NicRow&) { return 0; }

template <class Rows, class Busy, class Name>
Use use_of(std::string name, const Rows& rows, Time run, Busy busy, Name member) {
  Use u;
  u.name = std::move(name);
  for (const auto& row : rows) {
    const auto b = busy(row);
    if (!b) continue;
    const double share = static_cast<double>(b->ps) / static_cast<double>(run.ps);
    ++u.members;
    u.sum += share;
    if (share > u.most) {
      u.most = share;
      u.busiest = member(row);
      u.slower = slower_of(row);
    }
  }
  for (const auto& row : rows) {
    const auto b = busy(row);
    u.near_most += b && static_cast<double>(b->ps) >= 0.95 * u.most * static_cast<double>(run.ps);
  }
  return u;
}

std::vector<Use> uses(const Results& r, const Topology& t) {
  std::vector<Use> all;
  for (std::uint32_t c = 0; c < r.link_classes.size(); ++c) {
    const bool terminal = c + 1 == r.link_classes.size();
    all.push_back(use_of(
        terminal ? "links from routers to NICs" : fmt::format("{} links", r.link_classes[c]),
        r.links, r.time,
        [&](const LinkRow& l) -> std::optional<Time> {
          if (l.link_class() != c) return std::nullopt;
          return l.busy();
        },
        [&](const LinkRow& l) {
          const std::string from = position(t, {l.from});
          return l.ejection ? fmt::format("{} to NIC {}", from, l.to())
                            : fmt::format("{} to {}", from, position(t, {l.to()}));
        }));
  }
  const auto nic_name = [&](const NicRow& n) { return "at router " + position(t, {n.router}); };
  all.push_back(use_of(
      "NICs, sending", r.nics, r.time,
      [](const NicRow& n) { return std::optional(n.use.send_busy); }, nic_name));
  all.push_back(use_of(
      "NICs, receiving", r.nics, r.time,
      [](const NicRow& n) { return std::optional(n.use.receive_busy); }, nic_name));
  return all;
}

}  // namespace

std::string bottleneck(const Results& r, const Topology& t) {
  if (r.time.ps <= 0 || r.delivered.packets == 0) return "Nothing crossed the fabric.";
  const std::vector<Use> all = uses(r, t);
  const auto busiest = std::max_element(
      all.begin(), all.end(), [](const Use& a, const Use& b) { return a.most < b.most; });
  std::string others;
  for (const Use& u : all) {
    if (&u == &*busiest || u.members == 0) continue;
    others += fmt::format("{}{} {:.0f} %", others.empty() ? "" : ", ", u.name, 100 * u.mean());
  }
  const Holdups held = Holdups::of(r);
  const bool full = busiest->most >= 0.8;
  const std::string means = fmt::format("Means: {} {:.0f} %, {}.", busiest->name,
                                        100 * busiest->mean(), others);
  if (const std::string limit = full ? "" : held.limit(r); !limit.empty()) {
    return fmt::format("{} No link or NIC was busy for more than {:.0f} % of the time. {}{}", limit,
                       100 * busiest->most, means, held.notes(r));
  }
  if (!full && held.congested > std::max(0.1, r.link_busy_ratio() / 3)) {
    return fmt::format("Congestion limited the run: links were busy {:.0f} % of the time, and for "
                       "another {:.0f} % they were free while a packet wanted them but found no "
                       "room downstream (buffers, head-of-line blocking). {}{}",
                       100 * r.link_busy_ratio(), 100 * held.congested, means, held.notes(r));
  }
  if (busiest->most < 0.5) {
    return fmt::format("No link or NIC was busy for more than {:.0f} % of the time: {} set the pace. {}{}",
                       100 * busiest->most, held.pace(), means, held.notes(r));
  }
  const std::string slow =
      busiest->slower < 0.05
          ? ""
          : fmt::format(" ({:.0f} % of that because it is slowed down or repeats packets)",
                        100 * busiest->slower);
  return fmt::format("The {} {}: the busiest, {}, was busy {:.0f} % of the time{}, {} of {} within "
                     "5 % of it, {:.0f} % on average. Means elsewhere: {}.{}",
                     busiest->name, full ? "limited the run" : "were the busiest part, but not full",
                     busiest->busiest, 100 * busiest->most, slow, busiest->near_most, busiest->members,
                     100 * busiest->mean(), others, held.notes(r));
}

}  // namespace kasuri
