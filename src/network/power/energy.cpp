// SPDX-License-Identifier: MIT
#include "network/power/energy.h"

#include <algorithm>

namespace kasuri {
namespace {

constexpr double kPs = 1e-12;
constexpr double kBits = 8;

double ps(Time t) { return static_cast<double>(t.ps); }

// One end of a directed link, at a router: whose it is, and its share of the port's power.
struct End {
  std::uint32_t router;
  std::uint32_t link_class;
  std::size_t link;  // an output, or behind those an injection
  double share;
  bool counts;       // so that each link counts once: where it begins, from a NIC where it ends
};

// Calls f(End) for all ends of links that count, in the order of routers, ports and directions.
template <class F>
void for_each_end(const PowerSettings& s, const PowerResults& r, const Topology& t, F f) {
  const double out = s.watts.output_share, in = 1 - out;
  const auto terminal = static_cast<std::uint32_t>(s.classes.size() - 1);
  for (std::uint32_t id = 0; id + 1 < r.first.size(); ++id) {
    const std::uint32_t degree = t.degree({id});
    for (std::uint32_t p = 0; p < degree; ++p) {
      const std::uint32_t c = t.link_class({id}, p);
      f(End{id, c, r.first[id] + p, out, true});
      if (in > 0) {
        // The other direction: the output of the neighbour that leads here.
        const PortRef peer = t.neighbour({id}, p);
        f(End{id, c, r.first[peer.router.v] + peer.port, in, false});
      }
    }
    if (!s.terminal_ports) continue;
    const std::uint32_t nic = t.first_endpoint({id}).v;
    for (std::uint32_t k = 0; k < t.endpoints_at({id}); ++k) {
      f(End{id, terminal, r.first[id] + degree + k, out, true});
      if (in > 0) f(End{id, terminal, r.outputs.size() + nic + k, in, true});
    }
  }
}

// The sum of power(class) over the counted ports of a router.
template <class F>
double over_ports(const PowerSettings& s, const Topology& t, std::uint32_t router, F power) {
  double sum = 0;
  for (std::uint32_t p = 0; p < t.degree({router}); ++p) sum += power(s.classes[t.link_class({router}, p)]);
  return s.terminal_ports ? sum + power(s.classes.back()) * t.endpoints_at({router}) : sum;
}

std::uint32_t counted_ports(const PowerSettings& s, const Topology& t, std::uint32_t router) {
  return t.degree({router}) + (s.terminal_ports ? t.endpoints_at({router}) : 0);
}

const LinkPowerRow& row_of(const PowerResults& r, std::size_t link) {
  return link < r.outputs.size() ? r.outputs[link] : r.injections[link - r.outputs.size()];
}

// When the last packet left its last link.
Time last_tail(const PowerResults& r) {
  Time last{0};
  for (const auto* rows : {&r.outputs, &r.injections}) {
    for (const LinkPowerRow& row : *rows) last = later(last, row.tail);
  }
  return last;
}

void add_links(EnergyReport& e, const PowerSettings& s, const PowerResults& r, const Topology& t) {
  const double time = ps(r.end);
  const auto saving = mode_savings(s);
  const Time traffic = last_tail(r);
  e.traffic_s = ps(traffic) * kPs;
  for (LinkPowerSum& c : e.classes) c.mode_ps.assign(kSleepModes, 0);
  for_each_end(s, r, t, [&](const End& end) {
    const LinkPowerRow& row = row_of(r, end.link);
    LinkPowerSum& c = e.classes[end.link_class];
    double joules = s.classes[end.link_class].port_active * time * end.share * kPs;
    c.always_on_energy_j += joules;
    for (std::size_t m = 0; m < kSleepModes; ++m) {
      const double watts = saving[end.link_class][m] * end.share;
      joules -= watts * ps(row.asleep[m]) * kPs;
      e.traffic_saved_j += watts * ps(row.asleep_until(m, traffic)) * kPs;
    }
    c.energy_j += joules;
    e.router_j[end.router] += joules;
    if (!end.counts) return;
    ++c.links;
    for (std::size_t m = 0; m < kSleepModes; ++m) c.mode_ps[m] += ps(row.asleep[m]);
    c.transitions += row.transitions;
    c.stall_ps += ps(row.stall);
  });
}

// Sums the classes.
void add_totals(EnergyReport& e, double time) {
  e.links.mode_ps.assign(kSleepModes, 0);
  const auto ratio = [&](LinkPowerSum& c) {
    if (c.links && time > 0) c.lpi_ratio = c.asleep_ps / (static_cast<double>(c.links) * time);
  };
  for (LinkPowerSum& c : e.classes) {
    for (std::size_t m = 0; m < kSleepModes; ++m) {
      c.asleep_ps += c.mode_ps[m];
      e.links.mode_ps[m] += c.mode_ps[m];
    }
    ratio(c);
    e.links.links += c.links;
    e.links.energy_j += c.energy_j;
    e.links.always_on_energy_j += c.always_on_energy_j;
    e.links.asleep_ps += c.asleep_ps;
    e.links.transitions += c.transitions;
    e.links.stall_ps += c.stall_ps;
  }
  ratio(e.links);
}

// What does not depend on the state of links: static power, and each bit moved.
void add_routers(EnergyReport& e, const PowerSettings& s, const PowerResults& r,
                 const Topology& t) {
  const double time = ps(r.end) * kPs;
  const std::vector<double> per_bit = bit_energies(s, t);
  for (std::uint32_t id = 0; id < e.router_j.size(); ++id) {
    const double base = static_power(s, t, id) * time, cables = s.cables ? s.cables->router[id] * time : 0;
    double joules = 0;
    for (std::uint32_t i = r.first[id]; i < r.first[id + 1]; ++i) {
      joules += kBits * static_cast<double>(r.outputs[i].bytes.n) * per_bit[i];
    }
    e.router_j[id] += base + joules;
    e.static_j += base - cables;
    e.cables_j += cables;
    e.bits_j += joules;
  }
}

void add_nics(EnergyReport& e, const PowerSettings& s, const PowerResults& r, const Topology& t) {
  for (std::uint32_t id = 0; id < e.router_j.size(); ++id) {
    for (std::uint32_t k = 0; k < t.endpoints_at({id}); ++k) {
      const std::uint32_t nic = t.first_endpoint({id}).v + k;
      const Bytes moved = r.injections[nic].bytes + r.outputs[r.first[id] + t.degree({id}) + k].bytes;
      e.nic_j[nic] = s.watts.nic_static * e.time_s +
                     s.watts.nic_per_bit * kBits * static_cast<double>(moved.n);
    }
  }
}

void add_peaks(EnergyReport& report, const PowerSettings& s, const PowerResults& r,
               const Topology& t) {
  for (std::size_t c = 0; c < r.chunks.size(); ++c) {
    const ChunkPower p = assess_chunk(s, r, t, c);
    report.peak_w = std::max(report.peak_w, p.total_w);
    for (const double w : p.watts) report.peak_router_w = std::max(report.peak_router_w, w);
  }
}

}  // namespace

double static_power(const PowerSettings& s, const Topology& t, std::uint32_t router) {
  const std::uint32_t ports = counted_ports(s, t, router);
  const std::uint32_t unused = s.params.radix ? std::max(*s.params.radix, ports) - ports : 0;
  const double statics =
      s.by_class ? over_ports(s, t, router, [](const ClassPower& c) { return c.port_static; }) +
                       s.links.port_static * unused
                 : s.classes[0].port_static * (ports + unused);
  return s.watts.router_static + t.static_power({router}) + statics +
         s.classes[0].port_mode[0] * unused + (s.cables ? s.cables->router[router] : 0);
}

std::vector<double> bit_energies(const PowerSettings& s, const Topology& t) {
  std::vector<double> all;
  for (std::uint32_t id = 0; id < t.routers(); ++id) {
    const std::uint32_t degree = t.degree({id});
    for (std::uint32_t p = 0; p < degree + t.endpoints_at({id}); ++p) {
      const ClassPower& c = p < degree ? s.classes[t.link_class({id}, p)] : s.classes.back();
      const double own = s.by_output ? c.per_bit + t.bit_energy({id}, p) : 0;
      all.push_back(s.watts.router_per_bit + s.watts.link_per_bit + own);
    }
  }
  return all;
}

std::vector<std::array<double, kSleepModes>> mode_savings(const PowerSettings& s) {
  std::vector<std::array<double, kSleepModes>> all;
  for (const ClassPower& c : s.classes) {
    PolicyContext context{c.threshold, c.modes, false, 0};
    const auto policy = c.policy.make(context);
    auto& saving = all.emplace_back();
    for (std::size_t m = 0; m < kSleepModes; ++m) {
      saving[m] = c.port_active - policy->power(m, c.port_active, c.port_mode[m]);
    }
  }
  return all;
}

EnergyReport assess(const PowerSettings& s, const PowerResults& r, const Topology& t) {
  EnergyReport e;
  e.time_s = ps(r.end) * kPs;
  e.classes.resize(s.classes.size());
  e.router_j.assign(r.first.size() - 1, 0);
  e.nic_j.assign(r.injections.size(), 0);
  add_links(e, s, r, t);
  add_totals(e, ps(r.end));
  add_routers(e, s, r, t);
  add_nics(e, s, r, t);
  e.links_j = e.links.energy_j;
  e.energy_j = e.static_j + e.links_j + e.bits_j + e.cables_j;
  e.always_on_energy_j = e.static_j + e.links.always_on_energy_j + e.bits_j + e.cables_j;
  if (e.time_s > 0) {
    e.mean_w = e.energy_j / e.time_s;
    e.always_on_mean_w = e.always_on_energy_j / e.time_s;
    e.traffic_always_on_j = (e.always_on_energy_j - e.bits_j) * (e.traffic_s / e.time_s) + e.bits_j;
  }
  add_peaks(e, s, r, t);
  return e;
}

ChunkPower assess_chunk(const PowerSettings& s, const PowerResults& r, const Topology& t,
                        std::size_t chunk) {
  const ChunkRow& row = r.chunks[chunk];
  const double time = ps(r.span_of(chunk).length());
  const auto saving = mode_savings(s);
  const std::uint32_t routers = static_cast<std::uint32_t>(r.first.size() - 1);
  ChunkPower p;
  p.lpi_ratio.assign(routers, 0);
  p.watts.assign(routers, 0);
  const std::vector<double> per_bit = bit_energies(s, t);
  const auto bits = [&](std::size_t cell) {
    return row.bytes.empty() ? 0.0 : kBits * static_cast<double>(row.bytes[cell]);
  };
  for (std::uint32_t id = 0; id < routers; ++id) {
    p.watts[id] = static_power(s, t, id) +
                  (s.by_class ? over_ports(s, t, id, [](const ClassPower& c) { return c.port_active; })
                              : s.classes[0].port_active * counted_ports(s, t, id));
  }
  if (time <= 0) return p;
  if (r.by_link) {
    for_each_end(s, r, t, [&](const End& end) {
      for (std::size_t m = 0; m < kSleepModes; ++m) {
        const double share = static_cast<double>(row.asleep[m][end.link]) / time;
        p.watts[end.router] -= saving[end.link_class][m] * share * end.share;
        p.lpi_ratio[end.router] += share * end.share;
      }
    });
    for (std::uint32_t id = 0; id < routers; ++id) {
      for (std::uint32_t i = r.first[id]; i < r.first[id + 1]; ++i) {
        p.watts[id] += per_bit[i] * bits(i) / (time * kPs);
      }
    }
  } else {
    for (std::uint32_t id = 0; id < routers; ++id) {
      for (std::size_t m = 0; m < kSleepModes; ++m) {
        const double share = static_cast<double>(row.asleep[m][id]) / time;
        p.watts[id] -= saving[0][m] * share;
        p.lpi_ratio[id] += share;
      }
      p.watts[id] += per_bit[r.first[id]] * bits(id) / (time * kPs);
    }
  }
  for (std::uint32_t id = 0; id < routers; ++id) {
    if (const std::uint32_t ports = counted_ports(s, t, id)) p.lpi_ratio[id] /= ports;
    p.total_w += p.watts[id];
  }
  return p;
}

}  // namespace kasuri
