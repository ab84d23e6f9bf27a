// SPDX-License-Identifier: MIT
#include "experiment/plan/plan_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/core/words.h"
#include "experiment/plan/fault_plan.h"
#include "network/model/credits.h"
#include "network/model/link_classes.h"
#include "network/model/sending.h"
#include "experiment/plan/memory_estimate.h"
#include "experiment/probe/probe.h"
#include "network/topology/distances.h"
#include "workload/traces/trace.h"
#include "workload/motifs/motif.h"
#include "workload/patterns/pattern.h"

namespace kasuri {
std::string describe_power(const PowerSettings& s) {
  const std::string_view policy = s.links.policy.name();
  std::string text = fmt::format("preset {}; policy {}{}", s.preset_text(), policy,
                                 s.params.policy ? "" : " (the preset's)");
  if (policy != "always-on") {
    text += fmt::format(", T_lt {}, T_ls {}, T_lw {}", to_string(s.links.threshold),
                        to_string(s.links.modes[0].enter), to_string(s.links.modes[0].leave));
  }
  if (!s.params.classes.empty()) text += ", others for single link classes";
  return text + fmt::format("; ports to NICs {}", s.terminal_ports ? "count" : "do not count");
}

// One line if all router-to-router links are alike, else one for each class that has any.
static std::string links_text(const Config& c, const Topology& t) {
  const std::vector<LinkClass> links = link_classes(c, t);
  const std::vector<std::string> names = t.link_classes();
  const auto line = [](const LinkClass& l) {
    return fmt::format("{}, cable {}", to_string(l.rate), to_string(l.cable));
  };
  const bool alike = std::all_of(links.begin(), links.begin() + static_cast<long>(names.size()),
                                 [&](const LinkClass& l) { return line(l) == line(links[0]); });
  if (alike) return fmt::format("links     {}\n", line(links[0]));
  std::string s;
  for (std::size_t i = 0; i < names.size(); ++i) {
    s += fmt::format("{:<9} {}: {}\n", i ? "" : "links", names[i], line(links[i]));
  }
  if (t.servers().network) s += fmt::format("{:<9} to endpoints: {}\n", "", line(links.back()));
  return s;
}

static std::string output_queues_text(const Config& c) {
  if (!c.router.queues_at_outputs()) return "";
  return fmt::format(", {} of {} at the output{}", c.router.vcs, to_string(c.router.output_buffer),
                     c.router.output_pool.n == 0
                         ? ""
                         : fmt::format(" and a pool of {}", to_string(c.router.output_pool)));
}

// "8 KiB", "8 KiB to 20 KiB".
static std::string buffers_text(const Config& c, const Topology& t) {
  std::int32_t least = INT32_MAX, most = 0;
  for (const CreditLimit& l : credit_limits(c, t)) {
    if (l.key == "nic.receive_buffer") continue;
    least = std::min(least, static_cast<std::int32_t>(l.buffer.n));
    most = std::max(most, static_cast<std::int32_t>(l.buffer.n));
  }
  const std::string to = to_string(Bytes{most});
  return least == most ? to : fmt::format("{} to {}", to_string(Bytes{least}), to);
}

static std::string routers_text(const Config& c, const Topology& t) {
  return fmt::format("routers   {}{}{}, {} to the next router's input, {} VCs of {} per link{}\n",
                   c.router.architecture,
                   c.router.arbiter.name() == "round-robin"
                       ? ""
                       : fmt::format(", {} arbiters", c.router.arbiter.name()),
                   c.router.speedup > 1 ? fmt::format(", speed-up {}", c.router.speedup) : "",
                   to_string(c.router.routing_time + c.router.vc_allocation_time +
                             c.router.switch_allocation_time + c.router.switch_traversal_time +
                             c.link.cable_latency),
                   c.router.vcs, buffers_text(c, t), output_queues_text(c));
}

// "servers of 8 GPUs, 8 NICs each"; empty: no collective is NCCL's.
static std::string gpus_text(const Config& c, const Topology& t) {
  const auto is_nccl = [](const JobParams& j) { return j.collectives && j.collectives->name() == "nccl"; };
  if (c.mpi.library.name() != "nccl" && std::ranges::none_of(c.jobs, is_nccl)) return {};
  const Servers all = t.servers();
  if (c.mpi.nccl.gpus_per_server > 0) {
    return fmt::format("servers of {}, by mpi.nccl.gpus_per_server",
                       counted(c.mpi.nccl.gpus_per_server, "GPU"));
  }
  if (all.endpoints > 1) {
    return fmt::format("servers of {}, {} each", counted(all.endpoints, "GPU"), counted(all.nics, "NIC"));
  }
  return fmt::format("each endpoint is a server of its own, which sends by a proxy and a NIC; for one "
                     "server of all, mpi.nccl.gpus_per_server = {}",
                     t.endpoints());
}

std::string describe_plan(const Config& c, const Plan& p) {
  const Topology& t = *p.topology;
  const DistanceSummary distance = summarize_distances(t);
  std::string s = fmt::format("machine   {}: {}, {} router-to-router links, {}\n", t.describe(),
                              grouped(t.routers(), "router"), grouped(channel_count(t)),
                              grouped(p.nodes, "node"));
  if (const auto caveat = p.model->caveat(t); !caveat.empty()) {
    s += fmt::format("caveat    {}\n", caveat);
  }
  s += fmt::format("paths     {}diameter {}, mean distance {:.4g}\n",
                   distance.exact ? "" : "about ", distance.diameter, distance.mean);
  s += links_text(c, t);
  const std::string switches = p.model->describe_switches(c, p);
  s += !switches.empty() ? fmt::format("switches  {}\n", switches) : routers_text(c, t);
  for (const CreditLimit& l : throttled(c, t)) s += fmt::format("credits   {}\n", l.describe());
  if (const std::string sending = describe_sending(c, t); !sending.empty()) {
    s += fmt::format("sending   {}\n", sending);
  }
  if (const std::string gpus = gpus_text(c, t); !gpus.empty()) s += fmt::format("nccl      {}\n", gpus);
  s += describe_faults(p.faults);
  s += fmt::format("routing   {}\n", p.routing->describe());
  s += fmt::format("deadlock  {}\n",
                   p.deadlock  ? p.deadlock->describe(t)
                   : p.can.waits_for_buffers || p.can.pauses
                       ? "not checked (run.deadlock_check)"
                       : "none: " + p.model->no_deadlock(c));
  for (std::size_t i = 0; i < c.jobs.size(); ++i) {
    const JobParams& job = c.jobs[i];
    s += fmt::format("job {:<5} {} on {}\n", i,
                     job.program ? job.program->filename().string()
                     : job.trace ? "trace " + job.trace->filename().string()
                     : job.motif ? "motif " + std::string(job.motif->name())
                                 : "pattern " + std::string(job.pattern->name()),
                     grouped(p.placement[i].size(), "rank"));
  }
  for (const std::string& line : trace_departures(c, p)) s += line + '\n';
  for (const auto& probe : p.probes) {
    if (const std::string cost = probe->cost(); !cost.empty()) s += fmt::format("tables    {}\n", cost);
  }
  if (p.power) s += fmt::format("power     {}\n", describe_power(*p.power));
  if (const std::string power = describe_power_tables(p); !power.empty()) {
    s += fmt::format("tables    {}\n", power);
  }
  s += fmt::format("memory    about {} of {} available\n",
                   to_string(Bytes{static_cast<std::int64_t>(p.memory_bytes)}),
                   to_string(Bytes{static_cast<std::int64_t>(p.available_bytes)}));
  return s;
}

std::vector<std::string> trace_departures(const Config& c, const Plan& p) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < p.jobs.size(); ++i) {
    if (!p.jobs[i].trace) continue;
    for (const std::string& line : trace::departures(p.jobs[i].trace->summary())) {
      lines.push_back(fmt::format("trace {}: {}", c.jobs[i].trace->filename().string(), line));
    }
  }
  return lines;
}

}  // namespace kasuri
