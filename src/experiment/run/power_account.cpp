// SPDX-License-Identifier: MIT
#include "experiment/run/power_account.h"

#include "base/core/check.h"
#include "experiment/run/job_energy.h"
#include "experiment/run/machine.h"
#include "experiment/run/results.h"
#include "network/power/model.h"
#include "experiment/plan/plan.h"

namespace kasuri {
namespace {

void add_bytes(PowerResults& counted, const Results& r) {
  check(counted.outputs.size() == r.links.size(), "links are listed router by router");
  for (std::size_t i = 0; i < r.links.size(); ++i) counted.outputs[i].bytes = r.links[i].bytes;
  for (std::size_t i = 0; i < r.nics.size(); ++i) counted.injections[i].bytes = r.nics[i].use.sent;
}

void add_hosts(PowerRun& p, const Results& r, std::uint32_t nodes) {
  const Watts& w = p.settings.watts;
  Time computing{0};
  for (const JobRow& j : r.jobs) computing += j.spent.computing;
  p.hosts_j = w.host_idle * nodes * p.energy.time_s + w.host_busy * computing.seconds();
  for (const double joules : p.energy.nic_j) p.nics_j += joules;
}

}  // namespace

PowerRun make_power_run(const Machine& m, PowerShare&& share, const Results& r) {
  const PowerSettings& settings = *m.plan().power;
  const Topology& t = m.topology();
  PowerResults counted(t, PowerModel::by_link(settings), settings.params.chunk, std::move(share));
  add_bytes(counted, r);
  EnergyReport energy = assess(settings, counted, t);
  PowerRun p{.settings = settings, .counted = std::move(counted), .energy = std::move(energy),
             .by_job = {}, .classes = r.link_classes};
  add_hosts(p, r, m.plan().nodes);
  p.by_job = job_energies(p.settings, p.counted, p.energy, p.hosts_j, m, r);
  return p;
}

}  // namespace kasuri
