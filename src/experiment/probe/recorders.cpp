// SPDX-License-Identifier: MIT
#include "experiment/probe/recorders.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/core/check.h"
#include "mpi/ranks/world.h"

namespace kasuri {

Recorders::Recorders(const Probes& probes, const RecorderContext& context) {
  for (const auto& probe : probes) {
    Recorder* const r = all_.emplace_back(probe->record(context)).get();
    const Hooks wanted = probe->hooks();
    if (wanted.entered) entered_.push_back(r);
    if (wanted.held) held_.push_back(r);
    if (wanted.granted) granted_.push_back(r);
    if (wanted.injected) injected_.push_back(r);
    if (wanted.arrived) arrived_.push_back(r);
    if (wanted.ranks) ranks_.push_back(r);
    if (wanted.steps) steps_.push_back(r);
    if (wanted.devices) devices_.push_back(r);
  }
  if (watches_packets(probes)) context.machine.observer = this;
  if (!entered_.empty()) context.machine.arrival_observer = this;
  if (!ranks_.empty() || !steps_.empty() || !devices_.empty()) context.world.accounts().observe(*this);
}

std::vector<std::vector<Table>> Recorders::take() {
  std::vector<std::vector<Table>> tables;
  for (const auto& r : all_) tables.push_back(r->take());
  return tables;
}

std::uint32_t RecorderContext::index_of(const std::vector<Job>& jobs, std::uint32_t number) {
  const auto found = std::ranges::find(jobs, number, &Job::number);
  check(found != jobs.end(), "a rank belongs to a job of the configuration");
  return static_cast<std::uint32_t>(found - jobs.begin());
}

void ProbeContext::require_routers() {
  if (unwatched.empty()) return;
  section.error("", fmt::format("probe '{}' measures packets in routers with credits; there are none {}",
                                name, unwatched));
}

bool splits_links(const Recorders::Probes& probes) {
  return std::ranges::any_of(probes, [](const auto& p) { return p->hooks().link_bytes; });
}

bool watches_packets(const Recorders::Probes& probes) {
  return std::ranges::any_of(probes, [](const auto& p) { return p->hooks().packets(); });
}

}  // namespace kasuri
