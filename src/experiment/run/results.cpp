// SPDX-License-Identifier: MIT
#include "experiment/run/results.h"

#include <algorithm>

#include "base/core/check.h"
#include "base/core/words.h"

namespace kasuri {

std::string_view to_string(End end) {
  switch (end) {
    case End::completed: return "completed";
    case End::measured: return "measured";
    case End::time_limit: return "time limit";
    case End::memory_limit: return "memory limit";
    case End::deadlock: return "deadlock";
    case End::program_failed: return "program failed";
    case End::interrupted: return "interrupted";
  }
  fail("every end has a name");
}

LinkErrors FaultResults::all_errors() const {
  LinkErrors sum;
  for (const LinkErrorRow& r : errors) sum += r.counted;
  return sum;
}

std::string describe_dropped(const DeliveryStatistics& d) {
  std::string s = counted(d.dropped_messages, "message");
  if (d.dropped_controls) s += " and " + counted(d.dropped_controls, "control message");
  return s;
}

std::uint64_t Results::link_count() const {
  std::uint64_t n = 0;
  for (const LinkRow l : links) n += !l.ejection;
  return n;
}

Time Results::link_busy() const {
  Time busy{0};
  for (const LinkRow l : links) {
    if (!l.ejection) busy += l.busy();
  }
  return busy;
}

Time Results::link_stall() const {
  Time sum{0};
  for (std::size_t c = 0; c + 1 < link_classes.size(); ++c) sum += link_stall(c);
  return sum;
}

Time Results::link_stall(std::size_t link_class) const {
  const Table* const stalls = table("link_stalls");
  return stalls ? Time{stalls->column("stalled")[link_class]} : Time{0};
}

double Results::link_busy_ratio() const { return share_of_links(link_busy()); }
std::optional<double> Results::link_busy_ratio(std::size_t link_class) const {
  Time busy{0};
  std::int64_t n = 0;
  for (const LinkRow l : links) {
    if (l.link_class() != link_class) continue;
    busy += l.busy();
    ++n;
  }
  if (n == 0 || time.ps == 0) return std::nullopt;
  return busy.seconds() / static_cast<double>(n) / time.seconds();
}
double Results::link_stall_ratio() const { return share_of_links(link_stall()); }

double Results::mean_link_bandwidth() const {
  const std::uint64_t n = link_count();
  if (n == 0 || time.ps == 0) return 0;
  return static_cast<double>(delivered.transfer.n) / static_cast<double>(n) / time.seconds();
}

double Results::link_efficiency() const {
  double bytes = 0, possible = 0;
  for (const LinkRow l : links) {
    if (l.ejection) continue;
    bytes += static_cast<double>(l.bytes.n);
    possible += static_cast<double>(link_rates[l.link_class()].n) * time.seconds();
  }
  return possible > 0 ? bytes / possible : 0;
}

double Results::share_of_links(Time sum) const {
  const std::uint64_t n = link_count();
  if (n == 0 || time.ps == 0) return 0;
  return static_cast<double>(sum.ps) / static_cast<double>(n) / static_cast<double>(time.ps);
}

const Table* Results::table(std::string_view name) const {
  for (const Outcome& probe : probes) {
    for (const auto* tables : {&probe.tables, &probe.views}) {
      const auto found = std::ranges::find(*tables, name, &Table::name);
      if (found != tables->end()) return &*found;
    }
  }
  return nullptr;
}

std::uint64_t Results::packet_hops() const { return delivered.hops + delivered.packets; }

}  // namespace kasuri
