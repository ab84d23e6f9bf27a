// SPDX-License-Identifier: MIT
#include "experiment/run/job_energy.h"

#include <algorithm>
#include <map>

#include "experiment/run/machine.h"
#include "experiment/run/results.h"
#include "experiment/plan/plan.h"

namespace kasuri {
namespace {

// A job's part of the machine, and of time.
struct Share {
  std::map<std::uint32_t, double> nodes;    // of each node
  std::map<std::uint32_t, double> routers;  // of each router that has nodes
  double all_nodes = 0;                     // of routers that have none
  Time from{0}, to{0};

  Time length() const { return to - from; }
};

std::vector<Share> shares(const Machine& m, const Results& r, Time end) {
  const Plan& plan = m.plan();
  const Topology& t = m.topology();
  const std::uint32_t nics = t.endpoints() / std::max(1u, plan.nodes);
  std::vector<std::uint32_t> ranks(plan.nodes, 0);
  for (const auto& placement : plan.placement) {
    for (const NodeId n : placement) ++ranks[n.v];
  }
  std::vector<Share> all(plan.placement.size());
  Time last{0};
  for (std::size_t j = 0; j < all.size(); ++j) {
    for (const NodeId n : plan.placement[j]) all[j].nodes[n.v] += 1.0 / ranks[n.v];
    double nodes = 0;
    for (const auto& [node, share] : all[j].nodes) {
      const RouterId router = t.router_of({node * nics});
      all[j].routers[router.v] += share * nics / t.endpoints_at(router);
      nodes += share;
    }
    all[j].all_nodes = nodes / std::max(1u, plan.nodes);
    all[j].from = r.jobs[j].start;
    all[j].to = earlier(r.jobs[j].start + r.jobs[j].time, end);
    last = later(last, all[j].to);
  }
  for (Share& s : all) {
    if (s.to == last) s.to = end;
    s.from = earlier(s.from, s.to);
  }
  return all;
}

// In W; constant over the run.
double static_power_of(const Share& s, const PowerSettings& settings, const Topology& t) {
  double sum = 0;
  if (s.all_nodes > 0) {
    for (std::uint32_t r = 0; r < t.routers(); ++r) {
      if (t.endpoints_at({r}) == 0) sum += s.all_nodes * static_power(settings, t, r);
    }
  }
  for (const auto& [router, share] : s.routers) sum += share * static_power(settings, t, router);
  return sum;
}

// The links of one job, or of nobody, in one chunk.
struct Links {
  double energy_j = 0, always_on_j = 0, bits_j = 0;
  double held_ps = 0, asleep_ps = 0;

  Links& operator+=(const Links& o) {
    energy_j += o.energy_j;
    always_on_j += o.always_on_j;
    bits_j += o.bits_j;
    held_ps += o.held_ps;
    asleep_ps += o.asleep_ps;
    return *this;
  }
};

// Watts put to JobShare.
class Assessor {
 public:
  Assessor(const PowerSettings& s, const PowerResults& counted)
      : s_(s), counted_(counted), savings_(mode_savings(s)), of_kind_(s.classes.size() + 1) {}

  // Else they take nothing. Those of a job are known by kind: each has the mean of the run.
  void count_bits(const Topology& t) {
    per_bit_ = bit_energies(s_, t);
    std::vector<double> joules(of_kind_.size()), bytes(of_kind_.size());
    for (std::uint32_t r = 0; r < t.routers(); ++r) {
      for (std::uint32_t i = counted_.first[r]; i < counted_.first[r + 1]; ++i) {
        const std::uint32_t port = i - counted_.first[r];
        const std::size_t kind = port < t.degree({r}) ? t.link_class({r}, port) : s_.classes.size() - 1;
        const auto moved = static_cast<double>(counted_.outputs[i].bytes.n);
        bytes[kind] += moved;
        joules[kind] += moved * per_bit_[i];
      }
    }
    for (std::size_t k = 0; k < bytes.size(); ++k) of_kind_[k] = bytes[k] > 0 ? joules[k] / bytes[k] : 0;
  }

  std::size_t chunks() const { return counted_.jobs.chunks; }
  std::size_t kinds() const { return counted_.jobs.kinds; }
  // The class of links of a kind.
  std::size_t class_of(std::size_t kind) const { return std::min(kind, kinds() - 2); }

  Links of(std::size_t job, std::size_t kind, std::size_t chunk) const {
    const JobShare& j = counted_.jobs;
    const std::size_t cell = job * kinds() + kind;
    const std::size_t at = chunk * j.transitions.size() + cell;
    Links l;
    l.held_ps = static_cast<double>(j.held[at]);
    l.always_on_j = weight(kind) * s_.classes[class_of(kind)].port_active * l.held_ps * 1e-12;
    l.energy_j = l.always_on_j;
    for (std::size_t m = 0; m < kSleepModes; ++m) {
      const auto asleep = static_cast<double>(j.asleep[m][at]);
      l.asleep_ps += asleep;
      l.energy_j -= weight(kind) * savings_[class_of(kind)][m] * asleep * 1e-12;
    }
    if (!j.bytes.empty()) l.bits_j = kBits * static_cast<double>(j.bytes[at]) * of_kind_[kind];
    return l;
  }
  Links of(std::size_t job, std::size_t chunk) const {
    Links sum;
    for (std::size_t k = 0; k < kinds(); ++k) sum += of(job, k, chunk);
    return sum;
  }
  // Of all jobs, by routers.
  double bits_in(std::size_t chunk) const {
    const std::vector<std::int64_t>& bytes = counted_.chunks[chunk].bytes;
    if (bytes.empty()) return 0;
    const std::size_t cells = counted_.by_link ? counted_.outputs.size() : bytes.size();
    double sum = 0;
    for (std::size_t i = 0; i < cells; ++i) {
      sum += static_cast<double>(bytes[i]) * per_bit_[counted_.by_link ? i : 0];
    }
    return kBits * sum;
  }

 private:
  // How much of a link's power routers draw; see Watts::output_share.
  double weight(std::size_t kind) const {
    return kind + 2 < kinds() ? 1 : kind + 2 == kinds() ? s_.watts.output_share
                                                        : 1 - s_.watts.output_share;
  }
  static constexpr double kBits = 8;

  const PowerSettings& s_;
  const PowerResults& counted_;
  std::vector<std::array<double, kSleepModes>> savings_;
  std::vector<double> per_bit_, of_kind_;  // by output; by kind
};

void add_links(JobEnergy& e, const Links& l) {
  e.energy_j += l.energy_j + l.bits_j;
  e.always_on_energy_j += l.always_on_j + l.bits_j;
  e.held_ps += l.held_ps;
  e.asleep_ps += l.asleep_ps;
}

void add_network(JobEnergies& all, const Assessor& links, const PowerSettings& settings,
                 const PowerResults& counted, const EnergyReport& energy, const Machine& m,
                 const std::vector<Share>& shares) {
  const std::vector<std::uint32_t>& numbers = m.plan().job_numbers;
  const bool chunks = !counted.chunks.empty(), alone = shares.size() == 1;
  for (std::size_t j = 0; j < shares.size(); ++j) {
    const Share& s = shares[j];
    JobEnergy& e = all.jobs[j];
    const double watts = static_power_of(s, settings, m.topology());
    e.energy_j = e.always_on_energy_j = watts * s.length().seconds();
    for (std::size_t c = 0; c < links.chunks(); ++c) {
      Links l = links.of(numbers[j], c);
      const Span span = chunks ? counted.span_of(c) : Span{Time{0}, counted.end};
      if (chunks && span.from >= s.to) {
        all.nobody.held_ps += l.held_ps;
        all.nobody.asleep_ps += l.asleep_ps;
        continue;
      }
      if (alone) l.bits_j = chunks ? links.bits_in(c) : energy.bits_j;
      add_links(e, l);
      const Time paid = Span{later(span.from, s.from), earlier(span.to, s.to)}.length();
      const double joules = watts * paid.seconds() + l.energy_j + l.bits_j;
      if (chunks) e.peak_w = std::max(e.peak_w, joules / span.length().seconds());
    }
  }
  const std::size_t nobody = m.plan().job_count();
  for (std::size_t c = 0; c < links.chunks(); ++c) {
    const Links l = links.of(nobody, c);
    all.nobody.held_ps += l.held_ps;
    all.nobody.asleep_ps += l.asleep_ps;
  }
}

void add_events(JobEnergy& e, const JobShare& counted, std::size_t job) {
  for (std::size_t k = 0; k < counted.kinds; ++k) {
    const std::size_t cell = job * counted.kinds + k;
    e.transitions += static_cast<std::uint64_t>(counted.transitions[cell]);
    e.stall_ps += static_cast<double>(counted.stalls[cell]);
  }
}

// What NICs draw whatever happens goes by time, what they draw for bits is the job's.
void add_nodes(JobEnergies& all, const PowerSettings& settings, const EnergyReport& energy,
               const Machine& m, const Results& r, const std::vector<Share>& shares) {
  const std::uint32_t nics = m.topology().endpoints() / std::max(1u, m.plan().nodes);
  for (std::size_t j = 0; j < shares.size(); ++j) {
    const Share& s = shares[j];
    const double time = s.length().seconds();
    const double idle_nic = settings.watts.nic_static * (energy.time_s - time);
    for (const auto& [node, share] : s.nodes) {
      for (std::uint32_t k = 0; k < nics; ++k) {
        all.jobs[j].nics_j += share * (energy.nic_j[node * nics + k] - idle_nic);
      }
      all.jobs[j].hosts_j += share * settings.watts.host_idle * time;
    }
    all.jobs[j].hosts_j += settings.watts.host_busy * r.jobs[j].spent.computing.seconds();
  }
}

// All but rounding errors.
double rest(double all, double charged) {
  return all - charged > 1e-12 * all ? all - charged : 0;
}

}  // namespace

JobEnergies job_energies(const PowerSettings& settings, const PowerResults& counted,
                         const EnergyReport& energy, double hosts_j, const Machine& m,
                         const Results& r) {
  const std::vector<Share> parts = shares(m, r, counted.end);
  JobEnergies all;
  all.jobs.resize(parts.size());
  Assessor links(settings, counted);
  links.count_bits(m.topology());
  add_network(all, links, settings, counted, energy, m, parts);
  add_nodes(all, settings, energy, m, r, parts);
  JobEnergy sum;
  for (std::size_t j = 0; j < parts.size(); ++j) {
    JobEnergy& e = all.jobs[j];
    e.time_s = parts[j].length().seconds();
    add_events(e, counted.jobs, m.plan().job_numbers[j]);
    sum.energy_j += e.energy_j;
    sum.always_on_energy_j += e.always_on_energy_j;
    sum.nics_j += e.nics_j;
    sum.hosts_j += e.hosts_j;
  }
  JobEnergy& nobody = all.nobody;
  add_events(nobody, counted.jobs, m.plan().job_count());
  nobody.time_s = energy.time_s;
  nobody.energy_j = rest(energy.energy_j, sum.energy_j);
  nobody.always_on_energy_j = rest(energy.always_on_energy_j, sum.always_on_energy_j);
  double nics_j = 0;
  for (const double joules : energy.nic_j) nics_j += joules;
  nobody.nics_j = rest(nics_j, sum.nics_j);
  nobody.hosts_j = rest(hosts_j, sum.hosts_j);
  return all;
}

std::vector<double> class_peaks(const PowerSettings& settings, const PowerResults& counted) {
  std::vector<double> peaks(settings.classes.size());
  const Assessor links(settings, counted);
  const std::size_t jobs = counted.jobs.transitions.size() / std::max<std::size_t>(1, links.kinds());
  for (std::size_t c = 0; c < counted.chunks.size(); ++c) {
    std::vector<double> joules(peaks.size());
    for (std::size_t j = 0; j < jobs; ++j) {
      for (std::size_t k = 0; k < links.kinds(); ++k) {
        joules[links.class_of(k)] += links.of(j, k, c).energy_j;
      }
    }
    for (std::size_t i = 0; i < peaks.size(); ++i) {
      peaks[i] = std::max(peaks[i], joules[i] / counted.span_of(c).length().seconds());
    }
  }
  return peaks;
}

}  // namespace kasuri
